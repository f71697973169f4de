import enCommon from "../../../locales/en/common.json"
import enTranslation from "../../../locales/en/translation.json"
import trCommon from "../../../locales/tr/common.json"
import trTranslation from "../../../locales/tr/translation.json"
import type { Key, Language, Params } from "../../../src/core/i18n"
import type { Message } from "../../../src/core/rules"

const words: Record<Language, Record<string, string>> = {
  tr: { ...trCommon, ...trTranslation },
  en: { ...enCommon, ...enTranslation },
}

/** The console's own texts, in the caller's language. */
export const say = (language: Language, key: Key, params: Params = {}): string =>
  (words[language][key] ?? key).replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    name in params ? String(params[name]) : whole,
  )

export const sayMessage = (language: Language, message: Message) =>
  typeof message === "string" ? say(language, message) : say(language, message.key, message.params)

/** The first language of Accept-Language that the product speaks. */
export const languageOf = (header: string | undefined, fallback: Language): Language => {
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const tag = part.trim().slice(0, 2)
    if (tag === "tr" || tag === "en") return tag
  }
  return fallback
}
