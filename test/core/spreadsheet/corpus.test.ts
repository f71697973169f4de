import { describe, expect, it, vi } from "vitest"
import { columnOrderOf } from "../../../src/core/dates/cell-days"
import { importRows, timeOrderOf } from "../../../src/core/spreadsheet/import-rows"
import { localCell, localInstant } from "../../../src/core/spreadsheet/local-cell"
import { readSpreadsheet } from "../../../src/core/spreadsheet/spreadsheet"
import { cellText } from "../../../src/core/text/clean-text"
import { matchColumns } from "../../../src/modules/employees/bulk/columns"
import { rejectedLines } from "../../../src/modules/employees/bulk/files"
import { checkRow, departmentKey, type Meaning, valuesOf, withFileDay } from "../../../src/modules/employees/bulk/rows"
import { config } from "../../../src/state/config"
import { i18n } from "../../../src/state/instances"
import { fileNameOf } from "../../../src/ui/lists/csv-file"
import { speak } from "../../kit"
import { changed, workbook, zip } from "./xlsx-kit"

/**
 * Small files as other programs and people leave them, with what they mean. The ideas are of public reports about formats of spreadsheet
 * programs, of ECMA-376 (built-in formats, phonetic runs) and of the code page 857; the files are made here.
 */
const dos: Record<string, number> = Object.fromEntries(
  Object.entries({ Ç: 0x80, ü: 0x81, ç: 0x87, ı: 0x8d, ö: 0x94, İ: 0x98, Ö: 0x99, Ü: 0x9a, Ş: 0x9e, ş: 0x9f, Ğ: 0xa6, ğ: 0xa7 }),
)
const windows: Record<string, number> = Object.fromEntries(
  Object.entries({
    ğ: 0xf0,
    Ğ: 0xd0,
    ı: 0xfd,
    İ: 0xdd,
    ş: 0xfe,
    Ş: 0xde,
    "€": 0x80,
    "“": 0x93,
    "”": 0x94,
    "’": 0x92,
    "™": 0x99,
    "…": 0x85,
  }),
)
const inBytes = (table: Record<string, number>, text: string) => Uint8Array.from(text, char => table[char] ?? char.charCodeAt(0))

const lines = (text: string) => text.split("\n").map(line => line.split(";"))
const csvCases: [what: string, file: BlobPart, rows: string[][], encoding?: string][] = [
  ...["Ömer", "Ad;Şehir\nIşıl;İzmir", "Gül", "GÜL", "ÜNAL", "Çağrı", "Ayşe;Muş", "AĞRI", "ışık", "iğne", "Balıkesir;Çeşme"].map(
    text => [`${text} in CP857`, inBytes(dos, text), lines(text), "ibm857"] as [string, BlobPart, string[][], string],
  ),
  ...["Ömer", "Gül;10 €", "“Işık” Ltd", "Elif’in", "Ünal…", "ÇAĞRI", "Kaya™;Ürün", "Fiyat €", "“Ad”;5 €"].map(
    text =>
      [`${text} in Windows-1254`, inBytes(windows, text), lines(text), "windows-1254"] as [string, BlobPart, string[][], string],
  ),
  ["the last character of DOS", "Ad;Şehir\nAda;Muş\n\u001A", lines("Ad;Şehir\nAda;Muş"), "utf-8"],
  ["the last character of DOS in CP857", inBytes(dos, "Ad;Şehir\nAda;Muş\n\u001A"), lines("Ad;Şehir\nAda;Muş"), "ibm857"],
  [
    "vertical bars",
    "Ad|Şehir|Not\nAda|Muş|a,b\n",
    [
      ["Ad", "Şehir", "Not"],
      ["Ada", "Muş", "a,b"],
    ],
  ],
  [
    "vertical bars and quotes",
    '"Ad"|"Şehir"\n"A|B"|"Muş"\n',
    [
      ["Ad", "Şehir"],
      ["A|B", "Muş"],
    ],
  ],
  [
    "a vertical bar within one cell",
    "Ad,Şehir\nA|B,Muş\n",
    [
      ["Ad", "Şehir"],
      ["A|B", "Muş"],
    ],
  ],
]

