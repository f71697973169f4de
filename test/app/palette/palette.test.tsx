import { afterEach, describe, expect, it } from "vitest"
import type { Access } from "../../../src/app/access/access"
import { matchingGroups, modulePath, openRecords, pageLinks } from "../../../src/app/palette/palette-entries"
import { moduleMenu, sidebarMenu } from "../../../src/app/shell/menu"
import { type Module, modules } from "../../../src/contract/modules"
import { moduleDefaults } from "../../../src/contract/permissions/module-flags"
import { startRecentRecords } from "../../../src/effects/recent-records"
import { startSession } from "../../../src/effects/session"
import { recentRecords, recordGone, recordOpened } from "../../../src/state/recent-records"
import { type Role, signedOut, verified } from "../../../src/state/session"

/** What the command palette offers to whom (docs/console.md#command-palette). */
const accessOf = (role: Role, permissions: string[] = [], off: Partial<typeof moduleDefaults> = {}): Access => ({
  role,
  permissions,
  flags: { ...moduleDefaults, ...off },
})
const hrefs = (access: Access) => pageLinks(access, [...sidebarMenu(access), ...moduleMenu(access)]).map(({ href }) => href)

describe("the pages", () => {
  it.each([
    ["Administrator", "/admin/campaigns", "/user/campaigns"],
    ["Administrator", "/admin/profile", "/user/profile"],
    ["TenantAdmin", "/user/campaigns", "/admin/campaigns"],
    ["TenantAdmin", "/user/dashboard", "/admin/dashboard"],
    ["TenantAdmin", "/user/payment-management/add-transfer", "/admin/payment-management"],
  ] as const)("of a %s hold %s and not %s", (role, has, lacks) => {
    expect(hrefs(accessOf(role))).toContain(has)
    expect(hrefs(accessOf(role))).not.toContain(lacks)
  })

  it("begin with the menus in their order, and name each page once and no public one", () => {
    const access = accessOf("TenantAdmin")
    const all = pageLinks(access, sidebarMenu(access))
    expect(all.slice(0, sidebarMenu(access).length).map(({ href }) => href)).toEqual(sidebarMenu(access).map(({ href }) => href))
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length)
    expect(all.filter(({ href }) => !href.startsWith("/user/"))).toEqual([])
  })
})

describe("the path of a module's screen", () => {
  it.each([
    ["list", "campaigns", accessOf("TenantAdmin"), "/user/campaigns"],
    ["add", "campaigns", accessOf("Administrator"), "/admin/campaigns/add"],
    ["add", "campaigns", accessOf("TenantAdmin", ["campaigns.read"]), undefined],
    ["add", "campaigns", accessOf("TenantAdmin", ["campaigns.write"]), "/user/campaigns/add"],
    ["view", "campaigns", accessOf("TenantAdmin", ["campaigns.read"]), "/user/campaigns/a%2Fb"],
    ["view", "campaigns", accessOf("TenantAdmin", [], { campaignManagement: false }), undefined],
    ["view", "gifts", accessOf("User"), undefined],
    ["view", "employees", accessOf("Administrator"), "/user/a%2Fb"],
  ] as const)("%s of %s", (kind, module, access, path) => {
    expect(modulePath(kind, module, access, "a/b")).toBe(path)
  })

  it("of a record is that of its page, for each module whose list may be opened", () => {
    for (const role of ["Administrator", "TenantAdmin"] as const)
      for (const module of modules) {
        const [list, view] = (["list", "view"] as const).map(kind => modulePath(kind, module, accessOf(role), "7"))
        if (list && module !== "employees" && module !== "users" && module !== "reports") expect(view).toBe(`${list}/7`)
      }
  })
})

describe("the groups", () => {
  const group = (label: string, ...labels: string[]) => ({
    label,
    entries: labels.map(label => ({ label, icon: "list" as const })),
  })
  it("hold what matches by Turkish letters, exact spelling first, and are left out when nothing does", () => {
    const groups = [group("a", "Isıtma", "ışık", "Isik"), group("b", "Duyuru")]
    expect(matchingGroups(groups, "isik").map(({ entries }) => entries.map(({ label }) => label))).toEqual([["Isik", "ışık"]])
    expect(matchingGroups(groups, "ışı")[0]?.entries[0]?.label).toBe("ışık")
    expect(matchingGroups(groups, "")).toHaveLength(2)
  })
})

describe("the recent records", () => {
  const tokens = { token: "t", refreshToken: "r", tokenExpiry: Date.now() + 900_000, refreshExpiry: Date.now() + 9_000_000 }
  const signIn = (userId: string, tenantId = "1") =>
    verified({ email: "a@b.example", role: "TenantAdmin", userId, tenantId }, tokens)
  const recordOf = (id: number) => ({ href: `/user/campaigns/${id}`, title: `Kampanya ${id}` })
  afterEach(() => {
    signedOut("left")
    localStorage.clear()
  })

  it("are the eight opened last, each once with its newest name, and none that is gone", () => {
    signIn("1")
    for (let id = 1; id <= 10; id++) recordOpened(recordOf(id))
    recordOpened({ ...recordOf(5), title: "Yeni ad" })
    expect(recentRecords().map(({ title }) => title)).toEqual(["Yeni ad", ...[10, 9, 8, 7, 6, 4, 3].map(id => `Kampanya ${id}`)])
    recordGone("/user/campaigns/10")
    expect(recentRecords()).toHaveLength(7)
  })

  it.each([
    ["another person", () => signIn("2")],
    ["the same person in another company", () => signIn("1", "2")],
    ["a guest", () => signedOut("left")],
  ])("are not shown to %s", (_, change) => {
    signIn("1")
    recordOpened(recordOf(1))
    change()
    expect(recentRecords()).toEqual([])
    expect([signIn("1"), recentRecords()][1]).toHaveLength(1)
  })

  it("are removed when the person signs out, and by a start that finds no session", () => {
    signIn("1")
    recordOpened(recordOf(1))
    const stop = startRecentRecords()
    signedOut("inactive")
    // Subscribers are called after the change.
    return Promise.resolve().then(() => {
      stop()
      expect(localStorage.getItem("recentRecords")).toBeNull()
      localStorage.setItem("recentRecords", "{}")
      startSession()()
      expect(localStorage.getItem("recentRecords")).toBeNull()
    })
  })

  it.each(["", "{", "[]", '{"owner":"1 1","list":[{}]}', '{"owner":"1 1"}', "null"])("survive %s in storage", text => {
    signIn("1")
    localStorage.setItem("recentRecords", text)
    expect(recentRecords()).toEqual([])
  })

  it("whose page may not be opened are left out, whatever storage says", () => {
    const records = [
      "/user/campaigns/1",
      "/admin/campaigns/1",
      "/user/campaigns",
      "/user/gift-management/2",
      "//evil.example",
      "/go",
    ].map(href => ({ href, title: "x" }))
    const open = (access: Access): [string, Module][] => openRecords(records, access).map(({ href, module }) => [href, module])
    expect(open(accessOf("TenantAdmin"))).toEqual([
      ["/user/campaigns/1", "campaigns"],
      ["/user/gift-management/2", "gifts"],
    ])
    expect(open(accessOf("TenantAdmin", [], { campaignManagement: false }))).toEqual([["/user/gift-management/2", "gifts"]])
  })
})
