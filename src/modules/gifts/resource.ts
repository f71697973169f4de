import { type GiftCard, type GiftCardDraft, validities } from "../../contract/gifts"
import { activeStatusLook } from "../../ui/display/active-status"
import type { CodeLook } from "../../ui/display/badge"
import type { Resource } from "../../ui/pages/resource"

export const gifts = {
  tag: "gifts",
  texts: "gift",
  icon: "gift",
  list: { pageSize: 8, sortBy: "createdDate", sortOrder: "desc", isSortExtension: true },
  titleOf: card => card.cardName,
  status: activeStatusLook,
  copy: { title: "cardName", max: 100, reset: { apiIntegrationCode: "" } },
  labels: {
    cardName: "gift.name",
    brandId: "gift.brand",
    categories: "gift.categories",
    description: "gift.description",
    terms: "gift.terms",
    status: "gift.status",
    validityStart: "gift.start",
    validityEnd: "gift.end",
    maxUsage: "gift.maxUsage",
    tenantIds: "gift.companies",
    apiIntegrationCode: "gift.apiCode",
    metadata: "gift.metadata",
    cardImage: "gift.image",
  },
} satisfies Resource<GiftCard, GiftCardDraft>

/** Validity is derived from the dates and not on the wire. */
export const validityLook: CodeLook<(typeof validities.names)[number]> = {
  of: validities,
  texts: "gift.validity",
  tones: { upcoming: "info", valid: "success", expired: "warning" },
}
