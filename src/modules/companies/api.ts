import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import { namesFrom } from "../../api/names"
import { type Company, type CompanyFields, type CompanyStats, companyOf, type Onboarding } from "../../contract/companies"
import {
  bodyOf,
  type CompanyDraft,
  changedCompany,
  changedFields,
  changedFlags,
  createBody,
  draftOf,
  fieldsOf,
  isChanged,
} from "../../contract/company-drafts"
import type { CompanyErasure } from "../../contract/company-erasures"
import { type ModuleFlags, moduleDefaults, moduleFlagsOf } from "../../contract/permissions/module-flags"
import { type QuotaKind, type QuotaUse, quotaKinds } from "../../contract/quotas"
import { type CreateOptions, patchWith, type UpdateOptions } from "../../core/http/calls"
import { errorMessage, KeyedError, rethrowReadMessage, rethrowWithMessage } from "../../core/http/errors"
import { type Answer, HttpError, type Query } from "../../core/http/http"
import { list, objectValue, one, page } from "../../core/http/pages"
import { PartlySavedError, type SavedPart } from "../../core/http/partly-saved"
import { read } from "../../core/http/query"
import type { UploadOptions } from "../../core/http/upload"
import { isRecord } from "../../core/is-record"
import { readClaims } from "../../state/claims"
import { can, type Feature } from "../../state/features"
import { i18n, write } from "../../state/instances"
import type { Viewing } from "../../state/session"
import { getEmployee } from "../employees/api"
import { companyOptions, getModules } from "../owners/api"
import { upload } from "../records/api"
import { companies } from "./resource"

/** Calls of companies (docs/contract.md#company-calls). */

const { tag } = companies

const pathOf = (id: string, part = "") => `/tenant/${encodeURIComponent(id)}${part}`

const names = namesFrom<Company>({ id: "parentId", name: "parentName", options: companyOptions })

/** The keys by which companies are sorted; others are not sent. */
const sortKeys = ["name", "location", "createdDate", "industry", "companySize", "activeStatus"]

export const listCompanies = read(`${tag}.list`, ({ sortBy, sortOrder, ...filters }: Query, signal) =>
  http
    .get("/tenant/list", { query: { ...filters, ...(sortKeys.includes(`${sortBy}`) && { sortBy, sortOrder }) }, signal })
    .then(page("tenants", companyOf))
    .then(names.page),
)

/** A company with its subsidiaries. */
export const getCompany = read(`${tag}.one`, (id: string, signal) =>
  http.get(pathOf(id), { signal }).then(one(companyOf)).then(names.one).catch(rethrowReadMessage("tenant.missing")),
)

/** A call of a company that the server may lack. */
const missingOf = (feature: Feature, id: string) => ifMissing(feature, () => getCompany(id), "tenant.notOffered")

/** A company as its form edits it. `modules` is null where the flags could not be read. */
export type CompanyForm = Company & { modules: ModuleFlags | null }

/** Reads a company with the member `modules`, which {@link getCompanyForm} adds. */
export const companyFormOf = (raw: object): CompanyForm => {
  const { modules } = raw as { modules?: unknown }
  return { ...companyOf(raw), modules: modules ? moduleFlagsOf(modules) : null }
}

/** A company with its subsidiaries and modules, and the version of the company. */
export const getCompanyForm = read(`${tag}.form`, async (id: string, signal) => {
  const [company, modules] = await Promise.all([getCompany(id, signal), getModules(id, signal).catch(() => undefined)])
  const flags = modules?.flags ?? null
  return { ...company, record: { ...company.record, modules: flags }, received: { ...company.received, modules: flags } }
})

/** Subsidiaries of a company, 9 to a page unless the query has another size. Its order and other filters are extensions. */
export const listSubsidiaries = read(`${tag}.subsidiaries`, ({ id, ...all }: Query & { id: string }, signal) => {
  const { page: at = 0, pageSize = 9, keyword, status } = all
  const query = { page: at, pageSize, ...(can("companies.filters") ? all : { keyword, status }) }
  return http.get(pathOf(id, "/subsidiaries"), { query, signal }).then(page<Company>("subsidiaries", companyOf))
})

