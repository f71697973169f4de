import { activation } from "../../ui/pages/record/record-actions"
import { ViewPage } from "../../ui/pages/record/view-page"
import { getCompany, listCompanies, patchCompany, removeCompany } from "./api"
import { CompanyTabs, companyLine } from "./company-tabs"
import { companies } from "./resource"
import { ViewAs } from "./view-as"

export { Add, Edit } from "./form"
export { history } from "./history"

const { actions } = activation(companies, patchCompany)

export const View = () => (
  <ViewPage
    resource={companies}
    read={getCompany}
    list={listCompanies}
    text={companyLine}
    remove={removeCompany}
    removeBlockedReason={({ subTenants }) => (subTenants.length ? "tenant.hasSubsidiaries" : undefined)}
    actions={actions}
    HeaderActions={ViewAs}
    Content={CompanyTabs}
  />
)
