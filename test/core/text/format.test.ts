import { describe, expect, it, vi } from "vitest"
import { createFormat } from "../../../src/core/text/format"

const now = () => Date.parse("2026-11-21T12:00:00Z")
const tr = createFormat("tr", "Europe/Istanbul", now)
const en = createFormat("en", "Europe/Istanbul", now)
const paper = createFormat("tr", "Europe/Istanbul", now, true)

describe("a figure", () => {
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
    ["nothing", tr.number(null), "—"],
    ["what is no number", tr.percent(Number.NaN), "—"],
    ["a small file", tr.fileSize(842 * 1024), "842 KB"],
    ["a large file", tr.fileSize(5.2 * 1024 * 1024), "5,2 MB"],
    ["a file of gigabytes", tr.fileSize(1_610_612_736), "1,5 GB"],
    ["no bytes", tr.fileSize(0), "0 KB"],
  ])("of kind '%s' is written as %j", (_, shown, expected) => {
    expect(shown).toBe(expected)
  })
})

describe("a date", () => {
  it.each([
    ["this year, without it", tr.date("2026-12-15T10:00:00Z"), "15 Ara"],
    ["another year, with it", tr.date("2027-01-05T10:00:00Z"), "5 Oca 2027"],
    ["in English", en.date("2027-09-05T10:00:00Z"), "5 Sep 2027"],
    ["late in the evening, in the zone", tr.date("2026-12-15T22:30:00Z"), "16 Ara"],
    ["a day that never shifts", tr.date("2026-12-15"), "15 Ara"],
    ["with time", tr.dateTime("2026-11-20T11:32:00Z"), "20 Kas 14:32"],
    ["time alone", en.time("2026-11-20T11:32:00Z"), "14:32"],
    ["nothing", tr.date(undefined), "—"],
    ["what is no date", tr.dateTime("yarın"), "yarın"],
    ["a day that no calendar has", tr.date("2026-02-30"), "2026-02-30"],
    ["an instant of such a day", tr.dateTime("2026-02-30T10:00:00Z"), "2026-02-30T10:00:00Z"],
    ["a date of another form", tr.date("03/04/2024"), "03/04/2024"],
    ["a period from such a day", tr.period("2026-02-30", "2026-03-02"), "2026-02-30 – 2 Mar"],
    ["an empty date", tr.date(""), "—"],
    ["a period over months", tr.period("2026-11-12T00:00:00+03:00", "2026-12-15T23:59:00+03:00"), "12 Kas – 15 Ara"],
    ["a period within a month", tr.period("2026-11-01", "2026-11-30"), "1 – 30 Kas"],
    ["a period over years", tr.period("2026-11-20", "2027-01-05"), "20 Kas – 5 Oca 2027"],
    ["a period within a month of another year", en.period("2027-01-14", "2027-01-27"), "14 – 27 Jan 2027"],
    ["a period of one day", tr.period("2026-11-20", "2026-11-20"), "20 Kas"],
    ["this year, on paper", paper.date("2026-12-15T10:00:00Z"), "15 Ara 2026"],
    ["with time, on paper", paper.dateTime("2026-11-20T11:32:00Z"), "20 Kas 2026 14:32 GMT+3"],
    ["a period of days on paper", paper.period("2026-11-01", "2026-11-30"), "1 – 30 Kas 2026"],
    [
      "a period of instants on paper",
      paper.period("2026-11-21T06:00:00Z", "2026-11-23T13:31:00Z"),
      "21 Kas 2026 09:00 – 23 Kas 2026 16:31 GMT+3",
    ],
    ["a period without an end", tr.period("2026-11-20", null), "20 Kas – —"],
    ["no period", tr.period(null, undefined), "—"],
  ])("of kind '%s' is written as %j", (_, shown, expected) => {
    expect(shown).toBe(expected)
  })
})

describe("the current year", () => {
  it("is determined once for many dates", () => {
    const format = createFormat("tr", "Europe/Istanbul", now)
    const split = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts")
    for (let day = 0; day < 100; day++) format.date("2026-12-15T10:00:00Z")
    expect(split.mock.calls.length).toBeLessThanOrEqual(101)
    split.mockRestore()
  })
  it("ends at midnight of the zone", () => {
    let time = Date.parse("2026-12-31T20:59:59Z")
    const format = createFormat("tr", "Europe/Istanbul", () => time)
    expect(format.date("2026-12-15T10:00:00Z")).toBe("15 Ara")
    time += 1000
    expect(format.date("2026-12-15T10:00:00Z")).toBe("15 Ara 2026")
  })
})
