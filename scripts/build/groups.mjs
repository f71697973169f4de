import { readFileSync } from "node:fs"
import { dirname, extname, relative, resolve } from "node:path"
import { root } from "./paths.mjs"

/**
 * Limits the number of chunks. esbuild creates one chunk for each combination of entries that share a file. Here each lazily
 * loaded file also imports the files of the start and of the frames, so that these two groups become one chunk each.
 */

/** Returns the files that `from` imports statically, directly or not, and `from` itself. */
const closure = (inputs, from) => {
  const found = new Set()
  const walk = file => {
    if (found.has(file) || !inputs[file]) return
    found.add(file)
    for (const { path, kind, external } of inputs[file].imports) if (kind !== "dynamic-import" && !external) walk(path)
  }
  for (const file of from) walk(file)
  return found
}

const lazyFiles = inputs =>
  new Set(
    Object.values(inputs).flatMap(({ imports }) =>
      imports.filter(({ kind }) => kind === "dynamic-import").map(({ path }) => path),
    ),
  )

/** Number of lazily loaded files that import what nearly every screen loads, such as the options of owners. */
const commonUses = 4

/**
 * Returns the groups, from the metafile of a first pass. Paths are relative to the root.
 * - `start`: the files of main, and those that public pages share with other lazily loaded files; every page loads them;
 * - `frames`: the other files that two or more lazily loaded files import, at least one of them a module; files of modules,
 *   of the contract and of charts only if {@link commonUses} or more import them, the others stay in the chunks of their modules.
 * @param publicFiles lazily loaded files of public pages
 */
export const findGroups = ({ inputs }, entry, publicFiles) => {
  const main = closure(inputs, [entry])
  const lazy = lazyFiles(inputs)
  const shared = publicFiles.flatMap(page => {
    const others = closure(
      inputs,
      [...lazy].filter(file => file !== page),
    )
    return [...closure(inputs, [page])].filter(file => others.has(file))
  })
  const start = [...new Set([...main, ...shared])].filter(file => !lazy.has(file))
  const closures = [...lazy].map(file => closure(inputs, [file]))
  const screens = [...lazy].filter(file => file.startsWith("src/modules/"))
  const isOfModule = file => /^src\/(modules|contract|ui\/charts)\//.test(file)
  const usesOf = file => closures.filter(files => files.has(file)).length
  const isShared = file => usesOf(file) >= (isOfModule(file) ? commonUses : 2)
  const isFrame = file => !start.includes(file) && !lazy.has(file) && isShared(file)
  const frames = [...closure(inputs, screens)].filter(isFrame)
  return { lazy, publicFiles, start, frames }
}

const framesEntry = "frames"

/** An extra entry, without which the frames of a single module would become part of its chunk. */
export const framesEntries = { [framesEntry]: `virtual:${framesEntry}` }

/** Returns the plugin that adds imports of the groups to each lazily loaded file. They affect the chunks, not the execution. */
export const groupPlugin = (groups, entry) => {
  const importsFrom = (folder, files) =>
    files
      .map(file => {
        const from = relative(folder, resolve(root, file)).replaceAll("\\", "/")
        return `import ${JSON.stringify(from.startsWith(".") ? from : `./${from}`)}`
      })
      .join("\n")
  const groupOf = file =>
    groups.publicFiles.includes(file) || file === entry ? groups.start : [...groups.start, ...groups.frames]

  return {
    name: "groups",
    setup(build) {
      build.onResolve({ filter: /^virtual:frames$/ }, ({ path }) => ({ path, namespace: "virtual" }))
      build.onLoad({ filter: /.*/, namespace: "virtual" }, () => ({
        contents: importsFrom(root, [...groups.start, ...groups.frames]),
        resolveDir: root,
      }))
      // esbuild ignores unused imports of packages without side effects, also when it forms chunks. Tree shaking still applies.
      build.onResolve({ filter: /^[^.]|node_modules/ }, async ({ path, kind, pluginData, ...rest }) => {
        if (pluginData === "resolving" || kind === "entry-point" || kind === "dynamic-import") return undefined
        const found = await build.resolve(path, { ...rest, kind, pluginData: "resolving" })
        return found.external || found.errors.length ? found : { ...found, sideEffects: true }
      })
      build.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => {
        const file = relative(root, path).replaceAll("\\", "/")
        if (!groups.lazy.has(file) && file !== entry) return undefined
        const imports = importsFrom(
          dirname(path),
          groupOf(file).filter(other => other !== file),
        )
        return { contents: `${readFileSync(path, "utf8")}\n${imports}`, loader: extname(path).slice(1) }
      })
    },
  }
}
