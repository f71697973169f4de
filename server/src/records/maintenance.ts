import type { MaintenanceDraft } from "../../../src/contract/maintenance"
import { maintenance as table } from "../db/maintenance-table"
import type { Database } from "../db/open"
import type { Call } from "../http/context"
import { type Announced, forgetAnnounced } from "../http/maintenance"
import { addAuditEntry } from "./audit"

/** Announces and lifts maintenance (docs/contract.md#maintenance), by the platform's page and by the operator's command. */

const instantOf = (text: string) => (text ? new Date(text) : null)

const logged = ({ id: _, isOnly: __, ...columns }: Announced) => columns

/** Replaces what was announced. */
export const announce = async (c: Call, db: Database, draft: MaintenanceDraft): Promise<Announced> => {
  const set = { ...draft, startDate: instantOf(draft.startDate), endDate: instantOf(draft.endDate) }
  const row = await db.transaction(async tx => {
    const [before] = await tx.select().from(table).for("update")
    const [after] = await tx.insert(table).values(set).onConflictDoUpdate({ target: table.isOnly, set }).returning()
    if (!after) throw new Error("The announcement was not stored.")
    const change = { entity: "maintenance" as const, id: after.id, tenantId: null, after: logged(after) }
    await addAuditEntry(c, tx, { action: before ? "update" : "create", ...change, before: before && logged(before) })
    return after
  })
  forgetAnnounced(db)
  return row
}

/** @returns whether something was announced */
export const lift = async (c: Call, db: Database): Promise<boolean> => {
  const isLifted = await db.transaction(async tx => {
    const [before] = await tx.delete(table).returning()
    if (before)
      await addAuditEntry(c, tx, {
        action: "delete",
        entity: "maintenance",
        id: before.id,
        tenantId: null,
        before: logged(before),
      })
    return before !== undefined
  })
  forgetAnnounced(db)
  return isLifted
}
