import { and, inArray, isNull, sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { type BulkOutcome, type Employee, maxBulkRows } from "../../../../src/contract/employees"
import type { Wire } from "../../../../src/contract/wire"
import { may, reachOf } from "../../auth/policy"
import type { Database } from "../../db/open"
import { users as table, type UserRow } from "../../db/schema"
import { type FieldMessages, invalidFields, Refusal } from "../../errors/problem"
import { readAddress } from "../../http/body"
import type { Env } from "../../http/context"
import { translateFields } from "../../http/messages"
import { shapeMessages } from "../../http/request"
import { user } from "../../kinds/user"
import { addAuditEntries } from "../../records/audit"
import { read } from "../../records/find"
import { idempotent } from "../../records/idempotency"
import { refuseOverQuota } from "../../records/quotas"
import { createUndo, undoTtlMs } from "../../records/undo"
import { changeLocked } from "../../records/write"
import { json, route } from "../../routes/route"
import { type ParsedRow, rowsAsGiven, rowsOf } from "../../routes/rows"
import { id, named, rowErrors, total } from "../../routes/schemas"
import { countForeignAddresses, deleteUnclaimedAccount, inTurn, reserveForeignAddress } from "./addresses"
import { changedColumns } from "./change"
import { checkUser, personExample, referencesFor, userBody, userChange } from "./input"
import type { UploadedPerson } from "./undo-upload"
import { logRefusals, rowNumber, startUpload, uploadBody } from "./upload-log"

/** Many people in one call, each with an outcome of its own (docs/contract.md#bulk-create). */

const newPerson = userBody.extend({ row: rowNumber })
/** A row with an id changes that person, whose e-mail stays. */
const changedPerson = userChange.omit({ email: true }).extend({ id: z.string(), row: rowNumber })
type Row = ParsedRow<typeof newPerson | typeof changedPerson>

const isChange = ({ id }: { id?: unknown }): boolean => typeof id === "string"

const bulkBody = z.object({
  users: rowsOf([newPerson, changedPerson], maxBulkRows, row => (isChange(row) ? changedPerson : newPerson)),
  check: z.boolean().nullish(),
  upload: uploadBody.nullish(),
})

type Batch = z.output<typeof bulkBody>

/** The outcome of one row: an id, or errors; neither when rows are only checked. */
const bulkOutcome = named("BulkOutcome", {
  index: total,
  id: id.optional(),
  errors: rowErrors,
  taken: z.boolean().optional(),
  person: user.value.optional(),
}) satisfies z.ZodType<BulkOutcome<Wire<Employee>>>

type Columns = Awaited<ReturnType<typeof checkUser>>["columns"]
type Candidate = { index: number; columns: Columns }
/** Which rows were refused, and which may be stored. Those that may be stored have different addresses. */
type Sorted = { candidates: Candidate[]; refused: Map<number, FieldMessages> }

/** Checks each row by itself, and addresses against earlier rows of the batch. */
const checkRows = async (c: Context<Env>, db: Database, rows: readonly Row[]): Promise<Sorted> => {
  const actor = c.get("actor")
  const references = referencesFor(db, actor)
  const refused: Sorted["refused"] = new Map()
  const candidates = new Map<string, Candidate>()
  for (const [index, { row, data, error }] of rows.entries()) {
    if (isChange(row)) continue
    if (error) {
      refused.set(index, shapeMessages(error))
      continue
    }
    const { columns, messages } = await checkUser(references, actor, data)
    if (invalidFields(messages).length) refused.set(index, messages)
    else if (candidates.has(columns.email)) refused.set(index, { email: "employee.emailTaken" })
    else candidates.set(columns.email, { index, columns })
  }
  return { candidates: [...candidates.values()], refused }
}

type Owner = "own" | "foreign" | "unclaimed"

const holding = (addresses: string[]) => and(inArray(table.email, addresses), isNull(table.deletedAt))

/** Who has the addresses that somebody has. */
const ownersOf = async (c: Context<Env>, db: Database, addresses: string[]): Promise<Map<string, Owner>> => {
  if (!addresses.length) return new Map()
  const { email, tenantId, role } = table
  const found = await db.select({ email, tenantId, role }).from(table).where(holding(addresses))
  const reach = reachOf(c.get("actor"))
  return new Map(
    found.map(({ email, tenantId, role }): [string, Owner] => {
      if (role === "User" && tenantId === null) return [email, "unclaimed"]
      return [email, reach === "all" || (tenantId !== null && reach.includes(tenantId)) ? "own" : "foreign"]
    }),
  )
}

const addressesOf = (candidates: readonly Candidate[]) => candidates.map(({ columns }) => columns.email)

/** Splits candidates by a condition on the owner of their address. */
const split = (candidates: readonly Candidate[], isFree: (email: string) => boolean) => ({
  free: candidates.filter(({ columns }) => isFree(columns.email)),
  taken: candidates.filter(({ columns }) => !isFree(columns.email)),
})

/** Stores the rows whose address nobody has. @returns them by address */
const insertRows = async (c: Context<Env>, tx: Database, candidates: readonly Candidate[]): Promise<Map<string, UserRow>> => {
  if (!candidates.length) return new Map()
  const now = new Date(c.get("deps").clock())
  const more = { language: c.get("language"), createdAt: now, updatedAt: now }
  // In the order of the addresses: two batches with the same ones then wait for each other one after the other.
  const values = candidates.map(({ columns }) => ({ ...columns, ...more })).sort((a, b) => (a.email < b.email ? -1 : 1))
  const stored = await tx
    .insert(table)
    .values(values)
    .onConflictDoNothing({ target: table.email, where: sql`deleted_at is null` })
    .returning()
  for (const tenantId of new Set(stored.map(row => row.tenantId))) await refuseOverQuota(tx, tenantId, "user")
  await addAuditEntries(
    c,
    tx,
    stored.map(row => ({ action: "create", entity: "user", id: row.id, tenantId: row.tenantId, after: row })),
  )
  return new Map(stored.map(row => [row.email, row]))
}

type Outcome = BulkOutcome<ReturnType<typeof user.present>>

const outcomesOf = (c: Context<Env>, rows: readonly Row[], refused: Sorted["refused"], ids = new Map<number, string>()) =>
  rows.map((_, index): Outcome => {
    const id = ids.get(index)
    const messages = refused.get(index) ?? {}
    const isTaken = messages.email === "employee.emailTaken"
    return { index, ...(id && { id }), ...translateFields(c.get("language"), messages), ...(isTaken && { taken: true }) }
  })

/**
 * Checks rows without storing any. Whoever in the caller's reach has the address of a row is named, whatever else is wrong with
 * the row; addresses of other people count as free.
 */
const checkLot = async (c: Context<Env>, rows: readonly Row[]) => {
  const { db } = c.get("deps")
  const { refused } = await checkRows(c, db, rows)
  const addresses = rows.map(({ row: { email } }) => (typeof email === "string" ? readAddress(email) : ""))
  const found = await user.select(db).where(and(holding(addresses), user.visible(c.get("actor"))))
  const people = new Map(found.map(joined => [joined.row.email, user.present(joined)]))
  for (const [index, email] of addresses.entries()) if (people.has(email)) refused.set(index, { email: "employee.emailTaken" })
  return outcomesOf(c, rows, refused).map(outcome => {
    const person = people.get(addresses[outcome.index] ?? "")
    return person ? { ...outcome, person } : outcome
  })
}

/** Changes one person as a single call does, or not at all. @returns the person as they were, or messages */
const changeRow = async (
  c: Context<Env>,
  tx: Database,
  id: string,
  { data, error }: Row,
): Promise<{ before: UserRow } | FieldMessages> => {
  if (error) return shapeMessages(error)
  try {
    let { row: before } = await read(c, user, id, tx)
    await tx.transaction(step =>
      changeLocked(c, step, user, id, (row, step) => {
        before = row
        return changedColumns(c, step, data, row)
      }),
    )
    return { before }
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    const { problem } = refusal
    if (problem.kind === "invalid") return Object.fromEntries(problem.fields.map(({ field, message }) => [field, message]))
    return { id: "key" in problem && problem.key ? problem.key : "employee.missing" }
  }
}

const isChanged = (changed: { before: UserRow } | FieldMessages): changed is { before: UserRow } =>
  "before" in changed && typeof changed.before === "object"

/** Stores the valid rows. @throws Refusal 429 when the account has learned too many addresses of other people */
const storeLot = async (c: Context<Env>, tx: Database, { users: rows, upload }: Batch) => {
  if (upload) await startUpload(c, tx, upload)
  const isCreating = !rows.every(({ row }) => isChange(row))
  if (isCreating) await reserveForeignAddress(c, tx)
  const { candidates, refused } = await checkRows(c, tx, rows)
  const owners = await ownersOf(c, tx, addressesOf(candidates))
  for (const [email, owner] of owners) if (owner === "unclaimed") await deleteUnclaimedAccount(c, tx, email)
  const isFree = (email: string) => (owners.get(email) ?? "unclaimed") === "unclaimed"
  const { free, taken } = split(candidates, isFree)
  const stored = await insertRows(c, tx, free)
  // An address that was free a moment ago may have been taken by another call since.
  const lost = split(free, email => stored.has(email)).taken
  const newOwners = await ownersOf(c, tx, addressesOf(lost))
  let foreign = 0
  for (const { index, columns } of [...taken, ...lost]) {
    const isOwn = (newOwners.get(columns.email) ?? owners.get(columns.email)) === "own"
    refused.set(index, { email: isOwn ? "employee.emailTaken" : "employee.emailUnusable" })
    if (!isOwn) foreign++
  }
  // One was counted in advance.
  await countForeignAddresses(c, tx, foreign - (isCreating ? 1 : 0))
  const ids = new Map(free.flatMap(({ index, columns }) => [[index, stored.get(columns.email)?.id ?? ""] as const]))
  const people = [...stored.values()].map(({ id, version }): UploadedPerson => ({ id, version, before: null }))
  // In the order of the ids, for the same reason as in `insertRows`.
  const changes = [...rows.entries()].flatMap(([index, row]) =>
    isChange(row.row) ? [{ index, id: String(row.row.id), row }] : [],
  )
  for (const { index, id, row } of changes.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const changed = await changeRow(c, tx, id, row)
    if (isChanged(changed)) {
      ids.set(index, id)
      people.push({ id, version: changed.before.version + 1, before: changed.before })
    } else refused.set(index, changed)
  }
  const outcomes = outcomesOf(c, rows, refused, ids)
  await logRefusals(c, tx, rowsAsGiven(rows), outcomes)
  const { id, tenantId } = c.get("upload") ?? {}
  const undoneUntil = c.get("deps").clock() + undoTtlMs
  // The tokens of an upload last twice as long, so that all of them are valid for ten minutes after its last batch.
  const undoToken =
    id && people.length
      ? await createUndo(tx, undoneUntil, { entity: "upload", id, tenantId: tenantId ?? null, before: { people }, version: 0 })
      : undefined
  return { answer: outcomes, rest: { undoToken } }
}

export const createMany = route.post("/user/bulk", may("write", "employees"), {
  summary: "Create or change up to 100 employees, each with an outcome of its own",
  body: json(bulkBody),
  example: { users: [{ ...personExample, email: "ece.koc3@yesilova.example" }] },
  answer: z.array(bulkOutcome),
  handler: async ({ c, body }) => {
    const given = await body()
    const asGiven = { ...given, users: rowsAsGiven(given.users) }
    if (given.check) return { value: await checkLot(c, given.users) }
    const { answer, rest } = await inTurn(c, () => idempotent(c, asGiven, tx => storeLot(c, tx, given)))
    return { value: answer, ...rest }
  },
})
