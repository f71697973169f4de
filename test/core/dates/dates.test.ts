import { describe, expect, it } from "vitest"
import { addDays, formatDay, fromInstant, toInstant } from "../../../src/core/dates/dates"
import { parseDay } from "../../../src/core/dates/parse-day"

describe("a typed date", () => {
  it.each([
    ["15.12.2026", "2026-12-15"],
    ["15/12/2026", "2026-12-15"],
    ["5-1-26", "2026-01-05"],
    [" 5 1 2026 ", "2026-01-05"],
    ["15122026", "2026-12-15"],
    ["2026-12-15", "2026-12-15"],
    ["29.02.2028", "2028-02-29"],
    ["29.02.2026", undefined],
    ["31.04.2026", undefined],
    ["00.12.2026", undefined],
    ["15.13.2026", undefined],
    ["15.12", undefined],
    ["15.12.123", undefined],
    ["yarın", undefined],
    ["", undefined],
  ])("%j is %s", (text, day) => {
    expect(parseDay(text)).toBe(day)
  })
  it("is shown as its language writes it", () => {
    expect([formatDay("2026-12-05", "tr"), formatDay("2026-12-05", "en")]).toEqual(["05.12.2026", "05/12/2026"])
  })
  it("goes on over months and years", () => {
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01")
    expect(addDays("2028-03-01", -1)).toBe("2028-02-29")
  })
})

describe("a moment on the wall clock", () => {
  it.each([
    ["2026-12-15", "00:00", "Europe/Istanbul", "2026-12-14T21:00:00.000Z"],
    ["2026-07-15", "23:59", "Europe/Istanbul", "2026-07-15T20:59:00.000Z"],
    ["2026-07-15", "12:00", "Europe/Berlin", "2026-07-15T10:00:00.000Z"],
    ["2026-01-15", "12:00", "Europe/Berlin", "2026-01-15T11:00:00.000Z"],
    ["2026-01-15", "12:00", "America/New_York", "2026-01-15T17:00:00.000Z"],
    ["2026-01-15", "12:00", "Asia/Kathmandu", "2026-01-15T06:15:00.000Z"],
  ])("%s %s in %s is %s", (day, time, zone, instant) => {
    expect(toInstant(day, time, zone)).toBe(instant)
    expect(fromInstant(instant, zone)).toEqual({ date: day, time })
  })
  it.each([
    ["2024-09-08", "America/Santiago", "2024-09-08T04:00:00.000Z", "01:00"],
    ["2026-03-08", "America/Havana", "2026-03-08T05:00:00.000Z", "01:00"],
    ["2024-04-26", "Africa/Cairo", "2024-04-25T22:00:00.000Z", "01:00"],
    ["2026-03-29", "Asia/Beirut", "2026-03-28T22:00:00.000Z", "01:00"],
  ])("of %s, whose midnight %s leaves out, stays on its day", (day, zone, instant, time) => {
    expect(toInstant(day, "00:00", zone)).toBe(instant)
    expect(fromInstant(instant, zone)).toEqual({ date: day, time })
  })
  it("is none for nonsense", () => {
    expect(fromInstant("yarın", "Europe/Istanbul")).toBeUndefined()
  })
})
