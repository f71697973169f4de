/** Changes that wait for a second person (docs/contract.md#approvals). */

/** Values of the member `approval` of a record: a change waits for approval, or was returned to the person who sent it. */
export type ApprovalState = "waiting" | "returned"

/** The text keys of the states. */
export const approvalTexts = { waiting: "approval.waiting", returned: "approval.returned" } as const satisfies Record<
  ApprovalState,
  string
>

/** Characters of the comment with which a change is returned, and of the note with which it is sent. */
export const maxApprovalComment = 500

export const isApprovalState = (value: unknown): value is ApprovalState => value === "waiting" || value === "returned"

/** A person and what they did when. */
type Person = { email: string; name: string; at: string }

/** How one of two people got the rights to decide from the other one. */
export const newPersonKinds = ["added", "readdressed", "granted"] as const

/**
 * That the person who decides was made an administrator by the sender (`approver`), or the sender by them (`sender`), and when.
 * `blockedUntil`: until then they do not count as a second person.
 */
export type NewPerson = {
  person: "approver" | "sender"
  how: (typeof newPersonKinds)[number]
  at: string
  blockedUntil: string | null
}

/** A change that waits for approval, or was returned. `before` and `after` are members as in the audit log. */
export type Proposal = {
  state: ApprovalState
  /** Who sent it, and when. */
  email: string
  name: string
  at: string
  isOwn: boolean
  /** That one of sender and caller made the other one an administrator; null for the sender, and where neither did. */
  newPerson: NewPerson | null
  /** A step of a draw in place of a change: its name; `after` has what it was asked with. */
  step: string | null
  /** What the sender wrote to who decides. */
  note: string
  /** What the person who returned it wrote; "" while it waits. */
  comment: string
  /** Who returned it, and when; null while it waits, and for an account that is gone. */
  returned: Person | null
  before: Record<string, unknown>
  after: Record<string, unknown>
  /** The record as it is now, where it was changed since; else null. */
  current: Record<string, unknown> | null
}
