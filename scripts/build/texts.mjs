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

/** Returns the function that finds the keys in the code of a chunk. */
const keyFinder = keys => {
  const forms = new Map()
  for (const key of keys) forms.set(stem(key), [...(forms.get(stem(key)) ?? []), key])
  const below = head => keys.filter(key => key.startsWith(head))
  return code => {
    const all = pattern => [...code.matchAll(pattern)].map(([, found]) => found)
    return new Set([
      ...all(/["'`]([a-zA-Z]\w*(?:\.\w+)+)["'`]/g).flatMap(literal => [...(forms.get(literal) ?? []), ...below(`${literal}.`)]),
      ...all(/`([a-zA-Z]\w*(?:\.\w+)*\.\w*)\$\{/g).flatMap(below),
    ])
  }
}

const sourceOf = path => readFileSync(`${root}${path}`, "utf8")

/** Returns the names of the files of texts: `[name, source file of the chunk]` by each `withTexts`. */
const namesOf = inputs =>
  Object.entries(inputs).flatMap(([path, { imports }]) => {
    if (!path.startsWith("src/") || !imports.some(({ kind }) => kind === "dynamic-import")) return []
    const calls = sourceOf(path).matchAll(/withTexts\(\s*"([\w.]+)",\s*\(\) => import\("([^"]+)"\)/g)
    return [...calls].map(([, name, given]) => [name, imports.find(({ original }) => original === given)?.path])
  })

/** Returns the prefixes of the texts of records in a folder of a module. */
const prefixesIn = inputs => {
  const prefixes = new Map()
  for (const path of Object.keys(inputs)) {
    const folder = /^src\/modules\/\w+\//.exec(path)?.[0]
    if (!folder) continue
    const found = [...sourceOf(path).matchAll(/\btexts: "(\w+)"/g)].map(([, prefix]) => prefix)
    prefixes.set(folder, [...(prefixes.get(folder) ?? []), ...found])
  }
  return source => prefixes.get(/^src\/modules\/\w+\//.exec(source)?.[0]) ?? []
}

const union = (...sets) => new Set(sets.flatMap(set => [...set]))
const without = (set, others) => new Set([...set].filter(item => !others.has(item)))
const intersection = sets => new Set([...(sets[0] ?? [])].filter(item => sets.every(set => set.has(item))))

/**
 * Returns the keys of each file of texts, by its name.
 * @param keys those that are not in files of their own; @param ofServer those of them that only the server shows
 */
const collect = ({ metafile: { inputs, outputs }, codeOf }, keys, ofServer) => {
  const find = keyFinder(keys)
  const prefixesOf = prefixesIn(inputs)
  const isChunk = name => name.endsWith(".js") && outputs[name]?.inputs
  const keysIn = new Map(
    Object.keys(outputs)
      .filter(isChunk)
      .map(name => [name, find(codeOf.get(name))]),
  )
  const outputOf = source => Object.keys(outputs).find(name => outputs[name].entryPoint === source)
  const named = new Map(namesOf(inputs).map(([name, source]) => [outputOf(source), { name, source }]))

  const ofFrameChunks = frame.map(outputOf)
  const isApart = path => named.has(path) || ofFrameChunks.includes(path)
  /**
   * Returns chunks, what they import, and what they load later without a name; frame and named chunks that they load are apart.
   * @param loaded chunks that are there already
   */
  const reach = (starts, loaded = new Set()) => {
    const chunks = new Set(starts)
    const later = new Set()
    for (const chunk of chunks)
      for (const { path, kind } of outputs[chunk].imports)
        if (isChunk(path) && !loaded.has(path)) (kind === "dynamic-import" && isApart(path) ? later : chunks).add(path)
    return { chunks, later }
  }
  const keysOf = chunks => union(...[...chunks].map(chunk => keysIn.get(chunk)))

  const start = reach([outputOf(entry)])
  const shell = reach(ofFrameChunks, start.chunks)
  const files = new Map([["translation", new Set([...keysOf(start.chunks)].filter(key => !isOfFrame(key)))]])
  const lists = [...named]
    .filter(([, { source }]) => isList(source))
    .map(([chunk]) => keysOf(reach([chunk], start.chunks).chunks))
  const ofFrame = without(union(keysOf(shell.chunks), keys.filter(isOfFrame), intersection(lists)), files.get("translation"))
  files.set("common", ofFrame)
  const framed = union(files.get("translation"), ofFrame)

  /** The keys that are loaded before a chunk, whichever chunk loads it. */
  const before = new Map()
  const isOpen = chunk => openPages.includes(named.get(chunk)?.source)
  let waiting = [...union(start.later, shell.later)].map(chunk => [chunk, isOpen(chunk) ? files.get("translation") : framed])
  for (const own = new Map(); waiting.length; ) {
    const next = []
    for (const [chunk, known] of waiting) {
      if (ofFrameChunks.includes(chunk)) continue
      const { name, source } = named.get(chunk)
      const all = before.has(chunk) ? intersection([before.get(chunk), known]) : known
      if (before.get(chunk)?.size === all.size) continue
      before.set(chunk, all)
      const { chunks, later } = reach([chunk], start.chunks)
      const prefixes = prefixesOf(source)
      const isOfRecords = key => prefixes.includes(key.split(".")[0]) && stem(key).split(".").length === 2
      const ofRecords = keys.filter(key => isOfRecords(key) && !ofServer.includes(key))
      own.set(chunk, without(union(keysOf(chunks), ofRecords), all))
      files.set(name, own.get(chunk))
      for (const other of later) next.push([other, union(all, own.get(chunk))])
    }
    waiting = next
  }
  return files
}

/** Long texts, which pages ask for by the name of their file in locales/, by `useTexts` and `textsOf`. */
const askedFor = inputs => {
  const code = Object.keys(inputs)
    .filter(path => path.startsWith("src/"))
    .map(sourceOf)
    .join("\n")
  return [...new Set([...code.matchAll(/\b(?:useTexts\(|textsOf\(\w+, )"(\w+)"/g)].map(([, name]) => name))]
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
  const whole = askedFor(ungrouped.metafile.inputs)
  const keysOfFile = name => languages.flatMap(language => Object.keys(read(language, `${name}.json`)))
  const apart = new Set([...whole, "document"].flatMap(keysOfFile))
  const keys = [...new Set(languages.flatMap(language => Object.keys(textsOf(language))))].filter(key => !apart.has(key)).sort()
  const ofServer = keysOfFile("server")
  const files = collect(ungrouped, keys, ofServer)
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
