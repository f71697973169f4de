import { ViewPage } from "../../ui/pages/view-page"
import { getCompany, listCompanies } from "./api"
import { CompanyTabs } from "./company-tabs"
import { companies } from "./resource"

export const View = () => (
  <ViewPage
    resource={companies}
    read={getCompany}
    list={listCompanies}
    text={({ location, domain }) => [location, domain].filter(Boolean).join(" · ")}
    Content={CompanyTabs}
  />
)
