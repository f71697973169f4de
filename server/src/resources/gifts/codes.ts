import { and, desc, eq, isNotNull, not, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import {
  batchRules,
  type GiftCode,
  type GiftCodeState,
  giftCodeCases,
  giftCodeStateOf,
  giftCodeStates,
} from "../../../../src/contract/gift-codes"
import { validityAt } from "../../../../src/contract/gifts"
import { validate } from "../../../../src/core/rules"
import { may } from "../../auth/policy"
import { type Database, rowsOf } from "../../db/open"
import { giftBatches as batches, fullName, giftCodes as table, users } from "../../db/schema"
import { listParams, requireId } from "../../http/request"
import { gift as giftKind } from "../../kinds/gift"
import { addAuditEntry } from "../../records/audit"
import { readOwn } from "../../records/find"
import { idempotent } from "../../records/idempotency"
import { pageOf } from "../../records/list"
import { lockRow } from "../../records/version"
import { json, route } from "../../routes/route"
import { id, instant, named, text, total } from "../../routes/schemas"
import { codeShape, codesFilter, codesPage, codesQuery, pattern, presentCode, readBatches, storeCodes } from "../codes"

/** Codes of a gift card, generated in batches. A code is worth money to its bearer: only those who may change the card read them. */
const giftCode = named("GiftCode", {
  ...codeShape,
  state: z.enum(giftCodeStates),
  employeeId: id.nullable(),
  employeeName: text.nullable(),
  givenDate: instant.nullable(),
  isMailed: z.boolean(),
}) satisfies z.ZodType<GiftCode>

type Card = { validityEnd: Date | null }

const isOver = ({ validityEnd }: Card, now: number) =>
  validityAt({ validityEnd: validityEnd?.toISOString() ?? null }, now) === "expired"

/** The state of a stored code. @param now epoch ms */
export const stateOfCode = (card: Card, code: typeof table.$inferSelect, now: number): GiftCodeState =>
  giftCodeStateOf({
    isUsed: code.usedAt !== null,
    isCancelled: code.cancelledAt !== null,
    isOver: isOver(card, now),
    isGiven: code.personId !== null,
  })

/** The codes of a card in a state, of the same table of cases. */
export const codesInState = (card: Card, state: GiftCodeState, now: number): SQL | undefined => {
  const facts = {
    isUsed: isNotNull(table.usedAt),
    isCancelled: isNotNull(table.cancelledAt),
    isOver: sql`${isOver(card, now)}::boolean`,
    isGiven: isNotNull(table.personId),
  }
  const entries = Object.entries(giftCodeCases[state]) as [keyof typeof facts, boolean][]
  return and(...entries.map(([fact, value]) => (value ? facts[fact] : not(facts[fact]))))
}

const batchBody = z.object({ count: z.number(), pattern })

export const createBatch = route.post("/gift/:id/codes", may("write", "gifts"), {
  summary: "Create a batch of codes",
  body: json(batchBody),
  example: { count: 10, pattern: "YAZ-####-####" },
  answer: z.object({ batchId: id, count: total }),
  handler: async ({ c, params, body }) => {
    const id = requireId(params.id)
    const { row } = await readOwn(c, giftKind, id)
    const given = await body(given => validate(batchRules, { ...given, personal: false }))
    const { count, pattern } = given
    const store = async (tx: Database) => {
      await lockRow(tx, giftKind, id)
      const now = new Date(c.get("deps").clock())
      const [batch] = await tx.insert(batches).values({ giftId: id, pattern, count, createdAt: now }).returning()
      if (!batch) throw new Error("The batch was not stored.")
      await storeCodes(pattern, count, async codes => {
        const stored = await rowsOf(
          tx,
          sql`insert into gift_codes (gift_id, batch_id, code, created_at)
            select ${id}::uuid, ${batch.id}::uuid, code, ${now.toISOString()}::timestamptz
            from jsonb_array_elements_text(${JSON.stringify(codes)}::text::jsonb) as code
            on conflict (code) do nothing returning id`,
        )
        return stored.length
      })
      const after = { giftId: id, cardName: row.cardName, pattern, count }
      await addAuditEntry(c, tx, { action: "create", entity: "giftbatch", id: batch.id, tenantId: row.tenantId, after })
      return { answer: { batchId: batch.id, count } }
    }
    return { value: (await idempotent(c, given, store, { comparesBody: true })).answer }
  },
})

export const listCodes = route.get("/gift/:id/codes", may("write", "gifts"), {
  summary: "List of one gift card’s codes",
  query: { ...codesQuery, state: z.enum(giftCodeStates) },
  answer: codesPage(giftCode),
  handler: async ({ c, deps: { db, clock }, params: { id: giftId }, query }) => {
    const id = requireId(giftId)
    const { row: card } = await readOwn(c, giftKind, id)
    const params = listParams(c)
    const now = clock()
    const state = giftCodeStates.find(name => name === query.state)
    const inState = query.state ? (state ? codesInState(card, state, now) : sql`false`) : undefined
    const where = and(eq(table.giftId, id), codesFilter(table, query, params.keyword), inState)
    const select = db
      .select({ row: table, employeeId: users.id, name: fullName })
      .from(table)
      .leftJoin(users, eq(users.id, table.personId))
    const [rows, totalCount, made] = await Promise.all([
      pageOf(select.where(where).orderBy(desc(table.id)).$dynamic(), params),
      db.$count(table, where),
      readBatches(db, batches, eq(batches.giftId, id)),
    ])
    const codes = rows.map(({ row, employeeId, name }) => ({
      ...presentCode(row, row.usedAt),
      state: stateOfCode(card, row, now),
      employeeId,
      employeeName: employeeId && name,
      givenDate: row.givenAt?.toISOString() ?? null,
      isMailed: row.mailId !== null,
    }))
    return { value: { codes, totalCount, batches: made } }
  },
})