/** A number in a cell with a format that the file defines, or with the built-in one of a number. */
const shownAs = async (format: string | number, value: number) => {
  const parts = workbook([{ name: "Sayfa1", rows: [[{ serial: value, style: 3 }]] }], {
    formats: [typeof format === "string" ? format : "General"],
  })
  const file =
    typeof format === "string"
      ? parts
      : changed(parts, "xl/styles.xml", text =>
          text.replaceAll('numFmtId="164"', `numFmtId="${format}"`).replace(/<numFmts.*<\/numFmts>/s, ""),
        )
  const { rows } = await readSpreadsheet(new Blob([Uint8Array.from(zip(file))]))
  return rows[0]?.[0]
}
const formatCases: [format: string | number, value: number, text: string][] = [
  ['[=0]"";dd.mm.yyyy', 45_356, "2024-03-05"],
  ['[=0]"";dd.mm.yyyy', 0, "0"],
  ["[<1]hh:mm;dd.mm.yyyy", 0.25, "06:00:00"],
  ["[<1]hh:mm;dd.mm.yyyy", 45_356, "2024-03-05"],
  ["[>=40000]dd.mm.yyyy;0.00", 45_356, "2024-03-05"],
  ["[>=40000]dd.mm.yyyy;0.00", 12.5, "12.5"],
  ['0;-0;dd.mm.yyyy;"metin"@', 12, "12"],
  ["dd.mm.yyyy;@", 45_356, "2024-03-05"],
  ["dd.mm.yyyy;;", 45_356, "2024-03-05"],
  ["[<>0][Red]dd.mm.yyyy;0", 45_356, "2024-03-05"],
  [27, 45_356, "2024-03-05"],
  [31, 45_356, "2024-03-05"],
  [32, 0.5, "12:00:00"],
  [35, 0.5, "12:00:00"],
  [35, 45_356, "2024-03-05"],
  [36, 45_356, "2024-03-05"],
  [50, 45_356, "2024-03-05"],
  [55, 45_356, "2024-03-05"],
  [58, 45_356, "2024-03-05"],
  [37, 45_356, "45356"],
  [49, 45_356, "45356"],
]

describe("a small file", () => {
  it.each(csvCases)("with %s has its texts", async (_, file, rows, encoding) => {
    const read = await readSpreadsheet(new Blob([file]))
    expect(read.rows).toEqual(rows)
    if (encoding) expect(read.encoding).toBe(encoding)
  })

  it.each(formatCases)("with the format %s shows %s as %s", async (format, value, text) => {
    expect(await shownAs(format, value)).toBe(text)
  })

  it.each([
    ["within the text", '<si><r><t>東京</t></r><rPh sb="0" eb="2"><r><t>トウキョウ</t></r></rPh></si>', "東京"],
    ["beside a plain text", '<si><t>東京</t><rPh sb="0" eb="2"><r><rPr/><t>トウ</t></r><r><t>キョウ</t></r></rPh></si>', "東京"],
  ])("with runs of a pronunciation %s has none of it", async (_, strings, text) => {
    const parts = changed(workbook([{ name: "Sayfa1", rows: [["x"]] }]), "xl/sharedStrings.xml", xml =>
      xml.replace(/<si>.*<\/si>/s, strings),
    )
    expect((await readSpreadsheet(new Blob([Uint8Array.from(zip(parts))]))).rows).toEqual([[text]])
  })
})

const employees = "Ad;Soyad;E-posta;Telefon;Departman;İşe giriş tarihi"
const utf16 = (text: string) =>
  Uint8Array.from([0xff, 0xfe, ...new Uint8Array(Uint16Array.from(text, char => char.charCodeAt(0)).buffer)])
