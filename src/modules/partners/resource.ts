import { blank, type Partner, type PartnerDraft } from "../../contract/partners"
import { activeStatusLook } from "../../ui/display/active-status"
import { labelsOf } from "../../ui/forms/labels"
import type { Resource } from "../../ui/pages/resource"

export const partners = {
  tag: "partners",
  texts: "brand",
  icon: "store",
  list: { pageSize: 8, sortBy: "name", sortOrder: "asc" },
  titleOf: partner => partner.name,
  status: activeStatusLook,
  copy: { title: "name", max: 100 },
  labels: labelsOf("brand", blank),
} satisfies Resource<Partner, PartnerDraft>
