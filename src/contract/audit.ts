/** The history of changes (docs/contract.md#audit-and-undo): who changed what, and when. */

/** Kinds of record that are changed, deleted and undone in the same way. */
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

/** What is only ever added: it has entries of creation alone. */
export const auditedAdditions = ["category", "department", "giftbatch"] as const
export type AuditedEntity = AuditedRecord | (typeof auditedAdditions)[number]

export const actions = ["create", "update", "delete", "undo"] as const
export type Action = (typeof actions)[number]

export type AuditEntry = {
  id: string
  /** An instant (ISO UTC). */
  at: string
  /** Null for an account that has been removed for good. */
  actorId: string | null
  actorEmail: string
  tenantId: string | null
  entity: AuditedEntity
  entityId: string
  action: Action
  /** The stored members before and after; null where there are none. */
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}
