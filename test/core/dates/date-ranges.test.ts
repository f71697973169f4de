import { describe, expect, it } from "vitest"
import { rangesAround } from "../../../src/core/dates/date-ranges"

describe("ranges around a day", () => {
  it.each([
    ["2026-11-22", "2026-11-01 2026-11-30", "2026-10-01 2026-10-31", "2026-10-01 2026-12-31", "2026-10-24 2026-11-22"],
    ["2027-01-05", "2027-01-01 2027-01-31", "2026-12-01 2026-12-31", "2027-01-01 2027-03-31", "2026-12-07 2027-01-05"],
    ["2028-03-31", "2028-03-01 2028-03-31", "2028-02-01 2028-02-29", "2028-01-01 2028-03-31", "2028-03-02 2028-03-31"],
    ["2026-06-30", "2026-06-01 2026-06-30", "2026-05-01 2026-05-31", "2026-04-01 2026-06-30", "2026-06-01 2026-06-30"],
  ])("%s", (today, ...expected) => {
    const { thisMonth, lastMonth, thisQuarter, last30Days } = rangesAround(today)
    expect([thisMonth, lastMonth, thisQuarter, last30Days].map(({ from, to }) => `${from} ${to}`)).toEqual(expected)
  })
})
