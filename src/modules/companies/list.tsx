import { ListPage } from "../../ui/pages/list/list-page"
import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { activation } from "../../ui/pages/record/record-actions"
import { companyOptions } from "../owners/api"
import { cityOptions, getCompany, listCompanies, patchCompany, removeCompany } from "./api"
import { companyColumns, companyFilters } from "./columns"
import { companies } from "./resource"

/** The columns of all companies, subsidiaries among them. */
const columns = companyColumns.toSpliced(1, 0, { key: "parentName", label: "tenant.parent", text: row => row.parentName })

export const List = () => (
  <ListPage
    resource={companies}
    read={listCompanies}
    columns={columns}
    filters={[
      ...companyFilters,
      { kind: "preset", name: "attention", texts: { mails: "attention.of.mails", quota: "attention.of.quota" } },
    ]}
    remove={removeCompany}
    {...activation(companies, patchCompany)}
  />
)

export const { Add, Edit, View, loadHistory } = lazyRecord(withTexts("companies.record", () => import("./record")))

export const prefetch = prefetchModule(companies, listCompanies, getCompany, [cityOptions, companyOptions])
