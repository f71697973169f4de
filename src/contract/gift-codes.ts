import { alphabet, checkCharacter, isSound } from "../core/check-character"
import { type Message, maxLength, type Rules } from "../core/rules"

/** Codes of a gift card and the history of their uses (decisions §6). */

/** A pattern's length, and how many codes a batch may have. */
export const patternLengths = { least: 4, most: 40 } as const
export const mostCodes = 1000
/** For each code of a batch a pattern leaves at least this many: who guesses finds none. */
const leastChoice = 10_000

const isOfAlphabet = (text: string) => [...text].every(character => alphabet.includes(character) || character === "-")

/** Codes and patterns are written in capitals and without spaces. */
export const tidyCode = (text: string) => text.replace(/\s/g, "").toUpperCase()

/** How many codes a pattern can make: its last # follows from the others. */
export const combinationsOf = (pattern: string): number => alphabet.length ** (pattern.split("#").length - 2)

export type BatchDraft = { count: number | null; pattern: string }

export const batchRules: Rules<BatchDraft> = {
  count: draft =>
    Number.isInteger(draft.count) && Number(draft.count) >= 1 && Number(draft.count) <= mostCodes ? undefined : "gift.countRange",
  pattern: ({ count, pattern: typed }) => {
    const pattern = tidyCode(typed)
    if (pattern.length < patternLengths.least || pattern.length > patternLengths.most)
      return { key: "gift.patternLength", params: patternLengths }
    if (!isOfAlphabet(pattern.replaceAll("#", ""))) return "gift.patternLetters"
    return combinationsOf(pattern) < leastChoice * Math.min(Math.max(count || 1, 1), mostCodes) ? "gift.patternNarrow" : undefined
  },
}

/** A code of the pattern. @param next a random character's value, 0 to 31 */
export const codeOf = (pattern: string, next: () => number): string => {
  const [last = "", ...parts] = pattern.split("#").reverse()
  const first = parts.reverse().reduce((code, part) => code + alphabet.charAt(next()) + part)
  return first + checkCharacter(first, last) + last
}

export type GiftCode = {
  id: string
  code: string
  batchId: string
  createdDate: string
  usedDate: string | null
  qr: Qr
}
/** SVG path data over a square view box. */
export type Qr = { size: number; path: string }
export type GiftBatch = { id: string; count: number; createdDate: string }

/** Whether a path may be drawn as it came: commands and numbers alone, over a box of a sensible size. */
export const isDrawable = (qr: Qr | null | undefined): qr is Qr =>
  Number.isInteger(qr?.size) && Number(qr?.size) > 0 && Number(qr?.size) <= 200 && /^[MmHhVvZzLl0-9 .,-]+$/.test(String(qr?.path))

/** One line of a card's ledger; a correction has a negative amount. */
export type GiftUse = {
  id: string
  /** For who may change the card; null for anybody else, and for a use without a code. */
  code: string | null
  amount: number
  before: number
  after: number
  note: string
  author: string
  createdDate: string
}

/** What is wrong with a code as it was typed, before anybody is asked whether there is such a code. */
export const brokenCode = (code: string): Message | undefined => {
  if (!code) return undefined
  if (!isOfAlphabet(code)) return "gift.codeLetters"
  return isSound(code) ? undefined : "gift.codeUnsound"
}

/** The most that one entry may add or take back. */
export const mostUses = 1_000_000

export const blankBatch: BatchDraft = { count: 100, pattern: "####-####-####" }

/** An entry as a person writes it: how many, and whether they are taken back. */
export type UseDraft = { isCorrection: boolean; code: string; amount: number | null; note: string }

export const usageRules: Rules<UseDraft> = {
  code: ({ code }) => brokenCode(tidyCode(code)),
  amount: ({ amount }) =>
    Number.isInteger(amount) && Number(amount) >= 1 && Number(amount) <= mostUses ? undefined : "gift.amountRange",
  note: [({ isCorrection, note }) => (isCorrection && !note.trim() ? "gift.noteRequired" : undefined), maxLength(500)],
}
