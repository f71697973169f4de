import { ViewPage } from "../../ui/pages/view-page"
import { getCompany } from "../companies/api"
import { CompanyTabs } from "../companies/company-tabs"
import { subsidiaries } from "./resource"

export const View = () => (
  <ViewPage
    resource={subsidiaries}
    read={getCompany}
    text={({ location, domain }) => [location, domain].filter(Boolean).join(" · ")}
    Content={CompanyTabs}
  />
)
