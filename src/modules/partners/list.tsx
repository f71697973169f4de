import type { Partner } from "../../contract/partners"
import { Record } from "../../ui/display/record-cell"
import { activityBulk, activityColumn, activityTabs } from "../../ui/lists/activity"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { ListPage } from "../../ui/pages/list-page"
import { categoryOptions } from "../categories/api"
import { listPartners, removePartner, setPartnerStatus } from "./api"
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
  activityColumn("brand.status", "status"),
]

const filters: Filter[] = [{ kind: "choice", name: "categoryId", label: "brand.category", options: categoryOptions }]

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
    tabs={activityTabs}
    remove={removePartner}
    bulk={activityBulk(setPartnerStatus, { activated: "brand.activated", deactivated: "brand.deactivated" })}
  />
)
