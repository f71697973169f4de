/** Turkish case, order and folding: search finds ışık for isik, exact spelling first (decisions §8). */
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

/** Lower case without Turkish marks; the database folds the same way. */
export const fold = (text: string) => text.replace(/[İIıŞşĞğÇçÖöÜü]/g, letter => letters[letter] ?? letter).toLowerCase()

export const toUpperCase = (text: string, language: string) => text.toLocaleUpperCase(language)

const collators = new Map<string, Intl.Collator>()

export const comparator = (language: string): ((a: string, b: string) => number) => {
  const known = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, known)
  return known.compare
}

/** Items whose text holds the query: spelled exactly first, then folded; within each, those that begin with it first. */
export const search = <T>(items: readonly T[], query: string, textOf: (item: T) => string): T[] => {
  const wanted = query.trim()
  if (!wanted) return [...items]
  const exact = wanted.toLocaleLowerCase("tr")
  const loose = fold(wanted)
  const rank = (item: T) => {
    const text = textOf(item)
    const exactAt = text.toLocaleLowerCase("tr").indexOf(exact)
    if (exactAt >= 0) return exactAt === 0 ? 0 : 1
    const looseAt = fold(text).indexOf(loose)
    return looseAt < 0 ? -1 : looseAt === 0 ? 2 : 3
  }
  return items
    .map(item => ({ item, rank: rank(item) }))
    .filter(found => found.rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(found => found.item)
}