/** Whole files with one person in each, as first name, last name, phone, department and hire date. */
const people: [what: string, file: BlobPart, person: string][] = [
  [
    "texts that a PDF file has divided",
    `\ufeff${employees}\r\nAy\u00adşe;Kaya\u200b;a@b.example;0532 111 22 33;Finans;15 Mart 2024 Cuma\r\n`,
    "Ayşe|Kaya|0532 111 22 33|f|2024-03-15",
  ],
  [
    "letters in two parts, as macOS has them",
    `${employees.normalize("NFD")}\nÇağla;Öz;a@b.example;05321112233;insan kaynaklari;15.03.24`.normalize("NFD"),
    "Çağla|Öz|05321112233|ik|2024-03-15",
  ],
  [
    "UTF-16 and tabs, as Excel calls Unicode text",
    utf16(`${employees}\r\nŞule;Ünal;a@b.example;5321112233;Finans;15.03.2024\r\n`.replaceAll(";", "\t")),
    "Şule|Ünal|05321112233|f|2024-03-15",
  ],
  [
    "ends of lines of an old Macintosh",
    `${employees}\rEce;Ak;a@b.example;05321112233;;20240315\r`,
    "Ece|Ak|05321112233||2024-03-15",
  ],
  [
    "a line that names the separator",
    `sep=,\r\n${employees.replaceAll(";", ",")}\r\nEce,Ak,a@b.example,+90 532 111 22 33,,2024-03-15`,
    "Ece|Ak|05321112233||2024-03-15",
  ],
  [
    "a line break in a cell, and in a heading",
    '"Ad";"Soyad";"E-posta\r\nadresi";"Telefon";"Departman";"İşe giriş\ntarihi"\r\n"Ece";"Ak";"a@b.example";"05321112233";"İnsan\nKaynakları";"15/03/2024"',
    "Ece|Ak|05321112233|ik|2024-03-15",
  ],
  [
    "numbers that are kept as texts",
    `${employees}\n'Ece;'t Hart;a@b.example;"=""05321112233""";;"=""15.03.2024"""`,
    "Ece|'t Hart|05321112233||2024-03-15",
  ],
  [
    "characters of other keyboards",
    `${employees}\nEce;Ak;a@b.example;＋90 (532) 111−22−33;FİNANS;١٥.٠٣.٢٠٢٤`,
    "Ece|Ak|05321112233|f|2024-03-15",
  ],
  [
    "contacts of a mail program",
    '"First Name","Middle Name","Last Name","E-mail Address","Mobile Phone","Birthday"\n"Ann","","Lee","a@b.example","\u202a+90 532 111 22 33\u202c","0/0/00"',
    "Ann|Lee|05321112233||",
  ],
  [
    "days of the United States with a time",
    "First Name,Last Name,E-mail,Phone,Department,Hire Date\nAnn,Lee,a@b.example,0532 111 22 33,,3/15/2024 12:00:00 AM",
    "Ann|Lee|0532 111 22 33||2024-03-15",
  ],
  [
    "days of a database",
    `${employees}\nEce;Ak;a@b.example;05321112233;;15-MAR-24 12.00.00.000000 AM`,
    "Ece|Ak|05321112233||2024-03-15",
  ],
  [
    "midnight of Türkiye in UTC",
    `${employees}\nEce;Ak;a@b.example;05321112233;;2024-03-14T21:00:00.000Z`,
    "Ece|Ak|05321112233||2024-03-15",
  ],
]
/** Whole files of entries, with the address and the time of the one in each. */
const entries: [what: string, file: string, entry: [string, string]][] = [
  [
    "a form of Google",
    '"Zaman damgası","E-posta Adresi","Katılmak istiyor musunuz?"\n"2026/11/21 9:05:33 ÖS GMT+3","a@b.example","Evet"',
    ["a@b.example", "2026-11-21T18:05:33.000Z"],
  ],
  [
    "a form of Google in English",
    '"Timestamp","Username"\n"2026/11/21 9:05:33 AM GMT+3","a@b.example"',
    ["a@b.example", "2026-11-21T06:05:33.000Z"],
  ],
  [
    "a form of Microsoft",
    "ID;Start time;Completion time;Email;Name\n1;11/21/26 21:01:00;11/21/26 21:05:33;a@b.example;Ece Ak",
    ["a@b.example", "2026-11-21T18:05:33.000Z"],
  ],
  ["a list without headings", "a@b.example;21.11.2026 21.05", ["a@b.example", "2026-11-21T18:05:00.000Z"]],
  [
    "a list of a mail program",
    "E-posta\tTarih\na@b.example\t21 Kasım 2026 Cumartesi 21:05",
    ["a@b.example", "2026-11-21T18:05:00.000Z"],
  ],
]