/** Whether the own company is a subsidiary, which has no subsidiaries of its own; null where the server has no such member. */
export const isOwnSubsidiary = read(`${tag}.own`, (_: undefined, signal) =>
  http.get("/tenant/mytenant", { signal }).then(
    ({ value }) => (isRecord(value) ? companyOf(value).parentId !== null : null),
    () => null,
  ),
)

/** Changes module flags, those that `flags` names; raises the version of the company. */
export const updateModules = write(tag, (id: string, flags: Partial<ModuleFlags>, options: UpdateOptions) =>
  http
    .put(pathOf(id, "/modules"), flags, options)
    .catch(ifMissing("companies.modules", () => getCompany(id), "tenant.modulesUnsupported")),
)

export const getOnboarding = read(`${tag}.onboarding`, (id: string, signal) =>
  http
    .get(pathOf(id, "/onboarding"), { signal })
    .then(objectValue<Partial<Onboarding>>())
    .catch(missingOf("companies.onboarding", id)),
)

export const getCompanyStats = read(`${tag}.stats`, (id: string, signal) =>
  http.get(pathOf(id, "/stats"), { signal }).then(objectValue<Partial<CompanyStats>>()).catch(missingOf("companies.figures", id)),
)

/** What a company stores, and how much it may; a kind that the console does not know is left out. */
export const getUsage = read(`${tag}.usage`, async (id: string, signal) => {
  const { value } = await http.get(pathOf(id, "/usage"), { signal }).catch(missingOf("companies.quotas", id))
  return (Array.isArray(value) ? (value as QuotaUse[]) : []).filter(({ kind }) => quotaKinds.includes(kind))
})

/** Sets quotas of a company by kind; `null` returns to the general one. */
export const setQuotas = write(tag, (id: string, limits: Partial<Record<QuotaKind, number | null>>) =>
  http.put(pathOf(id, "/quotas"), limits).catch(missingOf("companies.quotas", id)),
)

/** The erasure that waits; null where none does. */
export const getErasure = read(`${tag}.erasure`, async (id: string, signal) => {
  const { value } = await http.get(pathOf(id, "/erasure"), { signal }).catch(missingOf("companies.erasure", id))
  return { erasure: isRecord(value) ? (value as CompanyErasure) : null }
})

const erasureCall = (send: (path: string) => Promise<Answer>) =>
  write(tag, (id: string) => send(pathOf(id, "/erasure")).catch(missingOf("companies.erasure", id)))

export const requestErasure = erasureCall(path => http.post(path, {}))
export const approveErasure = erasureCall(path => http.post(`${path}/approve`, {}))
export const cancelErasure = erasureCall(path => http.delete(path))

/** Asks for a token to see a company as its administrator does. @throws KeyedError when the token cannot be read */
export const viewAs = async ({ id, name }: Company): Promise<Viewing> => {
  const { value } = await http.post(pathOf(id, "/view-as")).catch(ifMissing("companies.viewAs", () => getCompany(id)))
  const token = isRecord(value) ? String(value.token) : ""
  const { email = "", role, userId, exp, iat } = readClaims(token) ?? {}
  if (!userId || !role || !exp || !iat) throw new KeyedError("auth.tokenFormat")
  return { token, tokenExpiry: Date.now() + (exp - iat) * 1000, company: name, user: { email, role, userId, tenantId: id } }
}

export const cityOptions = read("cities.options", (_: undefined) =>
  http
    .get("/city/list")
    .then(list<{ name: string }>("cities"))
    .then(rows => rows.map(({ name }) => ({ value: name, label: name }))),
)

/** Adds the flags to the stored record of a conflict, so that it is compared as the form has it. */
const withModules = (id: string) => async (error: unknown) => {
  if (error instanceof HttpError && error.status === 409 && isRecord(error.value))
    error.value.modules = (await getModules(id).catch(() => undefined))?.flags ?? null
  throw error
}

