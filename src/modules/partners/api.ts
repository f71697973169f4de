import { blank, bodyOf, draftOf, type Partner, type PartnerDraft, partnerOf } from "../../contract/partners"
import { readPagedOptions } from "../../core/http/read-all-pages"
import { can } from "../../state/features"
import { cache } from "../../state/instances"
import { activeOptions, activeStatusLook } from "../../ui/display/active-status"
import { labelsOf } from "../../ui/forms/labels"
import type { Resource } from "../../ui/pages/resource"
import { categoryOptions } from "../categories/api"
import { crudCalls } from "../records/api"

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

/** Calls of partners (docs/contract.md#partner-calls). */

const { tag } = partners

export const calls = crudCalls("partners", {
  recordOf: partnerOf,
  draftOf,
  bodyOf,
  names: [{ id: "categoryId", name: "categoryName", options: categoryOptions }],
  removePath: "/brand",
  missing: "brand.missing",
})

export const {
  list: listPartners,
  get: getPartner,
  add: addPartner,
  update: updatePartner,
  patch: patchPartner,
  remove: removePartner,
} = calls

export const partnerOptions = readPagedOptions(
  `${tag}.options`,
  (query, signal) => calls.getPage({ ...query, sortBy: "name", sortOrder: "asc" }, signal),
  id => cache.load(getPartner, id),
  activeOptions,
  () => !can("lists.byOwner"),
)
