import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Message } from "../../../src/core/rules"
import type { Key, Language, Params } from "../../../src/core/text/i18n"
import { isolated } from "../../../src/core/text/isolated"
import { type FieldMessages, invalidFields } from "../errors/problem"

const here = dirname(fileURLToPath(import.meta.url))

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, string>

/** All texts of a language: a file beside the bundle, or those of the sources. */
const readTexts = (language: Language): Record<string, string> => {
  const built = join(here, `locales/${language}.json`)
  if (existsSync(built)) return readJson(built)
  const folder = join(here, "../../../locales", language)
  return Object.assign({}, ...readdirSync(folder).map(name => readJson(join(folder, name))))
}

/** The console's texts, used for messages and mails. */
const texts: Record<Language, Record<string, string>> = { tr: readTexts("tr"), en: readTexts("en") }

/** A placeholder without a parameter stays as it is; numbers are grouped. */
export const translate = (language: Language, key: Key, params: Params = {}): string =>
  (texts[language][key] ?? key).replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    name in params ? isolated(params[name]?.toLocaleString(language) ?? "") : whole,
  )

export const translateMessage = (language: Language, message: Message) =>
  typeof message === "string" ? translate(language, message) : translate(language, message.key, message.params)

/** The fields that have a message, as the row of a batch is answered: none where there is none. */
export const translateFields = (language: Language, messages: FieldMessages) => {
  const errors = invalidFields(messages).map(({ field, message }) => ({ field, message: translateMessage(language, message) }))
  return errors.length ? { errors } : {}
}

/** The first supported language of an Accept-Language header. */
export const languageOf = (header: string | undefined, fallback: Language): Language => {
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const tag = part.trim().slice(0, 2)
    if (tag === "tr" || tag === "en") return tag
  }
  return fallback
}
