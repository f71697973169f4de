import type { Company, CompanyFields } from "../../../contract/companies"
import type { Query } from "../../../core/http/http"
import { read } from "../../../core/http/query"
import { cache } from "../../../state/instances"
import { currentUser, session } from "../../../state/session"
import { activeStatusLook } from "../../../ui/display/active-status"
import type { Resource } from "../../../ui/pages/resource"
import * as companies from "../api"
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

/** Calls of the subsidiaries of the signed-in administrator's company (docs/contract.md#company-calls). */

const { tag } = subsidiaries

export const listSubsidiaries = read(`${tag}.list`, (query: Query, signal) =>
  companies.listSubsidiaries({ id: currentUser(session)?.tenantId ?? "", ...query }, signal),
)

export const getSubsidiary = read(`${tag}.one`, companies.getCompany)

/** Returns a call that also outdates the subsidiaries in the query cache. */
const writing = <A extends unknown[], R>(call: (...args: A) => Promise<R>) => cache.write(tag, call)

export const addSubsidiary = writing(companies.addSubsidiary)
export const updateSubsidiary = writing(companies.updateSubsidiary)
export const patchSubsidiary = writing(companies.patchSubsidiary)
