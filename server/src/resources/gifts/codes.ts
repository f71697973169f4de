import { randomBytes } from "node:crypto"
import { and, count, desc, eq, like, sql } from "drizzle-orm"
import { Hono } from "hono"
import { z } from "zod"
import { batchRules, generateCode, normalizeCode } from "../../../../src/contract/gift-codes"
import { validate } from "../../../../src/core/rules"
import { staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import { type Database, rowsOf } from "../../db/open"
import { giftBatches as batches, giftCodes as table } from "../../db/schema"
import { words } from "../../http/body"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { hasId } from "../../http/list"
import { idParam, listParams, readValid } from "../../http/request"
import { keepAudit } from "../../records/audit"
import { once } from "../../records/idempotency"
import { lockRow } from "../../records/records"
import { refuseBroken, refuseField } from "../../records/references"
import { kept } from "./output"
import { qrOf } from "./qr"

/** Batches of a gift card's codes (decisions §6). Who bears a code may use it: only who may change the card sees them. */
export const giftCodes = new Hono<Env>()

export const batchBody = z.object({ count: z.number(), pattern: words.transform(normalizeCode) })

/** Batches that a list names, newest first. */
const mostBatches = 100
/** Drawing anew what was taken comes to an end when a pattern is nearly used up. */
const mostRounds = 5

const drawn = (pattern: string, count: number) =>
  Array.from({ length: count }, () => {
    const random = randomBytes(pattern.length)
    let at = 0
    // 256 is a multiple of 32: every character is as likely.
    return generateCode(pattern, () => (random[at++] ?? 0) & 31)
  })

/** Stores as many new codes as were asked for; one that any card has already is drawn anew. @throws Refusal when there is no room */
const storeCodes = async (
  tx: Database,
  batch: { giftId: string; batchId: string; pattern: string; count: number },
  now: Date,
) => {
  let missing = batch.count
  for (let round = 0; missing > 0; round++) {
    if (round === mostRounds) refuseField("pattern", "gift.patternNarrow")
    const stored = await rowsOf<{ id: string }>(
      tx,
      sql`insert into gift_codes (gift_id, batch_id, code, created_at)
        select ${batch.giftId}::uuid, ${batch.batchId}::uuid, code, ${now.toISOString()}::timestamptz
        from jsonb_array_elements_text(${JSON.stringify(drawn(batch.pattern, missing))}::text::jsonb) as code
        on conflict (code) do nothing returning id`,
    )
    missing -= stored.length
  }
}

giftCodes.post("/gift/:id/codes", bearer, staff, async c => {
  const id = idParam(c)
  const { row } = await kept.needOwn(c, id)
  const given = await readValid(c, batchBody)
  refuseBroken(validate(batchRules, given))
  const { count, pattern } = given
  const value = await once(c, given, async tx => {
    await lockRow(tx, "gift", id)
    const now = new Date(c.get("deps").clock())
    const [batch] = await tx.insert(batches).values({ giftId: id, pattern, count, createdAt: now }).returning()
    if (!batch) throw new Error("The batch was not stored.")
    await storeCodes(tx, { giftId: id, batchId: batch.id, pattern, count }, now)
    const after = { giftId: id, pattern, count }
    await keepAudit(c, tx, { action: "create", entity: "giftbatch", id: batch.id, tenantId: row.tenantId, after })
    return { batchId: batch.id, count }
  })
  return ok(c, value)
})

type Row = typeof table.$inferSelect

const present = (row: Row) => ({
  id: String(row.id),
  code: row.code,
  batchId: row.batchId,
  createdDate: row.createdAt.toISOString(),
  usedDate: row.usedAt?.toISOString() ?? null,
  qr: qrOf(row.code),
})

giftCodes.get("/gift/:id/codes", bearer, staff, async c => {
  const { db } = c.get("deps")
  const id = idParam(c)
  await kept.needOwn(c, id)
  const params = listParams(c)
  const where = and(
    eq(table.giftId, id),
    hasId(table.batchId, c.req.query("batchId")),
    params.keyword ? like(table.code, `%${normalizeCode(params.keyword).replace(/[\\%_]/g, "\\$&")}%`) : undefined,
  )
  const rows = await db
    .select()
    .from(table)
    .where(where)
    .orderBy(desc(table.id))
    .limit(params.pageSize)
    .offset(params.page * params.pageSize)
  const [total] = await db.select({ rows: count() }).from(table).where(where)
  const made = await db
    .select()
    .from(batches)
    .where(eq(batches.giftId, id))
    .orderBy(desc(batches.createdAt), desc(batches.id))
    .limit(mostBatches)
  return ok(c, {
    codes: rows.map(present),
    totalCount: total?.rows ?? 0,
    batches: made.map(batch => ({ id: batch.id, count: batch.count, createdDate: batch.createdAt.toISOString() })),
  })
})
