import { activation } from "../../ui/pages/record/record-actions"
import { ViewPage } from "../../ui/pages/record/view-page"
import { getCompany, listCompanies, patchCompany, removeCompany } from "./api"
import { CompanyTabs, companyLine } from "./company-tabs"
import { companies } from "./resource"
import { useViewAs } from "./use-view-as"

export { Add, Edit } from "./form"
export { history } from "./history"

const { actions } = activation(companies, patchCompany)

export const View = () => {
  const viewAs = useViewAs()
  return (
    <ViewPage
      resource={companies}
      read={getCompany}
      list={listCompanies}
      text={companyLine}
      remove={removeCompany}
      removeBlockedReason={({ subTenants }) => (subTenants.length ? "tenant.hasSubsidiaries" : undefined)}
      items={viewAs}
      actions={actions}
      Content={CompanyTabs}
    />
  )
}
