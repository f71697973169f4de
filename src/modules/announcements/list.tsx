import type { Announcement } from "../../contract/announcements"
import { RecordCell } from "../../ui/display/record-cell"
import { codeColumn, codeTabs, momentColumn, periodColumn } from "../../ui/lists/columns"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { ListPage } from "../../ui/pages/list-page"
import { announcementActions } from "./actions"
import { listAnnouncements, removeAnnouncement } from "./api"
import { announcements, kindLook, statusLook } from "./resource"

const { labels } = announcements

const columns: Column<Announcement>[] = [
  {
    key: "title",
    label: labels.title,
    sort: "title",
    isMain: true,
    text: row => row.title,
    cell: row => <RecordCell row={row} image={row.media[0]?.url} title={row.title} note={[row.description]} />,
  },
  codeColumn("type", labels.type, kindLook),
  periodColumn("announcement.period", "startDate"),
  codeColumn("status", labels.status, statusLook),
  { ...momentColumn("updatedDate", "announcement.updatedAt", "updatedDate"), isHidden: true },
]

const filters: Filter[] = [
  { kind: "choice", name: "type", label: labels.type, look: kindLook },
  { kind: "dates", from: "startDate", to: "endDate", label: "announcement.period" },
]

export const List = () => (
  <ListPage
    resource={announcements}
    read={listAnnouncements}
    columns={columns}
    filters={filters}
    tabs={codeTabs(statusLook, ["published", "scheduled", "draft", "expired", "archived"])}
    remove={removeAnnouncement}
    actions={announcementActions}
  />
)
