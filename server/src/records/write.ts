import { eq } from "drizzle-orm"
import type { Context } from "hono"
import type { z } from "zod"
import { ownerOf } from "../auth/policy"
import type { Database } from "../db/open"
import { refuseInvalid } from "../errors/problem"
import { idOrEmpty } from "../http/body"
import type { Env } from "../http/context"
import type { DerivedKind, Kind, StoredRow } from "../kinds/kind"
import { companyFor } from "../kinds/references"
import { endProposal, needsApproval, propose, readNote, refuseUnapproved } from "./approval"
import { addAuditEntry } from "./audit"
import { type Found, read, readOwn } from "./find"
import { idempotent } from "./idempotency"
import { refuseOverQuota } from "./quotas"
import { deletedReferenceErrors, refuseReferenced } from "./references"
import { withStart } from "./start"
import { columnsToRestore, createUndo } from "./undo"
import { lockRow, refuseOtherVersion } from "./version"

/** Creating, changing and deleting records of a kind: with version, idempotency, approval, audit log and undo. */

type Values<R> = Partial<NoInfer<R>> | Promise<Partial<NoInfer<R>>>

/** Makes the new columns from the stored row, which is locked, in the transaction that writes them. */
type ValuesOf<R> = (row: R, tx: Database) => Values<R>

/** Version after a change, and the token that undoes it. */
export type Changed = { etag: string; undoToken?: string; isProposed?: true }

const answerOf = ({ value }: Found<unknown>): object => value

/** Writes the next version of a record. */
export const storeVersion = async <R extends StoredRow>(
  tx: Database,
  { table }: Kind<R>,
  { id, version }: R,
  columns: Record<string, unknown>,
  now: Date,
): Promise<R> => {
  const [after] = await tx
    .update(table)
    .set({ ...columns, version: version + 1, updatedAt: now })
    .where(eq(table.id, id))
    .returning()
  if (!after) throw new Error("The record was not stored.")
  return after as R
}

/** Locks a record whose version the caller has seen. @throws Refusal 409 with what `present` makes of the current one, for another */
const lock = async <R extends StoredRow>(
  c: Context<Env>,
  tx: Database,
  kind: Kind<R>,
  id: string,
  present: (found: Found<R>) => object,
) => {
  const row = await lockRow(tx, kind, id)
  const current = async () => present(await read(c, kind, id, tx))
  await refuseOtherVersion(c, row.version, current, () => kind.versionOf(tx, row))
  return row
}

/** Writes columns, audit entry and undo token of a change, which was approved or needs no approval. */
const write = async <R extends StoredRow>(
  c: Context<Env>,
  tx: Database,
  kind: Kind<R>,
  before: R,
  values: Partial<R>,
  action: "update" | "delete",
): Promise<Changed> => {
  const now = new Date(c.get("deps").clock())
  const { id } = before
  const after = await storeVersion(tx, kind, before, withStart(kind, { ...before, ...values }, values, now), now)
  const tenantId = kind.ownerOf(before)
  const [errors, undoToken] = await Promise.all([
    action === "update" ? deletedReferenceErrors(tx, kind, id) : {},
    createUndo(tx, now.getTime(), { entity: kind.name, id, tenantId, before, version: after.version }),
    addAuditEntry(c, tx, { action, entity: kind.name, id, tenantId, before, after }),
  ])
  refuseInvalid(errors)
  await kind.onChange?.(tx, before, after, now.getTime())
  return { etag: await kind.versionOf(tx, after), undoToken }
}

/** As `change`, in a transaction of the caller, who has made sure of the reach. */
export const changeLocked = async <R extends StoredRow>(
  c: Context<Env>,
  tx: Database,
  kind: Kind<R>,
  id: string,
  valuesOf: ValuesOf<R>,
  present: (found: Found<R>) => object = answerOf,
): Promise<Changed> => {
  const note = readNote(c, kind)
  const row = await lock(c, tx, kind, id, present)
  const values = await valuesOf(row, tx)
  const after = { ...row, ...values }
  if (!(await needsApproval(tx, kind, row, after))) return write(c, tx, kind, row, values, "update")
  await propose(c, tx, kind, row, after, note)
  return { etag: await kind.versionOf(tx, row), isProposed: true }
}

/**
 * Changes a record. @param present the part of the record that is changed
 * @throws Refusal 409 with the current record, or this part, when the caller has seen another version
 */
export const change = async <R extends StoredRow>(
  c: Context<Env>,
  kind: Kind<R>,
  id: string,
  valuesOf: ValuesOf<R>,
  present?: (found: Found<R>) => object,
): Promise<Changed> => {
  await readOwn(c, kind, id)
  return c.get("deps").db.transaction(tx => changeLocked(c, tx, kind, id, valuesOf, present))
}

/** Changes a record and reads it. */
export const update = async <R extends StoredRow>(c: Context<Env>, kind: Kind<R>, id: string, valuesOf: ValuesOf<R>) => {
  const changed = await change(c, kind, id, valuesOf)
  return { value: (await read(c, kind, id)).value, ...changed }
}

/** Makes the change of a proposal, in a transaction of the caller, who has made sure of the reach and locked the row. */
export const approve = <R extends StoredRow>(
  c: Context<Env>,
  tx: Database,
  kind: Kind<R>,
  row: R,
  after: Record<string, unknown>,
) => write(c, tx, kind, row, columnsToRestore(kind, after) as Partial<R>, "update")

