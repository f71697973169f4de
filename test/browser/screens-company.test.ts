import { describeScreens, ofCompany } from "./screens-kit"

describeScreens({
  ...ofCompany,
  paths: [
    ["dashboard"],
    ["campaigns", "campaigns > Sütunları seç", "campaigns/*"],
    ["draws", "draws/*", "draws/add"],
    ["announcement-management", "announcement-management/*", "announcement-management/add"],
    ["survey-management", "survey-management/*", "survey-management/add"],
    ["partner-management", "partner-management/*", "partner-management/*?tab=history", "partner-management/add"],
    ["payment-management", "payment-management/*", "payment-management/add"],
    ["payment-management/add-transfer"],
    ["gift-management", "gift-management/*", "gift-management/add"],
    ["employees", "employees/add"],
    ["employees/bulk-upload"],
  ],
})
