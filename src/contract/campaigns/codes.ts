import type { PlainCode } from "../gift-codes"

/** Codes of a campaign (docs/contract.md#campaign-codes): patterns, check character and letters are those of gift cards. */

/** Most personal codes of one call. */
export const maxPersonalCodes = 1_000

/** The answer to a new batch. `remaining`: people who have no code yet, for further calls. */
export type CampaignBatch = { batchId: string | null; count: number; remaining: number }

/** A code with the person whose it is; null for a general one, which is used by whoever has it. `usedDate`: of its last valid use. */
export type CampaignCode = PlainCode & { employeeId: string | null; employeeName: string | null }

/** What a till learns of a code: the campaign, whether it can be used now, and whether it was used as often as it may be. */
export type CodeState = { campaignId: string; title: string; valid: boolean; used: boolean }
