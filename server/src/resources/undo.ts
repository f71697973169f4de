import { and, eq, gt, isNull } from "drizzle-orm"
import { Hono } from "hono"
import type { Env } from "../app"
import { ok } from "../envelope"
import { mayWrite, staff } from "../policy"
import { refuse } from "../problem"
import { campaigns, undos } from "../schema"
import { bearer } from "../tokens"
import { hashOf } from "../undo"

export const undo = new Hono<Env>()

type Row = typeof campaigns.$inferSelect

/** A campaign's columns as a change found them, moments kept by JSON as text. What no change touches is left out. */
const before = (kept: Record<string, unknown>) => {
  const { id, search, version, participantCount, createdAt, updatedAt, ...columns } = kept as Row
  return {
    ...columns,
    startDate: new Date(columns.startDate),
    endDate: new Date(columns.endDate),
    deletedAt: columns.deletedAt && new Date(columns.deletedAt),
  }
}

/** Takes a change back: once, within its time, by its own company, and only while nothing later stands on it. */
undo.post("/undo/:token", bearer, staff, async c => {
  const { db, clock } = c.get("deps")
  const actor = c.get("actor")
  const now = new Date(clock())
  const tokenHash = hashOf(c.req.param("token"))
  await db.transaction(async tx => {
    const [kept] = await tx
      .select()
      .from(undos)
      .where(and(eq(undos.tokenHash, tokenHash), isNull(undos.usedAt), gt(undos.expiresAt, now)))
      .for("update")
    if (!kept || !mayWrite(actor, kept.tenantId)) return refuse({ kind: "missing" })
    const [record] = await tx
      .select({ version: campaigns.version })
      .from(campaigns)
      .where(eq(campaigns.id, kept.entityId))
      .for("update")
    if (record?.version !== kept.version) return refuse({ kind: "conflict", key: "api.undoOverlaps" })
    await tx
      .update(campaigns)
      .set({ ...before(kept.before), version: kept.version + 1, updatedAt: now })
      .where(eq(campaigns.id, kept.entityId))
    await tx.update(undos).set({ usedAt: now }).where(eq(undos.tokenHash, tokenHash))
  })
  return ok(c, true)
})
