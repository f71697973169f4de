import { type Announcement, kinds, kindTones, statuses, tones } from "../../contract/announcements"
import { Record } from "../../ui/display/record-cell"
import type { BulkAction } from "../../ui/lists/bulk"
import { codeColumn, periodColumn } from "../../ui/lists/columns"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { ListPage, type Tab } from "../../ui/pages/list-page"
import { listAnnouncements, removeAnnouncement, setAnnouncementStatus } from "./api"
import { useAnnouncementItems } from "./items"
import { listDefaults } from "./place"

const columns: Column<Announcement>[] = [
  {
    key: "title",
    label: "announcement.title",
    sort: "title",
    isMain: true,
    cell: row => <Record row={row} image={row.media[0]?.url} title={row.title} note={[row.description]} />,
    text: row => row.title,
  },
  codeColumn("type", "announcement.type", { of: kinds, prefix: "announcement.kind", tones: kindTones }),
  periodColumn("announcement.period", "startDate"),
  codeColumn("status", "announcement.status", { of: statuses, prefix: "announcement.status", tones }),
  {
    key: "updated",
    label: "announcement.updatedAt",
    sort: "updatedDate",
    isExtra: true,
    className: "nowrap",
    cell: (row, { format }) => format.dateTime(row.updatedDate),
    text: (row, { format }) => format.dateTime(row.updatedDate),
  },
]

const filters: Filter[] = [
  { kind: "choice", name: "type", label: "announcement.type", of: kinds, prefix: "announcement.kind" },
  { kind: "dates", from: "startDate", to: "endDate", label: "announcement.period" },
]

const tabs: Tab[] = (["published", "scheduled", "draft", "expired", "archived"] as const).map(name => ({
  value: String(statuses.value(name)),
  label: `announcement.status.${name}`,
}))

const bulk: BulkAction<Announcement>[] = [
  {
    label: "announcement.publishShort",
    icon: "send",
    run: row => setAnnouncementStatus(row.id, statuses.value("published")),
    done: "announcement.published",
  },
  {
    label: "announcement.archive",
    icon: "box",
    run: row => setAnnouncementStatus(row.id, statuses.value("archived")),
    done: "announcement.archivedMany",
  },
]

export const List = () => {
  const rowItems = useAnnouncementItems()
  return (
    <ListPage
      name="announcements"
      words="announcement"
      icon="megaphone"
      read={listAnnouncements}
      columns={columns}
      titleOf={row => row.title}
      defaults={listDefaults}
      filters={filters}
      tabs={tabs}
      counts={page => page.counts}
      remove={removeAnnouncement}
      bulk={bulk}
      rowItems={rowItems}
    />
  )
}
