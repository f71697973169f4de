import { rulesOf, text } from "../core/fields"
import { maxApprovalComment } from "./approval"

/** The comment with which a change is returned (docs/contract.md#approvals). */
export const returnFields = { comment: text(maxApprovalComment, "approval.commentRequired") }
export const returnRules = rulesOf(returnFields)
