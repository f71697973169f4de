/**
 * Decides which texts are loaded with which chunk: those whose keys stand in it. No text is assigned to a screen by hand.
 *
 * In: the chunks of console.mjs before they are grouped, locales/, and the calls of `withTexts` in src, which name the files of texts. Out: dist/locales/,
 * and dist/server/texts.json with each text and the files that load it (`npm run texts`).
 *
 * A key stands in a chunk
 * - as it is: "campaign.title";
 * - as its head: `campaign.reward.${name}`, or texts: "campaign.status", stand for all keys below;
 * - as a text of records, such as the label of a field, which is made of a module's prefix: `campaign.<name>` is loaded with the chunks
 *   of the module's folder.
 * Keys that are made in another way are found by nobody: the build fails for a text that no chunk has. A chunk that is loaded without a
 * name has its texts in the file of the chunk that loads it. `translation` is loaded by every page, `common` with the frame: it also has
 * what all lists show; `all` has every text, for a page that misses one because another release divides them otherwise.
 */
import { readdirSync, readFileSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { load } from "./load.mjs"
import { dist, entry, frame, isList, openPages, root } from "./paths.mjs"

const languages = readdirSync(`${root}locales`)
const read = (language, name) => JSON.parse(readFileSync(`${root}locales/${language}/${name}`, "utf8"))
const filesOf = language => readdirSync(`${root}locales/${language}`)
/** All texts of a language. */
const textsOf = language => Object.assign({}, ...filesOf(language).map(name => read(language, name)))

const stem = key => key.replace(/_(one|other)$/, "")

/** What the menus, the palette and the audit log show on every page of a signed-in person: nouns, and the templates of all kinds of records. */
const isOfFrame = key => /^\w+\.(one|many)$/.test(key) || key.startsWith("record.")

/** Returns what the group of a pattern matches. */
const captures = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found)

