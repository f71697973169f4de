import { eq } from "drizzle-orm"
import type { Context } from "hono"
import type { Database } from "../db/open"
import type { Env } from "../http/context"
import type { Kind, Restored, StoredRow } from "../kinds/kind"
import { refuseUnapproved } from "./approval"
import { addAuditEntry } from "./audit"
import { deletedReferenceErrors, refuseReferenced } from "./references"
import { columnsToRestore } from "./undo"
import { storeVersion } from "./write"

/** Locks a record, deleted or not, until the transaction ends. */
export const lockStored = async (tx: Database, { table }: Kind, id: string): Promise<StoredRow | undefined> => {
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for("update")
  return row as StoredRow | undefined
}

type Restoration = {
  /** The stored record, which is locked. */
  before: StoredRow
  /** The earlier state, as JSON. */
  state: Record<string, unknown>
  tenantId: string | null
  action: Restored<StoredRow>["action"]
}

/** Whether the restored record is valid: what it references is not deleted, and what the kind itself asks for. */
const isValid = async (tx: Database, kind: Kind, row: StoredRow) =>
  (kind.isValid?.(row) ?? true) && !Object.keys(await deletedReferenceErrors(tx, kind, row.id)).length

/**
 * Writes an earlier state of a record as its next version.
 * @returns the record, or undefined when its earlier state is invalid by now. @throws Refusal 403 and 409
 */
export const restoreRow = async (c: Context<Env>, tx: Database, kind: Kind, { before, state, tenantId, action }: Restoration) => {
  const { id } = before
  const now = new Date(c.get("deps").clock())
  const after = await storeVersion(tx, kind, before, columnsToRestore(kind, state), now)
  if (!(await isValid(tx, kind, after))) return undefined
  await refuseUnapproved(tx, kind, before, after)
  await kind.onRestore?.(c, tx, { before, after, action })
  // Undoing the restoration of a deleted record deletes it again.
  if (after.deletedAt && !before.deletedAt) await refuseReferenced(tx, kind, id)
  await addAuditEntry(c, tx, { action, entity: kind.name, id, tenantId, before, after })
  return after
}
