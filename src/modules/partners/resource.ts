import type { Partner, PartnerDraft } from "../../contract/partners"
import { activeStatusLook } from "../../ui/display/active-status"
import type { Resource } from "../../ui/pages/resource"

export const partners = {
  tag: "partners",
  texts: "brand",
  icon: "store",
  list: { pageSize: 8, sortBy: "name", sortOrder: "asc" },
  titleOf: partner => partner.name,
  status: activeStatusLook,
  copy: { title: "name", max: 100 },
  labels: {
    name: "brand.name",
    categoryId: "brand.category",
    location: "brand.location",
    description: "brand.description",
    status: "brand.status",
    contacts: "brand.contacts",
    tenantIds: "brand.companies",
    logo: "brand.logo",
  },
} satisfies Resource<Partner, PartnerDraft>
