/** Returns the locale of dates and numbers of a language of the console: Turkish or British English. */
export const localeOf = (language: string) => (language === "tr" ? "tr-TR" : "en-GB")
