import { describe, expect, it } from "vitest"
import { type Module, modules, moduleTable } from "../../../src/contract/modules"
import { draftOf, type Preset, permissionsOf, presetDraft, presetOf, withVerb } from "../../../src/contract/permissions/drafts"
import { isPermitted, type PermissionVerb } from "../../../src/contract/permissions/permissions"

describe("the draft of permissions", () => {
  it.each([
    [[]],
    [["campaigns.read", "draws.read", "draws.run"]],
    [["campaigns.export", "whatever", "campaign.read"]],
    [["gifts.read", "gifts.run"]],
  ])("gives %j back as it came", list => expect(permissionsOf(draftOf(list), list)).toEqual(list))

  const steps: [from: string[], module: Module, verb: PermissionVerb, isGiven: boolean, to: string[]][] = [
    [[], "campaigns", "write", false, ["campaigns.read", "campaigns.export"]],
    [["campaigns.read", "campaigns.export"], "campaigns", "export", false, ["campaigns.read"]],
    [["campaigns.read", "campaigns.export"], "campaigns", "write", true, []],
    [["draws.read"], "draws", "run", true, ["draws.read", "draws.run"]],
    [["draws.read", "draws.write", "draws.run"], "draws", "export", true, []],
    [[], "companies", "write", false, ["companies.read"]],
    [["gifts.write"], "campaigns", "write", false, ["campaigns.read", "campaigns.export", "gifts.write"]],
  ]
  it.each(steps)("%j, %s.%s %s: %j", (from, module, verb, isGiven, to) =>
    expect(permissionsOf(withVerb(draftOf(from), module, verb, isGiven), from)).toEqual(to),
  )

  const all = modules.map(module => `${module}.read`)
  it.each<[string[], Preset | undefined]>([
    [[], "everything"],
    [["campaigns.read", "campaigns.write", "campaigns.export"], "everything"],
    [all, "readOnly"],
    [[...all, "gifts.run"], "readOnly"],
    [[...all, "gifts.write"], undefined],
    [["campaigns.read"], undefined],
  ])("%j is %s", (list, preset) => expect(presetOf(draftOf(list))).toBe(preset))

  it("of the preset that only reads permits nothing that can be taken away", () => {
    const permissions = permissionsOf(presetDraft("readOnly"), [])
    for (const module of modules)
      for (const verb of moduleTable[module].verbs)
        expect([module, verb, isPermitted(verb, module, { permissions })]).toEqual([module, verb, false])
  })
})
