import { http } from "../../api"
import { draftOf, type PaymentDraft, type PaymentRecord, providerOf } from "../../contract/payments"
import { type Loaded, one, type Page, page } from "../../core/envelope"
import { saying } from "../../core/errors"
import type { Query, UploadOptions } from "../../core/http"
import { read, write } from "../../core/query"
import { maxPageSize, readAllPages } from "../../core/read-all-pages"

/** S7 Payments. Reads are cached and refreshed after each write. */
type Wire = Partial<PaymentRecord>

const pageOf = (query: Query, signal?: AbortSignal): Promise<Page<PaymentRecord>> =>
  http
    .get("/payment/list", { query, signal })
    .then(page<Wire>("payments"))
    .then(({ rows, total }) => ({ rows: rows.map(providerOf), total }))
    .catch(saying("general.failed"))

export const listProviders = read("payments.list", pageOf)

/** All providers in reach: what a company may take over is chosen among them. */
export const allProviders = read("payments.all", (_: undefined) =>
  readAllPages(at => pageOf({ page: at, pageSize: maxPageSize })),
)

export const getProvider = read("payments.one", async (id: string, signal): Promise<Loaded<PaymentRecord>> => {
  const { record, ...rest } = await http
    .get(`/payment/${encodeURIComponent(id)}`, { signal })
    .then(one<Wire>())
    .catch(saying("payment.missing"))
  return { record: providerOf(record), ...rest }
})

/** A create and an upload are a success when `isSuccess` is true or the status 0 (S7); each has a default error (S8). */
export const addProvider = write("payments", (draft: PaymentDraft, options: { idempotencyKey: string; signal?: AbortSignal }) =>
  http
    .post("/payment/create", draft, { ...options, success: "statusZero" })
    .catch(saying("payment.createFailed", "payment.unexpected")),
)

/** An update is a success on any 2xx whatever the body says (S7). */
export const updateProvider = write(
  "payments",
  (id: string, draft: PaymentDraft, options: { version?: string; signal?: AbortSignal }) =>
    http.put("/payment/update", { ...draft, id }, { ...options, success: "any" }),
)

export const removeProvider = write("payments", (id: string) => http.delete(`/payment/${encodeURIComponent(id)}`))

export const uploadProviderLogo = (file: File, orderNo: number, options: UploadOptions) =>
  http
    .upload("/payment/media", file, orderNo, { ...options, success: "statusZero" })
    .catch(saying("media.uploadFailed", "payment.uploadDefault"))

export const setProviderStatus = async (id: string, status: number) => {
  const { record, version } = await getProvider(id)
  return updateProvider(id, { ...draftOf(record), status }, { version })
}

/** A company takes a platform's provider over: its own id joins the provider's companies (decisions §6). */
export const takeProviderOver = async (id: string, tenantId: string) => {
  const { record, version } = await getProvider(id)
  return updateProvider(id, { ...draftOf(record), tenantIds: [...record.tenantIds, tenantId] }, { version })
}
