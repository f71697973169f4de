import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Message } from "../../../src/core/rules"
import type { Key, Language, Params } from "../../../src/core/text/i18n"
import { isolated } from "../../../src/core/text/isolated"
import { type FieldMessages, invalidFields } from "../errors/problem"

const here = dirname(fileURLToPath(import.meta.url))

/** The folder of the texts: next to the bundle's, or in the sources. */
const folder = [join(here, "../locales"), join(here, "../../../locales")].find(existsSync) ?? here

const readTexts = (language: Language): Record<string, string> =>
  Object.assign(
    {},
    ...readdirSync(join(folder, language))
      // The build puts compressed forms beside them.
      .filter(name => name.endsWith(".json"))
      .map(name => JSON.parse(readFileSync(join(folder, language, name), "utf8"))),
  )

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
