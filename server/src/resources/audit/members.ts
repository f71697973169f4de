import { findKind } from "../../kinds"
import { type EntityName, isEntityName, type RowOf, registrationOf } from "../../kinds/entities"
import { storedFields } from "../../kinds/fields"
import { columnValues } from "../../records/undo"
import { stored as feedback } from "../feedback/input"
import { storedDraft as tenant } from "../tenants/input"
import { storedDraft as user } from "../users/input"

/** The members of a stored record by the names of its body, and those that calls of their own change; absent: its fields. */
const membersOf: { [E in EntityName]?: (row: RowOf<E>) => object } = {
  feedback: row => {
    const { userId, ...members } = feedback.members(row)
    const { tenantId, internalNotes, conversations, attachments } = row
    return { ...members, tenantId, internalNotes, conversations, attachments }
  },
  tenant: row => {
    const { primaryColor, secondaryColor, ...members } = tenant(row)
    return { ...members, visualIdentity: { primaryColor, secondaryColor }, modules: row.modules, quotas: row.quotas }
  },
  user: row => ({ ...user(row), permissions: row.permissions }),
}

/** Members that a response does not contain: they hold a secret, which the log does not store. */
const secretMembers = ["apiIntegrationCode"]

/** Whether stored columns are a whole record. Some steps log only what they changed. */
const isRecord = (columns: Record<string, unknown>) => "version" in columns

/** The version in logged columns; null where they are no whole record. */
export const loggedVersion = (columns: Record<string, unknown> | null): string | null =>
  columns && isRecord(columns) ? String(columns.version) : null

/** Columns that no body of a call has. */
const technicalColumns = ["id", "version", "createdAt", "updatedAt", "deletedAt"]

/**
 * Returns logged columns by the names of the wire (docs/contract.md#audit-and-undo). Of a kind without a draft, and of columns
 * that are not a whole record, the columns of the record's administration are left out.
 */
export const loggedMembers = (entity: string, columns: Record<string, unknown> | null): Record<string, unknown> | null => {
  if (!columns) return null
  if (!isEntityName(entity) || !isRecord(columns))
    return Object.fromEntries(Object.entries(columns).filter(([name]) => !technicalColumns.includes(name)))
  const row = columnValues(entity, columns) as never
  const members =
    findKind(entity)?.logged(row) ??
    (membersOf[entity] ?? storedFields(entity, registrationOf(entity).fields as never).draft)(row)
  const { approvalNote } = columns
  const noted = approvalNote === undefined ? members : { ...members, approvalNote }
  return Object.fromEntries(Object.entries(noted).filter(([name]) => !secretMembers.includes(name)))
}
