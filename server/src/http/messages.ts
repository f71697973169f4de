import enCommon from "../../../locales/en/common.json"
import enTranslation from "../../../locales/en/translation.json"
import trCommon from "../../../locales/tr/common.json"
import trTranslation from "../../../locales/tr/translation.json"
import type { Key, Language, Params } from "../../../src/core/i18n"
import type { Message } from "../../../src/core/rules"

/** The console's texts, used for messages and mails. */
const texts: Record<Language, Record<string, string>> = {
  tr: { ...trCommon, ...trTranslation },
  en: { ...enCommon, ...enTranslation },
}

/** A placeholder without a parameter stays as it is; numbers are grouped. */
export const translate = (language: Language, key: Key, params: Params = {}): string =>
  (texts[language][key] ?? key).replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    name in params ? (params[name]?.toLocaleString(language) ?? "") : whole,
  )

export const translateMessage = (language: Language, message: Message) =>
  typeof message === "string" ? translate(language, message) : translate(language, message.key, message.params)

/** The first supported language of an Accept-Language header. */
export const languageOf = (header: string | undefined, fallback: Language): Language => {
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const tag = part.trim().slice(0, 2)
    if (tag === "tr" || tag === "en") return tag
  }
  return fallback
}
