import { describe, expect, it } from "vitest"
import { type Hex, parseHex } from "../../src/core/color"
import { addDays, formatDay, fromInstant, parseDay, toInstant } from "../../src/core/dates"
import { createFormat } from "../../src/core/format"
import { contrast } from "../luminance"

const now = () => Date.parse("2026-11-21T12:00:00Z")
const tr = createFormat("tr", "Europe/Istanbul", now)
const en = createFormat("en", "Europe/Istanbul", now)

describe("figures", () => {
  it.each([
    ["percent", tr.percent(25), "%25"],
    ["percent", en.percent(25), "25%"],
    ["a broken percent", tr.percent(12.5), "%12,5"],
    ["lira", tr.money(1250, "TRY"), "₺1.250"],
    ["lira and kuruş", tr.money(1250.5, "TRY"), "₺1.250,50"],
    ["lira in English", en.money(1250.5, "TRY"), "₺1,250.50"],
    ["a currency that nobody has", tr.money(5, "XYZQ"), "5 XYZQ"],
    ["thousands", tr.number(1240), "1.240"],
    ["thousands in English", en.number(1240), "1,240"],
    ["nothing", tr.number(null), "–"],
    ["what is no number", tr.percent(Number.NaN), "–"],
    ["a small file", tr.fileSize(842 * 1024), "842 KB"],
    ["a large file", tr.fileSize(5.2 * 1024 * 1024), "5,2 MB"],
  ])("%s", (_, shown, expected) => {
    expect(shown).toBe(expected)
  })
})

describe("dates", () => {
  it.each([
    ["this year, without it", tr.date("2026-12-15T10:00:00Z"), "15 Ara"],
    ["another year, with it", tr.date("2027-01-05T10:00:00Z"), "5 Oca 2027"],
    ["in English", en.date("2027-09-05T10:00:00Z"), "5 Sep 2027"],
    ["late in the evening, in the zone", tr.date("2026-12-15T22:30:00Z"), "16 Ara"],
    ["a day that never shifts", tr.date("2026-12-15"), "15 Ara"],
    ["with time", tr.dateTime("2026-11-20T11:32:00Z"), "20 Kas 14:32"],
    ["time alone", en.time("2026-11-20T11:32:00Z"), "14:32"],
    ["nothing", tr.date(undefined), "–"],
    ["nonsense", tr.dateTime("yarın"), "–"],
    ["a period over months", tr.period("2026-11-12T00:00:00+03:00", "2026-12-15T23:59:00+03:00"), "12 Kas – 15 Ara"],
    ["a period within a month", tr.period("2026-11-01", "2026-11-30"), "1 – 30 Kas"],
    ["a period over years", tr.period("2026-11-20", "2027-01-05"), "20 Kas – 5 Oca 2027"],
    ["a period within a month of another year", en.period("2027-01-14", "2027-01-27"), "14 – 27 Jan 2027"],
    ["a period of one day", tr.period("2026-11-20", "2026-11-20"), "20 Kas"],
    ["a period without an end", tr.period("2026-11-20", null), "20 Kas – –"],
    ["no period", tr.period(null, undefined), "–"],
  ])("%s", (_, shown, expected) => {
    expect(shown).toBe(expected)
  })
})

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
  it("is none for nonsense", () => {
    expect(fromInstant("yarın", "Europe/Istanbul")).toBeUndefined()
  })
})

describe("colours", () => {
  it.each([
    ["#3a9355", "#3A9355"],
    ["#abc", "#AABBCC"],
    [" #FFF ", "#FFFFFF"],
    ["3a9355", undefined],
    ["#3a93", undefined],
    ["#12345g", undefined],
    ["red", undefined],
    ["", undefined],
    ["#fff;background:url(x)", undefined],
  ])("%j is %s", (text, color) => {
    expect(parseHex(text)).toBe(color)
  })
  it.each([
    ["#000000", "#FFFFFF", 21],
    ["#FFFFFF", "#FFFFFF", 1],
    ["#777777", "#FFFFFF", 4.48],
  ] as [Hex, Hex, number][])("%s on %s has %f", (a, b, ratio) => {
    expect(contrast(a, b)).toBeCloseTo(ratio, 2)
    expect(contrast(b, a)).toBeCloseTo(ratio, 2)
  })
})