describe("a whole file", () => {
  it.each(people)("with %s has its person", async (_, file, person) => {
    speak("tr")
    const { rows } = await readSpreadsheet(new Blob([file]))
    const [headings = [], ...lines] = rows
    const matches = matchColumns(headings, i18n.t)
    const departments = new Map([
      [departmentKey("Finans"), "f"],
      [departmentKey("İnsan Kaynakları"), "ik"],
    ])
    const meaning: Meaning = { t: i18n.t, departments, choices: new Map(), today: "2026-11-28", timeZone: "Europe/Istanbul" }
    const at = matches.findIndex(({ field }) => field === "hiredAt")
    const order = columnOrderOf(lines.map(cells => cells[at] ?? ""))
    const found = lines
      .filter(cells => cells.some(Boolean))
      .map((cells, line) => {
        const row = { line, cells, values: valuesOf(cells, matches), fileDay: { text: cellText(cells[at] ?? "") } }
        const { draft, problems } = checkRow(withFileDay(row, order, meaning), meaning)
        expect(problems).toEqual([])
        return [draft.firstName, draft.lastName, draft.phoneNumber, draft.departmentId, draft.hiredAt].join("|")
      })
    expect(found).toEqual([person])
  })

  it.each(entries)("of %s has its entry", async (_, file, [email, at]) => {
    speak("tr")
    const { rows } = await readSpreadsheet(new Blob([file]))
    const headings = { person: i18n.t("import.person"), at: i18n.t("draw.import.at") }
    const { order } = timeOrderOf(rows, headings)
    expect(importRows(rows, headings, "Europe/Istanbul", order === "open" ? "dayFirst" : order)).toEqual([
      { line: expect.any(Number), email, at },
    ])
  })
})

it("the name of a file has the day of the shown time zone", () => {
  vi.useFakeTimers({ now: new Date("2026-11-28T21:30:00Z") })
  const { timeZone } = config
  const names = ["Asia/Tokyo", "America/New_York"].map(zone => {
    config.timeZone = zone
    return fileNameOf("Hediye kartları")
  })
  config.timeZone = timeZone
  vi.useRealTimers()
  expect(names).toEqual(["hediye-kartları-2026-11-29.csv", "hediye-kartları-2026-11-28.csv"])
})

describe("a cell of rejected rows", () => {
  it.each([
    ["2024-03-05", "05.03.2024", "05/03/2024"],
    ["2024-03-05 12:30:00", "05.03.2024 12:30:00", "05/03/2024 12:30:00"],
    ["1234.5", "1234,5", "1234.5"],
    ["1.234", "1.234", "1.234"],
    ["05321234567", "05321234567", "05321234567"],
    ["a.b", "a.b", "a.b"],
  ])("%s is written in the language", (cell, turkish, english) => {
    expect([localCell(cell, "tr"), localCell(cell, "en")]).toEqual([turkish, english])
  })

  it("has an instant by the clock of the zone, and another text as it is", () => {
    const given = ["2026-11-28T21:30:05.000Z", "yesterday", "03/04/2026 10:00", "2026-02-30T10:00:00Z"]
    const texts = given.map(text => localInstant(text, "Europe/Istanbul", "tr"))
    expect(texts).toEqual(["29.11.2026 00:30:05", ...given.slice(1)])
  })

  it("of a text file keeps what it is, and a phone number its zero", () => {
    speak("tr")
    const row = { line: 2, cells: ["2024-03-05", "05321234567", "1234.5"], values: {}, body: {} }
    const written = (isXlsx: boolean) => rejectedLines([row], ["a", "b", "c"], isXlsx, i18n.t)[1]?.slice(0, 3)
    expect(written(false)).toEqual(["2024-03-05", "0532 123 45 67", "1234.5"])
    expect(written(true)).toEqual(["05.03.2024", "05321234567", "1234,5"])
  })
})
