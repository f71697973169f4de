import { and, desc, eq, type SQL, sum } from "drizzle-orm"
import { z } from "zod"
import { codeLetters, type GiftUse, maxCodeText, normalizeCode, usageRules } from "../../../../src/contract/gift-codes"
import { unusableReason } from "../../../../src/contract/gifts"
import { validate } from "../../../../src/core/rules"
import { may } from "../../auth/policy"
import type { Database } from "../../db/open"
import { giftCodes as codes, fullName, gifts, giftUses as table, users } from "../../db/schema"
import { refuse, refuseField } from "../../errors/problem"
import { trimmed } from "../../http/body"
import type { Actor } from "../../http/context"
import { listParams, requireId } from "../../http/request"
import { gift as giftKind, mayChangeGift } from "../../kinds/gift"
import { read, readOwn } from "../../records/find"
import { idempotent } from "../../records/idempotency"
import { pageOf } from "../../records/list"
import { lockRow } from "../../records/version"
import { json, route } from "../../routes/route"
import { instant, named, paged, text, total } from "../../routes/schemas"
import { withoutHyphens } from "../codes"

/** The usage history of a gift card: entries are only added; the card's `used` is their sum (docs/contract.md#gift-uses). */
const useBody = z.object({
  code: trimmed(maxCodeText),
  amount: z
    .number()
    .nullish()
    .transform(given => given ?? 1),
  note: trimmed(500),
})
type Given = z.infer<typeof useBody>

const giftUse = named("GiftUse", {
  id: text,
  code: text.nullable(),
  amount: z.int(),
  before: total,
  after: total,
  note: text,
  author: text,
  createdDate: instant,
}) satisfies z.ZodType<GiftUse>

/** A correction has a negative amount; the contract's rules see its size. */
const useErrors = (given: Given) =>
  validate(usageRules, { ...given, isCorrection: given.amount < 0, amount: Math.abs(given.amount) })

/** What the column can store. */
const maxUsed = 2_000_000_000

const selectUses = (db: Database) =>
  db.select({ use: table, code: codes.code }).from(table).leftJoin(codes, eq(codes.id, table.codeId))

/** @param isOwn whether the actor may change the card: others do not see the code */
const presentUse = ({ use, code }: { use: typeof table.$inferSelect; code: string | null }, isOwn: boolean) =>
  ({
    id: String(use.id),
    code: isOwn ? code : null,
    amount: use.amount,
    before: use.before,
    after: use.after,
    note: use.note,
    author: use.author,
    createdDate: use.createdAt.toISOString(),
  }) satisfies GiftUse

export const listUses = route.get("/gift/:id/uses", may("read", "gifts"), {
  summary: "List of one gift card’s uses",
  query: paged,
  answer: z.object({ uses: z.array(giftUse), totalCount: total, used: total, maxUsage: total.nullable() }),
  handler: async ({ c, deps: { db }, params }) => {
    const id = requireId(params.id)
    const { row } = await read(c, giftKind, id)
    const { used, maxUsage } = row
    const isOwn = mayChangeGift(c.get("actor"), row)
    const where = eq(table.giftId, id)
    const page = pageOf(selectUses(db).where(where).orderBy(desc(table.id)).$dynamic(), listParams(c))
    const [rows, totalCount] = await Promise.all([page, db.$count(table, where)])
    return { value: { uses: rows.map(row => presentUse(row, isOwn)), totalCount, used, maxUsage } }
  },
})

/**
 * The code of a card with the same letters and digits, locked. Only where none has the spelling that was given, all codes of the card are
 * read without hyphens.
 */
const findCode = async (tx: Database, giftId: string, code: string) => {
  const first = (condition: SQL) =>
    tx
      .select()
      .from(codes)
      .where(and(eq(codes.giftId, giftId), condition))
      .limit(1)
      .for("update")
  const [exact] = await first(eq(codes.code, normalizeCode(code)))
  if (exact) return exact
  const [found] = await first(eq(withoutHyphens(codes.code), codeLetters(code)))
  return found
}

/**
 * Marks the code of an entry as used, or as unused when corrections have taken back all of its uses. The row stays locked
 * until the transaction ends. @returns its id; null for an entry without a code
 */
const updateCode = async (tx: Database, giftId: string, { code, amount }: Given, now: Date) => {
  if (!code) return null
  const found = await findCode(tx, giftId, code)
  if (!found) return refuseField("code", "gift.codeUnknown")
  if (amount > 0 && found.cancelledAt) return refuse({ kind: "conflict", key: "gift.codeCancelled" })
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

/** @returns the id of the entry as `answer`. @throws Refusal 409 with the reason when the card does not allow it */
const addUse = async (tx: Database, giftId: string, actor: Actor, given: Given, now: Date) => {
  const { amount, note } = given
  const gift = await lockRow(tx, giftKind, giftId)
  const before = gift.used
  const after = before + amount
  if (amount > 0) {
    const validity = {
      validityStart: gift.validityStart?.toISOString() ?? "",
      validityEnd: gift.validityEnd?.toISOString() ?? "",
    }
    const reason = unusableReason({ status: gift.status, ...validity }, now.getTime())
    if (reason) refuse({ kind: "conflict", key: reason })
    if (after > (gift.maxUsage ?? maxUsed)) refuse({ kind: "conflict", key: "gift.useOverMax" })
  }
  if (after < 0) refuse({ kind: "conflict", key: "gift.useBelowZero" })
  const codeId = await updateCode(tx, giftId, given, now)
  // The entry stores the name, because accounts may be removed.
  const [person] = await tx.select({ name: fullName }).from(users).where(eq(users.id, actor.userId))
  const author = person?.name || actor.email
  const [use] = await tx
    .insert(table)
    .values({ giftId, codeId, amount, before, after, note, authorId: actor.userId, author, createdAt: now })
    .returning({ id: table.id })
  if (!use) throw new Error("The entry was not stored.")
  await tx.update(gifts).set({ used: after }).where(eq(gifts.id, giftId))
  return { answer: use.id }
}

export const createUse = route.post("/gift/:id/uses", may("write", "gifts"), {
  summary: "Record a use, or correct one",
  body: json(useBody),
  example: { amount: 1, note: "Kasada kullanıldı" },
  answer: giftUse,
  handler: async ({ c, deps: { db, clock }, params, body }) => {
    const id = requireId(params.id)
    await readOwn(c, giftKind, id)
    const given = await body(useErrors)
    const now = new Date(clock())
    // Only the id is stored for repeated calls: no table but the codes' own contains a code.
    const { answer: useId } = await idempotent(c, given, tx => addUse(tx, id, c.get("actor"), given, now), { comparesBody: true })
    const [made] = await selectUses(db).where(eq(table.id, useId))
    return { value: made ? presentUse(made, true) : refuse({ kind: "missing" }) }
  },
})
