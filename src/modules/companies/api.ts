import { http } from "../../api"
import { type Company, type CompanyFields, type CompanyStats, companyOf, type Onboarding } from "../../contract/companies"
import {
  bodyOf,
  type CompanyDraft,
  changedCompany,
  changedFields,
  draftOf,
  fieldsBody,
  fieldsOf,
} from "../../contract/company-drafts"
import { type ModuleFlags, moduleFlagsOf } from "../../contract/module-flags"
import { type CreateOptions, patchWith, type UpdateOptions } from "../../core/calls"
import { list, objectValue, one, page } from "../../core/envelope"
import { rethrowWithMessage } from "../../core/errors"
import type { Query, UploadOptions } from "../../core/http"
import { read } from "../../core/query"
import { write } from "../../state/instances"
import { companies } from "./resource"

/** Calls of companies (docs/contract.md#company-calls). */

const { tag } = companies

const pathOf = (id: string, part = "") => `/tenant/${encodeURIComponent(id)}${part}`

export const listCompanies = read(`${tag}.list`, (query: Query, signal) =>
  http.get("/tenant/list", { query, signal }).then(page("tenants", companyOf)),
)

/** A company with its subsidiaries. */
export const getCompany = read(`${tag}.one`, (id: string, signal) =>
  http.get(pathOf(id), { signal }).then(one(companyOf)).catch(rethrowWithMessage("tenant.missing")),
)

/** Subsidiaries of a company, 9 to a page unless the query tells otherwise. */
export const listSubsidiaries = read(`${tag}.subsidiaries`, ({ id, ...query }: Query & { id: string }, signal) =>
  http
    .get(pathOf(id, "/subsidiaries"), { query: { page: 0, pageSize: 9, ...query }, signal })
    .then(page<Company>("subsidiaries", companyOf)),
)

/** Module flags of a company, with the version of the company (docs/contract.md#module-flags). */
export const getModules = read(`${tag}.modules`, (id: string, signal) =>
  http.get(pathOf(id, "/modules"), { signal }).then(({ value, etag }) => ({ flags: moduleFlagsOf(value), version: etag })),
)

/** Changes module flags, those that `flags` names; raises the version of the company. */
export const updateModules = write(tag, (id: string, flags: Partial<ModuleFlags>, options: UpdateOptions) =>
  http.put(pathOf(id, "/modules"), flags, options),
)

export const getOnboarding = read(`${tag}.onboarding`, (id: string, signal) =>
  http.get(pathOf(id, "/onboarding"), { signal }).then(objectValue<Partial<Onboarding>>()),
)

export const getCompanyStats = read(`${tag}.stats`, (id: string, signal) =>
  http.get(pathOf(id, "/stats"), { signal }).then(objectValue<Partial<CompanyStats>>()),
)

export const cityOptions = read("cities.options", (_: undefined) =>
  http
    .get("/city/list")
    .then(list<{ name: string }>("cities"))
    .then(rows => rows.map(({ name }) => ({ value: name, label: name }))),
)

export const addCompany = write(tag, (draft: CompanyDraft, options: CreateOptions) =>
  http.post("/tenant/admin/create", bodyOf(draft), options),
)

export const updateCompany = write(tag, (id: string, draft: CompanyDraft, options: UpdateOptions) =>
  http
    .put(
      "/tenant/admin/update",
      { ...changedCompany(draft, options.received), tenantId: id },
      { ...options, success: "statusZeroOrOne" },
    )
    .catch(rethrowWithMessage("tenant.updateFailed", "tenant.unknown")),
)

export const patchCompany = patchWith(getCompany, draftOf, updateCompany)

/** Refused while the company has subsidiaries (docs/contract.md#company-calls). */
export const removeCompany = write(tag, (id: string) => http.delete(`/tenant/delete/${encodeURIComponent(id)}`))

export const uploadCompanyLogo = (file: File, orderNo: number, options: UploadOptions) =>
  http.upload("/tenant/logo", file, orderNo, options).catch(rethrowWithMessage("tenant.logoFailed"))

/** Adds a subsidiary of the signed-in administrator's company. */
export const addSubsidiary = write(tag, (draft: CompanyFields, options: CreateOptions) =>
  http.post("/tenant/tenant-admin/create", fieldsBody(draft), options),
)

/** Changes a subsidiary of the signed-in administrator's company. */
export const updateSubsidiary = write(tag, (id: string, draft: CompanyFields, options: UpdateOptions) =>
  http.put(
    "/tenant/tenant-admin/update",
    { ...changedFields(draft, options.received), tenantId: id },
    { ...options, success: "statusZeroOrOne" },
  ),
)

export const patchSubsidiary = patchWith(getCompany, fieldsOf, updateSubsidiary)

export type InvitedAdmin = { email: string; firstName: string; lastName: string }

/** Invites an administrator by mail, invites again, or makes an employee of the company an administrator. */
export const inviteAdmin = write([tag, "employees"], (id: string, person: InvitedAdmin, options: CreateOptions) =>
  http.post(pathOf(id, "/admins"), person, options),
)

/** Takes the rights of an administrator away; the person stays an employee. */
export const removeAdmin = write([tag, "employees"], (id: string, userId: string) =>
  http.delete(pathOf(id, `/admins/${encodeURIComponent(userId)}`)),
)
