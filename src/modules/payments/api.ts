import { http } from "../../api"
import { draftOf, type Provider, type ProviderDraft, providerOf } from "../../contract/payments"
import { type CreateOptions, patchWith, type UpdateOptions, updateBody } from "../../core/http/calls"
import { rethrowReadMessage, rethrowWithMessage } from "../../core/http/errors"
import type { Query, UploadOptions } from "../../core/http/http"
import { one, page } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { readAllPages } from "../../core/http/read-all-pages"
import { write } from "../../state/instances"
import { namesFrom } from "../../state/names"
import { checkOwner, companyOptions } from "../owners/api"
import { payments } from "./resource"

/** Calls of payment providers (docs/contract.md#payment-provider-calls). */

const { tag } = payments

const names = namesFrom<Provider>({ id: "tenantId", name: "tenantName", options: companyOptions })

const getPage = (query: Query, signal?: AbortSignal) =>
  http
    .get("/payment/list", { query, signal })
    .then(page("payments", providerOf))
    .then(checkOwner(query))
    .then(names.page)
    .catch(rethrowWithMessage("general.failed"))

export const listProviders = read(`${tag}.list`, getPage)

/** All providers in reach, including platform providers that a company can add. */
export const allProviders = read(`${tag}.all`, (_: undefined) => readAllPages(getPage))

export const getProvider = read(`${tag}.one`, (id: string, signal) =>
  http
    .get(`/payment/${encodeURIComponent(id)}`, { signal })
    .then(one(providerOf))
    .then(names.one)
    .catch(rethrowReadMessage("payment.missing")),
)

/** Like an upload, a create succeeds with `isSuccess: true` or `status: 0`. */
export const addProvider = write(tag, (draft: ProviderDraft, options: CreateOptions) =>
  http
    .post("/payment/create", draft, { ...options, success: "statusZero" })
    .catch(rethrowWithMessage("payment.createFailed", "payment.unexpected")),
)

const updateBodyOf = updateBody(providerOf, draftOf)

/** An update succeeds with any HTTP 2xx, whatever its body contains. */
export const updateProvider = write(tag, (id: string, draft: ProviderDraft, options: UpdateOptions) =>
  http.put("/payment/update", { ...updateBodyOf(draft, options.received), id }, { ...options, success: "any" }),
)

export const patchProvider = patchWith(getProvider, draftOf, updateProvider)

export const removeProvider = write(tag, (id: string) => http.delete(`/payment/${encodeURIComponent(id)}`))

export const uploadProviderLogo = (file: File, orderNo: number, options: UploadOptions) =>
  http
    .upload("/payment/media", file, orderNo, { ...options, success: "statusZero" })
    .catch(rethrowWithMessage("media.uploadFailed", "payment.uploadDefault"))

/** Adds a platform provider to a company (docs/contract.md#platform-providers). */
export const addProviderToCompany = (id: string, tenantId: string) =>
  patchProvider(id, ({ tenantIds }) => ({ tenantIds: [...tenantIds, tenantId] }))
