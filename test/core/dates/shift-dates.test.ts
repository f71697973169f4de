import { describe, expect, it } from "vitest"
import { movedTo, shiftDates } from "../../../src/core/dates/shift-dates"

const now = Date.parse("2026-03-10T09:00:00Z")
const hour = 3_600_000
const at = (offset: number) => new Date(now + offset).toISOString()

describe("the dates of a copy", () => {
  it("begin on the next full hour and keep their length", () => {
    expect(shiftDates({ startDate: at(-90 * hour), endDate: at(-40 * hour) }, now + 1)).toEqual({
      startDate: at(hour),
      endDate: at(51 * hour),
    })
  })

  it.each([
    ["has not begun", at(hour), at(2 * hour)],
    ["ends before it begins", at(-hour), at(-2 * hour)],
    ["has no dates", "", ""],
  ])("stay when the campaign %s", (_, startDate, endDate) => {
    expect(shiftDates({ startDate, endDate }, now)).toBeUndefined()
  })
})

describe("dates that are moved to another start", () => {
  const month = { startDate: "2026-11-01T07:00:00.000Z", endDate: "2026-11-30T20:59:00.000Z" }
  const moved = (start: string, dates = month) => movedTo(start, dates, "Europe/Istanbul")

  it.each([
    ["another month", "2027-01-05T07:00:00.000Z", "2027-02-03T20:59:00.000Z"],
    ["an earlier day", "2026-10-01T07:00:00.000Z", "2026-10-30T20:59:00.000Z"],
    ["another time of the day", "2026-11-01T15:00:00.000Z", "2026-11-30T20:59:00.000Z"],
  ])("%s: the end moves by the same days and keeps its time", (_, startDate, endDate) => {
    expect(moved(startDate)).toEqual({ startDate, endDate })
  })

  it("keep the duration where the end would be before the start", () => {
    const day = { startDate: "2026-11-01T07:00:00.000Z", endDate: "2026-11-01T15:00:00.000Z" }
    expect(moved("2026-11-05T18:00:00.000Z", day)?.endDate).toBe("2026-11-06T02:00:00.000Z")
  })

  it("take other dates with them", () => {
    const draw = { ...month, drawDate: "2026-12-02T11:30:00.000Z" }
    expect(movedTo("2027-01-05T07:00:00.000Z", draw, "Europe/Istanbul")).toEqual({
      startDate: "2027-01-05T07:00:00.000Z",
      endDate: "2027-02-03T20:59:00.000Z",
      drawDate: "2027-02-05T11:30:00.000Z",
    })
    expect(movedTo("2027-01-05T07:00:00.000Z", { ...draw, drawDate: "" }, "Europe/Istanbul")).toBeUndefined()
  })

  it("are none while a date is invalid", () => {
    expect([moved("5 Kas"), moved("2026-11-05T07:00:00.000Z", { ...month, endDate: "" })]).toEqual([undefined, undefined])
  })
})
