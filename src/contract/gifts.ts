import { alphabet, checkCharacter, isSound } from "../core/check-character"
import { codes } from "../core/codes"
import { after, instant, type Message, maxLength, type Rule, type Rules, required, wholeFromOne } from "../core/rules"

/** The words of gift cards, shared by console and API. */
export const statuses = codes("inactive", "active")

/** Where a card stands in its time. */
export const validities = codes("upcoming", "valid", "expired")
export type Validity = (typeof validities.names)[number]

export type GiftDraft = {
  cardName: string
  brandId: string
  description: string
  cardImage: string
  /** Instants (ISO UTC); "" is open. */
  validityStart: string
  validityEnd: string
  /** How often a card may be used; null for any number. */
  maxUsage: number | null
  /** A secret of the partner's system: shown to who may change the card, in no log and no history. */
  apiIntegrationCode: string
  /** Ids of categories. */
  categories: string[]
  terms: string
  tenantIds: string[]
  metadata: Record<string, unknown>
  status: number
}

export type GiftRecord = GiftDraft & {
  id: string
  tenantId?: string | null
  brand?: string | null
  /** How often it was used so far: the sum of its ledger; null where the server does not count. */
  used: number | null
  createdDate?: string | null
  updatedDate?: string | null
}

export const blank: GiftDraft = {
  cardName: "",
  brandId: "",
  description: "",
  cardImage: "",
  validityStart: "",
  validityEnd: "",
  maxUsage: null,
  apiIntegrationCode: "",
  categories: [],
  terms: "",
  tenantIds: [],
  metadata: {},
  status: statuses.value("active"),
}

/** Where a card stands at a moment; the end itself is past it. An open side never ends, or has always begun. @param now epoch ms */
export const validityAt = (gift: { validityStart?: string | null; validityEnd?: string | null }, now: number): Validity => {
  if (gift.validityEnd && now >= Date.parse(gift.validityEnd)) return "expired"
  return gift.validityStart && now < Date.parse(gift.validityStart) ? "upcoming" : "valid"
}

/** Metadata may go this deep, and be this long as JSON. */
export const maxMetadataDepth = 5
export const maxMetadataLength = 10_000

const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === "object" && value !== null && (depth === 0 || Object.values(value).some(inner => isDeeper(inner, depth - 1)))

/** What is wrong with metadata: it is an object, not too deep and not too long. */
export const brokenMetadata = (value: unknown): Message | undefined => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "gift.metadataShape"
  if (isDeeper(value, maxMetadataDepth)) return { key: "gift.metadataDepth", params: { limit: maxMetadataDepth } }
  return JSON.stringify(value).length > maxMetadataLength
    ? { key: "rule.maxLength", params: { limit: maxMetadataLength } }
    : undefined
}

const metadata: Rule<GiftDraft> = draft => brokenMetadata(draft.metadata)

export const rules: Rules<GiftDraft> = {
  cardName: [required("gift.nameRequired"), maxLength(100)],
  description: maxLength(2000),
  validityStart: instant,
  validityEnd: [instant, after("validityStart", "gift.endBeforeStart")],
  maxUsage: wholeFromOne("gift.usageWhole"),
  apiIntegrationCode: maxLength(500),
  terms: maxLength(10_000),
  metadata,
}

export const validityTones = { upcoming: "info", valid: "success", expired: "warning" } as const

/** A record as it came, with what the screens rely on filled in: a server may leave members out (decisions §2). */
export const giftOf = (raw: Partial<GiftRecord>): GiftRecord => ({
  ...blank,
  ...raw,
  id: raw.id ?? "",
  cardName: raw.cardName ?? "",
  brandId: raw.brandId ?? "",
  description: raw.description ?? "",
  cardImage: raw.cardImage ?? "",
  validityStart: raw.validityStart ?? "",
  validityEnd: raw.validityEnd ?? "",
  maxUsage: raw.maxUsage ?? null,
  apiIntegrationCode: raw.apiIntegrationCode ?? "",
  categories: raw.categories ?? [],
  terms: raw.terms ?? "",
  tenantIds: raw.tenantIds ?? [],
  metadata: raw.metadata ?? {},
  used: raw.used ?? null,
  status: statuses.value(statuses.name(raw.status)),
})

/** A record as its form edits it: exactly the draft's members. */
export const draftOf = (record: GiftRecord): GiftDraft => ({
  cardName: record.cardName,
  brandId: record.brandId,
  description: record.description,
  cardImage: record.cardImage,
  validityStart: record.validityStart,
  validityEnd: record.validityEnd,
  maxUsage: record.maxUsage,
  apiIntegrationCode: record.apiIntegrationCode,
  categories: record.categories,
  terms: record.terms,
  tenantIds: record.tenantIds,
  metadata: record.metadata,
  status: Math.max(0, record.status),
})

/** A value of the metadata as a person edits it: a text as it is, anything else as JSON. */
export const textOfValue = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

const parsed = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/**
 * What was typed, as a value again: what was no text before stays what JSON says it is, and a new text that is an object
 * or a list becomes one. Everything else is a text.
 */
export const valueOfText = (text: string, before: unknown): unknown => {
  const isData = (before !== undefined && typeof before !== "string") || /^\s*[[{]/.test(text)
  return isData ? (parsed(text) ?? { value: text }).value : text
}

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

/** Why a card can't be used now. @param now epoch ms */
export const whyUnusable = (
  gift: { status: number; validityStart?: string | null; validityEnd?: string | null },
  now: number,
): "gift.useInactive" | "gift.useExpired" | "gift.useUpcoming" | undefined => {
  if (gift.status !== statuses.value("active")) return "gift.useInactive"
  const validity = validityAt(gift, now)
  return validity === "valid" ? undefined : validity === "expired" ? "gift.useExpired" : "gift.useUpcoming"
}
