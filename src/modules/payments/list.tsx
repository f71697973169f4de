import { useSnapshot } from "valtio"
import type { PaymentRecord } from "../../contract/payments"
import { personOf, type SessionState, session } from "../../state/session"
import { LinkButton } from "../../ui/controls/button"
import { Record } from "../../ui/display/record-cell"
import { PhoneLink, WebLink } from "../../ui/display/web-link"
import { useT } from "../../ui/hooks/use-t"
import { activityBulk, activityColumn, activityTabs } from "../../ui/lists/activity"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { ListPage } from "../../ui/pages/list-page"
import { useScreenContext } from "../../ui/pages/screen-context"
import { categoryOptions } from "../categories/api"
import { listProviders, removeProvider, setProviderStatus } from "./api"
import { listDefaults } from "./place"

const columns: Column<PaymentRecord>[] = [
  {
    key: "name",
    label: "payment.name",
    sort: "name",
    isMain: true,
    cell: row => <Record row={row} image={row.logo || undefined} title={row.name} note={[row.description]} />,
    text: row => row.name,
  },
  {
    key: "contact",
    className: "nowrap",
    label: "payment.contactPerson",
    cell: row => row.contactPerson,
    text: row => row.contactPerson,
  },
  {
    key: "phone",
    label: "payment.phone",
    className: "nowrap",
    cell: row => <PhoneLink number={row.phone} />,
    text: row => row.phone,
  },
  {
    key: "website",
    isExtra: true,
    label: "payment.website",
    cell: row => <WebLink url={row.website} />,
    text: row => row.website,
  },
  activityColumn("payment.status", "status"),
]

const filters: Filter[] = [{ kind: "choice", name: "categoryId", label: "category.one", options: categoryOptions }]

/** A company may take the platform's providers over (decisions §6). */
const TakeOver = () => {
  const t = useT()
  const { base, may } = useScreenContext()
  const user = personOf(useSnapshot(session) as SessionState)
  if (user?.role !== "TenantAdmin" || !may("write")) return null
  return (
    <LinkButton icon="plus" href={`${base}/add-transfer`}>
      {t("payment.takeOver")}
    </LinkButton>
  )
}

export const List = () => (
  <ListPage
    name="payments"
    words="payment"
    icon="wallet"
    read={listProviders}
    columns={columns}
    titleOf={row => row.name}
    defaults={listDefaults}
    filters={filters}
    tabs={activityTabs}
    remove={removeProvider}
    bulk={activityBulk(setProviderStatus, { activated: "payment.activated", deactivated: "payment.deactivated" })}
    actions={<TakeOver />}
  />
)
