import { blank, type GiftCard, type GiftCardDraft, validities } from "../../contract/gifts"
import { activeStatusLook } from "../../ui/display/active-status"
import type { CodeLook } from "../../ui/display/badge"
import { labelsOf } from "../../ui/forms/labels"
import type { Resource } from "../../ui/pages/resource"

export const gifts = {
  tag: "gifts",
  texts: "gift",
  icon: "gift",
  list: { pageSize: 8, sortBy: "createdDate", sortOrder: "desc", isSortExtension: true },
  titleOf: card => card.cardName,
  status: activeStatusLook,
  copy: { title: "cardName", max: 100, reset: { apiIntegrationCode: "" } },
  labels: labelsOf("gift", blank),
} satisfies Resource<GiftCard, GiftCardDraft>

/** Validity is derived from the dates and not on the wire. */
export const validityLook: CodeLook<(typeof validities.names)[number]> = {
  of: validities,
  texts: "gift.validity",
  tones: { upcoming: "info", valid: "success", expired: "warning" },
}
