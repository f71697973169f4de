import { describe, expect, it } from "vitest"
import { type Holiday, hasReligiousHolidays, holidaysOn } from "../../../src/core/dates/holidays"

const shown = ({ name, number, isHalf }: Holiday) => [name, number, isHalf && "half"].filter(Boolean).join(" ")

describe("the holidays of Türkiye", () => {
  it.each([
    ["2026-01-01", ["newYear"]],
    ["2026-04-23", ["sovereigntyDay"]],
    ["2026-05-01", ["labourDay"]],
    ["2026-05-19", ["youthDay"]],
    ["2026-07-15", ["democracyDay"]],
    ["2026-08-30", ["victoryDay"]],
    ["2026-10-28", ["republicEve half"]],
    ["2026-10-29", ["republicDay"]],
    ["2026-10-30", []],
    ["2026-11-10", []],
    ["2026-12-31", []],
    // Religious ones of 2026, with the day before and after.
    ["2026-03-18", []],
    ["2026-03-19", ["ramadanEve half"]],
    ["2026-03-20", ["ramadanFeast 1"]],
    ["2026-03-21", ["ramadanFeast 2"]],
    ["2026-03-22", ["ramadanFeast 3"]],
    ["2026-03-23", []],
    ["2026-05-25", []],
    ["2026-05-26", ["sacrificeEve half"]],
    ["2026-05-27", ["sacrificeFeast 1"]],
    ["2026-05-30", ["sacrificeFeast 4"]],
    ["2026-05-31", []],
    // Two on one day.
    ["2027-05-19", ["sacrificeFeast 4", "youthDay"]],
    ["2029-04-23", ["sacrificeEve half", "sovereigntyDay"]],
    ["2024-06-19", ["sacrificeFeast 4"]],
    ["2028-02-28", ["ramadanFeast 3"]],
    // Outside of the table only the fixed ones are known.
    ["2031-01-24", []],
    ["2031-10-29", ["republicDay"]],
    ["2023-04-21", []],
  ])("on %s: %j", (day, expected) => {
    expect(holidaysOn(day).map(shown)).toEqual(expected)
  })

  it.each([
    [2024, "04-10", "06-16"],
    [2025, "03-30", "06-06"],
    [2026, "03-20", "05-27"],
    [2027, "03-09", "05-16"],
    [2028, "02-26", "05-05"],
    [2029, "02-14", "04-24"],
    [2030, "02-04", "04-13"],
  ])("the feasts of %i begin on %s and %s", (year, ramadan, sacrifice) => {
    expect(holidaysOn(`${year}-${ramadan}`)).toContainEqual({ name: "ramadanFeast", number: 1 })
    expect(holidaysOn(`${year}-${sacrifice}`)).toContainEqual({ name: "sacrificeFeast", number: 1 })
  })

  it("has seven feast days and two eves in each year of the table", () => {
    for (let year = 2024; year <= 2030; year++) {
      const days = Array.from({ length: 366 }, (_, index) =>
        new Date(Date.UTC(year, 0, 1 + index)).toISOString().slice(0, 10),
      ).filter(day => day.startsWith(String(year)))
      const religious = days.flatMap(holidaysOn).filter(({ name }) => /^(ramadan|sacrifice)/.test(name))
      expect([year, religious.length, religious.filter(({ isHalf }) => isHalf).length]).toEqual([year, 9, 2])
    }
    expect(["2023", "2024", "2030", "2031"].map(hasReligiousHolidays)).toEqual([false, true, true, false])
  })
})
