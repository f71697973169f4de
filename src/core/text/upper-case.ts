/** Returns a text in capitals by the rules of a language: "i" becomes "İ" in Turkish. */
export const toUpperCase = (text: string, language: string) => text.toLocaleUpperCase(language)
