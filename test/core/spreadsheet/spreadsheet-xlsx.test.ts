import { describe, expect, it } from "vitest"
import { maxColumns, maxRows } from "../../../src/core/spreadsheet/sheet-rows"
import { readSpreadsheet } from "../../../src/core/spreadsheet/spreadsheet"
import { writeXlsx } from "../../../src/core/spreadsheet/xlsx-writer"
import { maxEntrySize } from "../../../src/core/spreadsheet/zip-reader"
import { allowedMs } from "../../pace"
import { type Cell, changed, compoundFile, type Dialect, type Part, refusal, type Sheet, workbook, zip } from "./xlsx-kit"

const read = (bytes: Buffer | Blob, sheet?: string) =>
  readSpreadsheet(bytes instanceof Blob ? bytes : new Blob([Uint8Array.from(bytes)]), sheet === undefined ? {} : { sheet })
const rowsOf = async (parts: readonly Part[]) => (await read(zip(parts))).rows

const people: Cell[][] = [
  ["Ad", "Şehir", "Telefon"],
  ["  İğdır & <ÇÖÜ> ", "ışık\nson", 5321234567],
  ["Ad", true, 0.5],
]
const peopleRead = [
  ["Ad", "Şehir", "Telefon"],
  ["  İğdır & <ÇÖÜ> ", "ışık\nson", "5321234567"],
  ["Ad", "TRUE", "0.5"],
]
const one = (rows: readonly (readonly Cell[])[], dialect?: Dialect, sheet: Partial<Sheet> = {}) =>
  workbook([{ name: "Sayfa1", rows, ...sheet }], dialect)
