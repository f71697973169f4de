import { describe } from "vitest"
import { accounts } from "./kit"
import { describeScreens, ofCompany } from "./screens-kit"

describe("the platform", () => {
  describeScreens({
    role: "platform",
    account: accounts.administrator,
    area: "/admin",
    language: "en",
    paths: [
      ["campaigns/add"],
      [
        "company-management",
        "company-management/*",
        ...["admins", "subsidiaries", "employees"].map(tab => `company-management/*?tab=${tab}`),
        "company-management/*?tab=admins > Invite administrator",
        "company-management/add",
      ],
      ["/user/users?role=tenantAdmin", "/user/users/*", "/user/users/* > Edit permissions"],
    ],
  })
})

describe("the rest of a company", () => {
  describeScreens({
    ...ofCompany,
    paths: [
      [
        "feedback-management?status=0",
        "feedback-management/*",
        "feedback-management/* > Hazır yanıtlar",
        "feedback-management/* > Çözüldü olarak işaretle",
      ],
      ["feedback-management/add"],
      ["company-subsidiary", "company-subsidiary/*", "company-subsidiary/*?tab=modules", "company-subsidiary/add"],
      ["reports"],
      ["calendar"],
      ["audit", "audit > .audit-action"],
      ["connections"],
      ["profile"],
    ],
  })
})
