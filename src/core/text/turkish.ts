/** The close vowel of a suffix, by the last vowel before it. */
const closeVowel: Record<string, string> = { a: "ı", ı: "ı", e: "i", i: "i", o: "u", u: "u", ö: "ü", ü: "ü" }
const softened: Record<string, string> = { p: "b", ç: "c", k: "ğ" }

/**
 * Returns the accusative of a noun: `duyuruyu`, `ortağı`. A compound with a possessive suffix, which its plural shows, takes `n`:
 * `hediye kartı, hediye kartları` is `hediye kartını`. Nouns that do not follow the rules (`saat`, `kanat`, `grup`) are not recognized.
 */
export const accusative = (noun: string, plural: string): string => {
  const word = noun.toLocaleLowerCase("tr").split(" ").at(-1) ?? ""
  const vowels = [...word].filter(letter => letter in closeVowel)
  const last = word.at(-1) ?? ""
  const suffix = closeVowel[vowels.at(-1) ?? "i"]
  if (last in closeVowel) return noun + (/l[ae]r[ıi]$/.test(plural) ? "n" : "y") + suffix
  return (vowels.length > 1 && last in softened ? noun.slice(0, -1) + softened[last] : noun) + suffix
}
