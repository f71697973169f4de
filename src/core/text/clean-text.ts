/** Texts as they are stored, searched and compared, whoever wrote, pasted or exported them (docs/contract.md#texts). */
import { plainDigits } from "./plain-digits"

/**
 * Matches what nobody sees: format characters, marks of direction, fillers, halves of characters, and controls but tab and line breaks.
 * The first group is what of it an emoji needs: joiners, selectors of its form, and the letters of a flag.
 */
const hidden =
  /(\u{1f3f4}[\u{e0061}-\u{e007a}]{4,6}\u{e007f}|\p{ExtPict}\p{EMod}?[\ufe0e\ufe0f]?(?:\u200d\p{ExtPict}\p{EMod}?[\ufe0e\ufe0f]?)*|[\d#*]\ufe0f\u20e3)|[\p{DI}\p{Cs}\ufff9-\ufffb]|(?![\t\n\r])\p{Cc}/gu

/** Returns a text without what nobody sees, composed (NFC), with spaces and hyphens that do not break as others, and all line breaks as such. */
export const cleanText = (text: string): string =>
  text
    .replace(/[\v\f\x85\u2028\u2029]/g, "\n")
    .replace(hidden, "$1")
    .replace(/[\p{Zs}\u2800]/gu, " ")
    .replace(/[\u2010\u2011]/g, "-")
    .normalize("NFC")

/** Returns a clean text of one line, with single spaces between its words: nobody sees how many there are. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, " ").trim()

/** Returns a phone number, a code, an id, a date or a number in the characters of a keyboard: letters and digits of usual width, and one dash. */
export const plainCode = (text: string): string =>
  plainDigits(cleanText(text).replace(/[！-～]/g, wide => wide.normalize("NFKC"))).replace(/[\p{Pd}\u2212\u2043]/gu, "-")

/**
 * Returns what a cell of a file means: programs write `="0532"` and `'0532` so that a number stays a text. An apostrophe before a small
 * letter is part of a name.
 */
export const cellText = (cell: string): string => {
  const text = cleanText(cell)
  const quoted = /^\s*=\s*"(.*)"\s*$/s.exec(text)?.[1]
  return quoted === undefined ? text.replace(/^'(?!\p{Ll})/u, "") : quoted.replaceAll('""', '"')
}
