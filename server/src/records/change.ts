import type { Action, AuditedEntity } from "../../../src/contract/audit"

export type Columns = Record<string, unknown>

/** What the audit log and webhooks have of a change. */
export type Change = {
  action: Action
  entity: AuditedEntity
  id: string
  tenantId: string | null
  before?: Columns
  after?: Columns
}
