import { randomUUID } from "node:crypto"
import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { type EditOutcome, maxEditedRecords } from "../../../../src/contract/bulk-edit"
import {
  type CodeAction,
  codeActions,
  type GiftCodeState,
  type GiveOutcome,
  type GiveResult,
  giveOutcomes,
  maxGivenCodes,
} from "../../../../src/contract/gift-codes"
import { issueBlockedReason } from "../../../../src/contract/gifts"
import type { Key } from "../../../../src/core/text/i18n"
import { may, mayWrite, refuseClosed } from "../../auth/policy"
import { type Database, rowsOf } from "../../db/open"
import { fullName, type gifts, giftCodes as table, tenants, type undos, users } from "../../db/schema"
import { refuse } from "../../errors/problem"
import { address, booleanOr, idOrEmpty, ids, listOf } from "../../http/body"
import type { Env } from "../../http/context"
import { translateFields } from "../../http/messages"
import { requireId } from "../../http/request"
import { gift as giftKind } from "../../kinds/gift"
import { isOfferedCompany } from "../../kinds/references"
import { user } from "../../kinds/user"
import { addAuditEntry } from "../../records/audit"
import { readOwn } from "../../records/find"
import { idempotent } from "../../records/idempotency"
import { queueMessages } from "../../records/messages"
import { createUndo } from "../../records/undo"
import { lockRow } from "../../records/version"
import { json, route } from "../../routes/route"
import { id, named, text, total } from "../../routes/schemas"
import { editOutcome } from "../bulk-edit"
import { messageMails } from "../messages/mails"
import { codesInState, stateOfCode } from "./codes"

/** Codes that are given to people, taken back, cancelled and mailed (docs/contract.md#given-codes), under the lock of their card. */

type Card = typeof gifts.$inferSelect
type Code = typeof table.$inferSelect
/** A code as it is written; the version is the one that is replaced. */
type Written = Pick<Code, "id" | "personId" | "givenAt" | "mailId" | "cancelledAt" | "version">

/** @returns how many of the codes were written: not one that was used, or changed since that version */
const writeCodes = async (tx: Database, giftId: string, codes: readonly object[]) => {
  const written = await rowsOf(
    tx,
    sql`update gift_codes c set person_id = g."personId", given_at = g."givenAt", mail_id = g."mailId", cancelled_at = g."cancelledAt",
        version = g.version + 1
      from jsonb_to_recordset(${JSON.stringify(codes)}::text::jsonb)
        as g (id bigint, "personId" uuid, "givenAt" timestamptz, "mailId" uuid, "cancelledAt" timestamptz, version integer)
      where c.gift_id = ${giftId}::uuid and c.id = g.id and c.version = g.version and c.used_at is null returning c.id`,
  )
  return written.length
}

/** Writes codes and logs it. @returns the token that undoes it; none once people are told by mail */
const changeCodes = async (
  c: Context<Env>,
  tx: Database,
  card: Card,
  action: CodeAction | "give",
  changes: readonly { before: Code; after: Written; isMailed?: boolean }[],
): Promise<string | undefined> => {
  if (!changes.length) return undefined
  const { id, tenantId, cardName } = card
  const now = c.get("deps").clock()
  await writeCodes(
    tx,
    id,
    changes.map(({ after }) => after),
  )
  const mailed = changes.filter(({ isMailed }) => isMailed)
  const messages = mailed.map(({ after: { personId, mailId } }) => ({
    type: "giftCode" as const,
    personId,
    messageId: mailId ?? "",
    tenantId,
    about: id,
    path: "",
    params: { title: cardName },
  }))
  await queueMessages(tx, new Date(now), messages)
  const employeeIds = [...new Set(changes.flatMap(({ before, after }) => after.personId ?? before.personId ?? []))]
  const after = { giftId: id, cardName, codes: action, count: changes.length, employeeIds, mails: mailed.length }
  await addAuditEntry(c, tx, { action: "update", entity: "giftbatch", id, tenantId, after })
  if (mailed.length) return undefined
  const codes = changes.map(({ before: { code: _, ...before } }) => ({ ...before, version: before.version + 1 }))
  return createUndo(tx, now, { entity: "giftbatch", id, tenantId, before: { codes }, version: 0 })
}