/**
 * Creates a record in a transaction of the caller. The undo of one that is not a draft makes it one. One that needs approval is
 * created as a draft, with the rest as a proposal.
 * @param valuesOf makes the columns; `tenantId` is the actor's company unless they name one
 * @param afterInsert writes what belongs to the record, in the same transaction
 */
export const createIn = async <R extends StoredRow>(
  c: Context<Env>,
  tx: Database,
  kind: Kind<R>,
  valuesOf: (tx: Database) => Values<R>,
  afterInsert: (tx: Database, id: string) => Promise<void> = async () => {},
) => {
  const { name, table } = kind
  const note = readNote(c, kind)
  const now = new Date(c.get("deps").clock())
  const whole = { tenantId: ownerOf(c.get("actor")), ...(await valuesOf(tx)) }
  const isProposed = await needsApproval(tx, kind, undefined, whole)
  const values = isProposed ? { ...whole, intent: "draft" } : whole
  const [stored] = await tx
    .insert(table)
    .values({ ...withStart(kind, values, values, now), createdAt: now, updatedAt: now })
    .returning()
  if (!stored) throw new Error("The record was not stored.")
  const row = stored as R
  const { id, version } = row
  refuseInvalid(await deletedReferenceErrors(tx, kind, id))
  await afterInsert(tx, id)
  const tenantId = kind.ownerOf(row)
  await refuseOverQuota(tx, tenantId, name)
  await addAuditEntry(c, tx, { action: "create", entity: name, id, tenantId, after: row })
  if (isProposed) await propose(c, tx, kind, row, { ...row, ...whole }, note)
  const isUndoable = !isProposed && "intent" in row && row.intent !== "draft"
  const draft = { entity: name, id, tenantId, before: { ...row, intent: "draft" }, version }
  const undoToken = isUndoable ? await createUndo(tx, now.getTime(), draft) : undefined
  const etag = await kind.versionOf(tx, row)
  return { id, etag, ...(undoToken && { undoToken }) }
}

/**
 * As {@link createIn}, once per Idempotency-Key or body, and reads it.
 * @param given the body, which must be the same for the same key
 */
export const create = async <R extends StoredRow>(
  c: Context<Env>,
  kind: Kind<R>,
  given: object,
  valuesOf: (tx: Database) => Values<R>,
  afterInsert?: (tx: Database, id: string) => Promise<void>,
) => {
  const insert = async (tx: Database) => {
    const { id, ...rest } = await createIn(c, tx, kind, valuesOf, afterInsert)
    return { answer: (await read(c, kind, id, tx)).value, rest }
  }
  const { answer: value, rest, isNew } = await idempotent(c, given, insert, { comparesBody: true })
  const isProposed = (value as { approval?: unknown }).approval === "waiting"
  // A repeated call, for which nothing is created, has the version of a new record.
  return { value, etag: "1", ...rest, isProposed, isNew }
}

/** The body of a create call that may name the owner of the new record. */
export const withOwner = <S extends z.ZodRawShape>(body: z.ZodObject<S>) => body.extend({ tenantId: idOrEmpty.optional() })

/** The columns of a new record of a derived kind. @param given a body, which may name the owner. @throws Refusal 400 */
export const newColumns = async <R extends StoredRow, D extends object>(
  c: Context<Env>,
  tx: Database,
  kind: DerivedKind<R, D>,
  given: { tenantId?: string },
): Promise<Partial<R> & { tenantId: string | null }> => {
  const tenantId = await companyFor(tx, c.get("actor"), given.tenantId || null)
  return { ...(await kind.columns(tx, c.get("actor"), given)), tenantId }
}

/** Changes a record, once per Idempotency-Key, by adding something, and reads it. A repeated call gets no undo token. */
export const append = async <R extends StoredRow>(
  c: Context<Env>,
  kind: Kind<R>,
  given: object,
  id: string,
  valuesOf: ValuesOf<R>,
) => {
  await readOwn(c, kind, id)
  const add = async (tx: Database) => {
    const { etag, undoToken } = await changeLocked(c, tx, kind, id, valuesOf)
    return { answer: { etag, value: (await read(c, kind, id, tx)).value }, rest: { ...(undoToken && { undoToken }) } }
  }
  const { answer, rest } = await idempotent(c, given, add, { comparesBody: c.req.method === "POST" })
  return { ...answer, ...rest }
}

/** Marks a record as deleted; undo restores it. @param guard refuses the deletion of some records */
export const remove = async <R extends StoredRow>(
  c: Context<Env>,
  kind: Kind<R>,
  id: string,
  guard: (tx: Database, row: R) => Promise<void> | void = () => {},
) => {
  await readOwn(c, kind, id)
  const { undoToken } = await c.get("deps").db.transaction(async tx => {
    const row = await lock(c, tx, kind, id, answerOf)
    await refuseReferenced(tx, kind, id)
    await guard(tx, row)
    await refuseUnapproved(tx, kind, row, row, "api.liveNotRemoved")
    await endProposal(c, tx, kind, row, "withdraw")
    const deleted: Partial<StoredRow> = { deletedAt: new Date(c.get("deps").clock()) }
    return write(c, tx, kind, row, deleted as Partial<R>, "delete")
  })
  return { value: true as const, undoToken }
}
