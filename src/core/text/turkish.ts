/** Each pair has one close vowel in suffixes. */
const vowelPairs = "aıeiouöü"
const closeVowels = "ıiuü"
const [hard, soft] = ["pçk", "bcğ"]

/**
 * Returns the accusative of a noun: `duyuruyu`, `ortağı`. A compound with a possessive suffix, which its plural shows, takes `n`:
 * `hediye kartı, hediye kartları` is `hediye kartını`. Nouns that do not follow the rules (`saat`, `kanat`, `grup`) are not recognized.
 */
export const accusative = (noun: string, plural: string): string => {
  const letters = [...(noun.toLocaleLowerCase("tr").split(" ").at(-1) ?? "")]
  const vowels = letters.filter(letter => vowelPairs.includes(letter))
  const last = letters.at(-1) ?? ""
  const suffix = closeVowels[vowelPairs.indexOf(vowels.at(-1) ?? "i") >> 1]
  if (last === vowels.at(-1)) return noun + (/l[ae]r[ıi]$/.test(plural) ? "n" : "y") + suffix
  const isSoftened = vowels.length > 1 && hard.includes(last)
  return (isSoftened ? noun.slice(0, -1) + soft[hard.indexOf(last)] : noun) + suffix
}
