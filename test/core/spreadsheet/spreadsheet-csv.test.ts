import { describe, expect, it } from "vitest"
import english from "../../../locales/en/records.json"
import turkish from "../../../locales/tr/records.json"
import { csv } from "../../../src/core/spreadsheet/csv"
import { maxCellLength, maxColumns, maxRows } from "../../../src/core/spreadsheet/sheet-rows"
import { readSpreadsheet } from "../../../src/core/spreadsheet/spreadsheet"
import { refusal } from "./xlsx-kit"

const read = (...parts: BlobPart[]) => readSpreadsheet(new Blob(parts))

const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(text, "utf16le")
  return isBigEndian ? bytes.swap16() : bytes
}
const singleBytes: Record<string, number> = { ğ: 0xf0, Ğ: 0xd0, ı: 0xfd, İ: 0xdd, ş: 0xfe, Ş: 0xde, "€": 0x80 }
const windows1254 = (text: string) => Uint8Array.from(text, char => singleBytes[char] ?? char.charCodeAt(0))

const utf32 = (text: string) => Buffer.concat([...text].map(char => Buffer.from(Uint32Array.of(char.codePointAt(0) ?? 0).buffer)))

describe("delimited text", () => {
  const cells: [string, string, string[][]][] = [
    [
      "commas",
      "a,b\n1,2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "semicolons",
      "a;b\n1;2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "tabs",
      "a\tb\n1\t2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "semicolons among decimal commas",
      'Ad;Maaş\n"Can, Ali";1,5\nAyşe;2,5',
      [
        ["Ad", "Maaş"],
        ["Can, Ali", "1,5"],
        ["Ayşe", "2,5"],
      ],
    ],
    [
      "a line that names the delimiter",
      "sep=|\r\na|b\r\n1|2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ["one column", "mail\na@b.co\n", [["mail"], ["a@b.co"]]],
    ["one column of decimal commas", "Maaş\n1,5\n2,5\n", [["Maaş"], ["1,5"], ["2,5"]]],
    [
      "CR alone",
      "a,b\r1,2\r",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "quotes, delimiters and lines in cells",
      'a,b\r\n"x ""y"" z","1\r\n2,3"\r\n',
      [
        ["a", "b"],
        ['x "y" z', "1\r\n2,3"],
      ],
    ],
    [
      "text after a closing quote",
      'a,b\n"x"y,"z" ,\n',
      [
        ["a", "b"],
        ["xy", "z ", ""],
      ],
    ],
    [
      "a quote within a cell",
      'a,b\n5" disk,x"y"\n',
      [
        ["a", "b"],
        ['5" disk', 'x"y"'],
      ],
    ],
    [
      "an empty quoted cell",
      'a,b\n"","x"\n',
      [
        ["a", "b"],
        ["", "x"],
      ],
    ],
    ["ragged rows", "a,b,c\n1\n1,2,3,4\n", [["a", "b", "c"], ["1"], ["1", "2", "3", "4"]]],
    ["blank rows, of which the last are left out", "\n,,\na,b\n\n,\n1,2\n,,\n\n", [[], [], ["a", "b"], [], [], ["1", "2"]]],
    [
      "no line end",
      "a,b\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
  ]
  it.each(cells)("is read with %s", async (_, text, rows) => {
    expect((await read(text)).rows).toEqual(rows)
  })

  const text = "Ad;Şehir\r\nİğdır ÇÖÜ;ışık\r\n"
  const encodings: [string, string, BlobPart[]][] = [
    ["utf-8", "UTF-8", [text]],
    ["utf-8", "UTF-8 with a mark", ["\uFEFF", text]],
    ["utf-16le", "UTF-16 LE with a mark", [utf16(`\uFEFF${text}`, false)]],
    ["utf-16le", "UTF-16 LE", [utf16(text, false)]],
    ["utf-16be", "UTF-16 BE with a mark", [utf16(`\uFEFF${text}`, true)]],
    ["utf-16be", "UTF-16 BE", [utf16(text, true)]],
    ["windows-1254", "Windows-1254", [windows1254(text)]],
  ]
  it.each(encodings)("is read as %s when it is %s", async (encoding, _, parts) => {
    expect(await read(...parts)).toMatchObject({
      encoding,
      delimiter: ";",
      rows: [
        ["Ad", "Şehir"],
        ["İğdır ÇÖÜ", "ışık"],
      ],
    })
  })

  it("is read alike wherever the pieces of a long file end", async () => {
    const rows = Array.from({ length: 12_000 }, (_, at) => [`ğ${"ü".repeat(at % 7)}`, `"x",\r\n${at}`, "🎁".repeat(at % 3)])
    expect((await read(csv(rows, ","))).rows).toEqual(rows)
  })

  const refusals: [string, string, BlobPart[], object?][] = [
    ["empty", "nothing", []],
    ["empty", "blank cells alone", [";;\n;;\n"]],
    ["quoteNotClosed", "a quote that is not closed", ['a,b\n1,"x\ny\n'], { row: 2 }],
    ["quoteNotClosed", "a quote that is not closed in a long file", ['a,b\n1,"x\n', "1,2\n".repeat(20_000)], { row: 2 }],
    ["cellTooLong", "a cell beyond the limit of programs", [`a,b\n1,${"x".repeat(maxCellLength + 1)}\n`], { row: 2 }],
    ["tooManyRows", "more rows than the limit", ["a,b\n".repeat(maxRows + 1)]],
    ["tooManyColumns", "more columns than the limit", ["a,b\n", `${"a,".repeat(maxColumns)}a`], { row: 2 }],
    ["unsupported", "a web page", ["\n<html><table>"]],
    ["encodingUnknown", "a mark of UTF-8 before other bytes", [Uint8Array.from([0xef, 0xbb, 0xbf, 65, 0xf0, 66])]],
    ["unsupported", "a picture", [Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82])]],
    ["encodingUnknown", "UTF-32 with a mark", [utf32("\uFEFFAd;Şehir\n")]],
    ["encodingUnknown", "UTF-32", [utf32("Ad;Şehir\n")]],
    ["encodingUnknown", "UTF-32 of the other byte order", [Buffer.from(utf32("Ad;Şehir\n")).swap32()]],
    ["unsupported", "the last character of DOS within a text", ["Ad;Şehir\nAyşe;\u001Aİzmir\n"]],
    ["encodingUnknown", "UTF-8 that is cut within a letter", [Buffer.from("Ad;Şehir\nışık;ğ").subarray(0, -1)]],
    [
      "encodingUnknown",
      "UTF-8 that is cut, of letters that are two of Windows-1254",
      [Buffer.from("Ad;Ünvan\nö;ü").subarray(0, -1)],
    ],
    ["encodingUnknown", "UTF-16 that is cut within a letter", [utf16(`\uFEFF${text}`, false).subarray(0, -1)]],
  ]
  it.each(refusals)("is refused as %s: %s", async (key, _, parts, params) => {
    const refused = await refusal(read(...parts))
    expect([refused.key, refused.params]).toEqual([`spreadsheet.${key}`, params])
  })

  it("ends with the reason of its signal, and reports its progress until then", async () => {
    const controller = new AbortController()
    const shares: number[] = []
    const file = new Blob(["a,b\n".repeat(50_000)])
    const onProgress = (share: number) => {
      shares.push(share)
      if (share > 0.5) controller.abort()
    }
    await expect(readSpreadsheet(file, { signal: controller.signal, onProgress })).rejects.toMatchObject({ name: "AbortError" })
    expect(shares.at(-1)).toBeLessThan(1)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  })
})

describe("what csv() writes", () => {
  it.each([",", ";"] as const)("is read back with %j, marks of formulas included", async separator => {
    const rows = [
      ["=1+1", "+90", "-1", "@x", "\tx", "\rx"],
      ["'=1", "''+1", "'x", " a ", 'q"', "a\r\nb"],
      ["1,5", "1;5", "ğ\u00A0", "", "x"],
    ]
    expect((await read(csv(rows, separator))).rows).toEqual(rows)
  })
})

it("the texts name the limits", () => {
  const limits = [
    ["tooManyRows", maxRows],
    ["tooManyColumns", maxColumns],
    ["cellTooLong", maxCellLength],
  ] as const
  for (const [key, limit] of limits) {
    expect(turkish[`spreadsheet.${key}`]).toContain(limit.toLocaleString("tr"))
    expect(english[`spreadsheet.${key}`]).toContain(limit.toLocaleString("en"))
  }
})
