import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import { type CampaignUse, type UseDay, type UseOutcome, type UsePage, useFiguresOf } from "../../contract/campaigns/uses"
import type { VoidDraft } from "../../contract/campaigns/void"
import { type BatchDraft, normalizePattern } from "../../contract/gift-codes"
import type { CreateOptions } from "../../core/http/calls"
import type { Query } from "../../core/http/http"
import { list, type Page, page } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { rowErrorsOf } from "../../core/http/row-errors"
import { write } from "../../state/instances"
import { getCampaign } from "../campaigns/api"
import { batchOf, codePage } from "../records/codes/code-page"

/** Calls of the uses and codes of campaigns (docs/contract.md#campaign-uses, docs/contract.md#campaign-codes), which are extensions. */

const { tag } = getCampaign

const usesPath = (id: unknown, part = "") => `/campaign/${encodeURIComponent(String(id))}/uses${part}`
const usesFailed = (id: unknown) => ifMissing("campaigns.uses", () => getCampaign(String(id)), "campaign.uses.notOffered")

type LedgerPage = Page<CampaignUse> & Omit<UsePage, "uses" | "totalCount">

/** @param query the id of the campaign as `id`, and filters */
export const listUses = read(`${tag}.uses`, async ({ id, ...query }: Query, signal): Promise<LedgerPage> => {
  const answer = await http.get(usesPath(id), { query, signal }).catch(usesFailed(id))
  const { openingCount = 0 } = (answer.value ?? {}) as Partial<UsePage>
  return { ...page<CampaignUse>("uses")(answer), ...useFiguresOf(answer.value), openingCount }
})

/** @param query the id of the campaign as `id`, and its period */
export const listUseDays = read(`${tag}.useDays`, ({ id, ...query }: Query, signal) =>
  http.get(usesPath(id, "/days"), { query, signal }).then(list<UseDay>("days")).catch(usesFailed(id)),
)

/** A use as it is sent; an amount that is no number is left for the server to refuse. */
export type UseRow = {
  employeeId?: string
  email?: string
  code?: string
  at?: string
  amount?: number | string | null
  reference?: string
}

export const recordUse = write(tag, (id: string, use: UseRow, { idempotencyKey, signal }: CreateOptions) =>
  http.post(usesPath(id), use, { idempotencyKey, signal }).catch(usesFailed(id)),
)

/** Records the uses of a file in one call, each with an outcome of its own. */
export const importUses = write(
  tag,
  async (id: string, uses: readonly UseRow[], { idempotencyKey, signal }: CreateOptions): Promise<UseOutcome[]> => {
    const answer = await http.post(usesPath(id), { uses, imported: true }, { idempotencyKey, signal }).catch(usesFailed(id))
    return list<UseOutcome>("uses")(answer).map((outcome, index) => ({
      ...outcome,
      index: outcome.index ?? index,
      errors: outcome.errors && rowErrorsOf(outcome.errors),
    }))
  },
)

export const voidUse = write(tag, (id: string, useId: string, draft: VoidDraft, signal?: AbortSignal) =>
  http.delete(usesPath(id, `/${encodeURIComponent(useId)}`), { body: draft, signal }).catch(usesFailed(id)),
)

const codesPath = (id: unknown) => `/campaign/${encodeURIComponent(String(id))}/codes`
const codesFailed = (id: unknown) => ifMissing("campaigns.codes", () => getCampaign(String(id)), "codes.notOffered")

/** @param query the id of the campaign as `id`, and filters */
export const listCodes = read(`${tag}.codes`, ({ id, ...query }: Query, signal) =>
  http.get(codesPath(id), { query, signal }).catch(codesFailed(id)).then(codePage),
)

export const generateCodes = write(tag, (id: string, draft: BatchDraft, { idempotencyKey, signal }: CreateOptions) => {
  const [pattern, { count }] = [normalizePattern(draft.pattern), draft]
  const body = draft.personal ? { personal: true, pattern } : { count, pattern }
  return http.post(codesPath(id), body, { idempotencyKey, signal }).catch(codesFailed(id)).then(batchOf)
})
