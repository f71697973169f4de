import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"

export const root = resolve(import.meta.dirname, "../..")

export type Source = { path: string; text: string }

/** Files of ours under a folder, by how their names end. Paths relative to the root, with forward slashes. */
export const sources = (folder: string, endings: readonly string[]): Source[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && endings.some(ending => entry.name.endsWith(ending)))
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter(path => !path.includes("node_modules/"))
    .sort()
    .map(path => ({ path, text: readFileSync(join(root, path), "utf8") }))

export const typeScript = [".ts", ".tsx"] as const

export const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"))

/** The code without its comments; strings stay. Line breaks are kept, so that line numbers hold. */
export const withoutComments = (text: string): string =>
  text.replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*/g,
    (whole, string?: string) => string ?? whole.replace(/[^\n]/g, ""),
  )

/** `path:line` of each match. */
export const places = ({ path, text }: Source, pattern: RegExp): string[] =>
  [...text.matchAll(new RegExp(pattern, pattern.flags.includes("g") ? pattern.flags : `${pattern.flags}g`))].map(
    match => `${path}:${text.slice(0, match.index).split("\n").length} ${match[0].trim().slice(0, 60)}`,
  )