/** Undoes a change of codes as a whole. @returns false where one of them was changed or used since */
export const undoCodes = async (c: Context<Env>, tx: Database, { entityId, tenantId, before }: typeof undos.$inferSelect) => {
  if (!mayWrite(c.get("actor"), tenantId)) return refuse({ kind: "missing" })
  refuseClosed(c.get("actor"), "write", "gifts")
  const { cardName } = await lockRow(tx, giftKind, entityId)
  const codes = before.codes as object[]
  if ((await writeCodes(tx, entityId, codes)) < codes.length) return false
  const after = { giftId: entityId, cardName, count: codes.length }
  await addAuditEntry(c, tx, { action: "undo", entity: "giftbatch", id: entityId, tenantId, after })
  return true
}

const codeId = z.string().max(20)
const numbersOf = (ids: readonly string[]) => ids.filter(id => /^\d{1,18}$/.test(id)).map(Number)

const giveBody = z.object({
  codeIds: listOf(codeId, maxGivenCodes),
  employeeIds: ids(maxGivenCodes),
  emails: listOf(address, maxGivenCodes),
  departmentId: idOrEmpty,
  mail: booleanOr(false),
  check: booleanOr(false),
})

/** What would become of each of the people, and the codes that they would get. */
const planGiving = async (c: Context<Env>, tx: Database, card: Card, given: z.output<typeof giveBody>) => {
  const { employeeIds, departmentId } = given
  const emails = [...new Set(given.emails)].filter(Boolean)
  const isOpen = and(eq(table.giftId, card.id), isNull(table.usedAt), isNull(table.cancelledAt))
  const isNamed = or(
    employeeIds.length ? inArray(users.id, employeeIds) : undefined,
    emails.length ? inArray(users.email, emails) : undefined,
    departmentId ? eq(users.departmentId, departmentId) : undefined,
  )
  const holds = sql<boolean>`exists (${tx
    .select({ id: table.id })
    .from(table)
    .where(and(isOpen, eq(table.personId, users.id)))})`
  const people = await tx
    .select({ id: users.id, name: fullName, email: users.email, holds })
    .from(users)
    .where(
      and(
        isNamed ?? sql`false`,
        user.visible(c.get("actor")),
        eq(users.status, 1),
        ne(users.role, "Administrator"),
        inArray(users.tenantId, tx.select({ id: tenants.id }).from(tenants).where(isOfferedCompany(card))),
      ),
    )
    .orderBy(users.sortName, users.id)
    .limit(maxGivenCodes)
  const chosen = numbersOf(given.codeIds)
  const isFree = and(eq(table.giftId, card.id), codesInState(card, "free", c.get("deps").clock()))
  const free = await tx
    .select()
    .from(table)
    .where(and(isFree, chosen.length ? inArray(table.id, chosen) : undefined))
    .orderBy(table.id)
  const known = new Set(people.flatMap(({ id, email }) => [id, email]))
  const unknown = [...employeeIds, ...emails].filter(named => !known.has(named))
  const codes = new Map<string, Code>()
  const rows = people.map(({ id, name, email, holds }): GiveOutcome => {
    const code = holds ? undefined : free[codes.size]
    if (code) codes.set(id, code)
    return { employeeId: id, name: name || email, outcome: holds ? "holds" : code ? "given" : "noCode" }
  })
  const strangers = unknown.map((name): GiveOutcome => ({ employeeId: null, name, outcome: "unknown" }))
  return { codes, result: { rows: [...rows, ...strangers], free: free.length } satisfies GiveResult }
}

