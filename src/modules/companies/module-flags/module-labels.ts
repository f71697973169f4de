import type { ModuleFlag } from "../../../contract/permissions/module-flags"
import type { Key } from "../../../core/text/i18n"

/** Names of the modules that a company can have (docs/contract.md#module-flags). */
export const moduleLabels: Record<ModuleFlag, Key> = {
  dashboard: "tenant.module.dashboard",
  campaignManagement: "campaign.many",
  drawsManagement: "draw.many",
  announcements: "announcement.many",
  surveyManagement: "survey.many",
  partnerManagement: "brand.many",
  giftManagement: "gift.many",
  paymentManagement: "payment.many",
  feedbackManagement: "feedback.many",
  subsidiaryManagement: "subsidiary.many",
  userManagement: "employee.many",
  reports: "nav.reports",
}
