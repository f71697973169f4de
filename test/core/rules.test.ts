import { describe, expect, it } from "vitest"
import {
  checkChange,
  email,
  instant,
  after as later,
  maxLength,
  phone,
  required,
  url,
  validate,
  validateEach,
  when,
  wholeFromOne,
  within,
} from "../../src/core/rules"

describe("rules", () => {
  type Draft = { name: string; mail: string; link: string; rate: number | null; limit: number | null; from: string; to: string }
  const blank: Draft = { name: "a", mail: "", link: "", rate: null, limit: null, from: "", to: "" }
  const key = "campaign.titleRequired"
  const broken = (rules: Parameters<typeof validate<Draft>>[0], change: Partial<Draft>) =>
    Object.keys(validate(rules, { ...blank, ...change }))

  it.each([
    ["required refuses nothing", { name: required<Draft>(key) }, { name: "  " }, ["name"]],
    ["required takes something", { name: required<Draft>(key) }, { name: "x" }, []],
    ["maxLength counts after trimming", { name: maxLength<Draft>(2) }, { name: " ab " }, []],
    ["maxLength refuses more", { name: maxLength<Draft>(2) }, { name: "abc" }, ["name"]],
    ["email refuses a word", { mail: email }, { mail: "abc" }, ["mail"]],
    ["email takes none at all", { mail: email }, { mail: "" }, []],
    ["url refuses a script", { link: url<Draft>(key) }, { link: "javascript:alert(1)" }, ["link"]],
    ["url takes https", { link: url<Draft>(key) }, { link: "https://a.example" }, []],
    ["within leaves its lower edge out", { rate: within<Draft>(0, 100, key) }, { rate: 0 }, ["rate"]],
    ["within takes its upper edge", { rate: within<Draft>(0, 100, key) }, { rate: 100 }, []],
    ["within refuses what is no number", { rate: within<Draft>(0, 100, key) }, { rate: Number.NaN }, ["rate"]],
    ["wholeFromOne refuses halves", { limit: wholeFromOne<Draft>(key) }, { limit: 1.5 }, ["limit"]],
    ["wholeFromOne takes nothing", { limit: wholeFromOne<Draft>(key) }, { limit: null }, []],
    [
      "after refuses the same moment",
      { to: later<Draft>("from", key) },
      { from: "2026-01-01T00:00:00Z", to: "2026-01-01T00:00:00Z" },
      ["to"],
    ],
    ["after says nothing while one is missing", { to: later<Draft>("from", key) }, { to: "2026-01-01T00:00:00Z" }, []],
    ["instant refuses a day that no calendar has", { from: instant }, { from: "2026-02-30" }, ["from"]],
    ["instant takes a day, a moment, and nothing", { from: instant, to: instant }, { from: "2026-02-28" }, []],
    ["when asks only when it applies", { name: when<Draft>(draft => draft.rate === 1, required(key)) }, { name: "" }, []],
  ] as const)("%s", (_, rules, change, fields) => {
    expect(broken(rules, change)).toEqual(fields)
  })

  it.each([
    ["0532 418 07 26", true],
    ["0 (532) 418-07-26", true],
    ["+90 (532) 418 07 26", true],
    ["0090 532 418 07 26", true],
    ["5324180726", true],
    ["0216 418 07 26", true],
    ["444 0 123", true],
    ["+49 30 901820", true],
    ["+1 (415) 555.2671", true],
    ["0049 30 901820", true],
    ["123", false],
    ["112", false],
    ["555 10", false],
    ["0532 418 07", false],
    ["0532 418 07 266", false],
    ["+90 532 418 07", false],
    ["0532 418 07 26 / 0532 418 07 27", false],
    ["1234567890123456", false],
    ["0532+4180726", false],
    ["dahili 12345678", false],
  ])("phone: %s is %s", (phoneNumber, isValid) => {
    expect(validate({ phoneNumber: phone("rule.phone") }, { phoneNumber })).toEqual(isValid ? {} : { phoneNumber: "rule.phone" })
  })

  it("say the first thing that is wrong with a field", () => {
    expect(validate<Draft>({ name: [required(key), maxLength(1)] }, { ...blank, name: "ab" })).toEqual({
      name: { key: "rule.maxLength", params: { limit: 1 } },
    })
  })

  it("name what is wrong in a list by place and member", () => {
    const rules = { name: required<Draft>(key), rate: within<Draft>(0, 100, key) }
    const list = [blank, { ...blank, name: "", rate: 101 }, { ...blank, rate: -1 }]
    expect(validateEach("rows", rules, list)).toEqual({ "rows.1.name": key, "rows.1.rate": key, "rows.2.rate": key })
  })
})

describe("a change of what is stored", () => {
  type Draft = { name: string; from: string; to: string }
  const rules = { name: maxLength<Draft>(2), from: required<Draft>("rule.day"), to: later<Draft>("from", "rule.endBeforeStart") }
  const stored: Draft = { name: "abc", from: "2026-02-02", to: "2026-01-01" }

  it.each<[string, Partial<Draft>, string[], string[]]>([
    ["what is unchanged is noted", {}, [], ["name", "to"]],
    ["what is changed is refused", { name: "abcd" }, ["name"], ["to"]],
    ["what is corrected is neither", { name: "ab" }, [], ["to"]],
    ["what depends on a change is refused", { from: "2026-03-03" }, ["to"], ["name"]],
    ["what is emptied is refused", { from: "" }, ["from"], ["name"]],
  ])("%s", (_, change, errors, notes) => {
    const found = checkChange(rules, { ...stored, ...change }, [stored])
    expect([Object.keys(found.errors), Object.keys(found.notes)]).toEqual([errors, notes])
  })

  it.each<[string, object[], object[], string[]]>([
    [
      "an entry with an id is compared with the stored one of this id",
      [
        { id: "b", name: "abc" },
        { id: "a", name: "abc" },
      ],
      [{ id: "a", name: "abc" }],
      ["rows.0.name"],
    ],
    ["a new entry beside stored ones is refused", [{ id: "", name: "abc" }], [{ id: "a", name: "abc" }], ["rows.0.name"]],
    [
      "an entry without an id is found wherever it is moved",
      [{ name: "a" }, { name: "abc" }],
      [{ name: "abc" }, { name: "a" }],
      [],
    ],
    ["entries of a new record are all checked", [{ name: "abc" }], [], ["rows.0.name"]],
  ])("%s", (_, list, before, paths) => {
    const entryRules = { name: maxLength<{ name: string }>(2) }
    expect(Object.keys(validateEach("rows", entryRules, list as { name: string }[], before as { name: string }[]))).toEqual(paths)
  })
})
