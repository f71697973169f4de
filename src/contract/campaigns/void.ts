import { maxLength, type Rules, required } from "../../core/rules"

/** Why a use is voided; apart from the figures, which lists show. */
export type VoidDraft = { reason: string }
export const voidRules: Rules<VoidDraft> = { reason: [required("campaign.use.voidReasonRequired"), maxLength(500)] }
