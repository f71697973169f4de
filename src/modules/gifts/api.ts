import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import { editOutcomesOf } from "../../contract/bulk-edit"
import {
  type BatchDraft,
  type CodeAction,
  type GiftUse,
  normalizeCode,
  normalizePattern,
  type UseDraft,
} from "../../contract/gift-codes"
import { bodyOf, draftOf, type GiftCard, giftCardOf, issueBlockedReason } from "../../contract/gifts"
import type { CreateOptions } from "../../core/http/calls"
import { rethrowWithMessage } from "../../core/http/errors"
import type { Query } from "../../core/http/http"
import type { Option } from "../../core/http/options"
import { type Page, page } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { readAllPages, readPagedOptions } from "../../core/http/read-all-pages"
import { joinTexts } from "../../core/text/join-texts"
import { can } from "../../state/features"
import { cache, write } from "../../state/instances"
import { partnerOptions } from "../partners/api"
import { crudCalls } from "../records/api"
import { batchOf, codePage } from "../records/codes/code-page"
import { gifts } from "./resource"

/** Calls of gift cards (docs/contract.md#gift-card-calls). */

const { tag } = gifts

const calls = crudCalls("gifts", {
  recordOf: giftCardOf,
  draftOf,
  bodyOf,
  names: [{ id: "brandId", name: "brand", options: partnerOptions }],
  removePath: "/gift",
  missing: "gift.missing",
})

export const {
  get: getGift,
  add: addGift,
  update: updateGift,
  patch: patchGift,
  remove: removeGift,
  upload: uploadGiftImage,
} = calls

const getAll = () => readAllPages(calls.getPage)

const optionsOf = (cards: GiftCard[]) =>
  cards.map(
    (card): Option => ({
      value: card.id,
      label: joinTexts(card.cardName, card.brand),
      blockedReason: issueBlockedReason(card, Date.now()),
    }),
  )

export const giftOptions = readPagedOptions(
  `${tag}.options`,
  calls.getPage,
  id => cache.load(getGift, id),
  optionsOf,
  () => !can("lists.byOwner"),
)

/** The cards of a partner; the list call has no filter for them. */
export const giftsOfPartner = read(`${tag}.ofPartner`, (partnerId: string) =>
  getAll().then(cards => cards.filter(({ brandId }) => brandId === partnerId)),
)

export const listGifts = read(`${tag}.list`, (query: Query, signal) =>
  calls.getPage(query, signal).catch(rethrowWithMessage("general.failed")),
)

/** The calls of codes and uses are extensions. */
const partFailed = (id: unknown, part: "codes" | "uses") =>
  ifMissing(`gifts.${part}`, () => getGift(String(id)), "gift.notOffered")

const partPath = (id: unknown, part: "codes" | "uses") => `/gift/${encodeURIComponent(String(id))}/${part}`

/** @param query the id of the card as `id`, and filters */
export const listCodes = read(`${tag}.codes`, ({ id, ...query }: Query, signal) =>
  http.get(partPath(id, "codes"), { query, signal }).catch(partFailed(id, "codes")).then(codePage),
)

export type UsePage = Page<GiftUse> & { used: number | null; maxUsage: number | null }

/** @param query the id of the card as `id`, and filters */
export const listUses = read(`${tag}.uses`, async ({ id, ...query }: Query, signal): Promise<UsePage> => {
  const answer = await http.get(partPath(id, "uses"), { query, signal }).catch(partFailed(id, "uses"))
  const { used, maxUsage } = (answer.value ?? {}) as Partial<UsePage>
  return { ...page<GiftUse>("uses")(answer), used: used ?? null, maxUsage: maxUsage ?? null }
})

export const generateCodes = write(tag, (id: string, { count, pattern }: BatchDraft, options: CreateOptions) =>
  http
    .post(partPath(id, "codes"), { count, pattern: normalizePattern(pattern) }, options)
    .catch(partFailed(id, "codes"))
    .then(batchOf),
)

const giveFailed = (id: string) => ifMissing("gifts.give", () => getGift(id), "gift.notOffered")

/** Gives free codes to people; `check`: says who would get one. */
export const giveCodes = write(tag, (id: string, body: object, options: CreateOptions) =>
  http.post(`${partPath(id, "codes")}/give`, body, options).catch(giveFailed(id)),
)

/** @returns an outcome for each code */
export const changeCodes = write(tag, (id: string, ids: readonly string[], action: CodeAction) =>
  http
    .put(partPath(id, "codes"), { ids, action })
    .then(({ value }) => editOutcomesOf(value))
    .catch(giveFailed(id)),
)

export const recordUse = write(tag, (id: string, { isCorrection, code, amount, note }: UseDraft, options: CreateOptions) => {
  const body = { code: normalizeCode(code) || null, amount: isCorrection ? -Number(amount) : amount, note }
  return http.post(partPath(id, "uses"), body, options).catch(partFailed(id, "uses"))
})
