import { describe, expect, it } from "vitest"
import { createRandom, type Random } from "../../../server/src/seed/random"
import { KeyedError } from "../../../src/core/http/errors"
import { csv } from "../../../src/core/spreadsheet/csv"
import { readSpreadsheet } from "../../../src/core/spreadsheet/spreadsheet"
import { writeXlsx } from "../../../src/core/spreadsheet/xlsx-writer"
import { isLong, rounds } from "../../rounds"
import { type Cell, changed, compoundFile, type Dialect, escapeXml, type Part, workbook, zip } from "./xlsx-kit"

/** Files of each of the ten kinds. */
const count = isLong ? 40 * rounds : 15

type Outcome = { rows: string[][] } | { key: string }
/** Returns the rows or the key of the refusal; any other error fails the test. */
const outcomeOf = async (file: Buffer | Blob): Promise<Outcome> => {
  const blob = file instanceof Blob ? file : new Blob([Uint8Array.from(file)])
  return readSpreadsheet(blob).then(
    ({ rows }) => ({ rows }),
    (error: unknown) => {
      if (error instanceof KeyedError) return { key: error.key.replace("spreadsheet.", "") }
      throw error
    },
  )
}

const words = [
  "Ayşe",
  "İğdır",
  "ÇÖÜ",
  "ışık",
  "a@b.co",
  "0532 123 45 67",
  "x",
  "Satış, Ar-Ge",
  "1,5",
  "a;b",
  'de"di',
  "iki\nsatır",
  " boş ",
  "=1+1",
  "'=x",
  "-",
]
const text = (random: Random) =>
  random.chance(0.15) ? "" : random.pick(words) + (random.chance(0.3) ? random.whole(0, 999) : "")
const table = (random: Random, cellOf: (random: Random) => string = text) => {
  const columns = random.pick([1, 2, 3, 5, 10, 255])
  const head = Array.from({ length: columns }, (_, at) => `Sütun ${at + 1}`)
  const rows = Array.from({ length: random.whole(1, columns > 100 ? 3 : 60) }, () => {
    if (random.chance(0.05)) return []
    // Of one column, nothing tells a delimiter from a part of a cell.
    const length = columns > 1 && random.chance(0.1) ? random.whole(1, columns + 2) : columns
    return Array.from({ length }, () => cellOf(random))
  })
  return [head, ...rows]
}
/** What is read: a row without a value is blank, blank rows at the end are left out. */
const asRead = (rows: readonly (readonly string[])[], trims: boolean) => {
  const read = rows.map(row => (row.some(Boolean) ? row.slice(0, trims ? row.findLastIndex(Boolean) + 1 : row.length) : []))
  return read.slice(0, read.findLastIndex(row => row.length) + 1)
}

const bytesOf: Record<string, (content: string) => Buffer> = {
  utf8: content => Buffer.from(content),
  utf8Marked: content => Buffer.from(`\uFEFF${content}`),
  utf16le: content => Buffer.from(content, "utf16le"),
  utf16leMarked: content => Buffer.from(`\uFEFF${content}`, "utf16le"),
  utf16be: content => Buffer.from(content, "utf16le").swap16(),
  utf16beMarked: content => Buffer.from(`\uFEFF${content}`, "utf16le").swap16(),
  windows1254: content => {
    const codes: Record<string, number> = { ğ: 0xf0, Ğ: 0xd0, ı: 0xfd, İ: 0xdd, ş: 0xfe, Ş: 0xde }
    return Buffer.from(Array.from(content, char => codes[char] ?? char.charCodeAt(0)))
  },
}

const delimited = (random: Random, rows: readonly (readonly string[])[]) => {
  const delimiter = random.pick([",", ";", "\t"])
  const line = random.pick(["\n", "\r\n", "\r"])
  const cellOf = (cell: string) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) || cell !== cell.trim() || random.chance(0.1)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell
  return rows.map(row => row.map(cellOf).join(delimiter)).join(line) + (random.chance(0.5) ? line : "")
}
const textFile = (random: Random, rows: readonly (readonly string[])[]) => {
  const encode = bytesOf[random.pick(Object.keys(bytesOf))]
  return encode?.(delimited(random, rows)) ?? Buffer.alloc(0)
}

