import { describe, expect, it } from "vitest"
import {
  blank,
  blankFields,
  type Company,
  colorOf,
  companyOf,
  companySizeOf,
  hasBranding,
  hasProfile,
  industryOf,
  manyOrOne,
  onboardingOf,
  rules,
} from "../../src/contract/companies"
import {
  blankDraft,
  type CompanyDraft,
  changedCompany,
  changedFlags,
  changedSubsidiaries,
  checkSubsidiary,
  draftOf,
  draftRules,
  isChanged,
  type SubsidiaryFields,
} from "../../src/contract/company-drafts"
import { moduleDefaults } from "../../src/contract/permissions/module-flags"
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
    expect(manyOrOne(many, one)).toEqual(expected)
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

describe("a company as the console reads it", () => {
  it.each<[string, object, Partial<Company>]>([
    [
      "the older single members",
      { email: " a@x.example ", contactPerson: "Ece" },
      { emails: ["a@x.example"], contactPersons: ["Ece"] },
    ],
    ["lists that hold other things", { emails: ["a@x.example", null, 5, " "] }, { emails: ["a@x.example"] }],
    [
      "a visual identity alone",
      { visualIdentity: { logo: "/l.png", primaryColor: "#0af", secondaryColor: "x" } },
      { logo: "/l.png", primaryColor: "#00AAFF", secondaryColor: "" },
    ],
    ["a status by its name", { activeStatus: "Inactive" }, { status: 0 }],
    ["an unknown industry and size", { industry: 77, companySize: "Small" }, { industry: 0, companySize: 0 }],
    ["a missing industry", { industry: null }, { industry: null, companySize: null }],
    ["networks", { socialMedia: { linkedIn: "https://x.example", twitter: 5 } }, { linkedIn: "https://x.example", twitter: "" }],
    ["nothing", {}, { name: "", emails: [], parentId: null, subTenants: [] }],
  ])("is made from %s", (_, raw, expected) => {
    expect(companyOf({ id: "1", ...raw })).toMatchObject(expected)
  })
})

const stored = {
  id: "1",
  name: "Deniz",
  email: "a@x.example",
  activeStatus: "Active",
  industry: 77,
  visualIdentity: { name: "Deniz", logo: null, primaryColor: "#abcdef", secondaryColor: null },
  socialMedia: { linkedIn: "https://x.example", mastodon: "https://m.example" },
  subTenants: [
    { id: "2", name: "Kıyı", activeStatus: 1, industry: 2, companySize: 0 },
    { id: "3", name: "Liman", activeStatus: 1 },
  ],
}
const draft = () => draftOf(companyOf(stored))

describe("what a company's form sends", () => {
  it("is what was changed, and the rest as it came", () => {
    expect(changedCompany({ ...draft(), phone: "0232 555 10 10" }, stored)).toMatchObject({
      name: "Deniz",
      phone: "0232 555 10 10",
      emails: ["a@x.example"],
      activeStatus: "Active",
      industry: 0,
      primaryColor: "#ABCDEF",
      visualIdentity: stored.visualIdentity,
      socialMedia: stored.socialMedia,
    })
    expect(changedCompany(draft(), stored)).not.toHaveProperty("companySize")
    expect(changedCompany(draft(), stored)).not.toHaveProperty("subTenants")
    expect(changedCompany(draft(), stored)).not.toHaveProperty("modules")
  })

  it("names a new colour twice, in capitals", () => {
    expect(changedCompany({ ...draft(), primaryColor: "#0af" }, stored)).toMatchObject({
      primaryColor: "#00AAFF",
      visualIdentity: { name: "Deniz", primaryColor: "#00AAFF" },
    })
  })

  it("holds the subsidiaries that were edited or added", () => {
    const given = draft()
    const [first, second] = given.subTenants
    const added = { ...blankFields, id: "", name: "Ada" }
    const subTenants = [{ ...(first ?? added), location: "İzmir" }, second ?? added, added]
    const sent = changedSubsidiaries({ ...given, subTenants }, stored)
    expect(sent).toMatchObject([{ id: "2", name: "Kıyı", industry: 2, location: "İzmir" }, { name: "Ada" }])
    expect(sent[1]).not.toHaveProperty("id")
  })

  it("takes a new subsidiary for the stored one of its name, which an earlier save made", () => {
    const after = { ...stored, subTenants: [...stored.subTenants, { id: "4", name: "Ada", activeStatus: 1 }] }
    const subTenants = [...draft().subTenants, { ...blankFields, id: "", name: "Ada", phone: "0232 555 10 10" }]
    expect(changedSubsidiaries({ ...draft(), subTenants }, after)).toMatchObject([{ id: "4", phone: "0232 555 10 10" }])
  })

  it.each([
    ["none", moduleDefaults, undefined],
    ["two", { ...moduleDefaults, reports: true, campaignManagement: false }, { reports: true, campaignManagement: false }],
    ["unread ones", null, undefined],
  ])("has of the modules the changed ones: %s", (_, flags, expected) => {
    expect(changedFlags(flags, moduleDefaults)).toEqual(expected)
  })

  it.each([
    ["nothing", {}, false],
    ["a phone", { phone: "1" }, true],
    ["modules alone", { modules: moduleDefaults }, false],
    ["a subsidiary", { subTenants: [{ ...blankFields, id: "", name: "Ada" }] }, true],
  ])("is a change of the company itself, or not: %s", (_, change, expected) => {
    expect(isChanged({ ...draft(), ...change }, stored)).toBe(expected)
  })
})

describe("the rules of a company's form", () => {
  const subsidiary = { ...blankFields, id: "", name: "Ada" }
  it.each<[string, Partial<CompanyDraft>, object]>([
    ["a name alone", {}, {}],
    ["a colour that is none", { primaryColor: "red" }, { primaryColor: "tenant.colorInvalid" }],
    ["a short colour", { secondaryColor: "#0af" }, {}],
    ["a script for a network", { facebook: "javascript:alert(1)" }, { facebook: "rule.url" }],
  ])("judge %s", (_, given, expected) => {
    expect(validate(draftRules, { ...blankDraft, name: "Işık", ...given })).toEqual(expected)
  })

  it.each<[string, SubsidiaryFields[], object]>([
    ["without a name", [{ ...subsidiary, name: " " }], { name: "tenant.nameRequired" }],
    ["of the name of another one", [subsidiary, { ...subsidiary }], { name: "tenant.subsidiaryTwice" }],
    ["of another name", [subsidiary, { ...subsidiary, name: "Kıyı" }], {}],
  ])("judge a subsidiary %s", (_, all, expected) => {
    expect(checkSubsidiary(all[0] ?? subsidiary, all).errors).toEqual(expected)
  })
})
