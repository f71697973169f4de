import { describe, expect, it } from "vitest"
import { type CalendarEntry, type CalendarKind, calendarEntryOf } from "../../../src/contract/calendar"
import { statuses } from "../../../src/contract/campaigns"
import { type Dates, movedByDays, movedToStart, withDrawDay } from "../../../src/modules/calendar/move"
import { overlapsOf } from "../../../src/modules/calendar/overlaps"
import { placesOf } from "../../../src/modules/calendar/places"
import { layoutWeek } from "../../../src/modules/calendar/week-layout"

const zone = "Europe/Istanbul"
/** Midnight of a day in the zone, which has no summer time. */
const at = (day: string, time = "00:00") => new Date(`${day}T${time}:00+03:00`).toISOString()

const entryOf = (id: string, from: string, to: string, more: Partial<CalendarEntry> = {}, kind: CalendarKind = "campaigns") => {
  const [startDate, endDate] = [from && at(from), to && at(to, "23:59")]
  const entry = calendarEntryOf({ kind, id, title: id, startDate, endDate, tenantId: "t1", ...more })
  if (!entry) throw new Error("unknown kind")
  return entry
}

describe("the days of an entry", () => {
  const daysOfEntry = (entry: CalendarEntry) =>
    placesOf(entry, zone).map(({ part, from, to, isOpen }) => [part, from, to, isOpen])

  it.each<[string, CalendarEntry, unknown[]]>([
    ["one day", entryOf("a", "2026-11-03", "2026-11-03"), [["period", "2026-11-03", "2026-11-03", false]]],
    ["several days", entryOf("a", "2026-11-03", "2026-12-01"), [["period", "2026-11-03", "2026-12-01", false]]],
    [
      "an end at midnight belongs to the day before",
      entryOf("a", "2026-11-03", "", { endDate: at("2026-11-06") }),
      [["period", "2026-11-03", "2026-11-05", false]],
    ],
    [
      "an end in the zone, not in UTC",
      entryOf("a", "2026-11-03", "", { endDate: "2026-11-05T22:00:00Z" }),
      [["period", "2026-11-03", "2026-11-06", false]],
    ],
    ["no end", entryOf("a", "2026-11-03", ""), [["period", "2026-11-03", "2026-11-03", true]]],
    ["no start", entryOf("a", "", "2026-11-09"), [["period", "2026-11-09", "2026-11-09", true]]],
    ["no dates", entryOf("a", "", ""), []],
    [
      "a draw has its draw date too",
      entryOf("a", "2026-11-03", "2026-11-09", { drawDate: at("2026-11-12", "14:00") }, "draws"),
      [
        ["period", "2026-11-03", "2026-11-09", false],
        ["drawDate", "2026-11-12", "2026-11-12", false],
      ],
    ],
  ])("%s", (_, entry, expected) => expect(daysOfEntry(entry)).toEqual(expected))
})

