import { describe, expect, it } from "vitest"
import { type Access, checkAccess } from "../../../src/app/access/access"
import { screens } from "../../../src/app/screens/table"
import type { Module } from "../../../src/contract/modules"
import { type ModuleFlag, moduleDefaults, moduleFlagsOf } from "../../../src/contract/permissions/module-flags"
import { isPermitted, type PermissionVerb } from "../../../src/contract/permissions/permissions"

const company = (change: Partial<Access> = {}): Access => ({
  role: "TenantAdmin",
  permissions: [],
  flags: { ...moduleDefaults, reports: true },
  ...change,
})
const off = (flag: ModuleFlag) => company({ flags: { ...moduleDefaults, reports: true, [flag]: false } })
const listOf = (module: Module) => {
  const screen = screens.find(row => row.module === module && row.path === row.base)
  if (!screen) throw new Error(module)
  return screen
}

describe("a module flag that is off", () => {
  const closes: [ModuleFlag, Module[]][] = [
    ["userManagement", ["employees", "users"]],
    ["drawsManagement", ["draws"]],
    ["campaignManagement", ["campaigns"]],
    ["announcements", ["announcements"]],
    ["surveyManagement", ["surveys"]],
    ["subsidiaryManagement", ["subsidiaries"]],
    ["partnerManagement", ["partners"]],
    ["giftManagement", ["gifts"]],
    ["paymentManagement", ["payments"]],
    ["feedbackManagement", ["feedback"]],
    ["reports", ["reports"]],
    ["dashboard", []],
  ]
  const all: Module[] = [
    ...new Set(screens.flatMap(({ module }) => (module && module !== "companies" ? [module] : []))),
  ] as Module[]

  it.each(closes)("%s closes %j and nothing else", (flag, modules) => {
    expect(all.filter(module => checkAccess(listOf(module), off(flag)) !== "open").sort()).toEqual([...modules].sort())
    for (const module of modules) expect(checkAccess(listOf(module), off(flag))).toBe("off")
  })

  it("closes every screen of its module, deep ones too", () => {
    const ofDraws = screens.filter(row => row.module === "draws")
    expect(ofDraws.length).toBeGreaterThan(3)
    for (const screen of ofDraws) expect(checkAccess(screen, off("drawsManagement"))).toBe("off")
  })

  it("leaves administrators unaffected", () => {
    expect(checkAccess(listOf("reports"), { role: "Administrator", permissions: [], flags: { ...moduleDefaults } })).toBe("open")
  })

  it("is not told before the flags are known", () => {
    const unknown: Access = { role: "TenantAdmin", permissions: [] }
    expect([checkAccess(listOf("reports"), unknown), checkAccess(listOf("draws"), unknown)]).toEqual(["pending", "open"])
  })

  it.each([
    [undefined, moduleDefaults],
    ["nonsense", moduleDefaults],
    [
      { announcements: false, reports: "yes" },
      { ...moduleDefaults, announcements: false },
    ],
    [
      { reports: true, more: 1 },
      { ...moduleDefaults, reports: true },
    ],
  ])("is read from %j", (value, flags) => expect(moduleFlagsOf(value)).toEqual(flags))
})

describe("permissions", () => {
  const rows: [string[], Module, Record<PermissionVerb, boolean>][] = [
    [[], "campaigns", { read: true, write: true, run: true, export: true }],
    [["campaigns.read"], "campaigns", { read: true, write: false, run: false, export: false }],
    [["campaigns.read"], "draws", { read: true, write: true, run: true, export: true }],
    [["campaigns.read", "campaigns.write"], "campaigns", { read: true, write: true, run: false, export: false }],
    [["draws.run"], "draws", { read: true, write: false, run: true, export: false }],
    [["campaigns.export"], "campaigns", { read: true, write: false, run: false, export: true }],
    [["campaign.read"], "campaigns", { read: true, write: true, run: true, export: true }],
    [["campaigns.delete"], "campaigns", { read: true, write: true, run: true, export: true }],
    [["campaigns.read.all", "campaigns", "", "x.write"], "campaigns", { read: true, write: true, run: true, export: true }],
    [["constructor.read", "__proto__.write"], "campaigns", { read: true, write: true, run: true, export: true }],
  ]
  it.each(rows)("%j on %s", (permissions, module, expected) => {
    for (const [verb, allowed] of Object.entries(expected))
      expect(isPermitted(verb as PermissionVerb, module, { permissions })).toBe(allowed)
  })

  it("without writing refuse the forms and open the list and the record", () => {
    const access = company({ permissions: ["campaigns.read"] })
    const verdicts = screens
      .filter(row => row.module === "campaigns" && row.path.startsWith("/user/campaigns"))
      .map(row => [row.kind, checkAccess(row, access)])
    expect(Object.fromEntries(verdicts)).toEqual({ list: "open", add: "readOnly", edit: "readOnly", view: "open" })
  })
})

describe("webhooks and access tokens", () => {
  const connections = screens.filter(({ path }) => path.endsWith("/connections"))

  it("are open to who is not restricted to some modules, for both roles", () => {
    expect(connections.map(({ path }) => path)).toEqual(["/admin/connections", "/user/connections"])
    for (const screen of connections) {
      expect(checkAccess(screen, company())).toBe("open")
      expect(checkAccess(screen, company({ permissions: ["draws.read"] }))).toBe("denied")
    }
  })
})
