import type { Provider, ProviderDraft } from "../../contract/payments"
import { activeStatusLook } from "../../ui/display/active-status"
import type { Resource } from "../../ui/pages/resource"

export const payments = {
  tag: "payments",
  texts: "payment",
  icon: "wallet",
  list: { pageSize: 8, sortBy: "name", sortOrder: "asc", isSortExtension: true },
  titleOf: provider => provider.name,
  status: activeStatusLook,
  copy: { title: "name", max: 100 },
  labels: {
    name: "payment.name",
    description: "payment.description",
    categoryIds: "payment.categories",
    status: "payment.status",
    contactPerson: "payment.contactPerson",
    email: "payment.email",
    phone: "payment.phone",
    website: "payment.website",
    address: "payment.address",
    tenantIds: "payment.companies",
    logo: "payment.logo",
  },
} satisfies Resource<Provider, ProviderDraft>