const dialect = (random: Random): Dialect => ({
  prefix: random.pick(["", "", "x:", "ns0:"]),
  areStringsInline: random.chance(0.3),
  hasNoReferences: random.chance(0.3),
  areTargetsAbsolute: random.chance(0.3),
  isStrict: random.chance(0.2),
  isPretty: random.chance(0.2),
  hasApostrophes: random.chance(0.2),
  isUtf16: random.chance(0.1),
  areNamesCapital: random.chance(0.2),
  is1904: random.chance(0.2),
  formats: ["dd.mm.yyyy", "#,##0.00"],
})
const archive = (random: Random, parts: readonly Part[]) => {
  const [isZip64, hasDescriptor, isStored] = [random.chance(0.2), random.chance(0.3), random.chance(0.2)]
  return zip(
    parts.map(part => ({ ...part, isZip64, hasDescriptor, isStored })),
    { isZip64, comment: random.pick(["", "written by a program"]) },
  )
}
/** A workbook, and its rows as they are read. */
const workbookFile = (random: Random) => {
  const program = dialect(random)
  const shown = new Map<Cell, string>()
  const day = () => {
    const serial = random.whole(36_526, 47_482) - (program.is1904 ? 1462 : 0)
    const cell = { serial, style: random.pick([1, 3]) }
    const epoch = program.is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
    shown.set(cell, new Date(epoch + serial * 86_400_000).toISOString().slice(0, 10))
    return cell
  }
  const formula = () => {
    const cell = { formula: 'A1&"<x>"', value: random.pick(["a & b", 42]) }
    shown.set(cell, String(cell.value))
    return cell
  }
  const error = () => {
    const cell = { error: "#DIV/0!" }
    shown.set(cell, "#DIV/0!")
    return cell
  }
  // Apostrophes around attributes would end where a text has one.
  const cell = (): Cell =>
    random.pick<() => Cell>([
      () => text(random) || null,
      () => text(random) || null,
      () => random.whole(0, 1e10),
      () => random.whole(0, 10_000) / 100,
      () => random.chance(0.5),
      day,
      formula,
      error,
      () => null,
    ])()
  const rows: Cell[][] = table(random).map((row, at) => (at ? row.map(() => cell()) : row))
  const read = rows.map(row =>
    row.map(cell => (typeof cell === "boolean" ? String(cell).toUpperCase() : (shown.get(cell) ?? String(cell ?? "")))),
  )
  const sheets = [
    ...(random.chance(0.2) ? [{ name: "Gizli", rows: [["x"]], state: "hidden" }] : []),
    { name: "Kişiler", rows, inRow: random.pick(["", ' hidden="1"', ' ht="15" customHeight="1"']) },
    ...(random.chance(0.3) ? [{ name: "Sayfa2", rows: [["y"]] }] : []),
  ]
  return { parts: workbook(sheets, program), rows: asRead(read, true) }
}

const each = (kind: string, seed: number, run: (random: Random) => Promise<void>) =>
  it(`${count} files: ${kind}`, async () => {
    for (let at = 0; at < count; at++) {
      const random = createRandom(seed * 1000 + at)
      await run(random).catch((error: unknown) => {
        throw new Error(`seed ${seed * 1000 + at}`, { cause: error })
      })
    }
  })