describe("the bars of a week", () => {
  const week = Array.from({ length: 7 }, (_, index) => `2026-11-${String(9 + index).padStart(2, "0")}`)
  /** Each bar as "title column+length@lane", with < and > where it goes on. */
  const bars = (entries: CalendarEntry[], lanes = 3) => {
    const { segments, hidden } = layoutWeek(
      entries.flatMap(entry => placesOf(entry, zone)),
      week,
      lanes,
    )
    const shown = segments.map(
      ({ place, column, length, lane, isContinued, continues }) =>
        `${isContinued ? "<" : ""}${place.entry.title} ${column}+${length}@${lane}${continues ? ">" : ""}`,
    )
    return [shown, hidden.map(({ length }) => length).join("")]
  }

  it.each<[string, CalendarEntry[], string[], string]>([
    ["nothing", [], [], "0000000"],
    ["outside of the week", [entryOf("a", "2026-11-01", "2026-11-08"), entryOf("b", "2026-11-16", "2026-11-20")], [], "0000000"],
    ["one day", [entryOf("a", "2026-11-11", "2026-11-11")], ["a 2+1@0"], "0000000"],
    ["the whole week", [entryOf("a", "2026-11-09", "2026-11-15")], ["a 0+7@0"], "0000000"],
    ["from the week before into the next", [entryOf("a", "2026-11-02", "2026-11-22")], ["<a 0+7@0>"], "0000000"],
    [
      "side by side in one lane",
      [entryOf("a", "2026-11-09", "2026-11-10"), entryOf("b", "2026-11-11", "2026-11-15")],
      ["a 0+2@0", "b 2+5@0"],
      "0000000",
    ],
    [
      "one above the other where they meet",
      [entryOf("a", "2026-11-09", "2026-11-11"), entryOf("b", "2026-11-11", "2026-11-15")],
      ["a 0+3@0", "b 2+5@1"],
      "0000000",
    ],
    [
      "what begins or ends in the week before what only goes on",
      [entryOf("a", "2026-11-01", "2026-12-01"), entryOf("b", "2026-11-12", "2026-12-01")],
      ["b 3+4@0>", "<a 0+7@1>"],
      "0000000",
    ],
    [
      "the longer of two that begin together first",
      [entryOf("a", "2026-11-10", "2026-11-11"), entryOf("b", "2026-11-10", "2026-11-14")],
      ["b 1+5@0", "a 1+2@1"],
      "0000000",
    ],
    [
      "what has no lane is counted on each of its days",
      ["a", "b", "c", "d", "e"].map(id => entryOf(id, "2026-11-10", "2026-11-12")),
      ["a 1+3@0", "b 1+3@1", "c 1+3@2"],
      "0222000",
    ],
    [
      "a shorter one fits a gap that a longer one does not",
      [
        entryOf("a", "2026-11-09", "2026-11-12"),
        entryOf("b", "2026-11-09", "2026-11-12"),
        entryOf("c", "2026-11-09", "2026-11-12"),
        entryOf("d", "2026-11-11", "2026-11-14"),
        entryOf("e", "2026-11-13", "2026-11-13"),
      ],
      ["a 0+4@0", "b 0+4@1", "c 0+4@2", "e 4+1@0"],
      "0011110",
    ],
  ])("%s", (_, entries, expected, hidden) => expect(bars(entries)).toEqual([expected, hidden]))

  it("never puts two bars on the same place, and loses none", () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 200; round++) {
      const entries = Array.from({ length: random(14) }, (_, index) => {
        const from = 1 + random(20)
        const day = (date: number) => `2026-11-${String(date).padStart(2, "0")}`
        return entryOf(String(index), day(from), day(from + random(9)))
      })
      const { segments, hidden } = layoutWeek(
        entries.flatMap(entry => placesOf(entry, zone)),
        week,
        4,
      )
      for (const [index, day] of week.entries()) {
        const lanes = segments.filter(({ column, length }) => column <= index && index < column + length).map(({ lane }) => lane)
        expect(new Set(lanes).size).toBe(lanes.length)
        const running = entries.flatMap(entry => placesOf(entry, zone)).filter(({ from, to }) => from <= day && day <= to)
        expect(lanes.length + (hidden[index]?.length ?? 0)).toBe(running.length)
      }
    }
  })
})

