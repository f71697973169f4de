import { readFileSync } from "node:fs"
import type { Language } from "../../../../src/core/text/i18n"
import { i18n } from "../../../../src/state/instances"
import { moduleTexts } from "../../../kit"

const file = (language: Language, name: string): unknown => JSON.parse(readFileSync(`locales/${language}/${name}.json`, "utf8"))

/** Sets the language, with the texts of reports. */
export const speakOfAnalysis = (language: Language) =>
  i18n.setDictionaries(
    language,
    ["translation", "common", ...moduleTexts, "analysis"].map(name => file(language, name)),
    [...moduleTexts, "analysis"],
  )
