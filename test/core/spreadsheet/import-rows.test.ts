import { describe, expect, it } from "vitest"
import { cellTime, importRows, timeOrderOf } from "../../../src/core/spreadsheet/import-rows"
import { allTexts } from "../../texts"

const zone = "Europe/Istanbul"

describe("the time of an entry", () => {
  it.each([
    ["21.11.2026 14:32", "2026-11-21T11:32:00.000Z"],
    ["21.11.2026 14:32:09", "2026-11-21T11:32:09.000Z"],
    ["21/11/2026, 9:05", "2026-11-21T06:05:00.000Z"],
    ["2026-11-21 14:32:09", "2026-11-21T11:32:09.000Z"],
    ["2026-11-21T14:32", "2026-11-21T11:32:00.000Z"],
    ["2026-11-21", "2026-11-20T21:00:00.000Z"],
    ["21 Kasım 2026 14:32", "2026-11-21T11:32:00.000Z"],
    ["2026/11/21 9:05:33 ÖS GMT+3", "2026-11-21T18:05:33.000Z"],
    ["2026/11/21 9:05:33 PM GMT+3", "2026-11-21T18:05:33.000Z"],
    ["21.11.2026 9:05 ÖÖ", "2026-11-21T06:05:00.000Z"],
    ["21.11.2026 12:05 a.m.", "2026-11-20T21:05:00.000Z"],
    ["21.11.2026 12:05\u202fPM", "2026-11-21T09:05:00.000Z"],
    ["21.11.2026 21.05", "2026-11-21T18:05:00.000Z"],
    ["21 Kasım 2026 Cumartesi, 21:05", "2026-11-21T18:05:00.000Z"],
    ["21-NOV-26 09.05.33.000000 PM", "2026-11-21T18:05:33.000Z"],
    ["2026-11-21 18:05:33+00", "2026-11-21T18:05:33.000Z"],
    ["2026-11-21 21:05:33.250 +0300", "2026-11-21T18:05:33.250Z"],
    ["2026-11-21 18:05:33 UTC", "2026-11-21T18:05:33.000Z"],
    ["2026-11-21 12:35:33 -05:30", "2026-11-21T18:05:33.000Z"],
    ["46347.878", "2026-11-21T18:04:19.000Z"],
    ["2026-11-21T14:32:09Z", "2026-11-21T14:32:09Z"],
    ["2026-11-21T14:32:09+03:00", "2026-11-21T14:32:09+03:00"],
  ])("%s is read by the clock of the zone", (text, expected) => {
    expect(cellTime(text, zone)).toBe(expected)
  })

  it.each(["yarın", "31.02.2026 10:00", "21.11.2026 25:00", "21.11.2026 10:61", "21.11.2026 13:05 ÖS", "21.11.2026 9:05 EST"])(
    "%s is left for the server to refuse",
    text => {
      expect(cellTime(text, zone)).toBe(text)
    },
  )
})

describe("the rows of a file", () => {
  const { "import.person": person = "", "draw.import.at": at = "", "campaign.import.amount": amount = "" } = allTexts.tr
  const words = { person, at, further: { amount, reference: "fis no" } }
  const read = (...rows: string[][]) => importRows(rows, words, zone)

  it.each([[["E-posta", "Başvuru zamanı"]], [["Başvuru Tarihi", "Ad", "E-Mail"]], [["Time", "email"]]])(
    "are found by their headings %j",
    headings => {
      const cell = (heading: string) =>
        /mail|posta/i.test(heading) ? "a@b.example" : heading === "Ad" ? "Ayşe" : "21.11.2026 14:32"
      expect(read(headings, [], headings.map(cell))).toEqual([{ line: 3, email: "a@b.example", at: "2026-11-21T11:32:00.000Z" }])
    },
  )

  it("without headings begin with the column of addresses", () => {
    expect(read(["1", "a@b.example", "21.11.2026"], ["2", "c@d.example"])).toEqual([
      { line: 1, email: "a@b.example", at: "2026-11-20T21:00:00.000Z" },
      { line: 2, email: "c@d.example" },
    ])
  })

  it("are read whatever programs have put into their cells", () => {
    expect(read(["\ufeffE-posta", "Zaman"], ['="a@b.example"', "'２１.11.2026"], ["c@d.example\u200b", ""])).toEqual([
      { line: 2, email: "a@b.example", at: "2026-11-20T21:00:00.000Z" },
      { line: 3, email: "c@d.example" },
    ])
  })

  it("have the order of day and month of their column", () => {
    const rows = [
      ["a@b.example", "11/02/2026 10:00"],
      ["c@d.example", "11/21/2026 10:00"],
    ]
    expect(timeOrderOf(rows, words)).toMatchObject({ order: "monthFirst" })
    expect(importRows(rows, words, zone, "monthFirst").map(({ at }) => at)).toEqual([
      "2026-11-02T07:00:00.000Z",
      "2026-11-21T07:00:00.000Z",
    ])
    expect(timeOrderOf(rows.slice(0, 1), words)).toEqual({ order: "open", example: "11/02/2026 10:00" })
  })

  it("have the texts of further columns, by their headings or in their order, without empty ones", () => {
    const expected = { line: 2, email: "a@b.example", further: { amount: "12,5", reference: "F-1" } }
    expect(read(["Fiş no", "Tutar", "E-posta"], ["F-1", "12,5", "a@b.example"], ["", "", "c@d.example"])).toEqual([
      expected,
      { line: 3, email: "c@d.example" },
    ])
    expect(read(["a@b.example", "", "12,5", "F-1"])).toEqual([{ ...expected, line: 1 }])
  })

  it("name a person by a code where the person's cell is empty or missing, in a column of that heading alone", () => {
    const coded = (...rows: string[][]) => importRows(rows, { ...words, code: "kod,code" }, zone)
    expect(coded(["Kod", "Tutar"], ["YAZ-2", "12,5"])).toEqual([{ line: 2, code: "YAZ-2", further: { amount: "12,5" } }])
    expect(coded(["E-posta", "Code"], ["a@b.example", "YAZ-2"], ["", "YAZ-3"], ["", ""])).toEqual([
      { line: 2, email: "a@b.example" },
      { line: 3, code: "YAZ-3" },
    ])
    expect(read(["E-posta", "Kod"], ["", "YAZ-3"])).toEqual([{ line: 2, id: "" }])
  })

  it("have codes in the letters, digits and dashes of a keyboard", () => {
    const further = { reference: "FIŞ-2026-7" }
    expect(read(["E-posta", "Fiş no"], ["a@b.example", "ＦＩS\u0327–２０２６‑٧"])).toEqual([
      { line: 2, email: "a@b.example", further },
    ])
  })

  it("name people by id where there is no address", () => {
    expect(read(["Çalışan ID"], ["7f3"], ["", ""])).toEqual([{ line: 2, id: "7f3" }])
  })
})
