import { describe, expect, it } from "vitest"
import { argsOf, formatAddress, isTooLong, parseAddress, type ReportAddress } from "../../../src/modules/reports/address"
import { currentDay } from "../../../src/state/current-day"

/** The address of a report (docs/console.md#reports). */
const today = "2026-11-22"

describe("the address of a report", () => {
  it.each<[string, Partial<ReportAddress>]>([
    ["", { module: undefined, period: "last30Days", from: "2026-10-24", to: today }],
    ["?module=campaigns", { module: "campaigns", period: "last30Days" }],
    ["?module=nothing&period=nothing", { module: undefined, period: "last30Days" }],
    ["?period=today", { from: today, to: today }],
    ["?period=last7Days", { from: "2026-11-16", to: today }],
    ["?period=last90Days", { from: "2026-08-25", to: today }],
    ["?period=thisMonth", { from: "2026-11-01", to: today }],
    ["?period=lastMonth", { from: "2026-10-01", to: "2026-10-31" }],
    ["?period=thisQuarter", { from: "2026-10-01", to: today }],
    ["?period=thisYear", { from: "2026-01-01", to: today }],
    ["?period=lastYear", { from: "2025-01-01", to: "2025-12-31" }],
    ["?from=2026-01-05&to=2026-02-03", { period: "custom", from: "2026-01-05", to: "2026-02-03" }],
    ["?from=2026-02-03&to=2026-01-05", { period: "custom", from: "2026-01-05", to: "2026-02-03" }],
    ["?from=2026-11-20", { period: "custom", from: "2026-11-20", to: today }],
    ["?from=2027-01-01", { period: "custom", from: "2027-01-01", to: "2027-01-01" }],
    ["?to=2026-01-30", { period: "custom", from: "2026-01-01", to: "2026-01-30" }],
    ["?from=2026-02-30&to=x", { period: "last30Days" }],
    ["?module=draws&tenantId=c1&departmentId=d1", { tenantId: "c1", departmentId: "d1" }],
    ["?module=campaigns&tenantId=platform&departmentId=d1", { tenantId: "platform", departmentId: "" }],
    ["?module=draws&tenantId=platform", { tenantId: "" }],
    ["?tenantId=c1&departmentId=d1", { module: undefined, tenantId: "c1", departmentId: "" }],
  ])("%s", (search, address) => {
    expect(parseAddress(search, today)).toMatchObject(address)
  })

  it.each([
    "",
    "?module=employees&period=thisQuarter&tenantId=c1&departmentId=d1",
    "?module=campaigns&from=2026-01-05&to=2026-02-03&tenantId=platform",
    "?period=today",
  ])("is written as it was read: %s", search => {
    expect(formatAddress(parseAddress(search, today))).toBe(search)
  })

  it("leaves blank filters out of the call", () => {
    expect(argsOf(parseAddress("?module=draws&tenantId=c1", today), "draws")).toEqual({
      module: "draws",
      from: "2026-10-24",
      to: today,
      tenantId: "c1",
    })
  })

  it.each([
    ["2016-11-15", false],
    ["2016-11-14", true],
  ])("is too long from %s on: %s", (from, expected) => {
    expect(isTooLong({ from, to: today })).toBe(expected)
  })

  it("begins a day at midnight of the deployment's zone", () => {
    expect([currentDay(Date.parse("2026-11-21T20:59:00Z")), currentDay(Date.parse("2026-11-21T21:00:00Z"))]).toEqual([
      "2026-11-21",
      today,
    ])
  })
})
