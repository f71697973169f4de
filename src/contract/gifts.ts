import { activeStatuses, type Code, codes } from "../core/codes"
import * as field from "../core/fields"
import { after, type Message, wholeFromOne } from "../core/rules"
import { type OwnedMembers, ownedFields, recordReader } from "./record"

/** Gift cards: record, codes, rules and validity (docs/contract.md#gift-cards). */

/** Validity of a card, derived from its dates; not on the wire. */
export const validities = codes("upcoming", "valid", "expired")
type Validity = (typeof validities.names)[number]

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

/**
 * The writable members, in the order of the form. `maxUsage`: limit of use, null for none. `apiIntegrationCode`: a secret of the
 * partner's system, null from the server for people who may not change the card.
 */
export const fields = {
  cardName: field.text(100, "gift.nameRequired"),
  brandId: field.id("brand"),
  categories: field.ids("category", 50),
  description: field.text(2000),
  terms: field.text(10_000),
  status: field.active(),
  validityStart: field.instantAt(),
  validityEnd: field.instantAt(),
  maxUsage: field.number(2_000_000_000, wholeFromOne("gift.usageWhole")),
  tenantIds: field.companies(),
  apiIntegrationCode: field.secret(500),
  metadata: field.special<Record<string, unknown>>({}, draft => metadataError(draft.metadata)),
  cardImage: field.picture(),
}

export type GiftCardDraft = field.DraftOf<typeof fields>
export const { blank, rules, draftOf } = field.draftsOf(fields, { validityEnd: after("validityStart", "gift.endBeforeStart") })

/** What the server adds: the partner's name, and the sum of the uses. */
export const added = { brand: field.name(), used: field.count() }

/** A card as the API returns it. */
export type GiftCard = GiftCardDraft & OwnedMembers & field.DraftOf<typeof added>

/**
 * Returns the validity of a card at `now`: expired from the instant of `validityEnd` on; a missing bound never applies
 * (docs/contract.md#gift-card-validity).
 * @param now epoch ms
 */
export const validityAt = (gift: { validityStart?: string | null; validityEnd?: string | null }, now: number): Validity => {
  if (gift.validityEnd && now >= Date.parse(gift.validityEnd)) return "expired"
  return gift.validityStart && now < Date.parse(gift.validityStart) ? "upcoming" : "valid"
}

/** Reads a gift card from the wire. */
export const giftCardOf = recordReader<GiftCard>(fields, { ...ownedFields, ...added })

/** Returns the body of a create or update call; empty choices, dates and pictures are null on the wire. */
export const bodyOf = (draft: GiftCardDraft) => ({
  ...draft,
  brandId: draft.brandId || null,
  cardImage: draft.cardImage || null,
  validityStart: draft.validityStart || null,
  validityEnd: draft.validityEnd || null,
})

/** Returns why a card cannot be given at `now` (epoch ms), as a text key; undefined if it can. */
export const issueBlockedReason = (
  card: Pick<GiftCard, "status" | "validityEnd" | "used" | "maxUsage">,
  now: number,
): "ui.activity.inactive" | "gift.validity.expired" | "gift.usedUp" | undefined => {
  if (activeStatuses.name(card.status) === "inactive") return "ui.activity.inactive"
  if (validityAt(card, now) === "expired") return "gift.validity.expired"
  return card.used !== null && card.maxUsage !== null && card.used >= card.maxUsage ? "gift.usedUp" : undefined
}

/** Returns why a card cannot be used at `now` (epoch ms), as a text key; undefined if it can. */
export const unusableReason = (
  gift: { status: Code; validityStart?: string | null; validityEnd?: string | null },
  now: number,
): "gift.useInactive" | "gift.useExpired" | "gift.useUpcoming" | undefined => {
  if (gift.status !== activeStatuses.value("active")) return "gift.useInactive"
  const validity = validityAt(gift, now)
  return validity === "valid" ? undefined : validity === "expired" ? "gift.useExpired" : "gift.useUpcoming"
}
