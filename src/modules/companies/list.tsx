import { ListPage } from "../../ui/pages/list/list-page"
import { activation } from "../../ui/pages/record/record-actions"
import { listCompanies, patchCompany, removeCompany } from "./api"
import { companyColumns, companyFilters } from "./columns"
import { companies } from "./resource"

/** The columns of all companies, subsidiaries among them. */
const columns = companyColumns.toSpliced(1, 0, { key: "parentName", label: "tenant.parent", text: row => row.parentName })

export const List = () => (
  <ListPage
    resource={companies}
    read={listCompanies}
    columns={columns}
    filters={companyFilters}
    remove={removeCompany}
    {...activation(companies, patchCompany)}
  />
)
