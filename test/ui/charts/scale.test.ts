import { describe, expect, it } from "vitest"
import { periodsOf, spreadOf, ticksOf } from "../../../src/ui/charts/scale"

describe("the ticks of an axis", () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [30, [0, 10, 20, 30]],
    [34, [0, 10, 20, 30, 40]],
    [100, [0, 50, 100]],
    [101, [0, 50, 100, 150]],
    [99_999, [0, 50_000, 100_000]],
  ])("up to %i are round, and the last one is not below it", (max, ticks) => {
    expect(ticksOf(max)).toEqual(ticks)
  })
})

describe("the labelled positions of an axis", () => {
  it.each([
    [0, 5, []],
    [1, 5, [0]],
    [3, 5, [0, 1, 2]],
    [10, 4, [0, 3, 6, 9]],
    [10, 0, [0, 9]],
    [30, 5, [0, 8, 16, 24]],
    [6, 4, [0, 2, 4]],
  ])("of %i, at most %i, begin with the first one at equal distances", (count, max, positions) => {
    expect(spreadOf(count, max)).toEqual(positions)
  })
})

describe("the periods of days", () => {
  const days = (first: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      date: new Date(Date.parse(`${first}T00:00:00Z`) + at * 86_400_000).toISOString().slice(0, 10),
      count: 1,
    }))

  it("hold the days without a count", () => {
    expect(
      periodsOf([
        { date: "2026-02-27", count: 5 },
        { date: "2026-03-01", count: 7 },
      ]),
    ).toEqual([
      { from: "2026-02-27", to: "2026-02-27", count: 5 },
      { from: "2026-02-28", to: "2026-02-28", count: 0 },
      { from: "2026-03-01", to: "2026-03-01", count: 7 },
    ])
    expect(periodsOf([])).toEqual([])
  })

  it.each([
    ["92 days are days", days("2026-01-01", 92), 92, { from: "2026-01-01", to: "2026-01-01", count: 1 }],
    // The first of January of 2026 is a Thursday.
    ["93 days are weeks from Monday", days("2026-01-01", 93), 14, { from: "2025-12-29", to: "2026-01-04", count: 4 }],
    ["two years are months", days("2026-02-01", 700), 24, { from: "2026-02-01", to: "2026-02-28", count: 28 }],
  ])("%s", (_, given, count, first) => {
    const periods = periodsOf(given)
    expect(periods).toHaveLength(count)
    expect(periods[0]).toEqual(first)
    expect(periods.reduce((sum, period) => sum + period.count, 0)).toBe(given.length)
  })

  it("of a century, two days of it counted, are months and no endless list", () => {
    const periods = periodsOf([
      { date: "1926-01-31", count: 1 },
      { date: "2026-12-31", count: 2 },
    ])
    expect(periods).toHaveLength(101 * 12)
    expect(periods.at(-1)).toEqual({ from: "2026-12-01", to: "2026-12-31", count: 2 })
  })
})
