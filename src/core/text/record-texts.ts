import { accusative } from "./turkish"

/** The nouns of a kind of record, capitalized. */
type Nouns = { one: string; many: string }

/**
 * Fills the nouns of a kind of record into a template (docs/console.md#texts): `{{one}}`, `{{many}}`, and `{{object}}`, in Turkish
 * the accusative of the first, in other languages the same. A parameter with a capital
 * letter keeps the noun's.
 */
export const withNouns = (template: string, language: string, { one, many }: Nouns): string => {
  const nouns: Record<string, string> = { one, many, object: language === "tr" ? accusative(one, many) : one }
  return template.replace(/\{\{(one|many|object)\}\}/gi, (_, name: string) => {
    const noun = nouns[name.toLowerCase()] ?? ""
    return name in nouns ? noun.charAt(0).toLocaleLowerCase(language) + noun.slice(1) : noun
  })
}
