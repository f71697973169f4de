/**
 * Decides which source files share a chunk.
 *
 * esbuild makes one chunk for each set of screens that use the same files, which would be hundreds. Here files are put into a
 * few groups, and each screen gets imports of all files of the groups that it uses any file of. Then all files of a group are used
 * by the same screens, and esbuild makes one chunk of them. The imports bind no names, so that exports without a user are left out.
 * A screen is any file that is loaded by `import()`.
 *
 * In: the metafile of a first build, which has the imports of each file. Out: a plugin for the second build.
 */
import { readFile } from "node:fs/promises"
import { extname, relative, resolve } from "node:path"
import { entry, frame, isList, publicPages, react, root, signIn } from "./paths.mjs"

/** Returns `files` and what they import statically, directly or not. */
const withImports = (inputs, files) => {
  const found = new Set(files)
  // A loop over a Set also visits what is added during the loop.
  for (const file of found)
    for (const { path, kind, external } of inputs[file]?.imports ?? [])
      if (kind !== "dynamic-import" && !external) found.add(path)
  return found
}

/** The folder of a screen below src/modules; undefined for a screen of the app. */
const moduleOf = file => /^src\/modules\/(\w+)\//.exec(file)?.[1]

const modulesOf = screens => [...new Set(screens.map(moduleOf))]

/** Returns the module that all screens are of; undefined where there is none. */
const onlyModuleOf = screens => (modulesOf(screens).length === 1 ? moduleOf(screens[0]) : undefined)

/**
 * Files of modules, of the contract and of charts are for few screens. They are among the records only if so many screens use them,
 * such as the options of owners; otherwise every record would load them.
 */
const isForFew = file => /^src\/(modules|contract|ui\/charts)\//.test(file)
const minScreens = 4
/** The most modules whose lists share a file for few screens as a group of their own. */
const maxListModules = 3

/**
 * Returns the name of a file's group, or undefined where esbuild decides. `screens` are the two or more that use the file; the first
 * line that fits counts.
 * - start: a public page or the sign-in is among them. Every page loads it, with all files of the entry;
 * - lists: the frame is among them. Every page of a signed-in person loads it;
 * - list of M, or of M and N: a file for few screens, and no other module's list is among them;
 * - lists: lists are among them;
 * - parts of M: all of them are of the module M;
 * - undefined: a file for few screens;
 * - records: all others, such as forms.
 */
const groupOf = (file, screens) => {
  if (screens.includes(publicPages) || screens.includes(signIn)) return "start"
  if (screens.some(screen => frame.includes(screen))) return "lists"
  const lists = screens.filter(isList)
  const ofLists = modulesOf(lists)
  if (lists.length) return isForFew(file) && ofLists.length <= maxListModules ? `list of ${ofLists.join(" and ")}` : "lists"
  if (onlyModuleOf(screens)) return `parts of ${onlyModuleOf(screens)}`
  return isForFew(file) && screens.length < minScreens ? undefined : "records"
}

/** Returns the groups as arrays of files. Packages follow the files that import them. */
const findGroups = (inputs, reachedBy) => {
  const screens = [...reachedBy.keys()].filter(screen => screen !== entry)
  const groups = new Map()
  for (const file of Object.keys(inputs)) {
    if (!file.startsWith("src/") || reachedBy.has(file)) continue
    const using = screens.filter(screen => reachedBy.get(screen).has(file))
    const name = reachedBy.get(entry).has(file) ? "start" : using.length > 1 ? groupOf(file, using) : undefined
    if (name) groups.set(name, [...(groups.get(name) ?? []), file])
  }
  return [...groups.values()]
}

/** Returns all files of the groups that a screen uses any file of. Files of one group may use another group. */
const filesOfGroups = (inputs, groups, screen) => {
  let reached = withImports(inputs, [screen])
  for (;;) {
    const files = groups.filter(group => group.some(file => reached.has(file))).flat()
    const more = withImports(inputs, [screen, ...files])
    if (more.size === reached.size) return files
    reached = more
  }
}

/** Returns the plugin that adds the imports of the groups to the entry and to each screen. */
export const groupPlugin = ({ inputs }) => {
  const imports = Object.values(inputs).flatMap(input => input.imports)
  const screens = imports.filter(({ kind, external }) => kind === "dynamic-import" && !external).map(({ path }) => path)
  const reachedBy = new Map([entry, ...screens].map(screen => [screen, withImports(inputs, [screen])]))
  const groups = findGroups(inputs, reachedBy)
  return {
    name: "groups",
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, async ({ path }) => {
        const screen = relative(root, path).replaceAll("\\", "/")
        if (!reachedBy.has(screen)) return undefined
        const files = filesOfGroups(inputs, groups, screen).map(file => resolve(root, file))
        const added = [`${root}${react}`, ...files].map(file => `import ${JSON.stringify(file)}`)
        return { contents: [await readFile(path, "utf8"), ...added].join("\n"), loader: extname(path).slice(1) }
      })
    },
  }
}
