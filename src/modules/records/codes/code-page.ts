import type { CampaignBatch, CampaignCode } from "../../../contract/campaigns/codes"
import type { GiftBatch, GiftCode, PlainCode } from "../../../contract/gift-codes"
import type { Answer } from "../../../core/http/answer"
import { type Page, page } from "../../../core/http/pages"

/** What the answers to the calls of codes have, of gift cards and of campaigns (docs/contract.md#gift-codes, docs/contract.md#campaign-codes). */

/** A code; it may be a person's. Codes of gift cards have a state, where the server knows it. */
export type Code = PlainCode & Partial<Pick<CampaignCode, "employeeName"> & Pick<GiftCode, "state" | "isMailed">>

export type CodePage = Page<Code> & { batches: GiftBatch[] }

export const codePage = (answer: Answer): CodePage => {
  const { batches } = (answer.value ?? {}) as { batches?: GiftBatch[] }
  return { ...page<Code>("codes")(answer), batches: batches ?? [] }
}

/** Reads the answer to a new batch; undefined for what is missing. */
export const batchOf = ({ value }: Answer) => (value ?? {}) as Partial<CampaignBatch>
