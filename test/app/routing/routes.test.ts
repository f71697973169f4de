import { describe, expect, it } from "vitest"
import { moduleRows } from "../../../src/app/modules"
import { matchRoute, routes } from "../../../src/app/routing/routes"
import { screens } from "../../../src/app/routing/screens"
import { auditedRecords, moduleOfRecord } from "../../../src/contract/modules"

/** Every row of the routes, written out: [path, screen, who may see it] (docs/console.md#routes). */
const admin = "Administrator"
const company = "TenantAdmin"
const both = "Administrator TenantAdmin"
const crud = (base: string, module: string, who: string, kinds = ["list", "add", "edit", "view"]) =>
  kinds.map(
    kind =>
      [
        { list: base, add: `${base}/add`, edit: `${base}/edit/42`, view: `${base}/42` }[kind] ?? "",
        `${module}.${kind}`,
        who,
      ] as const,
  )

const rows: (readonly [string, string, string])[] = [
  ["/", "public.login", "public"],
  ["/login", "public.login", "public"],
  ["/verify", "public.verify", "public"],
  ["/forgot-password", "public.forgot-password", "public"],
  ["/reset-password", "public.reset-password", "public"],
  ["/policy", "public.policy", "public"],
  ["/kvkk", "public.kvkk", "public"],
  ["/go", "public.go", "public"],
  ["/go/draw", "public.go-draw", "public"],
  ["/go/draw/42", "public.go-draw", "public"],
  ["/go/draw/register/7", "public.go-draw", "public"],
  ["/go/survey", "public.go-survey", "public"],
  ["/go/survey/42", "public.go-survey", "public"],
  ["/access-denied", "public.access-denied", "public"],
  ["/admin/dashboard", "campaigns.dashboard", admin],
  ["/admin/profile", "app.profile", admin],
  ...crud("/admin/company-management", "companies", admin),
  ...crud("/admin/announcement-management", "announcements", admin),
  ...crud("/admin/partner-management", "partners", admin),
  ...crud("/admin/campaigns", "campaigns", admin),
  ...crud("/admin/draws", "draws", admin),
  ...crud("/admin/survey-management", "surveys", admin),
  ["/admin/survey-management/recommendation/42", "surveys.recommendation", admin],
  ...crud("/admin/payment-management", "payments", admin),
  ...crud("/admin/gift-management", "gifts", admin),
  ...crud("/admin/feedback-management", "feedback", admin, ["list", "add", "view"]),
  ["/admin/reports", "reports.list", admin],
  ["/admin/calendar", "reports.calendar", admin],
  ["/admin/audit", "app.audit", admin],
  ["/admin/connections", "app.connections", admin],
  ["/user/dashboard", "campaigns.dashboard", company],
  ["/user/profile", "app.profile", company],
  ...crud("/user/campaigns", "campaigns", company),
  ...crud("/user/draws", "draws", company),
  ...crud("/user/company-subsidiary", "subsidiaries", company),
  ...crud("/user/announcement-management", "announcements", company),
  ...crud("/user/survey-management", "surveys", company),
  ["/user/survey-management/recommendation/42", "surveys.recommendation", company],
  ...crud("/user/partner-management", "partners", company),
  ...crud("/user/payment-management", "payments", company),
  ["/user/payment-management/add-transfer", "payments.addTransfer", company],
  ...crud("/user/gift-management", "gifts", company),
  ["/user/reports", "reports.list", company],
  ["/user/calendar", "reports.calendar", company],
  ["/user/audit", "app.audit", company],
  ["/user/connections", "app.connections", company],
  ["/user/users", "users.list", both],
  ["/user/employees", "employees.list", company],
  ["/user/employees/add", "employees.add", company],
  ["/user/employees/edit/42", "employees.edit", company],
  ["/user/employees/bulk-upload", "employees.bulkUpload", company],
  ["/user/42", "employees.view", both],
  ...crud("/user/feedback-management", "feedback", company, ["list", "add", "view"]),
]

describe("the route table", () => {
  it.each(rows)("%s is %s for %s", (path, screen, who) => {
    const match = matchRoute(path)
    expect(match?.route.screen).toBe(screen)
    expect(match?.route.access === "public" ? "public" : match?.route.access.join(" ")).toBe(who)
  })

  it("has a screen for each route", () => {
    expect(routes.filter(route => !(route.screen in screens))).toEqual([])
  })

  it("has the history of each kind of audited record, once", () => {
    expect(auditedRecords.filter(record => !(`${moduleOfRecord(record)}` in moduleRows))).toEqual([])
  })

  it("holds no other route", () => {
    const named = new Set(rows.map(([path]) => matchRoute(path)?.route))
    expect(routes.filter(route => !named.has(route))).toEqual([])
  })

  it.each([
    ["/user/dashboard", "campaigns.dashboard"],
    ["/user/users", "users.list"],
    ["/user/reports", "reports.list"],
  ])("a fixed segment wins over a person's id: %s", (path, screen) => {
    expect(matchRoute(path)?.route.screen).toBe(screen)
  })

  it("decodes an id once, and keeps one that can't be decoded", () => {
    expect(matchRoute("/user/campaigns/a%2Fb")?.id).toBe("a/b")
    expect(matchRoute("/user/campaigns/%E0%A4%A")?.id).toBe("%E0%A4%A")
  })

  it.each(["/auth/login", "/admin", "/user", "/admin/campaigns/1/2", "/admin/feedback-management/edit/1", "/LOGIN"])(
    "%s is unknown",
    path => {
      expect(matchRoute(path)).toBeUndefined()
    },
  )
})
