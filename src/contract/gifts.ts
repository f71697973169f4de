import { type Code, codes } from "../core/codes"
import { after, instant, type Message, maxLength, type Rule, type Rules, required, wholeFromOne } from "../core/rules"
import { type OwnedMembers, ownedDefaults, pick, withDefaults } from "./record"

/** Gift cards: record, codes, rules and validity (docs/contract.md#gift-cards). */

export const statuses = codes("inactive", "active")

/** Validity of a card, derived from its dates; not on the wire. */
export const validities = codes("upcoming", "valid", "expired")
export type Validity = (typeof validities.names)[number]

/** The writable members. */
export type GiftCardDraft = {
  cardName: string
  brandId: string
  description: string
  cardImage: string
  /** Instants (ISO 8601, UTC); "" for no bound. */
  validityStart: string
  validityEnd: string
  /** Limit of use; null for no limit. */
  maxUsage: number | null
  /** A secret of the partner's system; null from the server for people who may not change the card. */
  apiIntegrationCode: string
  /** Category ids. */
  categories: string[]
  terms: string
  tenantIds: string[]
  metadata: Record<string, unknown>
  status: Code
}

/** A card as the API returns it. `used` is the sum of its uses; null if the server does not count them. */
export type GiftCard = GiftCardDraft & OwnedMembers & { brand: string; used: number | null }

/** An empty draft. The order of the members is that of the form, and of its error summary. */
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

/**
 * Returns the validity of a card at `now`: expired from the instant of `validityEnd` on; a missing bound never applies
 * (docs/contract.md#gift-card-validity).
 * @param now epoch ms
 */
export const validityAt = (gift: { validityStart?: string | null; validityEnd?: string | null }, now: number): Validity => {
  if (gift.validityEnd && now >= Date.parse(gift.validityEnd)) return "expired"
  return gift.validityStart && now < Date.parse(gift.validityStart) ? "upcoming" : "valid"
}

/** Levels of nesting below the metadata object. */
export const maxMetadataDepth = 5
/** Characters of the metadata as JSON. */
const maxMetadataLength = 10_000

const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === "object" && value !== null && (depth === 0 || Object.values(value).some(inner => isDeeper(inner, depth - 1)))

/** Checks that metadata is an object within the limits of depth and length. */
export const metadataError = (value: unknown): Message | undefined => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "gift.metadataShape"
  if (isDeeper(value, maxMetadataDepth)) return { key: "gift.metadataDepth", params: { limit: maxMetadataDepth } }
  return JSON.stringify(value).length > maxMetadataLength
    ? { key: "rule.maxLength", params: { limit: maxMetadataLength } }
    : undefined
}

const metadata: Rule<GiftCardDraft> = draft => metadataError(draft.metadata)

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

/** Reads a gift card from the wire. */
export const giftCardOf = withDefaults<GiftCard>({ ...blank, ...ownedDefaults, brand: "", used: null }, { status: statuses })

/** Returns the draft that edits a gift card. */
export const draftOf = (card: GiftCard): GiftCardDraft => pick<GiftCardDraft>(blank, card)

/** Returns the body of a create or update call; empty choices, dates and pictures are null on the wire. */
export const bodyOf = (draft: GiftCardDraft) => ({
  ...draft,
  brandId: draft.brandId || null,
  cardImage: draft.cardImage || null,
  validityStart: draft.validityStart || null,
  validityEnd: draft.validityEnd || null,
})

/** Returns why a card cannot be given at `now` (epoch ms), as a text key; undefined if it can. */
export const obstacleToGiving = (
  card: Pick<GiftCard, "status" | "validityEnd" | "used" | "maxUsage">,
  now: number,
): "ui.activity.inactive" | "gift.validity.expired" | "gift.usedUp" | undefined => {
  if (statuses.name(card.status) === "inactive") return "ui.activity.inactive"
  if (validityAt(card, now) === "expired") return "gift.validity.expired"
  return card.used !== null && card.maxUsage !== null && card.used >= card.maxUsage ? "gift.usedUp" : undefined
}

/** Returns why a card cannot be used at `now` (epoch ms), as a text key; undefined if it can. */
export const unusableReason = (
  gift: { status: Code; validityStart?: string | null; validityEnd?: string | null },
  now: number,
): "gift.useInactive" | "gift.useExpired" | "gift.useUpcoming" | undefined => {
  if (gift.status !== statuses.value("active")) return "gift.useInactive"
  const validity = validityAt(gift, now)
  return validity === "valid" ? undefined : validity === "expired" ? "gift.useExpired" : "gift.useUpcoming"
}
