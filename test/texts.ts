import { readdirSync, readFileSync } from "node:fs"
import type { Language } from "../src/core/text/i18n"

/** The texts of locales/. The build finds which of them a page loads (scripts/build/texts.mjs); here each page has all. */

const read = (language: Language): Record<string, string> =>
  Object.assign(
    {},
    ...readdirSync(`locales/${language}`).map(name => JSON.parse(readFileSync(`locales/${language}/${name}`, "utf8"))),
  )

export const allTexts: Record<Language, Record<string, string>> = { tr: read("tr"), en: read("en") }

/** Answers the request of a file of texts. */
export const textsAnswer = (path: string) => Response.json(allTexts[path.startsWith("/locales/en/") ? "en" : "tr"])
