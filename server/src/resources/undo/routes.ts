import { and, eq, getTableColumns, gt, isNull } from "drizzle-orm"
import { Hono } from "hono"
import { mayWrite, staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import type { Database } from "../../db/open"
import { undos } from "../../db/schema"
import { isUniqueViolation } from "../../errors/faults"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { keepAudit } from "../../records/audit"
import type { Entity } from "../../records/entities"
import { tables } from "../../records/entities"
import { type Row, tableOf } from "../../records/records"
import { pointsAtDeleted } from "../../records/references"
import { hashOf } from "../../records/undo"
import type { GiftRow } from "../gifts/output"
import { isOtherAccess } from "../users/input"
import { endSessions } from "../users/output"

export const undo = new Hono<Env>()

/** What no change of a person touches. */
const untouched = new Set(["id", "search", "version", "createdAt", "updatedAt", "participantCount", "responseCount", "used"])

/** A record's columns as a change found them, moments kept by JSON as text. */
const before = (entity: Entity, kept: Record<string, unknown>) => {
  const columns = getTableColumns(tables[entity]) as Record<string, { dataType: string }>
  return Object.fromEntries(
    Object.entries(kept)
      .filter(([name]) => Object.hasOwn(columns, name) && !untouched.has(name))
      .map(([name, value]) => [name, columns[name]?.dataType === "date" && typeof value === "string" ? new Date(value) : value]),
  )
}

const isEntity = (name: string): name is Entity => Object.hasOwn(tables, name)

const overlaps = () => refuse({ kind: "conflict", key: "api.undoOverlaps" })

/** Whether a record may stand as it was: what it points at may be deleted by now, and a card used more often than it allowed. */
const stands = async (tx: Database, entity: Entity, row: Row) => {
  const { maxUsage, used } = row as Partial<GiftRow>
  const isOverused = entity === "gift" && typeof maxUsage === "number" && Number(used) > maxUsage
  return !isOverused && Object.keys(await pointsAtDeleted(tx, entity, row.id)).length === 0
}

/** Takes a change back: once, within its time, by its own company, and only while nothing later stands on it. */
undo.post("/undo/:token", bearer, staff, async c => {
  const { db, clock } = c.get("deps")
  const actor = c.get("actor")
  const now = new Date(clock())
  const tokenHash = hashOf(c.req.param("token"))
  const takeBack = async (tx: Database) => {
    const [kept] = await tx
      .select()
      .from(undos)
      .where(and(eq(undos.tokenHash, tokenHash), isNull(undos.usedAt), gt(undos.expiresAt, now)))
      .for("update")
    if (!kept || !isEntity(kept.entity) || !mayWrite(actor, kept.tenantId)) return refuse({ kind: "missing" })
    const table = tableOf(kept.entity)
    const [record] = (await tx.select().from(table).where(eq(table.id, kept.entityId)).for("update")) as Row[]
    if (record?.version !== kept.version) return overlaps()
    const [after] = (await tx
      .update(table)
      .set({ ...before(kept.entity, kept.before), version: kept.version + 1, updatedAt: now } as never)
      .where(eq(table.id, kept.entityId))
      .returning()) as Row[]
    if (!after || !(await stands(tx, kept.entity, after))) return overlaps()
    await tx.update(undos).set({ usedAt: now }).where(eq(undos.tokenHash, tokenHash))
    const { entity, entityId: id, tenantId } = kept
    if (entity === "user" && isOtherAccess(record, after)) await endSessions(c, tx, id)
    await keepAudit(c, tx, { action: "undo", entity, id, tenantId, before: record, after })
  }
  // What was given up may belong to somebody else by now.
  await db.transaction(takeBack).catch(error => {
    if (isUniqueViolation(error)) overlaps()
    throw error
  })
  return ok(c, true)
})