const sheetPath = "xl/worksheets/sheet1.xml"
/** A sheet whose data are given as they stand in the file. */
const raw = (data: string, strings = "", parts = one([["x"]])) =>
  changed(
    changed(parts, sheetPath, text => text.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${data}</sheetData>`)),
    "xl/sharedStrings.xml",
    text => text.replace(/<si>.*<\/si>/s, strings || "$&"),
  )

describe("a workbook", () => {
  const dialects: [string, Dialect][] = [
    ["as Excel writes it", {}],
    ["with strings in the cells", { areStringsInline: true }],
    ["with a prefix for all names", { prefix: "x:" }],
    ["without references of rows and cells", { hasNoReferences: true }],
    ["with targets from the root", { areTargetsAbsolute: true }],
    ["in the strict form", { isStrict: true }],
    ["with line breaks between elements", { isPretty: true }],
    ["with apostrophes around attributes", { hasApostrophes: true }],
    ["in UTF-16", { isUtf16: true }],
    ["with a part whose case differs from its target", { areNamesCapital: true }],
  ]
  it.each(dialects)("is read %s", async (_, dialect) => {
    expect(await rowsOf(one(people, dialect))).toEqual(peopleRead)
  })

  it("names the cells that are numbers with decimals", async () => {
    const rows: Cell[][] = [
      ["12.125", 12.125, 12],
      ["", "x"],
      [0.5, "1.000", 1e-3],
    ]
    const { decimals } = await read(zip(one(rows)))
    expect([...(decimals ?? [])]).toEqual([
      [0, [1]],
      [2, [0, 2]],
    ])
  })

  const archives: [string, (part: Part) => Part, object?][] = [
    ["not compressed", part => ({ ...part, isStored: true })],
    ["with sizes after the data", part => ({ ...part, hasDescriptor: true })],
    ["with sizes of 64 bits", part => ({ ...part, isZip64: true }), { isZip64: true }],
    ["with a comment", part => part, { comment: "PK\u0005\u0006 and more".padEnd(300, ".") }],
    ["with backslashes in paths", part => ({ ...part, path: part.path.replaceAll("/", "\\") })],
  ]
  it.each(archives)("is read from an archive %s", async (_, change, options) => {
    expect((await read(zip(one(people).map(change), options))).rows).toEqual(peopleRead)
  })

  it("is read whatever lies beside it", async () => {
    const others = ["../../etc/passwd", "/abs", "C:\\x", "xl/../xl/workbook.xml", "__proto__", "xl/vbaProject.bin"]
    const parts = [...others.map(path => ({ path, data: "<x/>" })), ...one(people)]
    expect(await rowsOf(parts)).toEqual(peopleRead)
  })
})

describe("a sheet", () => {
  const sheets = (...named: [string, string?][]) =>
    named.map(([name, state], at) => ({ name, rows: at ? [[name]] : [], ...(state && { state }) }))
  it.each([
    [
      "the first that is not hidden and has a value",
      sheets(["Kapak"], ["Gizli", "hidden"], ["Kişiler"]),
      undefined,
      ["Kapak", "Kişiler"],
      "Kişiler",
    ],
    ["the one that is chosen", sheets(["A"], ["B & C"], ["D"]), "D", ["A", "B & C", "D"], "D"],
    ["a hidden one where all are hidden", sheets(["A", "veryHidden"], ["B", "hidden"]), undefined, ["A", "B"], "B"],
  ])("is %s", async (_, given, chosen, names, name) => {
    expect(await read(zip(workbook(given)), chosen)).toMatchObject({ sheets: names, sheet: name, rows: [[name]] })
  })

  it.each([
    ["200,000 times", 200_000, "spreadsheet.tooLarge"],
    ["900 times", 900, "spreadsheet.empty"],
  ])("that one workbook names %s is read once at most", async (_, times, key) => {
    const names = Array.from({ length: times }, (_, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="rId1"/>`).join("")
    const parts = changed(workbook(sheets(["A"])), "xl/workbook.xml", text =>
      text.replace(/(?<=<sheets>).*(?=<.sheets>)/s, names),
    )
    const blank = changed(parts, sheetPath, text => text.replace(/<sheetData>/, `$&${"<row/>".repeat(5_000)}`))
    const file = zip(blank)
    const start = performance.now()
    expect((await refusal(read(file))).key).toBe(key)
    expect(performance.now() - start).toBeLessThan(allowedMs(100))
  })

  it("is the one that is rated highest by its first rows, the first of equals, and none that cannot be read", async () => {
    const rows = (word: string) => [["Liste"], ["Ad", word], ...Array.from({ length: 40 }, () => ["x", "y"])]
    const parts = workbook([
      { name: "Kapak", rows: [["Ad"]] },
      { name: "Bozuk", rows: [["Ad", "Telefon", "Ad"]] },
      { name: "Kişiler", rows: rows("Telefon") },
      { name: "Yedek", rows: rows("Telefon") },
    ])
    const broken = changed(parts, "xl/worksheets/sheet2.xml", text => text.replace("<sheetData>", "<sheetData><"))
    const rate = (given: readonly (readonly string[])[]) => given.flat().filter(cell => ["Ad", "Telefon"].includes(cell)).length
    const file = new Blob([Uint8Array.from(zip(broken))])
    expect(await readSpreadsheet(file, { rate })).toMatchObject({ sheet: "Kişiler", rows: { length: 42 } })
    expect(await readSpreadsheet(file, { rate, sheet: "Kapak" })).toMatchObject({ sheet: "Kapak" })
  })

  it("with the choice of one without a value is refused as empty", async () => {
    expect((await refusal(read(zip(workbook(sheets(["A"], ["B"]))), "A"))).key).toBe("spreadsheet.empty")
  })

  it("of a chart is not offered", async () => {
    const parts = changed(workbook(sheets(["A"], ["B"])), "xl/_rels/workbook.xml.rels", text =>
      text.replace('/worksheet"', '/chartsheet"'),
    )
    expect(await read(zip(parts))).toMatchObject({ sheets: ["B"], rows: [["B"]] })
  })

  const data: [string, Part[], string[][]][] = [
    ["hidden rows", one([["a"], ["b"]], {}, { inRow: ' hidden="1" ht="15"' }), [["a"], ["b"]]],
    [
      "merged cells",
      one(
        [
          ["a", null, "b"],
          [null, "c"],
        ],
        {},
        { after: '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>' },
      ),
      [
        ["a", "", "b"],
        ["", "c"],
      ],
    ],
    ["255 columns", one([Array.from({ length: 255 }, (_, at) => at)]), [Array.from({ length: 255 }, (_, at) => String(at))]],
    [
      "styled cells up to the last column and row",
      raw('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row><row r="1048576"><c r="A1048576" s="1"/></row>'),
      [["1"]],
    ],
    [
      "rows and columns that are left out",
      raw('<row r="2"><c r="C2"><v>1</v></c></row><row r="4"><c r="AA4"><v>2</v></c></row>'),
      [[], ["", "", "1"], [], [...Array(26).fill(""), "2"]],
    ],
    [
      "references of some cells",
      raw(
        '<row><c><v>1</v></c><c r="C1"><v>2</v></c><c><v>3</v></c></row><row r="3"><c><v>4</v></c></row><row><c><v>5</v></c></row>',
      ),
      [["1", "", "2", "3"], [], ["4"], ["5"]],
    ],
    [
      "runs of formatted text, without their pronunciation",
      raw(
        '<row><c t="s"><v>0</v></c><c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c></row>',
        '<si><r><rPr><b/></rPr><t>Ay</t></r><r><t xml:space="preserve">şe </t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>',
      ),
      [["Ayşe ", "inline"]],
    ],
    [
      "sections, references of characters and escapes",
      raw(
        '<row><c t="inlineStr"><is><t><![CDATA[a<b&c]]> &#x1F381;&#65;<!-- no -->&quot;_x0009__x005F_x0041_</t></is></c></row>',
      ),
      [['a<b&c 🎁A"\t_x0041_']],
    ],
    [
      "elements of other programs",
      raw('<row><c><f>1+1</f><v>2</v><extLst><ext><z:v xmlns:z="u:z">9</z:v></ext></extLst></c></row>'),
      [["2"]],
    ],
    ["an attribute with > in it", raw('<row r="1" note="a>b"><c><v>2</v></c></row>'), [["2"]]],
    [
      "empty values",
      raw('<row><c t="s"><v></v></c><c><v/></c><c t="str"><f>""</f><v></v></c><c><v>1</v></c></row>'),
      [["", "", "", "1"]],
    ],
    [
      "formulas with their last value, errors and booleans",
      one([[{ formula: 'A1&"<"', value: "a<b" }, { formula: "1+1", value: 2 }, { error: "#N/A" }, false]]),
      [["a<b", "2", "#N/A", "FALSE"]],
    ],
    ["a formula that no program calculated", raw("<row><c><v>1</v></c><c><f>A1+1</f></c></row>"), [["1"]]],
  ]
  it.each(data)("is read with %s", async (_, parts, rows) => {
    expect(await rowsOf(parts)).toEqual(rows)
  })

  it.each([
    ["5321234567", "5321234567"],
    ["5.321234567E9", "5321234567"],
    ["5.3212345670000001E9", "5321234567"],
    ["905321234567", "905321234567"],
    ["12345678901234567890", "12345678901234567890"],
    ["1.5E+21", "1500000000000000000000"],
    ["0.30000000000000004", "0.3"],
    ["1E-7", "0.0000001"],
    ["-0.5", "-0.5"],
    ["007", "7"],
    [" 12 ", "12"],
    ["0", "0"],
  ])("gives the number %s as %s", async (value, text) => {
    expect(await rowsOf(raw(`<row><c><v>${value}</v></c></row>`))).toEqual([[text]])
  })

  const formats = [
    "dd.mm.yyyy",
    'yyyy"-"m\\d',
    "[$-41F]d mmmm yyyy;@",
    "h:mm",
    "[h]:mm:ss",
    "mmm",
    "#,##0.00\\ [$TL-41F]",
    '[Red]0;"day"',
    "General",
    "dd/mm/yyyy hh:mm",
  ]
  it.each([
    ["a built-in date", 1, 45_356, "2024-03-05"],
    ["a built-in date and time", 2, 45_356.5, "2024-03-05 12:00:00"],
    ["a built-in date and time at midnight", 2, 45_356, "2024-03-05"],
    ["dd.mm.yyyy", 3, 45_356.75, "2024-03-05"],
    ["quoted and escaped letters", 4, 45_356, "2024-03-05"],
    ["a language and a second section", 5, 45_356, "2024-03-05"],
    ["a time alone", 6, 0.25, "06:00:00"],
    ["hours over a day", 7, 1.25, "30:00:00"],
    ["a month", 8, 45_356, "2024-03-05"],
    ["a currency", 9, 45_356.5, "45356.5"],
    ["a colour and a quoted word", 10, 45_356, "45356"],
    ["no format", 11, 45_356, "45356"],
    ["seconds that are rounded", 12, 45_356.999999, "2024-03-06"],
    ["the first day", 3, 1, "1900-01-01"],
    ["the day before the one that is not", 3, 59, "1900-02-28"],
    ["the day that is not", 3, 60, "1900-02-29"],
    ["the day after it", 3, 61, "1900-03-01"],
    ["the last day", 3, 2_958_465, "9999-12-31"],
    ["a number that is no date", 3, 2_958_466, "2958466"],
    ["a negative number", 3, -1, "-1"],
    ["a style that is missing", 99, 45_356, "45356"],
  ])("shows a number with %s", async (_, style, serial, text) => {
    expect(await rowsOf(one([[{ serial, style }]], { formats }))).toEqual([[text]])
  })

  it("counts days from 1904 where the workbook does", async () => {
    const cells = [0, 43_894].map(serial => ({ serial, style: 1 }))
    expect(await rowsOf(one([cells], { is1904: true }))).toEqual([["1904-01-01", "2024-03-05"]])
  })

  it("has dates as texts in the strict form", async () => {
    const cells = ["2024-03-05T00:00:00", "2024-03-05T12:30:00Z"].map(text => `<c t="d"><v>${text}</v></c>`).join("")
    expect(await rowsOf(raw(`<row>${cells}</row>`))).toEqual([["2024-03-05", "2024-03-05 12:30:00"]])
  })
})