/** Returns the keys that stand in the code of a chunk. */
const keysIn = (code, keys) => {
  const below = (head, isOf = () => true) => keys.filter(key => key.startsWith(head) && isOf(key.slice(head.length)))
  const literals = captures(code, /["'`]([a-zA-Z]\w*(?:\.\w+)+)["'`]/g)
  const heads = captures(code, /`([a-zA-Z]\w*(?:\.\w+)*\.\w*)\$\{/g)
  return new Set([
    ...literals.flatMap(literal => below(literal, rest => /^(\..*|_one|_other)?$/.test(rest))),
    ...heads.flatMap(head => below(head)),
  ])
}

/** Returns the files of texts that the source files name: `[name, source file of the chunk]` by each `withTexts`. */
const namesIn = sources =>
  sources.flatMap(({ code, imports }) => {
    const calls = code.matchAll(/withTexts\(\s*"([\w.]+)",\s*\(\) => import\("([^"]+)"\)/g)
    return [...calls].map(([, name, given]) => [name, imports.find(({ original }) => original === given)?.path])
  })

/** Returns the prefixes of the texts of records in the module's folder of a source file. */
const prefixesOf = (source, sources) => {
  const [folder] = /^src\/modules\/\w+\//.exec(source) ?? []
  return sources.flatMap(({ path, code }) => (folder && path.startsWith(folder) ? captures(code, /\btexts: "(\w+)"/g) : []))
}

/** Returns the names of long texts, which pages ask for by the name of their file in locales/, by `useTexts` and `textsOf`. */
const longTextsIn = sources => new Set(sources.flatMap(({ code }) => captures(code, /\b(?:useTexts\(|textsOf\(\w+, )"(\w+)"/g)))

const union = (...sets) => new Set(sets.flatMap(set => [...set]))
const without = (set, others) => new Set([...set].filter(item => !others.has(item)))
const intersection = sets => new Set([...(sets[0] ?? [])].filter(item => sets.every(set => set.has(item))))

/**
 * Returns the keys of each file of texts, by its name.
 * @param keys those that are not in files of their own; @param ofServer those of them that only the server shows
 */
const collect = ({ metafile: { outputs }, codeOf }, sources, keys, ofServer) => {
  const isChunk = name => name.endsWith(".js") && outputs[name]?.inputs
  const names = Object.keys(outputs).filter(isChunk)
  const found = new Map(names.map(name => [name, keysIn(codeOf.get(name), keys)]))
  const outputOf = source => names.find(name => outputs[name].entryPoint === source)
  const named = new Map(namesIn(sources).map(([name, source]) => [outputOf(source), { name, source }]))
  const ofFrame = frame.map(outputOf)
  /**
   * Returns chunks, what they import, and what they load later without a name; frame and named chunks that they load are apart.
   * @param loaded chunks that are there already
   */
  const reach = (starts, loaded = new Set()) => {
    const chunks = new Set(starts)
    const later = new Set()
    for (const chunk of chunks)
      for (const { path, kind } of outputs[chunk].imports) {
        if (!isChunk(path) || loaded.has(path) || (kind === "dynamic-import" && ofFrame.includes(path))) continue
        ;(kind === "dynamic-import" && named.has(path) ? later : chunks).add(path)
      }
    return { chunks, later, keys: union(...[...chunks].map(chunk => found.get(chunk))) }
  }

  const start = reach([outputOf(entry)])
  const shell = reach(ofFrame, start.chunks)
  const lists = [...named].filter(([, { source }]) => isList(source)).map(([chunk]) => reach([chunk], start.chunks).keys)
  const translation = without(start.keys, new Set(keys.filter(isOfFrame)))
  const common = without(union(shell.keys, keys.filter(isOfFrame), intersection(lists)), translation)
  const files = new Map(Object.entries({ translation, common }))

  /** The keys that are loaded before a chunk, whichever chunk loads it. */
  const before = new Map()
  const isOpen = chunk => openPages.includes(named.get(chunk).source)
  const waiting = [...union(start.later, shell.later)].map(chunk => [
    chunk,
    isOpen(chunk) ? translation : union(translation, common),
  ])
  for (const [chunk, known] of waiting) {
    const all = before.has(chunk) ? intersection([before.get(chunk), known]) : known
    if (before.get(chunk)?.size === all.size) continue
    before.set(chunk, all)
    const { name, source } = named.get(chunk)
    const reached = reach([chunk], start.chunks)
    const prefixes = prefixesOf(source, sources)
    const isOfRecords = key =>
      prefixes.includes(key.split(".")[0]) && stem(key).split(".").length === 2 && !ofServer.includes(key)
    files.set(name, without(union(reached.keys, keys.filter(isOfRecords)), all))
    for (const other of reached.later) waiting.push([other, union(all, files.get(name))])
  }
  return files
}

/** Returns each text in all languages, those that follow from the nouns of a kind of record too, with the files that load it. */
const textTable = (files, withNouns) => {
  const all = languages.map(language => [language, textsOf(language)])
  const rows = new Map()
  for (const [language, texts] of all) {
    const add = (key, text, more) => rows.set(key, { ...rows.get(key), ...more, [language]: text })
    for (const [key, text] of Object.entries(texts)) add(key, text)
    const prefixes = Object.keys(texts).flatMap(key => (key.endsWith(".many") ? [key.slice(0, -".many".length)] : []))
    for (const prefix of prefixes)
      for (const [template, text] of Object.entries(texts)) {
        const key = template.replace(/^record\./, `${prefix}.`)
        if (key !== template && !(key in texts))
          add(key, withNouns(text, language, { one: texts[`${prefix}.one`], many: texts[`${prefix}.many`] }), { template })
      }
  }
  const loadedBy = key => [...files].flatMap(([name, keys]) => (name !== "all" && keys.has(key) ? [name] : []))
  return [...rows].map(([key, row]) => ({ key, ...row, files: loadedBy(row.template ?? key) }))
}

/** Writes dist/locales/. @param built result of buildConsole; @throws when a text is loaded nowhere */
export const writeTexts = async ({ ungrouped }) => {
  const sources = Object.entries(ungrouped.metafile.inputs).flatMap(([path, { imports }]) =>
    path.startsWith("src/") ? { path, imports, code: readFileSync(`${root}${path}`, "utf8") } : [],
  )
  const whole = longTextsIn(sources)
  const keysOfFile = name => [...new Set(languages.flatMap(language => Object.keys(read(language, `${name}.json`))))]
  const apart = new Set([...whole, "document"].flatMap(keysOfFile))
  const keys = [...new Set(languages.flatMap(language => Object.keys(textsOf(language))))].filter(key => !apart.has(key)).sort()
  const ofServer = keysOfFile("server")
  const files = collect(ungrouped, sources, keys, ofServer)
  for (const name of whole) files.set(name, new Set(keysOfFile(name)))
  const loaded = union(...files.values())
  files.set("all", new Set([...loaded].filter(key => !apart.has(key))))
  for (const language of languages) {
    const texts = textsOf(language)
    await mkdir(`${dist}locales/${language}`, { recursive: true })
    for (const [name, own] of files) {
      const part = Object.fromEntries([...own].sort().flatMap(key => (key in texts ? [[key, texts[key]]] : [])))
      await writeFile(`${dist}locales/${language}/${name}.json`, JSON.stringify(part))
    }
    await mkdir(`${dist}server/locales`, { recursive: true })
    await writeFile(`${dist}server/locales/${language}.json`, JSON.stringify(texts))
  }
  const { withNouns } = await load("src/core/text/record-texts.ts")
  await writeFile(`${dist}server/texts.json`, JSON.stringify(textTable(files, withNouns)))
  const missed = keys.filter(key => !loaded.has(key) && !ofServer.includes(key))
  const shown = ofServer.filter(key => loaded.has(key))
  if (shown.length) throw new Error(`Pages show texts of locales/…/server.json: ${shown.join(", ")}.`)
  if (missed.length) throw new Error(`No page loads these texts, because no key in the code leads to them: ${missed.join(", ")}.`)
}