describe("overlaps of campaigns", () => {
  const of = (id: string, from: string, to: string, brandId: string, categoryId: string, more: Partial<CalendarEntry> = {}) =>
    entryOf(id, `2026-11-${from}`, `2026-11-${to}`, { brandId, categoryId, ...more })
  const found = (entries: CalendarEntry[]) =>
    overlapsOf(entries, zone).map(
      ({ first, second, by, from, to, days }) =>
        `${first.id}+${second.id} ${by.join("&")} ${from.slice(8)}-${to.slice(8)} ${days}`,
    )

  it.each<[string, CalendarEntry[], string[]]>([
    ["none alone", [of("a", "01", "30", "b1", "c1")], []],
    ["of one partner", [of("a", "01", "10", "b1", "c1"), of("b", "08", "20", "b1", "c2")], ["a+b brandId 08-10 3"]],
    ["of one category", [of("a", "01", "10", "b1", "c1"), of("b", "10", "20", "b2", "c1")], ["a+b categoryId 10-10 1"]],
    [
      "of both, named once and first",
      [of("a", "01", "30", "b1", "c1"), of("b", "02", "03", "b1", "c1"), of("c", "04", "30", "b2", "c1")],
      ["a+b brandId&categoryId 02-03 2", "a+c categoryId 04-30 27"],
    ],
    ["one within the other", [of("a", "01", "30", "b1", ""), of("b", "10", "12", "b1", "")], ["a+b brandId 10-12 3"]],
    ["not on days side by side", [of("a", "01", "09", "b1", "c1"), of("b", "10", "20", "b1", "c1")], []],
    [
      "not when one ends at the midnight at which the other begins",
      [of("a", "01", "09", "b1", "c1", { endDate: at("2026-11-10") }), of("b", "10", "20", "b1", "c1")],
      [],
    ],
    [
      "not between two companies, nor a company and the platform where it is unknown to whom that is offered",
      [
        of("a", "01", "30", "b1", "c1"),
        of("b", "01", "30", "b1", "c1", { tenantId: "t2" }),
        of("c", "01", "30", "b1", "c1", { tenantId: null }),
      ],
      [],
    ],
    [
      "of what the platform offers to all or to the company, which the platform sees as the company does",
      [
        of("a", "01", "10", "b1", "", { tenantId: null, tenantIds: [] }),
        of("b", "05", "30", "b1", "", { tenantId: "t2", tenantIds: [] }),
        of("c", "12", "30", "", "c1", { tenantId: null, tenantIds: ["t3"] }),
        of("d", "20", "30", "", "c1", { tenantId: "t2", tenantIds: [] }),
        of("e", "25", "30", "", "c1", { tenantId: "t3", tenantIds: [] }),
      ],
      ["a+b brandId 05-10 6", "c+e categoryId 25-30 6"],
    ],
    [
      "of what is live or planned only",
      (["draft", "scheduled", "active", "paused", "ended"] as const).map(name =>
        of(name, "01", "30", "b1", "", { status: statuses.value(name) }),
      ),
      ["active+scheduled brandId 01-30 30"],
    ],
    ["not without partner and category", [of("a", "01", "30", "", ""), of("b", "01", "30", "", "")], []],
    ["not without an end", [of("a", "01", "30", "b1", "c1"), of("b", "01", "30", "b1", "c1", { endDate: "" })], []],
    [
      "each pair of three",
      [of("c", "05", "30", "b1", ""), of("a", "01", "10", "b1", ""), of("b", "02", "08", "b1", "")],
      ["a+b brandId 02-08 7", "a+c brandId 05-10 6", "b+c brandId 05-08 4"],
    ],
  ])("%s", (_, entries, expected) => expect(found(entries)).toEqual(expected))

  it("counts campaigns only", () => {
    const draw = entryOf("d", "2026-11-01", "2026-11-30", { brandId: "b1", categoryId: "c1" }, "draws")
    expect(overlapsOf([draw, of("a", "01", "30", "b1", "c1")], zone)).toEqual([])
  })
})

describe("moved dates", () => {
  const dates: Dates = { startDate: at("2026-11-10", "09:00"), endDate: at("2026-11-20", "23:59"), drawDate: "" }
  const draw: Dates = { ...dates, drawDate: at("2026-11-22", "14:00") }

  it.each<[string, Dates, Dates]>([
    [
      "by days, with their times",
      movedByDays(dates, 5, zone),
      { startDate: at("2026-11-15", "09:00"), endDate: at("2026-11-25", "23:59"), drawDate: "" },
    ],
    [
      "backwards over a month, the draw date too",
      movedByDays(draw, -12, zone),
      { startDate: at("2026-10-29", "09:00"), endDate: at("2026-11-08", "23:59"), drawDate: at("2026-11-10", "14:00") },
    ],
    [
      "an open end stays open",
      movedByDays({ ...dates, endDate: "" }, 3, zone),
      { startDate: at("2026-11-13", "09:00"), endDate: "", drawDate: "" },
    ],
    [
      "an open start stays open, the draw date moves",
      movedByDays({ ...draw, startDate: "" }, 3, zone),
      { startDate: "", endDate: at("2026-11-23", "23:59"), drawDate: at("2026-11-25", "14:00") },
    ],
    [
      "to a start, the others follow",
      movedToStart(draw, at("2026-12-01", "10:00"), zone),
      { startDate: at("2026-12-01", "10:00"), endDate: at("2026-12-11", "23:59"), drawDate: at("2026-12-13", "14:00") },
    ],
    ["to a start that is no date, nothing follows", movedToStart(draw, "93", zone), { ...draw, startDate: "93" }],
    ["the day of the draw alone", withDrawDay(draw, 2, zone), { ...draw, drawDate: at("2026-11-24", "14:00") }],
  ])("%s", (_, moved, expected) => expect(moved).toEqual(expected))

  it("keep their times over a change of the clocks", () => {
    const berlin = { startDate: "2026-10-20T07:00:00.000Z", endDate: "2026-10-22T21:59:00.000Z", drawDate: "" }
    expect(movedByDays(berlin, 10, "Europe/Berlin")).toEqual({
      startDate: "2026-10-30T08:00:00.000Z",
      endDate: "2026-11-01T22:59:00.000Z",
      drawDate: "",
    })
  })
})