describe("a file that cannot be read is refused", () => {
  const good = zip(one(people))
  const parts = one(people)
  const spoilt = (change: (text: string) => string | Part, path = sheetPath) => zip(changed(parts, path, change))
  const part = (extra: Partial<Part>) => zip(changed(parts, sheetPath, data => ({ path: sheetPath, data, ...extra })))
  const reversed = Buffer.from(good)
  reversed.writeUInt32LE(12, good.length - 6)
  const rows: [string, string, Buffer][] = [
    ["encrypted", "a protected workbook", compoundFile("EncryptionInfo", "EncryptedPackage")],
    ["encrypted", "an encrypted archive", part({ flags: 1 })],
    ["unsupported", "a workbook of Excel 97", compoundFile("Workbook")],
    [
      "unsupported",
      "an OpenDocument sheet",
      zip([
        { path: "mimetype", data: "x", isStored: true },
        { path: "content.xml", data: "<x/>" },
      ]),
    ],
    ["unsupported", "a Numbers sheet", zip([{ path: "Index/Document.iwa", data: "x" }])],
    [
      "unsupported",
      "a binary workbook",
      zip(changed(parts, "_rels/.rels", text => text.replace("workbook.xml", "workbook.bin"))),
    ],
    ["unsupported", "a text document", spoilt(() => "<w:document/>", "xl/workbook.xml")],
    ["unsupported", "an unknown compression", part({ method: 9 })],
    ["corrupt", "a compound file that is cut", compoundFile("Workbook").subarray(0, 40)],
    ["corrupt", "an archive without its end", good.subarray(0, -30)],
    ["corrupt", "an archive whose directory lies elsewhere", reversed],
    ["corrupt", "the first bytes of an archive", good.subarray(0, 200)],
    ["corrupt", "a wrong checksum", part({ crc: 1 })],
    ["corrupt", "a size that is too small", part({ size: 10 })],
    ["corrupt", "a size that is too large", part({ size: 100_000 })],
    ["corrupt", "two parts of one name", zip([...parts, ...parts.slice(-1)])],
    ["corrupt", "a sheet that is missing", zip(parts.filter(({ path }) => path !== sheetPath))],
    ["corrupt", "an element that is not closed", spoilt(text => text.replace("</row>", ""))],
    ["corrupt", "a document that is cut", spoilt(text => text.slice(0, -20))],
    ["corrupt", "a string that is missing", spoilt(text => text.replace("<v>0</v>", "<v>99</v>"))],
    ["corrupt", "a number that is none", spoilt(text => text.replace("<v>0.5</v>", "<v>abc</v>"))],
    ["corrupt", "a date that is no number", spoilt(text => text.replace('<c r="C3"><v>0.5</v>', '<c r="C3" s="1"><v>abc</v>'))],
    ["corrupt", "a number beyond all", spoilt(text => text.replace("<v>0.5</v>", "<v>1E999</v>"))],
    ["corrupt", "a column beyond the last", spoilt(text => text.replace('r="A1"', 'r="XFE1"'))],
    ["corrupt", "rows in disorder", spoilt(text => text.replace('r="1"', 'r="9"'))],
    ["corrupt", "bytes that are no UTF-8", part({ data: Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e]) })],
    ["corrupt", "a document type", spoilt(text => text.replace("<worksheet", '<!DOCTYPE x [<!ENTITY a "b">]><worksheet'))],
    [
      "corrupt",
      "a document type that looks like an element",
      spoilt(text => text.replace("<worksheet", "<!DOCTYPE x/><worksheet")),
    ],
    ["corrupt", "an unknown entity", zip(raw('<row><c t="str"><v>&lol;</v></c></row>'))],
    ["corrupt", "a lone &", zip(raw('<row><c t="str"><v>1 & 2</v></c></row>'))],
    ["corrupt", "a character that is none", zip(raw('<row><c t="str"><v>&#x110000;</v></c></row>'))],
    ["corrupt", "endless nesting", spoilt(() => "<a>".repeat(5000))],
    ["corrupt", "an endless tag", spoilt(() => `<a ${"b ".repeat(1_000_000)}`)],
    ["corrupt", "an endless comment", spoilt(() => `<!-- ${"b ".repeat(1_000_000)}`)],
    ["corrupt", "an attribute without quotes", spoilt(text => text.replace('r="1"', "r=1"))],
    ["empty", "a workbook without a value", zip(one([[null]]))],
    ["tooManyRows", "more rows than the limit", zip(raw(`<row r="${maxRows + 1}"><c><v>1</v></c></row>`))],
    ["tooManyColumns", "more columns than the limit", zip(one([Array.from({ length: maxColumns + 1 }, (_, at) => at)]))],
    ["tooManyColumns", "all columns of a program", zip(raw('<row><c r="XFD1"><v>1</v></c></row>'))],
    ["cellTooLong", "a cell beyond the limit of programs", zip(one([["x".repeat(32_768)]]))],
    ["tooLarge", "a size beyond the limit", part({ size: maxEntrySize + 1 })],
    [
      "tooLarge",
      "more entries than the limit",
      zip(Array.from({ length: 10_001 }, (_, at) => ({ path: `${at}`, data: "", isStored: true }))),
    ],
  ]
  it.each(rows)("as %s: %s", async (key, _, bytes) => {
    expect((await refusal(read(bytes))).key).toBe(`spreadsheet.${key}`)
  })

  it.each([
    ["a size that is larger than it says", `<worksheet>${"<a/>".repeat(16 * 1024 * 1024)}`, 100_000],
    ["a tag without an end", `<a ${"b ".repeat(16 * 1024 * 1024)}`, undefined],
  ])("before all of it is decompressed: %s", async (_, data, size) => {
    const bomb = zip(changed(parts, sheetPath, () => ({ path: sheetPath, data, ...(size && { size }) })))
    expect(bomb.length).toBeLessThan(200_000)
    let pieces = 0
    const onProgress = () => {
      pieces++
    }
    const reading = readSpreadsheet(new Blob([Uint8Array.from(bomb)]), { onProgress })
    expect((await refusal(reading)).key).toBe("spreadsheet.corrupt")
    expect(pieces).toBeLessThan(200)
  })

  it("with the reason of its signal once that is aborted", async () => {
    const controller = new AbortController()
    const bytes = zip(one(Array.from({ length: 5000 }, (_, at) => [`a${at}`, at])))
    const reading = readSpreadsheet(new Blob([Uint8Array.from(bytes)]), {
      signal: controller.signal,
      onProgress: share => share > 0.3 && controller.abort(),
    })
    await expect(reading).rejects.toMatchObject({ name: "AbortError" })
  })
})