export const giveCodes = route.post("/gift/:id/codes/give", may("write", "gifts"), {
  summary: "Give free codes to people, one to each, or check who would get one",
  body: json(giveBody),
  example: { emails: ["ece.koc@yesilova.example"], check: true },
  answer: named("GiftCodesGiven", {
    rows: z.array(z.object({ employeeId: id.nullable(), name: text, outcome: z.enum(giveOutcomes) })),
    free: total,
  }) satisfies z.ZodType<GiveResult>,
  handler: async ({ c, deps, params, body }) => {
    const giftId = requireId(params.id)
    const { row } = await readOwn(c, giftKind, giftId)
    const given = await body()
    if (given.check) return { value: (await planGiving(c, deps.db, row, given)).result }
    const now = deps.clock()
    const give = async (tx: Database) => {
      const card = await lockRow(tx, giftKind, giftId)
      const validityEnd = card.validityEnd?.toISOString() ?? ""
      if (issueBlockedReason({ ...card, validityEnd }, now)) refuse({ kind: "conflict", key: "gift.notGiven" })
      const { codes, result } = await planGiving(c, tx, card, given)
      const changes = [...codes].map(([personId, before]) => {
        const mailId = given.mail ? randomUUID() : null
        return { before, after: { ...before, personId, givenAt: new Date(now), mailId }, isMailed: given.mail }
      })
      const undoToken = await changeCodes(c, tx, card, "give", changes)
      return { answer: result, rest: { undoToken } }
    }
    const { answer, rest } = await idempotent(c, given, give, { comparesBody: true })
    if (given.mail) await c.get("outside")("mail", () => messageMails.send(deps, 15_000))
    return { value: answer, ...rest }
  },
})

/** What an action makes of a code; a key says why it refuses it, undefined leaves it as it is. */
const changed = (action: CodeAction, state: GiftCodeState, code: Code, now: Date): Written | Key | undefined => {
  if (state === "used") return "gift.codeUsed"
  if (action === "cancel") return code.cancelledAt ? undefined : { ...code, cancelledAt: now }
  if (action === "mail")
    return state !== "given" ? "gift.codeNotGiven" : code.mailId ? undefined : { ...code, mailId: randomUUID() }
  if (!code.personId || code.cancelledAt) return undefined
  // Whoever was told of a code by mail knows it: nobody else gets it.
  return code.mailId ? { ...code, cancelledAt: now } : { ...code, personId: null, givenAt: null }
}

export const changeCodesOf = route.put("/gift/:id/codes", may("write", "gifts"), {
  summary: "Take codes back, cancel them or mail them to their people, each with an outcome of its own",
  body: json(z.object({ ids: z.array(codeId).min(1).max(maxEditedRecords), action: z.enum(codeActions) })),
  example: { ids: ["1"], action: "cancel" },
  answer: z.array(editOutcome),
  handler: async ({ c, deps, params, body }) => {
    const giftId = requireId(params.id)
    await readOwn(c, giftKind, giftId)
    const { ids, action } = await body()
    const now = deps.clock()
    const value = await deps.db.transaction(async tx => {
      const card = await lockRow(tx, giftKind, giftId)
      const stored = await tx
        .select()
        .from(table)
        .where(and(eq(table.giftId, giftId), inArray(table.id, numbersOf(ids))))
      const results = new Map(
        stored.map(code => [String(code.id), { code, to: changed(action, stateOfCode(card, code, now), code, new Date(now)) }]),
      )
      const changes = [...results.values()].flatMap(({ code, to }) =>
        typeof to === "object" ? [{ before: code, after: to, isMailed: action === "mail" }] : [],
      )
      let undoToken = await changeCodes(c, tx, card, action, changes)
      return ids.map((id, index): EditOutcome => {
        const { to } = results.get(id) ?? { to: "gift.codeUnknown" as const }
        if (typeof to === "string") return { index, outcome: "refused", ...translateFields(c.get("language"), { id: to }) }
        if (!to) return { index, outcome: "unchanged" }
        // One token undoes the call.
        const token = undoToken
        undoToken = undefined
        return { index, outcome: "changed", ...(token && { undoToken: token }) }
      })
    })
    if (action === "mail") await c.get("outside")("mail", () => messageMails.send(deps, 15_000))
    return { value }
  },
})
