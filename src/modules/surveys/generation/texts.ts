import type { Language } from "../../../core/text/i18n"
import { i18n } from "../../../state/instances"

/** Texts of templates in the language of a survey, which may be another than that of the screen. */

/** Returns a text, or undefined when there is none. `{{name}}` is replaced by the parameter of that name. */
export type Texts = (key: string, params?: Record<string, string>) => string | undefined

const loaded = new Map<Language, Texts>()

/** Loads the texts of a language, once. @throws when they cannot be fetched */
export const loadTexts = async (language: Language): Promise<Texts> => {
  const known = loaded.get(language)
  if (known) return known
  const dictionary = await i18n.textsOf(language, "templates")
  const texts: Texts = (key, params = {}) =>
    dictionary[key]?.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => params[name] ?? whole)
  loaded.set(language, texts)
  return texts
}

/** Parts of a text that holds a list. */
export const partsOf = (text: string | undefined): string[] => text?.split(" | ") ?? []
