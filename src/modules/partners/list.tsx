import type { Partner } from "../../contract/partners"
import { activityLook } from "../../ui/display/activity"
import { RecordCell } from "../../ui/display/record-cell"
import { codeColumn, codeTabs } from "../../ui/lists/columns"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { activityActions } from "../../ui/pages/actions"
import { ListPage } from "../../ui/pages/list-page"
import { categoryOptions } from "../categories/api"
import { listPartners, patchPartner, removePartner } from "./api"
import { partners } from "./resource"

const { labels } = partners

const columns: Column<Partner>[] = [
  {
    key: "name",
    label: labels.name,
    sort: "name",
    isMain: true,
    text: row => row.name,
    cell: row => <RecordCell row={row} image={row.logo} title={row.name} note={[row.categoryName]} />,
  },
  { key: "category", label: labels.categoryId, isHidden: true, text: row => row.categoryName },
  { key: "location", label: labels.location, sort: "location", text: row => row.location },
  {
    key: "contact",
    label: "brand.primary",
    className: "nowrap",
    text: ({ contacts: [primary] }) => [primary?.name, primary?.email, primary?.phone].filter(Boolean).join(" · "),
    cell: ({ contacts: [primary] }) => primary?.name || primary?.email,
  },
  codeColumn("status", labels.status, activityLook),
]

const filters: Filter[] = [{ kind: "choice", name: "categoryId", label: labels.categoryId, options: categoryOptions }]

export const List = () => (
  <ListPage
    resource={partners}
    read={listPartners}
    columns={columns}
    filters={filters}
    tabs={codeTabs(activityLook, ["active", "inactive"])}
    remove={removePartner}
    actions={activityActions((id, status) => patchPartner(id, { status }), {
      activated: "brand.activated",
      deactivated: "brand.deactivated",
    })}
  />
)
