/**
 * `npm run texts -- "Kampanya silinemedi"`: finds texts of the screens by words of either language. Prints key, texts, the template from
 * which a text follows, the files that load it, and the source files that name it.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { buildIfOutdated } from "./build-if-outdated.mjs"

const words = process.argv.slice(2).join(" ").trim()
if (!words) {
  console.error('Which text? Example: npm run texts -- "Kampanya silinemedi"')
  process.exit(1)
}
await buildIfOutdated()

const sources = folder =>
  readdirSync(folder, { recursive: true })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => join(folder, name))
const code = ["src", "server/src"].filter(existsSync).flatMap(sources)
const texts = new Map(code.map(path => [path, readFileSync(path, "utf8")]))
const usersOf = names => [...texts].flatMap(([path, text]) => (names.some(name => text.includes(name)) ? [path] : []))

/** Of the key itself; of what it is made of where nobody names it: its head, or the name of its template. */
const namesOf = ({ key, template }) => {
  const stem = key.replace(/_(one|other)$/, "")
  const head = stem.slice(0, stem.lastIndexOf("."))
  const of = name => [`"${name}"`, `'${name}'`, `\`${name}\``]
  if (usersOf(of(stem)).length) return of(stem)
  return template ? of(template.slice("record.".length)) : [...of(head), `\`${head}.\${`]
}

const fold = text => text?.toLocaleLowerCase("tr") ?? ""
const rows = JSON.parse(readFileSync("dist/server/texts.json", "utf8"))
const found = rows.filter(({ key, tr, en }) => key === words || [tr, en].some(text => fold(text).includes(fold(words))))
for (const row of found) {
  console.log(`${row.key}${row.template ? ` (of ${row.template})` : ""}`)
  console.log(`  tr      ${row.tr}\n  en      ${row.en}`)
  console.log(`  loaded  ${row.files.join(", ") || "by the server"}`)
  for (const path of usersOf(namesOf(row))) console.log(`  used    ${path}`)
}
if (!found.length) console.log("No text has these words.")
