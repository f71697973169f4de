import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { withNouns } from "../../src/core/text/record-texts"
import { closureOf, imports } from "./imports"
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

const literalsIn = (text: string) => [...text.matchAll(/["'`]([a-z]\w*(?:\.\w+)+)["'`]/g)].map(match => match[1] ?? "")

const files = sources("src", typeScript).map(({ path, text }) => ({ path, text: withoutComments(text) }))
/** An `import()`, and the texts that are loaded with it. */
type Loader = { from: string; to: string; names: readonly string[] }

/** Where a call ends that begins at an index. */
const endOfCall = (text: string, from: number) => {
  let at = text.indexOf("(", from) + 1
  for (let depth = 1; depth && at < text.length; at++) depth += text[at] === "(" ? 1 : text[at] === ")" ? -1 : 0
  return at
}

const loaders = files.flatMap(({ path, text }): Loader[] => {
  const calls = [...text.matchAll(/withTexts\(\[([^\]]*)\]|lazyRecord\(/g)].map(match => ({
    start: match.index,
    end: endOfCall(text, match.index),
    names: match[1] === undefined ? ["records"] : [...match[1].matchAll(/"(\w+)"/g)].map(([, name = ""]) => name),
  }))
  return [...text.matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(({ index, 1: to = "" }) => ({
    from: path,
    to: imports.find(({ from, given }) => from === path && given === to)?.to ?? "",
    names: calls.filter(({ start, end }) => start < index && index < end).flatMap(({ names }) => names),
  }))
})

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
    ["reporting", /^src\/modules\/reports\//],
    ["templates", /^src\/modules\/surveys\/generation\//],
    ["samples", /^src\/modules\/feedback\/memory\//],
  ] as const)("texts of some pages stand in a namespace of their own, and only these pages ask for it: %s", (extra, pages) => {
    const names = (namespace: string) => Object.keys(read("tr", namespace))
    expect(names(extra).filter(key => !key.startsWith(`${extra}.`))).toEqual([])
    expect([...names("translation"), ...names("common")].filter(key => key.startsWith(`${extra}.`))).toEqual([])
    const asks = new RegExp(`["'\`]${extra}\\.`)
    expect(sources("src", typeScript).filter(({ path, text }) => !pages.test(path) && asks.test(text))).toEqual([])
  })

  /** Files of a module, beside its own folder: what its forms follow from, which no other screen shows without these texts. */
  const modules: [namespace: string, folder: string, contract: string[]][] = [
    ["announcements", "announcements", ["announcements"]],
    ["calendar", "calendar", []],
    ["campaigns", "campaigns", ["campaigns"]],
    ["companies", "companies", ["companies", "company-drafts"]],
    ["draws", "draws", ["draws/draws"]],
    ["employees", "employees", ["employees"]],
    ["feedback", "feedback", ["feedback"]],
    ["gifts", "gifts", ["gifts", "gift-codes"]],
    ["partners", "partners", ["partners"]],
    ["payments", "payments", ["payments"]],
    ["surveys", "surveys", ["surveys/surveys"]],
  ]

  it.each(modules)("only the screens of a module show the texts that are loaded with them: %s", (namespace, folder, contract) => {
    const own = [`src/modules/${folder}/`, ...contract.map(name => `src/contract/${name}.ts`)]
    const isOwn = (path: string) => own.some(start => path.startsWith(start))
    /** Other modules import these files. */
    const isShared = (path: string) =>
      /\/(api\.ts|answer-fields\/.*|permission-list\.tsx)$/.test(path) &&
      imports.some(({ from, to }) => to === path && !isOwn(from))
    const others = sources("src", typeScript)
      .filter(({ path }) => isShared(path) || !isOwn(path))
      .map(({ text }) => withoutComments(text))
      .join("\n")
    const shown = (pattern: RegExp) => new Set([...others.matchAll(pattern)].map(match => match[1] ?? ""))
    const literal = shown(/(?<!\btexts: )["'`]([a-z]\w*(?:\.\w+)+)["'`]/g)
    const made = new Set([...shown(/`([a-z]\w*(?:\.\w+)*)\.\$\{[^`]*\}`/g), ...shown(/\btexts: "(\w+(?:\.\w+)+)"/g)])
    const isShown = (key: string) => {
      const head = key.slice(0, key.lastIndexOf("."))
      // The build adds the nouns to the texts of every page.
      return !/\.(one|many)$/.test(key) && (literal.has(key) || made.has(head))
    }
    expect([...new Set(Object.keys(read("tr", namespace)).map(stem))].filter(isShown)).toEqual([])
  })

  it.each(modules)("the screens of a module are loaded with its texts: %s", (namespace, folder) => {
    const imports = [
      ...code.matchAll(
        /(?:withTexts\(\[([^\]]*)\], )?\(\) => import\("(?:\.\.\/)+modules\/(\w+)\b(?!\/(?:record|history|attention-bell)")[^"]*"\)/g,
      ),
    ]
    const loaded = imports.filter(([, , name]) => name === folder).map(([, texts = ""]) => texts)
    expect(loaded).not.toEqual([])
    expect(loaded.filter(texts => !texts.includes(`"${namespace}"`))).toEqual([])
  })

  it("only the server asks for texts that no page loads", () => {
    const asked = new Set(Object.keys(read("tr", "server")).map(stem))
    const pages = sources("src", typeScript).filter(({ text }) => [...literalsIn(text)].some(key => asked.has(key)))
    expect(pages.map(({ path }) => path)).toEqual([])
  })

  it.each(["palette", "profile", "records"])("whatever shows them is loaded with the texts of %s", namespace => {
    const own = new Set(Object.keys(read("tr", namespace)).map(stem))
    const heads = new Set([...own].map(key => key.slice(0, key.lastIndexOf("."))))
    const showing = files.filter(
      ({ text }) =>
        [...literalsIn(text)].some(key => own.has(key)) ||
        [...text.matchAll(/`([a-z]\w*(?:\.\w+)*)\.\$\{|\btexts: "([\w.]+)"/g)].some(([, made = "", given = ""]) =>
          heads.has(made || given),
        ),
    )
    const shows = new Set(showing.map(({ path }) => path))
    expect(shows.size).toBeGreaterThan(0)
    const needs = (path: string) => [...closureOf(path)].some(file => shows.has(file))
    /** Whether a loader names the texts, or stands in files that are loaded with them. */
    const isNamed = ({ from, names }: Loader, seen: readonly string[] = []): boolean =>
      names.includes(namespace) ||
      (!closureOf("src/main.tsx").has(from) &&
        !seen.includes(from) &&
        loaders.filter(({ to }) => closureOf(to).has(from)).every(loader => isNamed(loader, [...seen, from])))
    expect(needs("src/main.tsx")).toBe(false)
    const nameless = loaders.filter(loader => needs(loader.to) && !isNamed(loader))
    expect(nameless.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it("every file of texts is loaded, but those of every page and of the server", () => {
    const named = namespaces.filter(name => new RegExp(`(?:withTexts\\([^)]*|useTexts\\(|textsOf\\([^)]*)"${name}"`).test(code))
    expect(namespaces.filter(name => !named.includes(name))).toEqual(["common", "document", "server", "translation"])
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
