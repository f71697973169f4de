import { describe } from "vitest"
import { accounts } from "./kit"
import { describeScreens, describeTranslated, ofCompany } from "./screens-kit"

const ofPlatform = { role: "platform", account: accounts.administrator, area: "/admin", language: "en" } as const

describe("the platform", () => {
  describeScreens({
    ...ofPlatform,
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
  describeTranslated({
    ...ofPlatform,
    paths: [
      ["dashboard"],
      ...["campaigns", "draws", "survey-management", "partner-management", "feedback-management"].map(list => [
        list,
        `${list}/*`,
      ]),
      ...["announcement-management", "payment-management", "gift-management"].map(list => [list, `${list}/*`, `${list}/add`]),
      ...["reports", "calendar", "audit", "connections", "profile"].map(page => [page]),
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
