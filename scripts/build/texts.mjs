/**
 * The texts as pages load them: the files of locales/, with the nouns of all modules in common.json too, because menus and the
 * audit log show them on pages that load no other text of the module.
 */
import { readdirSync, readFileSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { dist, root } from "./paths.mjs"

const read = (language, name) => JSON.parse(readFileSync(`${root}locales/${language}/${name}`, "utf8"))

const nounsOf = language =>
  readdirSync(`${root}locales/${language}`)
    .flatMap(name => Object.entries(read(language, name)))
    .filter(([key]) => /^\w+\.(one|many)$/.test(key))

/** Returns the texts of a file. @param name such as `common.json` */
const textsOf = (language, name) =>
  name === "common.json" ? { ...read(language, name), ...Object.fromEntries(nounsOf(language)) } : read(language, name)

/** Writes dist/locales/. */
export const writeTexts = async () => {
  for (const language of readdirSync(`${root}locales`)) {
    await mkdir(`${dist}locales/${language}`, { recursive: true })
    for (const name of readdirSync(`${root}locales/${language}`))
      await writeFile(`${dist}locales/${language}/${name}`, JSON.stringify(textsOf(language, name)))
  }
}
