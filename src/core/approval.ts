/** Changes that wait for a second person (docs/contract.md#approvals). */

/** Values of the member `approval` of a record: a change waits for approval, or was returned to the person who sent it. */
export type ApprovalState = "waiting" | "returned"

/** The text keys of the states. */
export const approvalTexts = { waiting: "approval.waiting", returned: "approval.returned" } as const satisfies Record<
  ApprovalState,
  string
>

export const isApprovalState = (value: unknown): value is ApprovalState => value === "waiting" || value === "returned"

/** A change that waits for approval, or was returned. `before` and `after` are members as in the audit log. */
export type Proposal = {
  state: ApprovalState
  /** Who sent it, and when. */
  email: string
  name: string
  at: string
  isOwn: boolean
  /** What the person who returned it wrote; "" while it waits. */
  comment: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  /** The record as it is now, where it was changed since; else null. */
  current: Record<string, unknown> | null
}
