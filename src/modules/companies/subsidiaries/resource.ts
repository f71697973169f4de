import type { Company, CompanyFields } from "../../../contract/companies"
import { activeStatusLook } from "../../../ui/display/active-status"
import type { Resource } from "../../../ui/pages/resource"
import { fieldLabels } from "../resource"

export const subsidiaries = {
  tag: "subsidiaries",
  texts: "subsidiary",
  icon: "tree",
  list: { pageSize: 9, sortBy: "name", sortOrder: "asc", isSortExtension: true },
  titleOf: company => company.name,
  status: activeStatusLook,
  copy: { title: "name", max: 100 },
  labels: fieldLabels,
} satisfies Resource<Company, CompanyFields>
