import { useMemo } from "react"
import type { Provider } from "../../contract/payments"
import { spacedPhone } from "../../core/text/phone"
import { LinkButton } from "../../ui/controls/button"
import { PhoneLink, WebLink } from "../../ui/display/web-link"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCan } from "../../ui/hooks/use-can"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useT } from "../../ui/hooks/use-t"
import { mainColumn, statusColumn, storedColumns } from "../../ui/lists/columns"
import { textValue } from "../../ui/lists/export-values"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { useOwnerColumn } from "../../ui/lists/use-owner-column"
import { ListPage } from "../../ui/pages/list/list-page"
import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { lazyScreen } from "../../ui/pages/loading/lazy-screen"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { activation } from "../../ui/pages/record/record-actions"
import { categoryOptions } from "../categories/api"
import { companyOptions, ownerOptions } from "../owners/api"
import { getProvider, listProviders, patchProvider, payments, removeProvider } from "./api"
import { statusBadge, statusText, useCompanyId } from "./use"

const { labels } = payments

/** @param tenantId of the company that looks at the list */
const columnsOf = (tenantId: string | undefined): Column<Provider>[] => [
  mainColumn("name", labels.name, ({ logo, description }) => ({ image: logo, note: [description] }), [
    textValue(labels.description, row => row.description),
  ]),
  { key: "contact", label: labels.contactPerson, text: row => row.contactPerson },
  {
    key: "phone",
    label: labels.phone,
    className: "nowrap",
    text: row => row.phone,
    values: [textValue(labels.phone, row => spacedPhone(row.phone))],
    cell: row => row.phone && <PhoneLink number={row.phone} />,
  },
  {
    key: "website",
    label: labels.website,
    isHidden: true,
    text: row => row.website,
    cell: row => row.website && <WebLink url={row.website} />,
  },
  { key: "email", label: labels.email, isHidden: true, text: row => row.email },
  {
    ...statusColumn(payments),
    text: (row, { t }) => statusText(row, tenantId, t),
    cell: (row, { t }) => statusBadge(row, tenantId, t),
  },
  ...storedColumns,
]

const filters: Filter[] = [{ kind: "choice", name: "categoryId", label: "category.one", options: categoryOptions }]
/** The filter by use is an extension (docs/contract.md#payment-provider-calls). */
const companyFilters: Filter[] = [
  { kind: "flag", name: "used", label: "payment.inUse", icon: "check", sortBy: "name" },
  ...filters,
]

/** Link to the page on which a company adds platform providers (docs/contract.md#platform-providers). */
const AddTransferLink = () => {
  const t = useT()
  const { base, may } = useScreenContext()
  if (useCurrentUser()?.role !== "TenantAdmin" || !may("write")) return null
  return (
    <LinkButton icon="plus" href={`${base}/add-transfer`}>
      {t("payment.takeOver")}
    </LinkButton>
  )
}

export const List = () => {
  const tenantId = useCompanyId()
  const hasUsed = useCan("payments.used")
  const columns = useMemo(() => columnsOf(tenantId), [tenantId])
  return (
    <ListPage
      resource={payments}
      read={listProviders}
      {...useOwnerColumn(ownerOptions, columns, tenantId && hasUsed ? companyFilters : filters)}
      remove={removeProvider}
      headerActions={<AddTransferLink />}
      {...activation(payments, patchProvider)}
    />
  )
}

export const { Add, Edit, View, loadHistory } = lazyRecord(withTexts("payments.record", () => import("./record")))

export const AddTransfer = lazyScreen(
  withTexts("payments.record", () => import("./record")),
  record => record.AddTransfer,
)

export const prefetch = prefetchModule(payments, listProviders, getProvider, [categoryOptions, companyOptions])
