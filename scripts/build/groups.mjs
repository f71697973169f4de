import { readFileSync } from "node:fs"
import { dirname, extname, relative, resolve } from "node:path"
import { root } from "./paths.mjs"

/**
 * Few chunks: esbuild makes one chunk for each combination of entries that share a file. Each lazy part is told that it
 * stands on the start's files (which are loaded anyhow) and on the frames, so that these become one chunk each.
 */
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

/**
 * What each lazy file is to be grouped with, from the metafile of a first pass. Paths relative to the root.
 * - start: main and what it stands on, and what a chunk of public pages shares with any other part: all of it is needed at once anyhow;
 * - frames: what screens stand on beyond that, and what the shell shares with them.
 */
export const findGroups = ({ inputs }, entry, open) => {
  const main = closure(inputs, [entry])
  const lazy = lazyFiles(inputs)
  const shared = open.flatMap(page => {
    const others = closure(
      inputs,
      [...lazy].filter(file => file !== page),
    )
    return [...closure(inputs, [page])].filter(file => others.has(file))
  })
  const start = [...new Set([...main, ...shared])].filter(file => !lazy.has(file))
  const screens = new Set([...lazy].filter(file => file.startsWith("src/modules/")))
  const isOfModule = file => /^src\/(modules|contract)\//.test(file)
  const isFrame = file => !start.includes(file) && !lazy.has(file) && !isOfModule(file) && !main.has(file)
  const frames = [...closure(inputs, screens)].filter(isFrame)
  return { lazy, open, start, frames }
}

const framesEntry = "frames"

/** The extra entry that keeps the frames out of a module's own chunk while there is only one module. */
export const framesEntries = { [framesEntry]: `virtual:${framesEntry}` }

/** Adds the group's imports to each lazy file: they only tell esbuild who stands on what; all of it runs once, as before. */
export const groupPlugin = (groups, entry) => {
  const importsFrom = (folder, files) =>
    files
      .map(file => {
        const from = relative(folder, resolve(root, file)).replaceAll("\\", "/")
        return `import ${JSON.stringify(from.startsWith(".") ? from : `./${from}`)}`
      })
      .join("\n")
  const wanted = file => (groups.open.includes(file) || file === entry ? groups.start : [...groups.start, ...groups.frames])

  return {
    name: "groups",
    setup(build) {
      build.onResolve({ filter: /^virtual:frames$/ }, ({ path }) => ({ path, namespace: "virtual" }))
      build.onLoad({ filter: /.*/, namespace: "virtual" }, () => ({
        contents: importsFrom(root, [...groups.start, ...groups.frames]),
        resolveDir: root,
      }))
      // A package without side effects would be left out of the count; its unused parts are still shaken off.
      build.onResolve({ filter: /^[^.]|node_modules/ }, async ({ path, kind, pluginData, ...rest }) => {
        if (pluginData === "asked" || kind === "entry-point" || kind === "dynamic-import") return undefined
        const found = await build.resolve(path, { ...rest, kind, pluginData: "asked" })
        return found.external || found.errors.length ? found : { ...found, sideEffects: true }
      })
      build.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => {
        const file = relative(root, path).replaceAll("\\", "/")
        if (!groups.lazy.has(file) && file !== entry) return undefined
        const imports = importsFrom(
          dirname(path),
          wanted(file).filter(other => other !== file),
        )
        return { contents: `${readFileSync(path, "utf8")}\n${imports}`, loader: extname(path).slice(1) }
      })
    },
  }
}
