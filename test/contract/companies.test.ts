import { describe, expect, it } from "vitest"
import {
  blank,
  colorOf,
  companySizeOf,
  hasBranding,
  hasProfile,
  industryOf,
  listOf,
  onboardingOf,
  rules,
} from "../../src/contract/companies"
import { validate } from "../../src/core/rules"

describe("what comes in as a company", () => {
  it.each([
    [0, 0],
    [13, 13],
    [14, 0],
    [-1, 0],
    ["7", 7],
    ["logistics", 7],
    ["LOGISTICS", 7],
    ["x", 0],
    [null, 0],
    [undefined, 0],
    [{}, 0],
    [2.5, 0],
  ])("as industry %j is %i", (given, expected) => {
    expect(industryOf(given)).toBe(expected)
  })

  it("has a size, or the smallest", () => {
    expect([companySizeOf(5), companySizeOf(6), companySizeOf("above1000"), companySizeOf([])]).toEqual([5, 0, 5, 0])
  })

  it.each([
    ["a list", [" a ", "", "b"], "c", ["a", "b"]],
    ["a single value", undefined, " c ", ["c"]],
    ["a list that is null, and a single value", null, "c", ["c"]],
    ["an empty list, whatever the single value says", [], "c", []],
    ["nothing", undefined, undefined, []],
  ])("has its contacts from %s", (_, many, one, expected) => {
    expect(listOf(many, one)).toEqual(expected)
  })

  it.each([
    ["#0af", "#111111", "#00AAFF"],
    ["#abcdef", "", "#ABCDEF"],
    ["abcdef", "#111111", "#111111"],
    ["#abcd", "#111111", "#111111"],
    ["", "#111111", "#111111"],
    [null, "#111111", "#111111"],
    ["red", "", ""],
  ])("coloured %s over %s is %s", (given, before, expected) => {
    expect(colorOf(given, before)).toBe(expected)
  })
})

describe("a company's progress", () => {
  const steps = { companyProfile: false, branding: false, userSetup: false, moduleConfig: false }
  it.each([
    [0, steps],
    [25, { ...steps, branding: true }],
    [75, { ...steps, companyProfile: true, branding: true, moduleConfig: true }],
    [100, { companyProfile: true, branding: true, userSetup: true, moduleConfig: true }],
  ])("is %i percent", (progress, steps) => {
    expect(onboardingOf(steps)).toEqual({ progress, isCompleted: progress === 100, steps })
  })

  it("needs every part of a profile, and logo and colour of a look", () => {
    const whole = {
      ...blank,
      emails: ["a@x.example"],
      phone: "1",
      location: "İzmir",
      description: "x",
      logo: "/l.png",
      primaryColor: "#123456",
    }
    expect([hasProfile(whole), hasBranding(whole)]).toEqual([true, true])
    for (const part of [{ emails: [] }, { phone: "" }, { location: "" }, { description: "" }])
      expect(hasProfile({ ...whole, ...part })).toBe(false)
    for (const part of [{ logo: "" }, { primaryColor: "" }]) expect(hasBranding({ ...whole, ...part })).toBe(false)
  })
})

describe("a company's rules", () => {
  it.each([
    ["a name alone", {}, {}],
    ["no name", { name: "" }, { name: "tenant.nameRequired" }],
    ["an address that is none", { emails: ["a@x.example", "x"] }, { emails: "auth.emailInvalid" }],
    [
      "a contact that is too long",
      { contactPersons: ["a".repeat(101)] },
      { contactPersons: { key: "rule.maxLength", params: { limit: 100 } } },
    ],
    ["a domain with Turkish letters", { domain: "ışık.example" }, {}],
    ["a page for a domain", { domain: "https://x.example" }, { domain: "tenant.domainInvalid" }],
    ["a script for a page", { website: "javascript:alert(1)" }, { website: "rule.url" }],
    ["a script for a profile", { socialMedia: { twitter: "javascript:alert(1)" } }, { socialMedia: "rule.url" }],
  ])("judge %s", (_, given, expected) => {
    expect(validate(rules, { ...blank, name: "Işık", ...given })).toEqual(expected)
  })
})
