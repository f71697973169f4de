import { http } from "../../api"
import {
  type BatchDraft,
  draftOf,
  type GiftBatch,
  type GiftCode,
  type GiftDraft,
  type GiftRecord,
  type GiftUse,
  giftOf,
  tidyCode,
  type UseDraft,
} from "../../contract/gifts"
import { type Loaded, one, type Page, page } from "../../core/envelope"
import { KeyedError, saying } from "../../core/errors"
import { HttpError, type Query, type UploadOptions } from "../../core/http"
import { read, write } from "../../core/query"
import { maxPageSize, readAllPages } from "../../core/read-all-pages"

/** S7 Gifts. Blank filter values are never sent. What other modules need of them comes first. */
export type GiftCard = { id: string; cardName: string; brand?: string | null; brandId?: string | null }

const all = () =>
  readAllPages(at => http.get("/gift/list", { query: { page: at, pageSize: maxPageSize } }).then(page<GiftCard>("gifts")))

export const giftOptions = read("gifts.options", async (_: undefined) =>
  (await all()).map(({ id, cardName, brand }) => ({ value: id, label: brand ? `${cardName} · ${brand}` : cardName })),
)

/** The cards of one partner; the contract's list has no filter for it. */
export const giftsOf = read("gifts.ofPartner", async (partnerId: string) =>
  (await all()).filter(({ brandId }) => brandId === partnerId).map(({ id, cardName }) => ({ value: id, label: cardName })),
)

type Wire = Partial<GiftRecord>

export const listGifts = read(
  "gifts.list",
  (query: Query, signal): Promise<Page<GiftRecord>> =>
    http
      .get("/gift/list", { query, signal })
      .then(page<Wire>("gifts"))
      .then(({ rows, total }) => ({ rows: rows.map(giftOf), total }))
      .catch(saying("general.failed")),
)

export const getGift = read("gifts.one", async (id: string, signal): Promise<Loaded<GiftRecord>> => {
  const { record, ...rest } = await http
    .get(`/gift/${encodeURIComponent(id)}`, { signal })
    .then(one<Wire>())
    .catch(saying("gift.missing"))
  return { record: giftOf(record), ...rest }
})

/** Open sides and no picture are null on the wire. */
const bodyOf = (draft: GiftDraft) => ({
  ...draft,
  brandId: draft.brandId || null,
  cardImage: draft.cardImage || null,
  validityStart: draft.validityStart || null,
  validityEnd: draft.validityEnd || null,
})

export const addGift = write("gifts", (draft: GiftDraft, options: { idempotencyKey: string; signal?: AbortSignal }) =>
  http.post("/gift/create", bodyOf(draft), options),
)

export const updateGift = write("gifts", (id: string, draft: GiftDraft, options: { version?: string; signal?: AbortSignal }) =>
  http.put("/gift/update", { ...bodyOf(draft), id }, options),
)

export const removeGift = write("gifts", (id: string) => http.delete(`/gift/${encodeURIComponent(id)}`))

export const uploadGiftImage = (file: File, orderNo: number, options: UploadOptions) =>
  http.upload("/gift/media", file, orderNo, options)

export const setGiftStatus = async (id: string, status: number) => {
  const { record, version } = await getGift(id)
  return updateGift(id, { ...draftOf(record), status }, { version })
}

/** Codes and ledger are no calls of the contract's: another API may not have them, and that is what is said then (decisions §6). */
const notOffered = (error: unknown): never => {
  const isSo = error instanceof HttpError && (error.status === 405 || (error.status === 404 && error.errors.length === 0))
  throw isSo ? new KeyedError("gift.notOffered") : error
}

const under = (id: unknown, part: "codes" | "uses") => `/gift/${encodeURIComponent(String(id))}/${part}`

export type CodePage = Page<GiftCode> & { batches: GiftBatch[] }

/** @param query with the card's `id` */
export const listCodes = read("gifts.codes", async ({ id, ...query }: Query, signal): Promise<CodePage> => {
  const answer = await http.get(under(id, "codes"), { query, signal }).catch(notOffered)
  const { batches } = (answer.value ?? {}) as { batches?: GiftBatch[] }
  return { ...page<GiftCode>("codes")(answer), batches: batches ?? [] }
})

export type UsePage = Page<GiftUse> & { used: number | null; maxUsage: number | null }

/** @param query with the card's `id` */
export const listUses = read("gifts.uses", async ({ id, ...query }: Query, signal): Promise<UsePage> => {
  const answer = await http.get(under(id, "uses"), { query, signal }).catch(notOffered)
  const { used, maxUsage } = (answer.value ?? {}) as Partial<UsePage>
  return { ...page<GiftUse>("uses")(answer), used: used ?? null, maxUsage: maxUsage ?? null }
})

type Once = { idempotencyKey: string; signal?: AbortSignal }

export const makeCodes = write("gifts", (id: string, { count, pattern }: BatchDraft, options: Once) =>
  http.post(under(id, "codes"), { count, pattern: tidyCode(pattern) }, options).catch(notOffered),
)

export const recordUse = write("gifts", (id: string, { isCorrection, code, amount, note }: UseDraft, options: Once) => {
  const body = { code: tidyCode(code) || null, amount: isCorrection ? -Number(amount) : amount, note }
  return http.post(under(id, "uses"), body, options).catch(notOffered)
})
