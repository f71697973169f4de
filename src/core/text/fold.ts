/** Case, order and search by Turkish rules (docs/console.md#languages-and-dictionaries). */
const letters: Record<string, string> = {
  İ: "i",
  I: "i",
  ı: "i",
  Ş: "s",
  ş: "s",
  Ğ: "g",
  ğ: "g",
  Ç: "c",
  ç: "c",
  Ö: "o",
  ö: "o",
  Ü: "u",
  ü: "u",
}

/** Returns a text in lower case without Turkish diacritics. The database's search columns are folded the same way. */
export const fold = (text: string) => text.replace(/[İIıŞşĞğÇçÖöÜü]/g, letter => letters[letter] ?? letter).toLowerCase()

/** Returns the folded words of a text, separated by single spaces. */
export const foldedWords = (text: string) =>
  fold(text)
    .replace(/[^a-z0-9]+/g, " ")
    .trim()

/**
 * Returns the items whose text contains the query. Exact spelling ranks before folded spelling; within each, texts that begin
 * with the query come first.
 */
export const search = <T>(items: readonly T[], query: string, textOf: (item: T) => string): T[] => {
  const trimmed = query.trim()
  if (!trimmed) return [...items]
  const foldedQuery = fold(trimmed)
  // The capital I is the small ı in Turkish and the small i elsewhere.
  const indexIn = (text: string) =>
    Math.max(
      text.toLocaleLowerCase("tr").indexOf(trimmed.toLocaleLowerCase("tr")),
      text.toLowerCase().indexOf(trimmed.toLowerCase()),
    )
  const rankOf = (item: T) => {
    const text = textOf(item)
    const exactIndex = indexIn(text)
    if (exactIndex >= 0) return exactIndex === 0 ? 0 : 1
    const foldedIndex = fold(text).indexOf(foldedQuery)
    return foldedIndex < 0 ? -1 : foldedIndex === 0 ? 2 : 3
  }
  return items
    .map(item => ({ item, rank: rankOf(item) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}
