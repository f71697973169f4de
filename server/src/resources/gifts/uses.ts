import { and, count, desc, eq, sum } from "drizzle-orm"
import { Hono } from "hono"
import { z } from "zod"
import { normalizeCode, usageRules } from "../../../../src/contract/gift-codes"
import { unusableReason } from "../../../../src/contract/gifts"
import { validate } from "../../../../src/core/rules"
import { mayWrite, staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import type { Database } from "../../db/open"
import { giftCodes as codes, gifts, giftUses as table, users } from "../../db/schema"
import { refuse } from "../../errors/problem"
import { trimmed, words } from "../../http/body"
import type { Actor, Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { idParam, listParams, readValid } from "../../http/request"
import { once } from "../../records/idempotency"
import { lockRow } from "../../records/records"
import { refuseBroken, refuseField } from "../../records/references"
import { type GiftRow, kept } from "./output"

/** The ledger of a gift card's uses (decisions §6): entries are added and never changed; their sum is the card's `used`. */
export const giftUses = new Hono<Env>()

export const useBody = z.object({
  code: words.transform(normalizeCode),
  amount: z
    .number()
    .nullish()
    .transform(amount => amount ?? 1),
  note: trimmed,
})
type Given = z.infer<typeof useBody>

const joined = (db: Database) =>
  db.select({ use: table, code: codes.code }).from(table).leftJoin(codes, eq(codes.id, table.codeId))

/** A code may be borne by whoever knows it: only who may change the card is told. */
const present = ({ use, code }: { use: typeof table.$inferSelect; code: string | null }, isOwn: boolean) => ({
  id: String(use.id),
  code: isOwn ? code : null,
  amount: use.amount,
  before: use.before,
  after: use.after,
  note: use.note,
  author: use.author,
  createdDate: use.createdAt.toISOString(),
})

giftUses.get("/gift/:id/uses", bearer, staff, async c => {
  const { db } = c.get("deps")
  const id = idParam(c)
  const found = await kept.need(c, db, id)
  const { used, maxUsage } = found.row as GiftRow
  const isOwn = mayWrite(c.get("actor"), found.row.tenantId)
  const params = listParams(c)
  const rows = await joined(db)
    .where(eq(table.giftId, id))
    .orderBy(desc(table.id))
    .limit(params.pageSize)
    .offset(params.page * params.pageSize)
  const [total] = await db.select({ rows: count() }).from(table).where(eq(table.giftId, id))
  return ok(c, { uses: rows.map(row => present(row, isOwn)), totalCount: total?.rows ?? 0, used, maxUsage })
})

/** The code that an entry names, held until the transaction ends, after it was marked as used, or freed once nothing of its use is left. */
const turnCode = async (tx: Database, giftId: string, { code, amount }: Given, now: Date) => {
  if (!code) return null
  const [found] = await tx
    .select()
    .from(codes)
    .where(and(eq(codes.giftId, giftId), eq(codes.code, code)))
    .for("update")
  if (!found) return refuseField("code", "gift.codeUnknown")
  if (amount > 0 && found.usedAt) return refuse({ kind: "conflict", key: "gift.codeUsed" })
  const [uses] = await tx
    .select({ sum: sum(table.amount) })
    .from(table)
    .where(eq(table.codeId, found.id))
  const left = Number(uses?.sum ?? 0) + amount
  if (left < 0) return refuse({ kind: "conflict", key: "gift.codeNotUsed" })
  await tx
    .update(codes)
    .set({ usedAt: left > 0 ? (found.usedAt ?? now) : null })
    .where(eq(codes.id, found.id))
  return found.id
}

/** A person's name as it is now, or the address: the entry keeps it whatever becomes of them. */
const authorOf = async (tx: Database, { userId, email }: Actor) => {
  const [person] = await tx.select().from(users).where(eq(users.id, userId))
  return (person && `${person.firstName} ${person.lastName}`.trim()) || email
}

/** @throws Refusal 409 with the reason when the card does not allow it */
const append = async (tx: Database, giftId: string, actor: Actor, given: Given, now: Date) => {
  const { amount, note } = given
  const gift = (await lockRow(tx, "gift", giftId)) as unknown as GiftRow
  const before = gift.used
  const after = before + amount
  if (amount > 0) {
    const reason = unusableReason(
      {
        status: gift.status,
        validityStart: gift.validityStart?.toISOString(),
        validityEnd: gift.validityEnd?.toISOString(),
      },
      now.getTime(),
    )
    if (reason) refuse({ kind: "conflict", key: reason })
    if (after > (gift.maxUsage ?? mostUsed)) refuse({ kind: "conflict", key: "gift.useOverMax" })
  }
  if (after < 0) refuse({ kind: "conflict", key: "gift.useBelowZero" })
  const codeId = await turnCode(tx, giftId, given, now)
  const author = await authorOf(tx, actor)
  const [use] = await tx
    .insert(table)
    .values({ giftId, codeId, amount, before, after, note, authorId: actor.userId, author, createdAt: now })
    .returning({ id: table.id })
  if (!use) throw new Error("The entry was not stored.")
  await tx.update(gifts).set({ used: after }).where(eq(gifts.id, giftId))
  return use.id
}

/** What the column holds. */
const mostUsed = 2_000_000_000

giftUses.post("/gift/:id/uses", bearer, staff, async c => {
  const id = idParam(c)
  await kept.needOwn(c, id)
  const given = await readValid(c, useBody)
  refuseBroken(validate(usageRules, { ...given, isCorrection: given.amount < 0, amount: Math.abs(given.amount) }))
  const now = new Date(c.get("deps").clock())
  // What is kept for a retry names the entry alone: codes stand nowhere but in their table.
  const useId = await once(c, given, tx => append(tx, id, c.get("actor"), given, now))
  const [made] = await joined(c.get("deps").db).where(eq(table.id, useId))
  return ok(c, made && present(made, true))
})
