import { checkCharacter, codeAlphabet, isValidCode } from "../core/hashing/check-character"
import type { Qr } from "../core/qr"
import { isEmpty, type Message, maxLength, type Rules } from "../core/rules"
import { plainCode } from "../core/text/clean-text"

/** Codes and uses of a gift card (docs/contract.md#gift-codes, docs/contract.md#gift-uses). */

/** Length of a pattern, in characters. */
export const patternLength = { min: 4, max: 40 } as const
/** Characters of a code with what people put between and around its letters. */
export const maxCodeText = 100
/** Largest number of codes in a batch. */
export const maxBatchSize = 1000
/** A pattern has at least this many combinations per code of the batch, so that codes cannot be guessed. */
const minCombinationsPerCode = 10_000

const isCodeText = (text: string) => [...text].every(character => codeAlphabet.includes(character) || character === "-")

/** Returns a pattern in capitals and without spaces. */
export const normalizePattern = (text: string) => plainCode(text).replace(/\s/g, "").toUpperCase()

/** Returns a code as it is made, in capitals and without what surrounds it: a word that ends in a colon, spaces, quotes, points. */
export const normalizeCode = (text: string) =>
  normalizePattern(text)
    .replace(/^\p{L}+:/u, "")
    .replace(/[^\p{L}\p{Nd}-]/gu, "")
    .replace(/^-+|-+$/g, "")

/** Returns the letters and digits of a code, by which it is compared and found. */
export const codeLetters = (text: string) => normalizeCode(text).replaceAll("-", "")

/** Returns the number of codes that a pattern allows; its last `#` is the check character. */
export const combinationsOf = (pattern: string): number => codeAlphabet.length ** (pattern.split("#").length - 2)

/** `personal`: one code for each person in place of `count` codes, for campaigns alone. */
export type BatchDraft = { count: number | null; pattern: string; personal: boolean }

export const batchRules: Rules<BatchDraft> = {
  count: ({ count, personal }) =>
    personal || (Number.isInteger(count) && Number(count) >= 1 && Number(count) <= maxBatchSize) ? undefined : "codes.countRange",
  pattern: ({ count, pattern: input, personal }) => {
    const pattern = normalizePattern(input)
    const { min, max } = patternLength
    if (pattern.length < min || pattern.length > max) return { key: "codes.patternLength", params: { least: min, most: max } }
    if (!isCodeText(pattern.replaceAll("#", ""))) return "codes.patternLetters"
    const size = personal ? maxBatchSize : Math.min(Math.max(count || 1, 1), maxBatchSize)
    return combinationsOf(pattern) < minCombinationsPerCode * size ? "codes.patternNarrow" : undefined
  },
}

/**
 * Generates a code from a pattern: random characters and a check character (docs/contract.md#check-character).
 * @param randomValue returns the value of a random character, 0 to 31
 */
export const generateCode = (pattern: string, randomValue: () => number): string => {
  const [suffix = "", ...parts] = pattern.split("#").reverse()
  const prefix = parts.reverse().reduce((code, part) => code + codeAlphabet.charAt(randomValue()) + part)
  return prefix + checkCharacter(prefix, suffix) + suffix
}

/** What codes of gift cards and of campaigns have. */
export type PlainCode = {
  id: string
  code: string
  batchId: string
  createdDate: string
  usedDate: string | null
  qr: Qr
}

export const giftCodeStates = ["free", "given", "used", "cancelled", "expired"] as const
export type GiftCodeState = (typeof giftCodeStates)[number]

/** What the state of a code follows from; `isOver`: the validity of its card has ended. */
type CodeFacts = Record<"isUsed" | "isCancelled" | "isOver" | "isGiven", boolean>

/** What holds of the codes in each state; each code is in one. Functions here and conditions in SQL are made of this table. */
export const giftCodeCases: Record<GiftCodeState, Partial<CodeFacts>> = {
  free: { isUsed: false, isCancelled: false, isOver: false, isGiven: false },
  given: { isUsed: false, isCancelled: false, isOver: false, isGiven: true },
  used: { isUsed: true },
  cancelled: { isUsed: false, isCancelled: true },
  expired: { isUsed: false, isCancelled: false, isOver: true },
}

export const giftCodeStateOf = (facts: CodeFacts): GiftCodeState => {
  const isIn = (state: GiftCodeState) =>
    Object.entries(giftCodeCases[state]).every(([fact, value]) => facts[fact as keyof CodeFacts] === value)
  return giftCodeStates.find(isIn) ?? "free"
}

/** `employeeId`, `employeeName`: whom it was given to. `isMailed`: whether a mail told them. */
export type GiftCode = PlainCode & {
  state: GiftCodeState
  employeeId: string | null
  employeeName: string | null
  givenDate: string | null
  isMailed: boolean
}

/** Most people who are given a code in one call. */
export const maxGivenCodes = 1_000

export const giveOutcomes = ["given", "holds", "unknown", "noCode"] as const

/**
 * What became, or would become, of one person. `holds`: has a code of the card that can be used; `unknown`: nobody active whom the card is
 * offered to; `noCode`: no free code was left. `name`: for `unknown` what was given.
 */
export type GiveOutcome = { employeeId: string | null; name: string; outcome: (typeof giveOutcomes)[number] }

/** `free`: codes that were free before. */
export type GiveResult = { rows: GiveOutcome[]; free: number }

/** What is done with codes beside giving and using them. */
export const codeActions = ["takeBack", "cancel", "mail"] as const
export type CodeAction = (typeof codeActions)[number]

export type GiftBatch = { id: string; count: number; createdDate: string }

/** An entry of a card's usage history; a correction has a negative amount. */
export type GiftUse = {
  id: string
  /** Null for people who may not change the card, and for a use without a code. */
  code: string | null
  amount: number
  before: number
  after: number
  note: string
  author: string
  createdDate: string
}

/** What no code has, because it looks like other letters or digits; ı becomes I in capitals. */
const lookAlikes = /[01OIİ]/

/** Checks the letters and digits of a code, and its check character; whether the code exists is checked by the server. */
export const codeError = (text: string): Message | undefined => {
  if (isEmpty(text)) return undefined
  const code = codeLetters(text)
  if (lookAlikes.test(code)) return "codes.letters"
  return code && isCodeText(code) && isValidCode(code) ? undefined : "codes.unsound"
}

/** Largest amount of one entry, without its sign. */
const maxAmount = 1_000_000

export const blankBatch: BatchDraft = { count: 100, pattern: "####-####-####", personal: false }

/** The form of an entry: `amount` is positive, also for a correction. */
export type UseDraft = { isCorrection: boolean; code: string; amount: number | null; note: string }

export const usageRules: Rules<UseDraft> = {
  code: ({ code }) => codeError(code),
  amount: ({ isCorrection, code, amount }) => {
    if (!Number.isInteger(amount) || Number(amount) < 1 || Number(amount) > maxAmount) return "gift.amountRange"
    return amount !== 1 && !isCorrection && codeLetters(code) ? "gift.amountOfCode" : undefined
  },
  note: [({ isCorrection, note }) => (isCorrection && !note.trim() ? "gift.noteRequired" : undefined), maxLength(500)],
}
