import { describe, expect, it } from "vitest"
import type { Access } from "../../../src/app/access/access"
import { guard, type Visitor, visitorOf } from "../../../src/app/routing/guard"
import { landingPaths } from "../../../src/app/screens/match"
import { screens } from "../../../src/app/screens/table"
import { moduleMenu, sidebarMenu } from "../../../src/app/shell/menu"
import { moduleDefaults } from "../../../src/contract/permissions/module-flags"
import type { Role } from "../../../src/state/session"

const guest: Visitor = { awaiting: false, denied: false }
const awaiting: Visitor = { awaiting: true, denied: false }
const denied: Visitor = { awaiting: false, denied: true }
const admin: Visitor = { role: "Administrator", awaiting: false, denied: false }
const company: Visitor = { role: "TenantAdmin", awaiting: false, denied: false }
const fill = (path: string) => path.replace(/:\w+/, "42")

/** [who, where, where they must go instead] (docs/console.md#guard). */
const rows: [string, Visitor, string, string | undefined][] = [
  ["a guest stays on the login page", guest, "/login", undefined],
  ["a guest stays on the root", guest, "/", undefined],
  ["a guest without a code goes from /verify to the login page", guest, "/verify", "/login"],
  ["a guest may read the privacy policy", guest, "/policy", undefined],
  ["a guest may follow a deep link", guest, "/go", undefined],
  ["a guest may open the draw verifier", guest, "/go/draw/42", undefined],
  ["a guest may answer a survey", guest, "/go/survey/42", undefined],
  ["someone who awaits a code may answer a survey", awaiting, "/go/survey/42", undefined],
  ["a signed-in person may answer a survey", company, "/go/survey/42", undefined],
  ["a guest may see the refusal page", guest, "/access-denied", undefined],
  ["a guest on a private page signs in first", guest, "/user/campaigns", "/login"],
  ["a guest on an unknown path signs in first", guest, "/auth/login", "/login"],
  ["someone who awaits a code goes from the root to /verify", awaiting, "/", "/verify"],
  ["someone who awaits a code goes from the login page to /verify", awaiting, "/login", "/verify"],
  ["someone who awaits a code stays on /verify", awaiting, "/verify", undefined],
  ["someone who awaits a code may read the notice", awaiting, "/kvkk", undefined],
  ["someone who awaits a code is not let in", awaiting, "/admin/campaigns", "/verify"],
  ["a refused person is told so after the code", denied, "/verify", "/access-denied"],
  ["a refused person is told so on private pages", denied, "/user/dashboard", "/access-denied"],
  ["a refused person may sign in as someone else", denied, "/login", undefined],
  ["an administrator is led away from the login page", admin, "/login", "/admin/dashboard"],
  ["an administrator is led away from the root", admin, "/", "/admin/dashboard"],
  ["an administrator is led away from /verify", admin, "/verify", "/admin/dashboard"],
  ["a company administrator is led away from the login page", company, "/login", "/user/dashboard"],
  ["a company administrator on an admin screen lands on their own dashboard", company, "/admin/campaigns", "/user/dashboard"],
  ["an administrator on a company's screen lands on their own dashboard", admin, "/user/campaigns", "/admin/dashboard"],
  ["an administrator may see the users", admin, "/user/users", undefined],
  ["an administrator may see an employee", admin, "/user/42", undefined],
  ["a slash at the end changes nothing", admin, "/login/", "/admin/dashboard"],
  ["a slash at the end changes nothing while a code is awaited", awaiting, "/login/", "/verify"],
  ["a signed-in person on an unknown path passes by the login page", admin, "/nowhere", "/login"],
]

describe("the guard", () => {
  it.each(rows)("%s", (_, visitor, path, target) => {
    expect(guard(visitor, path)).toBe(target)
  })

  it.each(screens.map(screen => [screen.path, screen] as const))("%s lets in exactly its roles", (path, screen) => {
    for (const visitor of [admin, company]) {
      const mine = screen.access === "public" || (visitor.role !== undefined && screen.access.includes(visitor.role))
      const entry = ["/", "/login", "/verify"].includes(path)
      const expected = mine && !entry ? undefined : visitor.role && landingPaths[visitor.role]
      expect(guard(visitor, fill(path))).toBe(expected)
    }
    if (screen.access !== "public") expect(guard(guest, fill(path))).toBe("/login")
  })

  it("never sends anybody in circles", () => {
    for (const visitor of [guest, awaiting, denied, admin, company])
      for (const path of [...screens.map(screen => fill(screen.path)), "/nowhere"]) {
        let at: string | undefined = path
        let hops = 0
        while (at !== undefined && hops < 4) {
          at = guard(visitor, at)
          hops++
        }
        expect(hops).toBeLessThan(4)
      }
  })

  it("reads the visitor from the session", () => {
    expect(visitorOf({ current: { status: "idle" } })).toEqual(guest)
    expect(visitorOf({ current: { status: "idle", deniedTo: { email: "a@b.c", role: "User" } } })).toEqual(denied)
  })
})

describe("the menus", () => {
  const of = (role: Role): Access => ({ role, permissions: [], flags: { ...moduleDefaults, reports: true } })

  const titles = (entries: { href: string }[]) => entries.map(entry => entry.href)

  it("give an administrator their entries in order", () => {
    expect(titles(sidebarMenu(of("Administrator")))).toEqual([
      "/admin/dashboard",
      "/admin/campaigns",
      "/admin/draws",
      "/admin/announcement-management",
      "/admin/survey-management",
      "/admin/partner-management",
      "/admin/company-management",
    ])
  })

  it("give a company administrator their entries in order", () => {
    expect(titles(sidebarMenu(of("TenantAdmin")))).toEqual([
      "/user/dashboard",
      "/user/campaigns",
      "/user/draws",
      "/user/announcement-management",
      "/user/survey-management",
      "/user/partner-management",
      "/user/company-subsidiary",
      "/user/employees",
    ])
  })

  it("keep the other modules for the header", () => {
    expect(titles(moduleMenu(of("TenantAdmin")))).toEqual([
      "/user/payment-management",
      "/user/gift-management",
      "/user/feedback-management",
      "/user/reports",
      "/user/users",
      "/user/calendar",
      "/user/departments",
      "/user/audit",
    ])
    expect(titles(moduleMenu(of("Administrator")))).toEqual(expect.arrayContaining(["/user/users", "/admin/categories"]))
  })
})
