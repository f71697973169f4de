import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { basename } from "node:path"
import { transform, version } from "esbuild"

/**
 * Names an export of a chunk as the chunk itself does after minification, and an import as the export. esbuild gives each three
 * names: `export{a as b}` and `import{b as c}` (docs/decisions/2026-11-23-names-of-exports.md).
 */

/**
 * A comment for the outputs, from whose texts before minification esbuild makes the hashes in their names: the text after it
 * depends on esbuild's version and on this file as well.
 */
export const salt = {
  js: `/*${version} ${createHash("sha256")
    .update(readFileSync(import.meta.filename))
    .digest("hex")}*/`,
}

/** An import. Those of external files are not at the beginning of a text. */
const importLine = /^import (?:\{([^}]*)\} from )?("[^"]*");\n/gm
const exportList = /\bexport ?\{([^}]*)\};?\s*$/

/** Returns the two names of each part of a list: `a as b`, or `a`. */
const pairs = list =>
  list.split(",").flatMap(part => {
    const [name, alias = name] = part.trim().split(" as ")
    return name ? [[name, alias]] : []
  })

const write = list => list.map(([name, alias]) => (name === alias ? name : `${name} as ${alias}`)).sort()

/**
 * Finds the files that only re-export what one chunk exports: those of lazily loaded files that are in a group (groups.mjs).
 * @returns by name: that chunk, and the names of the exports by those that they have in the chunk
 */
const findFacades = texts => {
  const found = new Map()
  const importsOf = text =>
    [...text.matchAll(importLine)].map(([, list, from]) => [basename(JSON.parse(from)), pairs(list ?? "")])
  for (const [name, text] of texts) {
    const [, exported] = exportList.exec(text) ?? []
    const isEmpty = !text
      .replace(/^\/\*.*\*\/$/gm, "")
      .replace(importLine, "")
      .replace(exportList, "")
      .trim()
    const imports = importsOf(text)
    const [[chunk, names] = [], other] = imports.filter(([, list]) => list.length)
    if (!exported || !isEmpty || !chunk || other) continue
    const reached = new Set([chunk, ...importsOf(texts.get(chunk) ?? "").map(([from]) => from)])
    if (!imports.every(([from]) => reached.has(from))) continue
    const own = new Map(names.map(([former, local]) => [local, former]))
    const given = pairs(exported).map(([local, as]) => [own.get(local), as])
    // Two such files of one chunk may export the same name.
    const taken = new Set(
      [...found.values()].filter(other => other.chunk === chunk).flatMap(other => other.names.map(([, as]) => as)),
    )
    if (given.some(([, as]) => taken.has(as))) continue
    found.set(name, { chunk, names: given })
  }
  return found
}

/**
 * Minifies a chunk. @param define names of its imports; @param keepsNames whether its exports keep their names; @param aliases
 * more names of its exports, by their former names; @returns the names of its exports by their former names
 */
const minify = async (source, imports, define, keepsNames, aliases) => {
  let exported = []
  const body = source.replace(exportList, (_, list) => {
    exported = pairs(list)
    // What is imported is not declared in the text without imports.
    return `export {${write(exported.filter(([own]) => !Object.hasOwn(define, own)))}}`
  })
  const { code } = await transform(body, {
    format: "esm",
    target: "es2022",
    minify: true,
    charset: "utf8",
    legalComments: "none",
    define,
  })
  const names = new Map(exported.map(([own, name]) => [name, define[own]]))
  const text = code.replace(exportList, (_, list) => {
    for (const [own, name] of pairs(list)) names.set(name, own)
    return ""
  })
  const list = write([
    ...(keepsNames ? [...names].map(([name, own]) => [own, name]) : [...new Set(names.values())].map(own => [own, own])),
    ...aliases.map(([former, name]) => [names.get(former), name]),
  ])
  return { text: `${imports}${text}${list.length ? `export{${list}};\n` : ""}`, names }
}

/**
 * Minifies the chunks of a build that minified their syntax only. A file that only re-exports is left out: `import()` loads its
 * chunk, which has its names as well.
 * @param sources texts by name; @param keepsNames whether the exports of a chunk keep their names: those loaded by `import()` do
 * @returns the minified texts by name, and the files left out with the chunks in their place
 */
export const minifyChunks = async (sources, keepsNames) => {
  const facades = findFacades(sources)
  const aliasesOf = name => [...facades.values()].flatMap(({ chunk, names }) => (chunk === name ? names : []))
  const toChunk = text =>
    text.replace(/"\.\/([^"/]+\.js)"/g, (path, name) => (facades.has(name) ? `"./${facades.get(name).chunk}"` : path))
  const texts = new Map([...sources].flatMap(([name, text]) => (facades.has(name) ? [] : [[name, toChunk(text)]])))
  const running = new Map()
  const minified = name => {
    if (!running.has(name)) running.set(name, minifyOne(name))
    return running.get(name)
  }
  const minifyOne = async name => {
    const source = texts.get(name)
    let imports = ""
    const define = {}
    // A name that the text holds may be that of a variable, or a global.
    const taken = new Set(source.match(/[\w$]+/g))
    for (const [, list = "", from] of source.matchAll(importLine)) {
      const { names } = await minified(basename(JSON.parse(from)))
      const parts = pairs(list).map(([former, local]) => {
        const own = names.get(former)
        let free = own
        while (taken.has(free)) free += "_"
        taken.add(free)
        define[local] = free
        return [own, free]
      })
      imports += `import${parts.length ? `{${write(parts)}}from` : ""}${from};`
    }
    return minify(source.replace(importLine, ""), imports, define, keepsNames(name), aliasesOf(name))
  }
  const entries = [...texts.keys()].map(async name => [name, (await minified(name)).text])
  return { texts: new Map(await Promise.all(entries)), facades }
}
