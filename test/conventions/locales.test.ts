import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { withNouns } from "../../src/core/text/record-texts"
import { readJson, root, sources, typeScript, withoutComments } from "./sources"

const namespaces = readdirSync(join(root, "locales/tr")).map(file => file.replace(/\.json$/, ""))
type Words = Record<string, string>
const read = (language: string, namespace: string) => readJson(`locales/${language}/${namespace}.json`) as Words

const stem = (key: string) => key.replace(/_(one|other)$/, "")
/** The params of a text; each language may use another form of a noun. */
const holes = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name.replace(/^(one|many|object)$/i, "noun")).sort()

const keys = namespaces.flatMap(namespace => Object.keys(read("tr", namespace)))
const stems = [...new Set(keys.map(stem))]

const code = [...sources("src", typeScript), ...sources("server/src", typeScript), ...sources("scripts/build", [".mjs"])]
  .map(({ text }) => withoutComments(text))
  .join("\n")
const found = (pattern: RegExp) => new Set([...code.matchAll(pattern)].map(match => match[1] ?? ""))

/** Keys as they stand in the code, and those made of a prefix: `campaign.status.${name}`, texts: "campaign.status", texts: "campaign". */
const literals = found(/["'`]([a-z]\w*(?:\.\w+)+)["'`]/g)
const heads = new Set([...found(/`([a-z]\w*(?:\.\w+)*)\.\$\{[^`]*\}`/g), ...found(/\btexts: "(\w+(?:\.\w+)+)"/g)])
const prefixes = found(/\btexts: "(\w+)"/g)
/** Labels of the members of drafts: `labelsOf("campaign", blank)`. */
const labelled = found(/\blabelsOf\("(\w+)"/g)
const members = new Set(
  sources("src/contract", typeScript).flatMap(({ text }) =>
    [...text.matchAll(/(?:^ {2}|[{,] )(\w+): /gm)].map(match => match[1] ?? ""),
  ),
)
/** Texts that each kind of record has under its prefix, and those that follow from its nouns where it has none of its own. */
const words = [...(/type OwnTextName = ([^\n]*)/.exec(code)?.[1] ?? "").matchAll(/"(\w+)"/g)].map(match => match[1] ?? "")
const templates = new Set(stems.filter(key => key.startsWith("record.")).map(key => key.slice("record.".length)))
const lastOf = (key: string) => stem(key).slice(key.lastIndexOf(".") + 1)
const isOfRecord = (key: string) => {
  const name = lastOf(key).replace(/Platform$/, "")
  return prefixes.has(key.split(".")[0] ?? "") && (words.includes(name) || templates.has(name))
}

/** Keys of the error catalogue, which also holds texts for calls that no module makes yet (docs/contract.md#error-catalogue). */
const catalogued = new Set(
  [...readFileSync(join(root, "test/core/http/errors.test.ts"), "utf8").matchAll(/^ {2}\[?"(\w+(?:\.\w+)+)",/gm)].map(
    ([, key]) => key,
  ),
)

const isUsed = (key: string) => {
  const head = key.slice(0, key.lastIndexOf("."))
  const last = key.slice(key.lastIndexOf(".") + 1)
  if (head === "record")
    return code.includes(`"${last}"`) || members.has(last) || [...prefixes].some(prefix => literals.has(`${prefix}.${last}`))
  return (
    literals.has(key) || catalogued.has(key) || heads.has(head) || (labelled.has(head) && members.has(last)) || isOfRecord(key)
  )
}

describe("the texts", () => {
  it.each(namespaces)("%s holds the same keys in both languages", namespace => {
    // One language may have a text of its own, where the other has that of all records.
    const keysOf = (language: string) =>
      Object.keys(read(language, namespace)).filter(key => !prefixes.has(key.split(".")[0] ?? "") || !templates.has(lastOf(key)))
    expect(keysOf("en")).toEqual(keysOf("tr"))
  })

  it.each(namespaces.flatMap(namespace => ["tr", "en"].map(language => [language, namespace] as const)))(
    "%s/%s is sorted, flat, and has no empty text",
    (language, namespace) => {
      const file = read(language, namespace)
      expect(Object.keys(file)).toEqual(Object.keys(file).sort())
      expect(Object.entries(file).filter(([, text]) => typeof text !== "string" || !text.trim())).toEqual([])
    },
  )

  it("no key stands in two namespaces", () => {
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })

  it.each([
    ["legal", /^src\/app\/pages\/legal\//],
    ["proof", /^src\/app\/pages\/go-draw(?:\.tsx$|\/)/],
    ["answering", /^src\/app\/pages\/go-survey(?:\.tsx$|\/)/],
    ["analysis", /^src\/modules\/surveys\/analysis\//],
    ["templates", /^src\/modules\/surveys\/generation\//],
    ["samples", /^src\/modules\/feedback\/memory\//],
  ] as const)("long texts stand in a file of their own, and only the pages that load it ask for them: %s", (extra, pages) => {
    const names = (namespace: string) => Object.keys(read("tr", namespace))
    expect(names(extra).filter(key => !key.startsWith(`${extra}.`))).toEqual([])
    expect([...names("translation"), ...names("common")].filter(key => key.startsWith(`${extra}.`))).toEqual([])
    const asks = new RegExp(`["'\`]${extra}\\.`)
    expect(sources("src", typeScript).filter(({ path, text }) => !pages.test(path) && asks.test(text))).toEqual([])
  })

  it("the long texts name all that the console keeps in the browser", () => {
    const effects = sources("src", typeScript).map(({ text }) => withoutComments(text))
    const kept = effects.flatMap(text => {
      const calls = [...text.matchAll(/\b(?:localStore|sessionStore)\.set\("([^"]+)"/g)]
      const named = /\b(?:localStore|sessionStore)\.set\(/.test(text)
        ? [...text.matchAll(/\b(?:key|endKey|flagsKey) = "([^"]+)"/g)]
        : []
      const table = /const keys = \{([^}]*)\} as const/.exec(text)?.[1] ?? ""
      return [...calls, ...named, ...table.matchAll(/: "(\w+)"/g)].map(match => match[1] ?? "")
    })
    expect(kept.length).toBeGreaterThan(15)
    const notice = readFileSync(join(root, "src/app/pages/legal/storage-sections.tsx"), "utf8")
    expect([...new Set(kept)].filter(name => !notice.includes(`"${name}"`))).toEqual([])
  })

  it("a text has the same params in both languages", () => {
    const differs = namespaces.flatMap(namespace => {
      const [tr, en] = [read("tr", namespace), read("en", namespace)]
      return Object.keys(tr).filter(key => key in en && holes(tr[key] ?? "").join() !== holes(en[key] ?? "").join())
    })
    // A form for exactly one may leave the figure out.
    expect(differs.filter(key => !key.endsWith("_one"))).toEqual([])
  })

  it("a plural has both its forms", () => {
    const plurals = new Set(keys.filter(key => stem(key) !== key).map(stem))
    expect([...plurals].filter(key => !keys.includes(`${key}_one`) || !keys.includes(`${key}_other`))).toEqual([])
  })

  it("every key is used", () => {
    expect(templates.size).toBeGreaterThan(10)
    expect(stems.filter(key => !isUsed(key))).toEqual([])
  })

  /** Words for one thing: rows of docs/glossary.md. */
  const terms = readFileSync(join(root, "docs/glossary.md"), "utf8")
    .split("## Words of the screens")[1]
    ?.matchAll(/^\| (tr|en) \| (.+?) \| (.+?) \| (.+?) \|$/gm)

  it.each([...(terms ?? [])].map(([, ...cells]) => cells))(
    "in %s, texts of %s say: %s",
    (language = "", part = "", _, not = "") => {
      const starts = [...part.matchAll(/`([^`]+)`/g)].map(([, start = ""]) => start)
      const isOfPart = (key: string) =>
        !starts.length || starts.some(start => key.startsWith(start)) !== part.startsWith("all but")
      const found = not.split(", ").map(word => {
        const isStart = word.endsWith("…")
        const escaped = word.replace("…", "").replace(/[.]/g, "\\.")
        return new RegExp(`(?<![\\p{L}])${escaped}${isStart ? "" : "(?![\\p{L}])"}`, "u")
      })
      const texts = namespaces.flatMap(namespace => Object.entries(read(language, namespace)))
      const wrong = texts.filter(
        ([key, text]) =>
          isOfPart(key) && found.some(word => word.test(text.replace(/\{\{.*?\}\}/g, "").toLocaleLowerCase(language))),
      )
      expect(wrong).toEqual([])
    },
  )

  /** Messages of fields whose words are fixed (docs/contract.md#error-catalogue), and one that stands among them. */
  const fixed = [
    "ai.topicRequired",
    "employee.emailRequired",
    "employee.firstNameRequired",
    "employee.lastNameRequired",
    "employee.phoneRequired",
    "tenant.idRequired",
  ]

  it.each(["tr", "en"])("messages of fields end with a full stop, labels and changes do not: %s", language => {
    const texts = namespaces.flatMap(namespace => Object.entries(read(language, namespace)))
    const messages = texts.filter(([key]) => /^rule\.|(Required|Range|Whole)$/.test(key) && !fixed.includes(key))
    expect(messages.length).toBeGreaterThan(60)
    expect(messages.filter(([, text]) => !/[.}]$/.test(text))).toEqual([])
    const others = texts.filter(([key]) => /^survey\.(required$|change\.)/.test(key))
    expect(others.filter(([, text]) => text.endsWith("."))).toEqual([])
  })

  it("Turkish puts no suffix on a param, whose vowels it can't know", () => {
    const texts = namespaces.flatMap(namespace => Object.entries(read("tr", namespace)))
    expect(texts.filter(([, text]) => /\}\}['’]/.test(text))).toEqual([])
  })

  it("what every module says is the same in all of them", () => {
    for (const language of ["tr", "en"]) {
      const texts = Object.fromEntries(namespaces.flatMap(namespace => Object.entries(read(language, namespace))))
      for (const name of ["noDescription", "noTerms", "everyCompany"]) {
        const said = [...prefixes].flatMap(prefix => texts[`${prefix}.${name}`] ?? [])
        expect([language, name, new Set(said).size <= 1]).toEqual([language, name, true])
      }
    }
  })

  it.each(["tr", "en"] as const)("no module has a text of its own that is the one of all records: %s", language => {
    const texts = Object.fromEntries(namespaces.flatMap(namespace => Object.entries(read(language, namespace))))
    const said = (prefix: string, name: string) =>
      withNouns(texts[`record.${name}`] ?? "", language, {
        one: texts[`${prefix}.one`] ?? "",
        many: texts[`${prefix}.many`] ?? "",
      })
    const names = Object.keys(texts).flatMap(key => (key.startsWith("record.") ? [key.slice("record.".length)] : []))
    const found = [...prefixes].flatMap(prefix => names.filter(name => texts[`${prefix}.${name}`] === said(prefix, name)))
    expect(found).toEqual([])
  })

  it("every module that the frames speak of has all their words", () => {
    expect(prefixes.size).toBeGreaterThan(3)
    const missing = [...prefixes].flatMap(prefix => words.map(word => `${prefix}.${word}`)).filter(key => !stems.includes(key))
    expect(missing).toEqual([])
  })
})