describe("what writeXlsx() writes", () => {
  it("is read back, formulas and characters that XML has no form for included", async () => {
    const rows = [
      ["=1+1", "+90", "-1", "@x", "\tx", "'=1", '=cmd|"/c calc"!A1'],
      [],
      [" a ", "a\r\nb\n", "", "<&>\"'", "_x0041_", "\u0001\u007f\ufffe", "🎁ğ", "0532"],
    ]
    expect(await read(await writeXlsx("Satırlar", rows))).toEqual({
      rows,
      decimals: new Map(),
      sheets: ["Satırlar"],
      sheet: "Satırlar",
    })
  })

  it("has no formula, and cells that stay texts when they are edited", async () => {
    const { inflateRawSync } = await import("node:zlib")
    const bytes = Buffer.from(await (await writeXlsx("A", [["=1+1", ""]])).arrayBuffer())
    const texts = [...bytes.toString("latin1").matchAll(/PK\cC\cD/g)].map(({ index }) => {
      const start = index + 30 + bytes.readUInt16LE(index + 26)
      return inflateRawSync(bytes.subarray(start, start + bytes.readUInt32LE(index + 18))).toString()
    })
    const sheet = texts.find(text => text.includes("<worksheet")) ?? ""
    expect(sheet).not.toContain("<f>")
    expect(sheet).toContain('<c r="A1" s="2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c><c r="B1" s="2"/>')
    expect(texts.join()).toContain('numFmtId="49"')
  })

  it("has a name of a sheet that programs accept", async () => {
    const { sheets } = await read(await writeXlsx(`a/b[c]:*?\\&"${"x".repeat(40)}`, [["a"]]))
    expect(sheets).toEqual([`a b c     &"${"x".repeat(19)}`])
  })
})
