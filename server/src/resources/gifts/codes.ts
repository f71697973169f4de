import { randomBytes } from "node:crypto"
import { and, type Column, desc, eq, like, sql } from "drizzle-orm"
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
import { may } from "../../auth/policy"
import { type Database, rowsOf } from "../../db/open"
import { giftBatches as batches, giftCodes as table } from "../../db/schema"
import { refuseField } from "../../errors/problem"
import { trimmed } from "../../http/body"
import { containing, idFilter } from "../../http/list"
import { listParams, requireId } from "../../http/request"
import { gift as giftKind } from "../../kinds/gift"
import { addAuditEntry } from "../../records/audit"
import { readOwn } from "../../records/find"
import { idempotent } from "../../records/idempotency"
import { pageOf } from "../../records/list"
import { lockRow } from "../../records/version"
import { json, route } from "../../routes/route"
import { id, instant, named, paged, text, total } from "../../routes/schemas"
import { qrOf, qrValue } from "../qr/routes"

/** Codes of a gift card, generated in batches. A code is worth money to its bearer: only those who may change the card read them. */
const giftCode = named("GiftCode", {
  id: text,
  code: text,
  batchId: id,
  createdDate: instant,
  usedDate: instant.nullable(),
  qr: qrValue,
}) satisfies z.ZodType<GiftCode>
const giftBatch = named("GiftBatch", { id, count: total, createdDate: instant }) satisfies z.ZodType<GiftBatch>

const batchBody = z.object({ count: z.number(), pattern: trimmed(patternLength.max).transform(normalizePattern) })

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

export const createBatch = route.post("/gift/:id/codes", may("write", "gifts"), {
  summary: "Create a batch of codes",
  body: json(batchBody),
  example: { count: 10, pattern: "YAZ-####-####" },
  answer: z.object({ batchId: id, count: total }),
  handler: async ({ c, params, body }) => {
    const id = requireId(params.id)
    const { row } = await readOwn(c, giftKind, id)
    const given = await body(given => validate(batchRules, given))
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
    return { value: (await idempotent(c, given, store, { comparesBody: true })).answer }
  },
})

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

export const listCodes = route.get("/gift/:id/codes", may("write", "gifts"), {
  summary: "List of one gift card’s codes",
  query: { ...paged, keyword: text, batchId: id },
  answer: z.object({ codes: z.array(giftCode), totalCount: total, batches: z.array(giftBatch) }),
  handler: async ({ c, deps: { db }, params: { id: giftId }, query }) => {
    const id = requireId(giftId)
    await readOwn(c, giftKind, id)
    const params = listParams(c)
    const where = and(eq(table.giftId, id), idFilter(table.batchId, query.batchId), partFilter(params.keyword))
    const page = pageOf(db.select().from(table).where(where).orderBy(desc(table.id)).$dynamic(), params)
    const newestBatches = db
      .select()
      .from(batches)
      .where(eq(batches.giftId, id))
      .orderBy(desc(batches.createdAt), desc(batches.id))
      .limit(maxBatches)
    const [rows, totalCount, made] = await Promise.all([page, db.$count(table, where), newestBatches])
    return { value: { codes: rows.map(presentCode), totalCount, batches: made.map(presentBatch) } }
  },
})
