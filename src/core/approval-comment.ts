import { type Rules, required } from "./rules"

/** The comment with which a change is returned, and the note with which it is sent (docs/contract.md#approvals). */
export const maxApprovalComment = 500
export const returnRules: Rules<{ comment: string }> = { comment: required("approval.commentRequired") }
