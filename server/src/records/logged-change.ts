import type { Action, AuditedEntity } from "../../../src/contract/audit"
import { findKind } from "../kinds"
import type { StoredRow } from "../kinds/kind"
import { columnValues } from "./undo"

export type LoggedColumns = Record<string, unknown>

/** What the audit log and webhooks have of a change. */
export type LoggedChange = {
  action: Action
  entity: AuditedEntity
  id: string
  tenantId: string | null
  before?: object | undefined
  after?: object | undefined
}

/** Whether logged columns are a whole record. Some steps log only what they changed. */
export const isWhole = <C extends object>(columns: C | undefined | null): columns is C & StoredRow =>
  columns != null && "version" in columns

/** Columns that no body of a call has. */
const technicalColumns = ["id", "version", "createdAt", "updatedAt", "deletedAt"]

/**
 * Returns logged columns by the names of the wire (docs/contract.md#audit-and-undo), without those that hold a secret. Of what is no
 * whole record of a kind, the columns of a record's administration are left out.
 */
export const loggedMembers = (entity: string, columns: LoggedColumns | null): Record<string, unknown> | null => {
  if (!columns) return null
  const kind = findKind(entity)
  const [members, left] =
    kind && isWhole(columns)
      ? [{ ...kind.logged(columnValues(kind, columns) as StoredRow), ...noteIn(columns) }, kind.secrets]
      : [columns, technicalColumns]
  return Object.fromEntries(Object.entries(members).filter(([name]) => !left.includes(name)))
}

/** The note with which a change was sent for approval. */
const noteIn = ({ approvalNote }: LoggedColumns) => approvalNote !== undefined && { approvalNote }