/**
 * Returns a `catch` handler that words a refused body as companies do, and names the subsidiary that a message is about
 * (docs/contract.md#company-calls).
 */
const rethrowInvalid = (body: object) => (error: unknown) => {
  if (error instanceof HttpError) {
    const sent = (body as { subTenants?: { name?: string }[] }).subTenants
    error.invalidFormatKey = "tenant.invalidFormat"
    for (const entry of error.fields) {
      const index = /^subTenants[.[](\d+)/i.exec(entry.field)?.[1]
      const name = index && sent?.[Number(index)]?.name
      if (name) entry.message = `${name}: ${entry.message}`
    }
  }
  throw error
}

const putCompany = write(tag, (id: string, body: object, options: UpdateOptions) =>
  http
    .put("/tenant/admin/update", { ...body, tenantId: id }, { ...options, success: "statusZeroOrOne" })
    .catch(rethrowInvalid(body))
    .catch(rethrowWithMessage("tenant.updateFailed", "tenant.unknown")),
)

/**
 * Changes the company of the signed-in administrator. Its status is left out: only the platform changes it
 * (docs/contract.md#company-calls).
 */
export const updateOwnCompany = write([tag, "subsidiaries"], (id: string, draft: CompanyFields, options: UpdateOptions) => {
  const { activeStatus: _, ...body } = changedFields(draft, options.received)
  return http
    .put("/tenant/update", { ...body, tenantId: id }, { ...options, success: "statusZeroOrOne" })
    .catch(rethrowInvalid(body))
    .catch(rethrowWithMessage("tenant.unknown"))
})

/** Returns the members of a company after a change: as the server answers them, else as it has them, else as they were sent. */
const afterChange = async (id: string, { value }: Answer, sent: object, before: object | undefined) => {
  const stored =
    isRecord(value) && Array.isArray(value.subTenants) ? value : (await getCompany(id).catch(() => undefined))?.received
  return { ...before, ...sent, ...(stored && "subTenants" in stored && { subTenants: stored.subTenants }) }
}

/**
 * The second call of a save. Its failure leaves the company saved.
 * @param saved the company before this call
 * @throws PartlySavedError
 */
const putFlags = async (id: string, flags: Partial<ModuleFlags>, saved: SavedPart, isFirst: boolean, signal?: AbortSignal) => {
  const { version } = saved
  try {
    return await updateModules(id, flags, { signal, ...(version !== undefined && { version }) })
  } catch (error) {
    const isConflict = error instanceof HttpError && error.status === 409 && error.version !== undefined
    const left = isConflict ? { ...saved, version: error.version } : saved
    const reason = errorMessage(error, "error.generic", i18n.t)
    throw new PartlySavedError(left, isFirst ? "tenant.flagsFailed" : "tenant.partlySaved", { reason })
  }
}

/**
 * Saves a company and then, against the version that this answers, its changed modules (docs/contract.md#company-drafts). A
 * repetition sends only what is left.
 * @throws PartlySavedError if the company was saved, and its modules were not
 */
export const updateCompany = async (id: string, draft: CompanyDraft, options: UpdateOptions): Promise<Answer> => {
  const { received, signal } = options
  const flags = received ? changedFlags(draft.modules, companyFormOf(received).modules) : undefined
  if (flags && received && !isChanged(draft, received)) {
    const answer = await putFlags(id, flags, { version: options.version, received }, true, signal)
    return { ...answer, received: { ...received, modules: draft.modules } }
  }
  const body = changedCompany(draft, received)
  const answer = await putCompany(id, body, options).catch(withModules(id))
  if (!received) return answer
  const after = await afterChange(id, answer, body, received)
  if (!flags) return { ...answer, received: after }
  const { undoToken: _, ...last } = await putFlags(id, flags, { version: answer.etag, received: after }, false, signal)
  return { ...last, received: { ...after, modules: draft.modules } }
}

const postCompany = write(tag, (body: object, options: CreateOptions) =>
  http.post("/tenant/admin/create", body, options).catch(rethrowInvalid(body)),
)

/** Companies that were created without their modules, by the idempotency key of their create. */
const withoutModules = new Map<string, SavedPart & { id: string }>()

/** Creates a company, and then saves the modules that differ from the defaults. A repetition continues with the created one. */
export const addCompany = async (draft: CompanyDraft, options: CreateOptions): Promise<Answer> => {
  const key = options.idempotencyKey
  const remember = (id: string) => (error: unknown) => {
    if (error instanceof PartlySavedError) withoutModules.set(key, { ...error.saved, id })
    throw error
  }
  const known = withoutModules.get(key)
  if (known) {
    const answer = await updateCompany(known.id, draft, { ...known, signal: options.signal }).catch(remember(known.id))
    return { ...answer, value: { id: known.id } }
  }
  const answer = await postCompany(bodyOf(draft), options)
  const flags = changedFlags(draft.modules, moduleDefaults)
  const id = isRecord(answer.value) ? answer.value.id : undefined
  if (!flags || typeof id !== "string") return answer
  const received = { ...(await afterChange(id, answer, bodyOf(draft), undefined)), modules: moduleDefaults }
  await putFlags(id, flags, { version: answer.etag, received }, false, options.signal).catch(remember(id))
  return answer
}

export const patchCompany = patchWith(getCompany, draftOf, updateCompany)

/** Refused while the company has subsidiaries (docs/contract.md#company-calls). */
export const removeCompany = write(tag, (id: string) => http.delete(`/tenant/delete/${encodeURIComponent(id)}`))

export const uploadCompanyLogo = (file: File, orderNo: number, options: UploadOptions) =>
  upload("/tenant/logo", file, orderNo, options).catch(rethrowWithMessage("tenant.logoFailed"))

/** Adds a subsidiary of the signed-in administrator's company. */
export const addSubsidiary = write(tag, (draft: CompanyFields, options: CreateOptions) =>
  http.post("/tenant/tenant-admin/create", createBody(draft), options).catch(rethrowInvalid(draft)),
)

/** Changes a subsidiary of the signed-in administrator's company. */
export const updateSubsidiary = write(tag, (id: string, draft: CompanyFields, options: UpdateOptions) =>
  http
    .put(
      "/tenant/tenant-admin/update",
      { ...changedFields(draft, options.received), tenantId: id },
      { ...options, success: "statusZeroOrOne" },
    )
    .catch(rethrowInvalid(draft)),
)

export const patchSubsidiary = patchWith(getCompany, fieldsOf, updateSubsidiary)

export type InvitedAdmin = { email: string; firstName: string; lastName: string }

/** Invites an administrator by mail, invites again, or makes an employee of the company an administrator. */
export const inviteAdmin = write([tag, "employees"], (id: string, person: InvitedAdmin, options: CreateOptions) =>
  http.post(pathOf(id, "/admins"), person, options).catch(missingOf("companies.admins", id)),
)

/** Takes the rights of an administrator away; the person stays an employee. */
export const removeAdmin = write([tag, "employees"], (id: string, userId: string) =>
  http
    .delete(pathOf(id, `/admins/${encodeURIComponent(userId)}`))
    .catch(ifMissing("companies.admins", () => getEmployee(userId), "tenant.notOffered")),
)

/** Invites an administrator of the platform by mail, or invites again. */
export const invitePlatformAdmin = write(["employees", "approvals"], (person: InvitedAdmin, options: CreateOptions) =>
  http.post("/user/admins", person, options).catch(ifMissing("companies.admins", undefined, "tenant.notOffered")),
)

/** Takes the rights of an administrator of the platform away. */
export const removePlatformAdmin = write(["employees", "approvals"], (userId: string) =>
  http
    .delete(`/user/admins/${encodeURIComponent(userId)}`)
    .catch(ifMissing("companies.admins", () => getEmployee(userId), "tenant.notOffered")),
)
