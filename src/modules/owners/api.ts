import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import { moduleFlagsOf } from "../../contract/permissions/module-flags"
import type { Code } from "../../core/codes"
import { maxOptions, type Option, readOptions } from "../../core/http/options"
import { list } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { fold } from "../../core/text/fold"
import { cache, i18n } from "../../state/instances"
import { activeOptions } from "../../ui/display/active-status"
import { platformOwner } from "../../ui/lists/use-owner-column"

/** Owners of records, companies that records are offered to, and what these have switched on; apart from the calls of companies, which few pages load. */

type CompanyName = { id: string; name: string; parentId?: string | null; activeStatus?: Code }

/** A company as an option, with the parent company of a subsidiary; a server may leave `parentId` out. */
type CompanyOption = Option & { parentId?: string | null }

const companyOptionsOf = (rows: CompanyName[]): CompanyOption[] =>
  activeOptions(rows.map(row => ({ ...row, status: row.activeStatus }))).map((option, at) => ({
    ...option,
    parentId: rows[at]?.parentId,
  }))

/** Companies in the user's reach (docs/contract.md#company-calls). */
export const companyOptions = readOptions("companies.options", (query, signal) =>
  http.get("/tenant/get-all", { query, signal }).then(list<CompanyName>("tenants")).then(companyOptionsOf),
)

/** The name of a record's owner, for a server that leaves it out. */
export const ownerNameOf = { id: "tenantId", name: "tenantName", options: companyOptions } as const

/** The companies whose records an administrator of a company may change: the own one and its subsidiaries (docs/contract.md#ownership-and-reach). */
export const changeableCompanies = (companies: readonly CompanyOption[], tenantId: string): string[] => [
  tenantId,
  ...companies.flatMap(({ value, parentId }) => (parentId === undefined || parentId === tenantId ? [value] : [])),
]

/** Module flags of a company, with the version of the company (docs/contract.md#module-flags). */
export const getModules = read("companies.modules", (id: string, signal) =>
  http
    .get(`/tenant/${encodeURIComponent(id)}/modules`, { signal })
    .then(({ value, etag }) => ({ flags: moduleFlagsOf(value), version: etag }))
    .catch(ifMissing("companies.modules", () => http.get(`/tenant/${encodeURIComponent(id)}`))),
)

/** Companies before which the platform stands, unless others are asked for. */
export const withPlatform = async (
  { keyword = "", ids }: { keyword?: string; ids?: string },
  companies: Promise<Option[]>,
): Promise<Option[]> => {
  const platform = { value: platformOwner, label: i18n.t("ui.platform") }
  return [platform].filter(({ label }) => !ids && fold(label).includes(fold(keyword))).concat(await companies)
}

/** The companies, or those with a text or with ids. */
export const findCompanies = (
  { keyword, ids }: { keyword?: string; ids?: string },
  signal?: AbortSignal,
): Promise<CompanyOption[]> =>
  keyword
    ? companyOptions.more.search(keyword, signal)
    : ids
      ? cache.load(companyOptions.more.named, ids)
      : cache.load(companyOptions, undefined)

/** Owners of records, for a filter: the platform and all companies. */
export const ownerOptions = readOptions(
  "companies.owners",
  (query, signal) => withPlatform(query, findCompanies(query, signal)),
  maxOptions + 1,
)
