import type { ModuleFlag } from "../../../contract/permissions/module-flags"
import type { Key } from "../../../core/text/i18n"

/** Names of the modules that a company can have (docs/contract.md#module-flags). */
export const moduleLabels: Record<ModuleFlag, Key> = {
  dashboard: "tenant.module.dashboard",
  campaignManagement: "nav.campaigns",
  drawsManagement: "nav.draws",
  announcements: "nav.announcements",
  surveyManagement: "nav.surveys",
  partnerManagement: "nav.partners",
  subsidiaryManagement: "nav.subsidiaries",
  userManagement: "nav.employees",
  reports: "nav.reports",
}
