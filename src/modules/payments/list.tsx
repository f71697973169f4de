import { useSnapshot } from "valtio"
import type { Provider } from "../../contract/payments"
import { currentUser, type SessionState, session } from "../../state/session"
import { LinkButton } from "../../ui/controls/button"
import { activityLook } from "../../ui/display/activity"
import { RecordCell } from "../../ui/display/record-cell"
import { PhoneLink, WebLink } from "../../ui/display/web-link"
import { useT } from "../../ui/hooks/use-t"
import { codeColumn, codeTabs } from "../../ui/lists/columns"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { activityActions } from "../../ui/pages/actions"
import { ListPage } from "../../ui/pages/list-page"
import { useScreenContext } from "../../ui/pages/screen-context"
import { categoryOptions } from "../categories/api"
import { listProviders, patchProvider, removeProvider } from "./api"
import { payments } from "./resource"

const { labels } = payments

const columns: Column<Provider>[] = [
  {
    key: "name",
    label: labels.name,
    sort: "name",
    isMain: true,
    text: row => row.name,
    cell: row => <RecordCell row={row} image={row.logo} title={row.name} note={[row.description]} />,
  },
  { key: "contact", label: labels.contactPerson, className: "nowrap", text: row => row.contactPerson },
  {
    key: "phone",
    label: labels.phone,
    className: "nowrap",
    text: row => row.phone,
    cell: row => <PhoneLink number={row.phone} />,
  },
  {
    key: "website",
    label: labels.website,
    isHidden: true,
    text: row => row.website,
    cell: row => <WebLink url={row.website} />,
  },
  codeColumn("status", labels.status, activityLook),
]

const filters: Filter[] = [{ kind: "choice", name: "categoryId", label: "category.one", options: categoryOptions }]

/** A company may add platform providers (decisions §6). */
const AddFromPlatform = () => {
  const t = useT()
  const { base, may } = useScreenContext()
  const user = currentUser(useSnapshot(session) as SessionState)
  if (user?.role !== "TenantAdmin" || !may("write")) return null
  return (
    <LinkButton icon="plus" href={`${base}/add-transfer`}>
      {t("payment.takeOver")}
    </LinkButton>
  )
}

export const List = () => (
  <ListPage
    resource={payments}
    read={listProviders}
    columns={columns}
    filters={filters}
    tabs={codeTabs(activityLook, ["active", "inactive"])}
    remove={removeProvider}
    actions={activityActions((id, status) => patchProvider(id, { status }), {
      activated: "payment.activated",
      deactivated: "payment.deactivated",
    })}
    headActions={<AddFromPlatform />}
  />
)
