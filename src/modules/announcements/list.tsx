import type { Announcement } from "../../contract/announcements"
import { codeColumn, codeTabs, dateTimeColumn, mainColumn, periodColumn, statusColumn } from "../../ui/lists/columns"
import { textValue } from "../../ui/lists/export-values"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { useOwnerColumn } from "../../ui/lists/use-owner-column"
import { approvalPresets } from "../../ui/pages/approval/approval"
import { ListPage } from "../../ui/pages/list/list-page"
import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { lazyScreen } from "../../ui/pages/loading/lazy-screen"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { departmentOptions } from "../departments/api"
import { companyOptions, ownerOptions } from "../owners/api"
import { announcementActions } from "./actions"
import { announcements, getAnnouncement, kindLook, listAnnouncements, removeAnnouncement, statusLook } from "./api"

const { labels } = announcements

const columns: Column<Announcement>[] = [
  mainColumn("title", labels.title, ({ media, description }) => ({ image: media[0]?.url, note: [description] }), [
    textValue(labels.description, row => row.description),
  ]),
  codeColumn("type", labels.type, kindLook),
  periodColumn("announcement.period", "startDate", labels),
  statusColumn(announcements),
  { ...dateTimeColumn("createdDate", "ui.createdAt", "createdDate"), isHidden: true },
  { ...dateTimeColumn("updatedDate", "ui.updatedAt", "updatedDate"), isHidden: true },
]

const filters: Filter[] = [
  { kind: "choice", name: "type", label: labels.type, look: kindLook },
  { kind: "dates", from: "startDate", to: "endDate", label: "announcement.period" },
  { kind: "preset", name: "attention", texts: { ending: "attention.of.ending", ...approvalPresets } },
]

/** Asks for a change of many records, in a chunk of its own. */
const BulkEdit = lazyScreen(
  withTexts("announcements.bulkEdit", () => import("./bulk-edit")),
  module => module.BulkEdit,
)

export const List = () => (
  <ListPage
    resource={announcements}
    read={listAnnouncements}
    {...useOwnerColumn(ownerOptions, columns, filters)}
    tabs={codeTabs(statusLook, ["published", "scheduled", "draft", "expired", "archived"])}
    remove={removeAnnouncement}
    loadHistory={loadHistory}
    bulkEditor={BulkEdit}
    actions={announcementActions}
  />
)

export const { Add, Edit, View, loadHistory } = lazyRecord(withTexts("announcements.record", () => import("./record")))

export const prefetch = prefetchModule(announcements, listAnnouncements, getAnnouncement, [companyOptions, departmentOptions])