describe("generated files are read right", () => {
  each("delimited text in all encodings", 1, async random => {
    const rows = table(random)
    const file = textFile(random, rows)
    const marksTaken = asRead(rows, false).map(row => row.map(cell => cell.replace(/^'(?==)/, "")))
    expect(await outcomeOf(file)).toEqual({ rows: marksTaken })
  })

  each("what csv() writes", 2, async random => {
    const rows = table(random)
    expect(await outcomeOf(new Blob([csv(rows, random.pick([",", ";"]))]))).toEqual({ rows: asRead(rows, false) })
  })

  each("what writeXlsx() writes", 3, async random => {
    const any = () =>
      String.fromCodePoint(
        ...Array.from({ length: random.whole(0, 6) }, () =>
          random.pick([random.whole(0, 255), random.whole(0x100, 0xd7ff), random.whole(0xe000, 0x10ffff)]),
        ),
      )
    const rows = table(random, () => (random.chance(0.3) ? any() : text(random)))
    expect(await outcomeOf(await writeXlsx("Sayfa", rows))).toEqual({ rows: asRead(rows, true) })
  })

  each("workbooks of several programs", 4, async random => {
    const { parts, rows } = workbookFile(random)
    expect(await outcomeOf(archive(random, parts))).toEqual({ rows })
  })
})

describe("spoilt files are read as they were or refused", () => {
  each("workbooks with changed bytes", 5, async random => {
    const { parts, rows } = workbookFile(random)
    const file = Buffer.from(archive(random, parts))
    for (let left = random.whole(1, 3); left; left--) file[random.whole(4, file.length - 1)] = random.whole(0, 255)
    const outcome = await outcomeOf(file)
    if ("rows" in outcome) expect(outcome).toEqual({ rows })
    else expect(["corrupt", "encrypted", "unsupported", "tooLarge"]).toContain(outcome.key)
  })

  each("workbooks that are cut", 6, async random => {
    const { parts } = workbookFile(random)
    const file = zip(parts)
    expect(await outcomeOf(file.subarray(0, random.whole(4, file.length - 1)))).toEqual({ key: "corrupt" })
  })

  each("workbooks with spoilt elements", 7, async random => {
    const { parts } = workbookFile(random)
    const path = random.pick(parts.filter(part => /workbook|sheet|shared|styles|rels$/.test(part.path))).path
    const spoil = (content: string) => {
      const at = random.whole(60, content.length - 1)
      return (
        content.slice(0, at) +
        random.pick(["<", ">", "&", '"', "<a>", "</a>", "]]>", "<!--", "<!DOCTYPE a>", "\0", "<?"]) +
        content.slice(at)
      )
    }
    const outcome = await outcomeOf(zip(changed(parts, path, spoil)))
    if ("key" in outcome) expect(["corrupt", "unsupported", "empty", "cellTooLong"]).toContain(outcome.key)
  })

  each("delimited text with broken quotes, zeros and cut letters", 8, async random => {
    const file = textFile(random, table(random))
    const at = random.whole(0, file.length - 1)
    const outcome = await outcomeOf(
      random.pick([
        () =>
          Buffer.concat([
            file.subarray(0, at),
            Buffer.from(random.pick(['"', '";"', "\n", ";", "\0", "\ufffd", "\x1b"])),
            file.subarray(at),
          ]),
        () => file.subarray(0, at),
        () => Buffer.concat([file, Buffer.from([random.whole(128, 255)])]),
      ])(),
    )
    if ("key" in outcome) expect(["empty", "quoteNotClosed", "encodingUnknown", "unsupported"]).toContain(outcome.key)
  })

  each("bytes of no file", 9, async random => {
    const bytes = Buffer.from(Array.from({ length: random.whole(40, 5000) }, () => random.whole(0, 255)))
    const start = random.pick([
      [],
      [0x50, 0x4b, 3, 4],
      [0xd0, 0xcf, 0x11, 0xe0],
      [0xff, 0xfe],
      [0xef, 0xbb, 0xbf],
      [0x25, 0x50, 0x44, 0x46],
    ])
    const outcome = await outcomeOf(Buffer.concat([Buffer.from(start), bytes]))
    if ("key" in outcome) expect(["corrupt", "unsupported", "encodingUnknown"]).toContain(outcome.key)
    else expect(start).toEqual([0xff, 0xfe])
  })

  each("protected and old workbooks, documents of other programs, bombs", 10, async random => {
    const big = 1024 * 1024
    const parts = workbook([{ name: "Kişiler", rows: table(random) }])
    const sheet = (data: string | Buffer, size?: number) =>
      changed(parts, "xl/worksheets/sheet1.xml", () => ({
        path: "xl/worksheets/sheet1.xml",
        data,
        ...(size !== undefined && { size }),
      }))
    const [key, file] = random.pick<() => [string, Buffer]>([
      () => ["encrypted", compoundFile("EncryptionInfo", "EncryptedPackage")],
      () => ["unsupported", compoundFile(random.pick(["Workbook", "Book", "WordDocument"]))],
      () => ["unsupported", zip([{ path: "content.xml", data: "<x/>" }])],
      () => [
        "unsupported",
        Buffer.from(random.pick(["<html><table>", "%PDF-1.7\n", "{\\rtf1 a}", '<?xml version="1.0"?><Workbook/>'])),
      ],
      () => ["corrupt", zip(sheet(Buffer.alloc(8 * big, "<a>")))],
      () => ["corrupt", zip(sheet(Buffer.alloc(8 * big, " "), 1000))],
      () => ["corrupt", zip(sheet(`<!DOCTYPE a [${'<!ENTITY a "&a;&a;">'.repeat(20)}]><a>&a;</a>`))],
      () => ["tooLarge", zip(sheet("<a/>", 1024 * big))],
      () => [
        "cellTooLong",
        zip(
          sheet(
            `<worksheet><sheetData><row><c t="str"><v>${escapeXml("&".repeat(40_000))}</v></c></row></sheetData></worksheet>`,
          ),
        ),
      ],
    ])()
    expect(await outcomeOf(file)).toEqual({ key })
  })
})
