import { codes } from "../../core/codes"
import { after, instant, type Message, maxLength, type Rule, type Rules, required, wholeFromOne } from "../../core/rules"

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
