import { describe, expect, it } from "vitest"
import {
  type DrawDraft,
  eligibilities,
  methods,
  prizeErrors,
  prizeTypes,
  rules,
  statusAt,
  statuses,
} from "../../../src/contract/draws/draws"
import { validate } from "../../../src/core/rules"

const now = Date.parse("2026-03-10T09:00:00Z")
const hour = 3_600_000

const prize = { name: "Saat", type: 0, quantity: 1, value: null, imageUrl: null }
const good: DrawDraft = {
  tenantId: "t",
  title: "a",
  description: "b",
  method: 0,
  eligibility: 0,
  departmentId: "",
  employeeIds: [],
  terms: "",
  newDays: 90,
  seniorYears: 5,
  excludeLastDraws: 0,
  organiserIds: [],
  prizes: [prize],
  startDate: "2026-03-01",
  endDate: "2026-04-01",
  drawDate: "2026-04-01",
  status: 0,
  media: [],
}

describe("the wire's numbers", () => {
  it("are those of the contract", () => {
    expect(methods.names).toEqual(["random", "scoreBased", "firstComeFirstServed"])
    expect(prizeTypes.names).toEqual(["physical", "digital", "coupon"])
    expect(eligibilities.names).toEqual(["all", "specific", "new", "senior"])
    expect(statuses.names).toEqual(["draft", "open", "closed", "drawn", "cancelled"])
  })
})

describe("the status of a draw", () => {
  it.each([
    ["draft", -hour, "draft"],
    ["cancelled", hour, "cancelled"],
    ["drawn", hour, "drawn"],
    ["live", 1, "open"],
    ["live", 0, "closed"],
    ["live", -hour, "closed"],
  ] as const)("%s that ends in %i ms is %s", (intent, to, name) => {
    expect(statuses.name(statusAt({ intent, endDate: new Date(now + to).toISOString() }, now))).toBe(name)
  })
})

describe("what is wrong with a draw", () => {
  it.each([
    [{}, []],
    [{ prizes: [] }, ["prizes"]],
    [{ endDate: "2026-03-01" }, ["endDate"]],
    [{ drawDate: "2026-03-31" }, ["drawDate"]],
    [{ startDate: "", endDate: "", drawDate: "" }, ["startDate", "endDate", "drawDate"]],
    [{ eligibility: 1 }, ["departmentId"]],
    [{ eligibility: 1, departmentId: "d" }, []],
    [{ eligibility: 1, employeeIds: ["e"] }, []],
    [{ eligibility: 2 }, []],
    [{ status: 3 }, ["status"]],
    [{ terms: "a".repeat(10_001) }, ["terms"]],
    [{ newDays: 1, seniorYears: 1, excludeLastDraws: 0 }, []],
    [{ newDays: 3650, seniorYears: 60, excludeLastDraws: 100 }, []],
    [{ newDays: 0, seniorYears: 0, excludeLastDraws: -1 }, ["newDays", "seniorYears", "excludeLastDraws"]],
    [{ newDays: 3651, seniorYears: 61, excludeLastDraws: 101 }, ["newDays", "seniorYears", "excludeLastDraws"]],
    [{ newDays: 1.5, seniorYears: null, excludeLastDraws: Number.NaN }, ["newDays", "seniorYears", "excludeLastDraws"]],
  ])("%j breaks %j", (change, fields) => {
    expect(Object.keys(validate(rules, { ...good, ...change }))).toEqual(fields)
  })

  it("is told of each prize by its place", () => {
    const prizes = [prize, { ...prize, name: " ", quantity: 0 }, { ...prize, quantity: 1.5 }]
    expect(Object.keys(prizeErrors({ prizes }))).toEqual(["prizes.1.name", "prizes.1.quantity", "prizes.2.quantity"])
  })
})
