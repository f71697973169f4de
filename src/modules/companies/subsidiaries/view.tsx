import { activation } from "../../../ui/pages/record/record-actions"
import { ViewPage } from "../../../ui/pages/record/view-page"
import { CompanyTabs, companyLine } from "../company-tabs"
import { getSubsidiary, listSubsidiaries, patchSubsidiary } from "./api"
import { subsidiaries } from "./resource"

const { actions } = activation(subsidiaries, patchSubsidiary)

export const View = () => (
  <ViewPage
    resource={subsidiaries}
    read={getSubsidiary}
    list={listSubsidiaries}
    text={companyLine}
    actions={actions}
    Content={CompanyTabs}
  />
)
