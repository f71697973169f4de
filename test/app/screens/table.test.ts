import { describe, expect, it } from "vitest"
import { recordChunks } from "../../../src/app/screens/chunks"
import { matchScreen } from "../../../src/app/screens/match"
import { screens } from "../../../src/app/screens/table"
import { auditedRecords, moduleOfRecord } from "../../../src/contract/modules"

/** Every screen, written out: [path, title and kind, who may see it] (docs/console.md#routes). */
const admin = "Administrator"
const company = "TenantAdmin"
const both = "Administrator TenantAdmin"
const crud = (base: string, noun: string, who: string, kinds = ["list", "add", "edit", "view"]) =>
  kinds.map(
    kind =>
      [
        { list: base, add: `${base}/add`, edit: `${base}/edit/42`, view: `${base}/42` }[kind] ?? "",
        `${noun}.many ${kind}`,
        who,
      ] as const,
  )

const analysis = (page: string, who: string) =>
  ["", "/review", "/new", "/edit/7", "/plans", "/plans/new", "/plans/edit/7"].map(
    path => [page + path, "survey.many single", who] as const,
  )

const rows: (readonly [string, string, string])[] = [
  ["/", "auth.title single", "public"],
  ["/login", "auth.title single", "public"],
  ["/verify", "auth.verifyTitle single", "public"],
  ["/forgot-password", "auth.forgotTitle single", "public"],
  ["/reset-password", "auth.resetTitle single", "public"],
  ["/policy", "auth.policy single", "public"],
  ["/kvkk", "auth.kvkk single", "public"],
  ["/go", "app.name single", "public"],
  ["/go/draw", "app.name single", "public"],
  ["/go/draw/42", "app.name single", "public"],
  ["/go/draw/register/7", "app.name single", "public"],
  ["/go/survey", "app.name single", "public"],
  ["/go/survey/42", "app.name single", "public"],
  ["/access-denied", "auth.deniedTitle single", "public"],
  ["/admin/dashboard", "nav.dashboard single", admin],
  ["/admin/profile", "nav.profile single", admin],
  ...crud("/admin/company-management", "tenant", admin),
  ...crud("/admin/announcement-management", "announcement", admin),
  ...crud("/admin/partner-management", "brand", admin),
  ...crud("/admin/campaigns", "campaign", admin),
  ...crud("/admin/draws", "draw", admin),
  ...crud("/admin/survey-management", "survey", admin),
  ...analysis("/admin/survey-management/recommendation/42", admin),
  ...crud("/admin/payment-management", "payment", admin),
  ...crud("/admin/gift-management", "gift", admin),
  ...crud("/admin/feedback-management", "feedback", admin, ["list", "add", "view"]),
  ["/admin/reports", "nav.reports single", admin],
  ["/admin/calendar", "nav.calendar single", admin],
  ["/admin/categories", "nav.categories single", admin],
  ["/admin/audit", "nav.audit single", admin],
  ["/admin/connections", "nav.connections single", admin],
  ["/user/dashboard", "nav.dashboard single", company],
  ["/user/profile", "nav.profile single", company],
  ...crud("/user/campaigns", "campaign", company),
  ...crud("/user/draws", "draw", company),
  ...crud("/user/company-subsidiary", "subsidiary", company),
  ...crud("/user/announcement-management", "announcement", company),
  ...crud("/user/survey-management", "survey", company),
  ...analysis("/user/survey-management/recommendation/42", company),
  ...crud("/user/partner-management", "brand", company),
  ...crud("/user/payment-management", "payment", company),
  ["/user/payment-management/add-transfer", "payment.takeOver single", company],
  ...crud("/user/gift-management", "gift", company),
  ["/user/reports", "nav.reports single", company],
  ["/user/calendar", "nav.calendar single", company],
  ["/user/departments", "nav.departments single", company],
  ["/user/audit", "nav.audit single", company],
  ["/user/connections", "nav.connections single", company],
  ["/user/users", "nav.users single", both],
  ["/user/employees", "employee.many list", company],
  ["/user/employees/add", "employee.many add", company],
  ["/user/employees/edit/42", "employee.many edit", company],
  ["/user/employees/bulk-upload", "bulk.title single", company],
  ["/user/42", "employee.many view", both],
  ...crud("/user/feedback-management", "feedback", company, ["list", "add", "view"]),
]

describe("the table of screens", () => {
  const named = (path: string) => {
    const screen = matchScreen(path)?.screen
    return `${screen?.title} ${screen?.kind}`
  }

  it.each(rows)("%s is %s for %s", (path, name, who) => {
    const access = matchScreen(path)?.screen.access
    expect(named(path)).toBe(name)
    expect(access === "public" ? "public" : access?.join(" ")).toBe(who)
  })

  it("has the history of each kind of audited record, once", () => {
    expect(auditedRecords.filter(record => !(`${moduleOfRecord(record)}` in recordChunks))).toEqual([])
  })

  it("holds no other screen", () => {
    const all = new Set(rows.map(([path]) => matchScreen(path)?.screen))
    expect(screens.filter(screen => !all.has(screen))).toEqual([])
  })

  it.each([
    ["/user/dashboard", "nav.dashboard single"],
    ["/user/users", "nav.users single"],
    ["/user/reports", "nav.reports single"],
  ])("a fixed segment wins over a person's id: %s", (path, name) => {
    expect(named(path)).toBe(name)
  })

  it("finds the entry of a record in the path", () => {
    const { id, entry } = matchScreen("/user/survey-management/recommendation/4%202/plans/edit/p%2F1") ?? {}
    expect([id, entry]).toEqual(["4 2", "p/1"])
  })

  it("decodes an id once, and keeps one that can't be decoded", () => {
    expect(matchScreen("/user/campaigns/a%2Fb")?.id).toBe("a/b")
    expect(matchScreen("/user/campaigns/%E0%A4%A")?.id).toBe("%E0%A4%A")
  })

  it.each(["/auth/login", "/admin", "/user", "/admin/campaigns/1/2", "/admin/feedback-management/edit/1", "/LOGIN"])(
    "%s is unknown",
    path => {
      expect(matchScreen(path)).toBeUndefined()
    },
  )
})
