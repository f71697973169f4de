import { readFileSync } from "node:fs"
import { build, type Plugin } from "esbuild"
import { root, sources, typeScript } from "./sources"

/** The imports of console and server, as esbuild resolves them. */

/** `to` is a file's path from the root, or the name of a package; `given` is what the code says. */
export type Import = { from: string; to: string; given: string | undefined; isType: boolean; isLazy: boolean }

/** esbuild drops imports of types: this makes plain ones of them. */
const keepTypes: Plugin = {
  name: "keep-types",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(/^(import|export) type (?=[{*]|\w+ from)/gm, "$1 "),
      loader: path.endsWith("x") ? "tsx" : "ts",
    })),
}

const entryPoints = ["src", "server/src"].flatMap(folder => sources(folder, typeScript)).map(({ path }) => path)

const importsWith = async (...plugins: Plugin[]) => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    outdir: "none",
    write: false,
    metafile: true,
    logLevel: "silent",
    plugins,
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, jsx: "preserve" } },
  })
  return Object.entries(metafile.inputs).flatMap(([from, input]) =>
    input.imports.map(({ path, original, kind }) => ({ from, to: path, given: original, isLazy: kind === "dynamic-import" })),
  )
}

const keyOf = ({ from, to, isLazy }: Omit<Import, "isType">) => `${from} ${to} ${isLazy}`

const [all, ofValues] = await Promise.all([importsWith(keepTypes), importsWith()])
const values = new Set(ofValues.map(keyOf))

export const imports: Import[] = all.map(found => ({ ...found, isType: !values.has(keyOf(found)) }))

const importedBy = new Map<string, string[]>()
for (const { from, to, isType, isLazy } of imports)
  if (!isType && !isLazy) importedBy.set(from, [...(importedBy.get(from) ?? []), to])

/** The files that a file imports, directly or not, and itself; what it loads later and types are not among them. */
export const closureOf = (path: string, found = new Set<string>()): Set<string> => {
  found.add(path)
  for (const to of importedBy.get(path) ?? []) if (!found.has(to)) closureOf(to, found)
  return found
}
