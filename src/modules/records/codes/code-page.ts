import type { CampaignBatch, CampaignCode } from "../../../contract/campaigns/codes"
import type { GiftBatch, GiftCode } from "../../../contract/gift-codes"
import type { Answer } from "../../../core/http/answer"
import { type Page, page } from "../../../core/http/pages"

/** What the answers to the calls of codes have, of gift cards and of campaigns (docs/contract.md#gift-codes, docs/contract.md#campaign-codes). */

/** A code; one of a campaign may be a person's. */
export type Code = GiftCode & Partial<Pick<CampaignCode, "employeeName">>

export type CodePage = Page<Code> & { batches: GiftBatch[] }

export const codePage = (answer: Answer): CodePage => {
  const { batches } = (answer.value ?? {}) as { batches?: GiftBatch[] }
  return { ...page<Code>("codes")(answer), batches: batches ?? [] }
}

/** Reads the answer to a new batch; undefined for what is missing. */
export const batchOf = ({ value }: Answer) => (value ?? {}) as Partial<CampaignBatch>
