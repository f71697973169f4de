import { CodeBadge } from "../../ui/badge"
import type { BulkAction } from "../../ui/bulk"
import type { Filter } from "../../ui/list-filters"
import { ListPage, type Tab } from "../../ui/list-page"
import { Record } from "../../ui/record"
import type { Column } from "../../ui/table"
import { categoryOptions } from "../categories/api"
import { listPartners, removePartner, setPartnerStatus } from "./api"
import { type Partner, statuses, tones } from "./model"
import { listDefaults } from "./place"

const primary = ({ draft }: Partner) => draft.contacts[0]

const columns: Column<Partner>[] = [
  {
    key: "name",
    label: "brand.name",
    sort: "name",
    isMain: true,
    cell: row => <Record row={row} image={row.logo} title={row.name} note={[row.categoryName]} />,
    text: row => row.name,
  },
  {
    key: "category",
    label: "brand.category",
    isExtra: true,
    cell: row => row.categoryName,
    text: row => row.categoryName ?? "",
  },
  {
    key: "location",
    label: "brand.location",
    sort: "location",
    cell: row => row.draft.location,
    text: row => row.draft.location,
  },
  {
    key: "contact",
    label: "brand.primary",
    className: "nowrap",
    cell: row => primary(row)?.name || primary(row)?.email,
    text: row => [primary(row)?.name, primary(row)?.email, primary(row)?.phone].filter(Boolean).join(" · "),
  },
  {
    key: "status",
    label: "brand.status",
    sort: "status",
    cell: row => <CodeBadge of={statuses} prefix="ui.activity" tones={tones} value={row.status} />,
    text: (row, { t }) => t(row.status === statuses.value("active") ? "ui.activity.active" : "ui.activity.inactive"),
  },
]

const filters: Filter[] = [{ kind: "choice", name: "categoryId", label: "brand.category", options: categoryOptions }]

const tabs: Tab[] = (["active", "inactive"] as const).map(name => ({
  value: String(statuses.value(name)),
  label: `ui.activity.${name}`,
}))

const bulk: BulkAction<Partner>[] = [
  {
    label: "ui.activate",
    icon: "check",
    run: row => setPartnerStatus(row.id, statuses.value("active")),
    done: "brand.activated",
  },
  {
    label: "ui.deactivate",
    icon: "minus",
    run: row => setPartnerStatus(row.id, statuses.value("inactive")),
    done: "brand.deactivated",
  },
]

export const List = () => (
  <ListPage
    name="partners"
    words="brand"
    icon="store"
    read={listPartners}
    columns={columns}
    titleOf={row => row.name}
    defaults={listDefaults}
    filters={filters}
    tabs={tabs}
    remove={removePartner}
    bulk={bulk}
  />
)
