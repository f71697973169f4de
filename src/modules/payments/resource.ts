import { blank, type Provider, type ProviderDraft } from "../../contract/payments"
import { activeStatusLook } from "../../ui/display/active-status"
import { labelsOf } from "../../ui/forms/labels"
import type { Resource } from "../../ui/pages/resource"

export const payments = {
  tag: "payments",
  texts: "payment",
  icon: "wallet",
  list: { pageSize: 8, sortBy: "name", sortOrder: "asc", isSortExtension: true },
  titleOf: provider => provider.name,
  status: activeStatusLook,
  copy: { title: "name", max: 100 },
  labels: labelsOf("payment", blank),
} satisfies Resource<Provider, ProviderDraft>
