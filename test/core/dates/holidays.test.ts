import { describe, expect, it } from "vitest"
import { atNextFeast, comingHolidays, type Holiday, hasReligiousHolidays, holidaysOn } from "../../../src/core/dates/holidays"

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
    ["2036-11-19", []],
    ["2036-10-29", ["republicDay"]],
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
    [2031, "01-24", "04-02"],
    [2032, "01-14", "03-22"],
    [2033, "01-02", "03-11"],
    [2033, "12-23", "03-11"],
    [2034, "12-12", "03-01"],
    [2035, "12-01", "02-18"],
  ])("the feasts of %i begin on %s and %s", (year, ramadan, sacrifice) => {
    expect(holidaysOn(`${year}-${ramadan}`)).toContainEqual({ name: "ramadanFeast", number: 1 })
    expect(holidaysOn(`${year}-${sacrifice}`)).toContainEqual({ name: "sacrificeFeast", number: 1 })
  })

  const daysOfTable = Array.from({ length: 12 * 366 }, (_, index) =>
    new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10),
  ).filter(day => day < "2036")

  it("has seven feast days and two eves in each year of the table, and three more feast days with an eve in 2033", () => {
    for (let year = 2024; year <= 2035; year++) {
      const religious = daysOfTable
        .filter(day => day.startsWith(String(year)))
        .flatMap(holidaysOn)
        .filter(({ name }) => /^(ramadan|sacrifice)/.test(name))
      const halves = religious.filter(({ isHalf }) => isHalf)
      expect([year, religious.length, halves.length]).toEqual(year === 2033 ? [year, 13, 3] : [year, 9, 2])
    }
    expect(["2023", "2024", "2035", "2036"].map(hasReligiousHolidays)).toEqual([false, true, true, false])
  })

  it.each(["islamic-civil", "islamic-umalqura"])("has its feasts within a day of those of the calendar %s", calendar => {
    const format = new Intl.DateTimeFormat("en", { calendar, month: "numeric", day: "numeric", timeZone: "UTC" })
    const datesNear = (day: string) =>
      [-1, 0, 1].map(days => {
        const parts = format.formatToParts(Date.parse(day) + days * 86_400_000)
        return ["month", "day"].map(type => parts.find(part => part.type === type)?.value).join("/")
      })
    const firsts = daysOfTable.flatMap(day =>
      holidaysOn(day).flatMap(({ name, number }) => (number === 1 ? [[name, day] as const] : [])),
    )
    expect(firsts).toHaveLength(25)
    for (const [name, day] of firsts) expect(datesNear(day)).toContain(name === "ramadanFeast" ? "10/1" : "12/10")
  })
})

describe("the coming holidays", () => {
  const periods = (today: string) => comingHolidays(today).map(({ name, from, to }) => `${name} ${from} ${to}`)

  it("are those of a year, feasts with their eve, fixed ones with their week", () => {
    expect(periods("2026-11-25")).toEqual([
      "newYear 2026-12-28 2027-01-03",
      "ramadanFeast 2027-03-08 2027-03-11",
      "sovereigntyDay 2027-04-19 2027-04-25",
      "labourDay 2027-04-26 2027-05-02",
      "sacrificeFeast 2027-05-15 2027-05-19",
      "youthDay 2027-05-17 2027-05-23",
      "democracyDay 2027-07-12 2027-07-18",
      "victoryDay 2027-08-30 2027-09-05",
      "republicDay 2027-10-25 2027-10-31",
    ])
  })

  it("include the one that is not over", () => {
    expect(periods("2027-03-11")[0]).toBe("ramadanFeast 2027-03-08 2027-03-11")
    expect(periods("2027-03-12")[0]).toBe("sovereigntyDay 2027-04-19 2027-04-25")
  })
})

describe("the day beside the next feast", () => {
  it.each([
    ["seven days before", "2026-03-13", "2026-11-25", ["ramadanFeast", -7, "2027-03-02"]],
    ["between the feasts, the later one", "2026-05-20", "2026-11-25", ["sacrificeFeast", -7, "2027-05-09"]],
    ["within a feast", "2026-05-28", "2026-11-25", ["sacrificeFeast", 1, "2027-05-17"]],
    ["of two years ago", "2024-04-01", "2026-11-25", ["ramadanFeast", -9, "2027-02-28"]],
    ["whose distance is past this year, that of the year after", "2026-02-20", "2027-03-05", ["ramadanFeast", -28, "2028-01-29"]],
    ["the second feast of 2033", "2032-12-30", "2033-01-10", ["ramadanFeast", -3, "2033-12-20"]],
    ["that belongs to none", "2026-10-01", "2026-11-25", undefined],
    ["after a feast, long before the next one", "2026-03-23", "2026-11-25", undefined],
    ["whose next feast is not known", "2035-11-25", "2035-12-10", undefined],
  ])("a day %s", (_, day, today, expected) => {
    const found = atNextFeast(day, today)
    expect(found && [found.name, found.days, found.day]).toEqual(expected)
  })
})
