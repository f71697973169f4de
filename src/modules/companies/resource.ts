import { blankFields, type Company } from "../../contract/companies"
import type { CompanyDraft } from "../../contract/company-drafts"
import { activeStatusLook } from "../../ui/display/active-status"
import { labelsOf } from "../../ui/forms/labels"
import type { Resource } from "../../ui/pages/resource"

/** Labels of the members that companies and subsidiaries share. */
export const fieldLabels = labelsOf("tenant", blankFields)

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
