import { randomBytes } from "node:crypto"
import { and, type Column, desc, eq, like, sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import {
  batchRules,
  codeLetters,
  type GiftBatch,
  type GiftCode,
  generateCode,
  normalizePattern,
  patternLength,
} from "../../../../src/contract/gift-codes"
import { validate } from "../../../../src/core/rules"
import { type Database, rowsOf } from "../../db/open"
import { giftBatches as batches, giftCodes as table } from "../../db/schema"
import { refuseField } from "../../errors/problem"
import { trimmed } from "../../http/body"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { containing, idFilter } from "../../http/list"
import { idParam, listParams, readValid } from "../../http/request"
import { gift as giftKind } from "../../kinds/gift"
import { addAuditEntry } from "../../records/audit"
import { readOwn } from "../../records/find"
import { idempotent } from "../../records/idempotency"
import { pageOf } from "../../records/list"
import { lockRow } from "../../records/version"
import { qrOf } from "../qr/routes"

/** Codes of a gift card, generated in batches. A code is worth money to its bearer: only those who may change the card read them. */
export const batchBody = z.object({ count: z.number(), pattern: trimmed(patternLength.max).transform(normalizePattern) })

/** A code without the hyphens of its pattern: people leave them out. */
export const withoutHyphens = (code: Column) => sql<string>`replace(${code}, '-', '')`

/** Batches that the list of codes names, newest first. */
const maxBatches = 100
/** Attempts to replace codes that exist already, before a pattern counts as used up. */
const maxAttempts = 5

const randomCodes = (pattern: string, count: number) =>
  Array.from({ length: count }, () => {
    const random = randomBytes(pattern.length)
    let at = 0
    // The alphabet has 32 characters, and 256 is a multiple of 32: each has the same probability.
    return generateCode(pattern, () => (random[at++] ?? 0) & 31)
  })

/** Stores new codes; one that exists already, on any card, is replaced. @throws Refusal 400 when the pattern is used up */
const storeCodes = async (
  tx: Database,
  batch: { giftId: string; batchId: string; pattern: string; count: number },
  now: Date,
) => {
  let missing = batch.count
  for (let attempt = 0; missing > 0; attempt++) {
    if (attempt === maxAttempts) refuseField("pattern", "gift.patternNarrow")
    const stored = await rowsOf<{ id: string }>(
      tx,
      sql`insert into gift_codes (gift_id, batch_id, code, created_at)
        select ${batch.giftId}::uuid, ${batch.batchId}::uuid, code, ${now.toISOString()}::timestamptz
        from jsonb_array_elements_text(${JSON.stringify(randomCodes(batch.pattern, missing))}::text::jsonb) as code
        on conflict (code) do nothing returning id`,
    )
    missing -= stored.length
  }
}

export const createBatch = async (c: Context<Env>) => {
  const id = idParam(c)
  const { row } = await readOwn(c, giftKind, id)
  const given = await readValid(c, batchBody, given => validate(batchRules, given))
  const { count, pattern } = given
  const store = async (tx: Database) => {
    await lockRow(tx, giftKind, id)
    const now = new Date(c.get("deps").clock())
    const [batch] = await tx.insert(batches).values({ giftId: id, pattern, count, createdAt: now }).returning()
    if (!batch) throw new Error("The batch was not stored.")
    await storeCodes(tx, { giftId: id, batchId: batch.id, pattern, count }, now)
    const after = { giftId: id, cardName: row.cardName, pattern, count }
    await addAuditEntry(c, tx, { action: "create", entity: "giftbatch", id: batch.id, tenantId: row.tenantId, after })
    return { answer: { batchId: batch.id, count } }
  }
  return ok(c, (await idempotent(c, given, store, { comparesBody: true })).answer)
}

const presentCode = (row: typeof table.$inferSelect) =>
  ({
    id: String(row.id),
    code: row.code,
    batchId: row.batchId,
    createdDate: row.createdAt.toISOString(),
    usedDate: row.usedAt?.toISOString() ?? null,
    qr: qrOf(row.code),
  }) satisfies GiftCode

const presentBatch = ({ id, count, createdAt }: typeof batches.$inferSelect) =>
  ({ id, count, createdDate: createdAt.toISOString() }) satisfies GiftBatch

/** Codes with the letters and digits of a keyword next to each other; none for one without any. */
const partFilter = (keyword: string) => {
  if (!keyword) return undefined
  const part = codeLetters(keyword)
  return part ? like(withoutHyphens(table.code), containing(part)) : sql`false`
}

export const listCodes = async (c: Context<Env>) => {
  const { db } = c.get("deps")
  const id = idParam(c)
  await readOwn(c, giftKind, id)
  const params = listParams(c)
  const where = and(eq(table.giftId, id), idFilter(table.batchId, c.req.query("batchId")), partFilter(params.keyword))
  const page = pageOf(db.select().from(table).where(where).orderBy(desc(table.id)).$dynamic(), params)
  const newestBatches = db
    .select()
    .from(batches)
    .where(eq(batches.giftId, id))
    .orderBy(desc(batches.createdAt), desc(batches.id))
    .limit(maxBatches)
  const [rows, totalCount, made] = await Promise.all([page, db.$count(table, where), newestBatches])
  return ok(c, { codes: rows.map(presentCode), totalCount, batches: made.map(presentBatch) })
}
