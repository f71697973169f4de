import type { Partner } from "../../contract/partners"
import { joinTexts } from "../../core/text/join-texts"
import { spacedPhone } from "../../core/text/phone"
import { untranslated } from "../../ui/display/untranslated"
import { mainColumn, statusColumn, storedColumns } from "../../ui/lists/columns"
import { textValue } from "../../ui/lists/export-values"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { useOwnerColumn } from "../../ui/lists/use-owner-column"
import { ListPage } from "../../ui/pages/list/list-page"
import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { activation } from "../../ui/pages/record/record-actions"
import { categoryOptions } from "../categories/api"
import { companyOptions, ownerOptions } from "../owners/api"
import { getPartner, listPartners, partners, patchPartner, removePartner } from "./api"

const { labels } = partners

const columns: Column<Partner>[] = [
  mainColumn("name", labels.name, ({ logo, categoryName }) => ({ image: logo, note: [categoryName] }), [
    textValue(labels.categoryId, row => row.categoryName),
  ]),
  { key: "category", label: labels.categoryId, isHidden: true, text: row => row.categoryName },
  { key: "location", label: labels.location, sort: "location", text: row => row.location },
  {
    key: "contact",
    label: "brand.primary",
    text: ({ contacts: [primary] }) => joinTexts(primary?.name, primary?.email, primary?.phone),
    values: [
      textValue("brand.primary", ({ contacts: [primary] }) => primary?.name ?? ""),
      textValue("brand.contactEmail", ({ contacts: [primary] }) => primary?.email ?? ""),
      textValue("brand.contactPhone", ({ contacts: [primary] }) => spacedPhone(primary?.phone ?? "")),
    ],
    cell: ({ contacts: [primary] }) => primary && untranslated(primary.name || primary.email),
  },
  statusColumn(partners),
  ...storedColumns,
]

const filters: Filter[] = [{ kind: "choice", name: "categoryId", label: labels.categoryId, options: categoryOptions }]

export const List = () => (
  <ListPage
    resource={partners}
    read={listPartners}
    {...useOwnerColumn(ownerOptions, columns, filters)}
    remove={removePartner}
    {...activation(partners, patchPartner)}
  />
)

export const { Add, Edit, View, loadHistory } = lazyRecord(withTexts("partners.record", () => import("./record")))

export const prefetch = prefetchModule(partners, listPartners, getPartner, [categoryOptions, companyOptions])
