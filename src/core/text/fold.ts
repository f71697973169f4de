/** Case, order and search by Turkish rules (docs/console.md#languages-and-dictionaries). */
import { cleanLine, cleanText } from "./clean-text"

/** Letters that have no diacritic to lose. */
const letters = Object.fromEntries(
  "ıi øo łl đd ðd əe ßss æae œoe þth ςσ".split(" ").map(([letter = "", ...plain]) => [letter, plain.join("")]),
)

/**
 * Returns a text as it is searched and compared: in lower case, without diacritics and what nobody sees, with the quotes and dashes of
 * a keyboard, and each ligature or letter of another width as its letters. The database does the same (`fold_tr` in
 * server/migrations/0062_fold_signs.sql).
 */
export const fold = (text: string) =>
  cleanText(text)
    .replace(/[´`‘’ʻʼ]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .normalize("NFKD")
    .replace(/[\u2010-\u2015\u2043\u2212]/g, "-")
    .replace(/\p{DI}|[\u0300-\u036f]/gu, "")
    .toLowerCase()
    .replace(/[ıøłđðəßæœþς]/g, letter => letters[letter] ?? letter)

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
  const trimmed = cleanLine(query)
  if (!trimmed) return [...items]
  const foldedQuery = fold(trimmed)
  // The capital I is the small ı in Turkish and the small i elsewhere.
  const indexIn = (text: string) =>
    Math.max(
      text.toLocaleLowerCase("tr").indexOf(trimmed.toLocaleLowerCase("tr")),
      text.toLowerCase().indexOf(trimmed.toLowerCase()),
    )
  const rankOf = (item: T) => {
    const text = cleanLine(textOf(item))
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
