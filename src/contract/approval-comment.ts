import { type Rules, required } from "../core/rules"

/** The comment with which a change is returned (docs/contract.md#approvals). */
export const returnRules: Rules<{ comment: string }> = { comment: required("approval.commentRequired") }
