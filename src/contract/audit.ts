/** The audit log of changes (docs/contract.md#audit-and-undo). */

/** Kinds of records whose creation, changes, deletion and undo are logged. */
export const auditedRecords = [
  "announcement",
  "brand",
  "campaign",
  "draw",
  "feedback",
  "gift",
  "payment",
  "survey",
  "tenant",
  "user",
] as const
export type AuditedRecord = (typeof auditedRecords)[number]

/** Kinds of records whose creation is logged; they are never changed. */
export const auditedAdditions = ["category", "department", "giftbatch", "surveyinvitation"] as const
export type AuditedEntity = AuditedRecord | (typeof auditedAdditions)[number]

/** `lock`, `rehearse`, `run`, `void` and `winner` are steps of a draw. */
export const actions = ["create", "update", "delete", "undo", "restore", "lock", "rehearse", "run", "void", "winner"] as const
export type Action = (typeof actions)[number]

export type AuditEntry = {
  id: string
  /** An instant (ISO 8601, UTC). */
  at: string
  /** Null for an account that was permanently deleted. */
  actorId: string | null
  actorEmail: string
  tenantId: string | null
  entity: AuditedEntity
  entityId: string
  action: Action
  /**
   * The members before and after the change, by the names of the record's body; null before a creation and after a deletion.
   * Steps of a draw name what they changed only.
   */
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}
