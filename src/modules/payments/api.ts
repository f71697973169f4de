import { http } from "../../api/http"
import { blank, draftOf, type Provider, type ProviderDraft, providerOf } from "../../contract/payments"
import { type CreateOptions, patchWith, type UpdateOptions } from "../../core/http/calls"
import { rethrowWithMessage } from "../../core/http/errors"
import type { Query } from "../../core/http/http"
import { read } from "../../core/http/query"
import { readAllPages } from "../../core/http/read-all-pages"
import type { UploadOptions } from "../../core/http/upload"
import { can } from "../../state/features"
import { write } from "../../state/instances"
import { activeStatusLook } from "../../ui/display/active-status"
import { labelsOf } from "../../ui/forms/labels"
import type { Resource } from "../../ui/pages/resource"
import { crudCalls } from "../records/api"

export const payments = {
  tag: "payments",
  texts: "payment",
  icon: "wallet",
  list: { pageSize: 8, sortBy: "name", sortOrder: "asc", isSortExtension: true },
  titleOf: provider => provider.name,
  status: activeStatusLook,
  copy: { title: "name", max: 100 },
  labels: labelsOf("payment", blank),
} satisfies Resource<Provider, ProviderDraft>

/** Calls of payment providers (docs/contract.md#payment-provider-calls). */

const { tag } = payments

const calls = crudCalls("payments", {
  recordOf: providerOf,
  draftOf,
  removePath: "/payment",
  missing: "payment.missing",
})

export const { get: getProvider, remove: removeProvider } = calls

const getPage = (query: Query, signal?: AbortSignal) => calls.getPage(query, signal).catch(rethrowWithMessage("general.failed"))

export const listProviders = read(`${tag}.list`, getPage)

/** All providers in reach, including platform providers that a company can add. */
export const allProviders = read(`${tag}.all`, (_: undefined) => readAllPages(getPage))

/** The status of a new provider is an extension: a server without them makes it active. */
const createBody = ({ status, ...draft }: ProviderDraft) => ({
  ...draft,
  ...((can("records.members") || status !== blank.status) && { status }),
})

/** Like an upload, a create succeeds with `isSuccess: true` or `status: 0`. */
export const addProvider = write(tag, (draft: ProviderDraft, options: CreateOptions) =>
  http
    .post("/payment/create", createBody(draft), { ...options, success: "statusZero" })
    .catch(rethrowWithMessage("payment.createFailed", "payment.unexpected")),
)

/** An update succeeds with any HTTP 2xx, whatever its body contains. */
export const updateProvider = write(tag, (id: string, draft: ProviderDraft, options: UpdateOptions) =>
  http.put("/payment/update", { ...calls.updateBodyOf(draft, options.received), id }, { ...options, success: "any" }),
)

export const patchProvider = patchWith(getProvider, draftOf, updateProvider)

export const uploadProviderLogo = (file: File, orderNo: number, options: UploadOptions) =>
  calls
    .upload(file, orderNo, { ...options, success: "statusZero" })
    .catch(rethrowWithMessage("media.uploadFailed", "payment.uploadDefault"))

/** Adds a platform provider to a company, or removes it (docs/contract.md#platform-providers). */
export const setProviderUse = (id: string, tenantId: string, isUsed: boolean) =>
  patchProvider(id, ({ tenantIds }) => {
    const others = tenantIds.filter(other => other !== tenantId)
    return { tenantIds: isUsed ? [...others, tenantId] : others }
  })
