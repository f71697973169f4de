import { describe, expect, it } from "vitest"
import { blank, kinds, rules, statusAt, statuses } from "../../src/contract/announcements"
import { validate } from "../../src/core/rules"

const now = Date.parse("2026-03-10T09:00:00Z")
const at = (ms: number | null) => (ms === null ? null : new Date(now + ms).toISOString())
const hour = 3_600_000

describe("the wire's numbers", () => {
  it("of kinds and statuses are those of the contract", () => {
    expect(kinds.names).toEqual(["general", "campaign", "event", "urgent"])
    expect(statuses.names).toEqual(["draft", "published", "archived", "scheduled", "expired"])
  })
})

describe("the status of an announcement", () => {
  it.each([
    ["draft", -hour, hour, "draft"],
    ["archived", -hour, hour, "archived"],
    ["archived", -2 * hour, -hour, "archived"],
    ["published", -hour, hour, "published"],
    ["published", 0, hour, "published"],
    ["published", 1, hour, "scheduled"],
    ["published", -hour, 0, "expired"],
    ["published", -hour, 1, "published"],
    ["published", null, null, "published"],
    ["published", hour, null, "scheduled"],
    ["published", null, -1, "expired"],
  ] as const)("%s from %s ms to %s ms is %s", (intent, from, to, name) => {
    expect(statuses.name(statusAt({ intent, startDate: at(from), endDate: at(to) }, now))).toBe(name)
  })
})

describe("what is wrong with an announcement", () => {
  const good = { ...blank, title: "a", description: "b", body: "c" }
  it.each([
    [{}, []],
    [{ title: " ", description: "", body: "\n" }, ["title", "description", "body"]],
    [{ startDate: "2026-03-02", endDate: "2026-03-01" }, ["endDate"]],
    [{ startDate: "soon" }, ["startDate"]],
    [{ body: "a".repeat(10_001) }, ["body"]],
  ])("%j breaks %j", (change, fields) => {
    expect(Object.keys(validate(rules, { ...good, ...change }))).toEqual(fields)
  })
})
