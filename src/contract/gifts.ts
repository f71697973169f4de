import { type Code, codes } from "../core/codes"
import { after, instant, type Message, maxLength, type Rule, type Rules, required, wholeFromOne } from "../core/rules"
import { pick, type Stored, storedDefaults, withDefaults } from "./record"

/** The words of gift cards, shared by console and API. */
export const statuses = codes("inactive", "active")

/** Where a card stands in its time. */
export const validities = codes("upcoming", "valid", "expired")
export type Validity = (typeof validities.names)[number]

export type GiftCardDraft = {
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
  status: Code
}

/** What is read. `used` is the sum of recorded uses; null where the server does not count them. */
export type GiftCard = GiftCardDraft & Stored & { brand: string; used: number | null }

export const blank: GiftCardDraft = {
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

const metadata: Rule<GiftCardDraft> = draft => brokenMetadata(draft.metadata)

export const rules: Rules<GiftCardDraft> = {
  cardName: [required("gift.nameRequired"), maxLength(100)],
  description: maxLength(2000),
  validityStart: instant,
  validityEnd: [instant, after("validityStart", "gift.endBeforeStart")],
  maxUsage: wholeFromOne("gift.usageWhole"),
  apiIntegrationCode: maxLength(500),
  terms: maxLength(10_000),
  metadata,
}

/** Reads a gift card as a server sent it. */
export const giftCardOf = withDefaults<GiftCard>({ ...blank, ...storedDefaults, brand: "", used: null }, { status: statuses })

/** The draft that edits a gift card. */
export const draftOf = (card: GiftCard): GiftCardDraft => pick<GiftCardDraft>(blank, card)

/** The body of a create or an update: open sides and a missing picture are null on the wire. */
export const bodyOf = (draft: GiftCardDraft) => ({
  ...draft,
  brandId: draft.brandId || null,
  cardImage: draft.cardImage || null,
  validityStart: draft.validityStart || null,
  validityEnd: draft.validityEnd || null,
})

/** Why a card can't be used now. @param now epoch ms */
export const whyUnusable = (
  gift: { status: Code; validityStart?: string | null; validityEnd?: string | null },
  now: number,
): "gift.useInactive" | "gift.useExpired" | "gift.useUpcoming" | undefined => {
  if (gift.status !== statuses.value("active")) return "gift.useInactive"
  const validity = validityAt(gift, now)
  return validity === "valid" ? undefined : validity === "expired" ? "gift.useExpired" : "gift.useUpcoming"
}
