import type { Company, CompanyFields } from "../../contract/companies"
import type { CompanyDraft } from "../../contract/company-drafts"
import { activeStatusLook } from "../../ui/display/active-status"
import type { Labels } from "../../ui/forms/labels"
import type { Resource } from "../../ui/pages/resource"

/** Labels of the members that companies and subsidiaries share. */
export const fieldLabels = {
  name: "tenant.name",
  description: "tenant.description",
  industry: "tenant.industry",
  companySize: "tenant.companySize",
  location: "tenant.location",
  status: "tenant.status",
  emails: "tenant.emails",
  contactPersons: "tenant.contactPersons",
  phone: "tenant.phone",
  website: "tenant.website",
  domain: "tenant.domain",
  linkedIn: "tenant.linkedIn",
  twitter: "tenant.twitter",
  facebook: "tenant.facebook",
  instagram: "tenant.instagram",
  logo: "tenant.logo",
  primaryColor: "tenant.primaryColor",
  secondaryColor: "tenant.secondaryColor",
} satisfies Labels<CompanyFields>

export const companies = {
  tag: "companies",
  texts: "tenant",
  icon: "building",
  list: { pageSize: 8, sortBy: "name", sortOrder: "asc" },
  titleOf: company => company.name,
  status: activeStatusLook,
  isRemovedByName: true,
  copy: { title: "name", max: 100, reset: { emails: [], contactPersons: [], subTenants: [] } },
  labels: {
    ...fieldLabels,
    modules: "tenant.modules",
    subTenants: "tenant.subTenants",
  },
} satisfies Resource<Company, CompanyDraft>
