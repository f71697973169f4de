import { useSnapshot } from "valtio"
import { personOf, type SessionState, session } from "../../state/session"
import { CodeBadge } from "../../ui/badge"
import type { BulkAction } from "../../ui/bulk"
import { LinkButton } from "../../ui/button"
import type { Filter } from "../../ui/list-filters"
import { ListPage, type Tab } from "../../ui/list-page"
import { usePlace } from "../../ui/place"
import { Record } from "../../ui/record"
import type { Column } from "../../ui/table"
import { useT } from "../../ui/use-t"
import { PhoneLink, WebLink } from "../../ui/web-link"
import { categoryOptions } from "../categories/api"
import { listProviders, removeProvider, setProviderStatus } from "./api"
import { type PaymentRecord, statuses, tones } from "./model"
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
  {
    key: "status",
    label: "payment.status",
    sort: "status",
    cell: row => <CodeBadge of={statuses} prefix="ui.activity" tones={tones} value={row.status} />,
    text: (row, { t }) => t(row.status === statuses.value("active") ? "ui.activity.active" : "ui.activity.inactive"),
  },
]

const filters: Filter[] = [{ kind: "choice", name: "categoryId", label: "payment.categories", options: categoryOptions }]

const tabs: Tab[] = (["active", "inactive"] as const).map(name => ({
  value: String(statuses.value(name)),
  label: `ui.activity.${name}`,
}))

const bulk: BulkAction<PaymentRecord>[] = [
  {
    label: "ui.activate",
    icon: "check",
    run: row => setProviderStatus(row.id, statuses.value("active")),
    done: "payment.activated",
  },
  {
    label: "ui.deactivate",
    icon: "minus",
    run: row => setProviderStatus(row.id, statuses.value("inactive")),
    done: "payment.deactivated",
  },
]

/** A company may take the platform's providers over (decisions §6). */
const TakeOver = () => {
  const t = useT()
  const { base, may } = usePlace()
  const user = personOf(useSnapshot(session) as SessionState)
  if (user?.role !== "TenantAdmin" || !may("write")) return null
  return (
    <div>
      <LinkButton icon="plus" href={`${base}/add-transfer`}>
        {t("payment.takeOver")}
      </LinkButton>
    </div>
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
    tabs={tabs}
    remove={removeProvider}
    bulk={bulk}
    header={<TakeOver />}
  />
)
