import { readFileSync } from "node:fs"
import { dirname, extname, relative, resolve } from "node:path"
import { root } from "./paths.mjs"

/**
 * Limits the number of chunks. esbuild creates one chunk for each combination of entries that share a file. Here each lazily
 * loaded file that imports from a group also imports the other files of the group, so that each group becomes one chunk.
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

/** Number of lazily loaded files that import what nearly every form loads, such as the options of owners. */
const commonUses = 4

/** Files of modules, of the contract and of charts, which few screens need. */
const isOfModule = file => /^src\/(modules|contract|ui\/charts)\//.test(file)

const moduleOf = file => /^src\/modules\/(\w+)\//.exec(file)?.[1]

/** The page of which the lists of the modules are made. */
const listPage = "src/ui/pages/list-page.tsx"

/**
 * Returns the groups of files, from the metafile of a first pass. Paths are relative to the root.
 * - `start`: the files of main, and those that public pages share with other lazily loaded files; every page loads them;
 * - `lists`: the other files that the frame of the console or the list of a module share with other lazily loaded files;
 * - one for each module: the files that its lists share with other lazily loaded files, but not with the list of another module;
 *   the lazily loaded files of the frame and of a module's lists are in these groups, and have no chunk of their own (names.mjs);
 * - `records`: the other files that two or more lazily loaded files import, such as those of forms; files of modules, of the
 *   contract and of charts only if {@link commonUses} or more import them;
 * - one more for each module: the other files that only its lazily loaded files share; and `charts`.
 * @param publicFiles lazily loaded files of public pages; @param frame the lazily loaded files of the frame of the console
 */
export const findGroups = ({ inputs }, entry, publicFiles, frame) => {
  const main = closure(inputs, [entry])
  const lazy = lazyFiles(inputs)
  const shared = publicFiles.flatMap(page => {
    const others = closure(
      inputs,
      [...lazy].filter(file => file !== page),
    )
    return [...closure(inputs, [page])].filter(file => others.has(file))
  })
  const start = new Set([...main, ...shared].filter(file => !lazy.has(file)))
  const closures = new Map([...lazy].map(file => [file, closure(inputs, [file])]))
  const groups = new Map([
    ["start", start],
    ["lists", new Set(frame)],
  ])
  const add = (name, file) => groups.set(name, (groups.get(name) ?? new Set()).add(file))
  for (const file of Object.keys(inputs)) {
    if (start.has(file) || lazy.has(file)) continue
    const uses = [...lazy].filter(from => closures.get(from).has(file))
    if (uses.length < 2) continue
    const isFramed = frame.some(from => uses.includes(from))
    const lists = uses.filter(from => from.endsWith("/index.ts") && closures.get(from).has(listPage))
    const [module, other] = new Set(lists.map(moduleOf))
    const [user, another] = new Set(uses.map(moduleOf))
    if (module && !other && isOfModule(file) && !isFramed) for (const one of [file, ...lists]) add(module, one)
    else if (module || isFramed) add("lists", file)
    else if (isOfModule(file) && user && !another) add(`parts of ${user}`, file)
    else if (uses.length >= (isOfModule(file) ? commonUses : 2)) add("records", file)
    else if (file.startsWith("src/ui/charts/")) add("charts", file)
  }
  return { lazy, publicFiles, of: file => groupsOf(inputs, [...groups.values()], file) }
}

/** Returns the files of all groups that a file imports from, directly or not. */
const groupsOf = (inputs, groups, from) => {
  const found = new Set()
  const walk = file => {
    const reached = closure(inputs, [file, ...found])
    const next = groups.filter(files => [...files].some(one => reached.has(one)) && ![...files].every(one => found.has(one)))
    if (next.length === 0) return
    for (const files of next) for (const one of files) found.add(one)
    walk(file)
  }
  walk(from)
  return [...found]
}

/** Returns the plugin that adds imports of the groups to each lazily loaded file. They affect the chunks, not the execution. */
export const groupPlugin = (groups, entry) => {
  const importsFrom = (folder, files, own) =>
    files
      .filter(file => file !== own)
      .map(file => {
        const from = relative(folder, resolve(root, file)).replaceAll("\\", "/")
        return `import ${JSON.stringify(from.startsWith(".") ? from : `./${from}`)}`
      })
      .join("\n")
  return {
    name: "groups",
    setup(build) {
      // esbuild ignores unused imports of packages without side effects, also when it forms chunks. Tree shaking still applies.
      build.onResolve({ filter: /^[^.]|node_modules/ }, async ({ path, kind, pluginData, ...rest }) => {
        if (pluginData === "resolving" || kind === "entry-point" || kind === "dynamic-import") return undefined
        const found = await build.resolve(path, { ...rest, kind, pluginData: "resolving" })
        return found.external || found.errors.length ? found : { ...found, sideEffects: true }
      })
      build.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => {
        const file = relative(root, path).replaceAll("\\", "/")
        if (!groups.lazy.has(file) && file !== entry) return undefined
        const imports = importsFrom(dirname(path), groups.of(file), file)
        return { contents: `${readFileSync(path, "utf8")}\n${imports}`, loader: extname(path).slice(1) }
      })
    },
  }
}
