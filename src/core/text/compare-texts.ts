const { compare } = new Intl.Collator("tr")

/** Compares texts by the Turkish alphabet, in which lists are sorted whatever their language (docs/console.md#languages-and-dictionaries). */
export const compareTexts = (a: string, b: string): number => compare(a, b)
