import { and, eq, type SQL } from "drizzle-orm"
import type { Context } from "hono"
import type { z } from "zod"
import { mayWrite, ownerOf } from "../auth/policy"
import type { Database } from "../db/open"
import { refuse, refuseInvalid } from "../errors/problem"
import { idOrEmpty } from "../http/body"
import type { Actor, Env } from "../http/context"
import { ok, okWritten } from "../http/envelope"
import { idParam, isUuid, readUpdate, readValid } from "../http/request"
import { companyOf, type EntityName, type RowOf, registrationOf, type ValuesOf } from "../kinds/entities"
import type { Kind } from "../kinds/kind"
import { companyFor, deletedReferenceErrors, refuseReferenced } from "../kinds/references"
import { endProposal, needsApproval, propose, readNote, refuseUnapproved } from "./approval"
import { addAuditEntry } from "./audit"
import { idempotent } from "./idempotency"
import { refuseOverQuota } from "./quotas"
import { readers } from "./readers"
import { withStart } from "./start"
import { columnsToRestore, createUndo } from "./undo"
import { lockExpectedRow, type VersionOf } from "./version"

/** A record as it is stored, and as the actor may see it. */
export type Found<E extends EntityName, V extends object = object> = { row: RowOf<E>; value: V }

export type RecordOptions<E extends EntityName, V extends object> = {
  entity: E
  /** The record when it is within the actor's reach. */
  find: (db: Database, actor: Actor, id: string, now: number) => Promise<Found<E, V> | undefined>
  /** Whether the actor may change it; by default the administrators of its company and of the platform. */
  mayChange?: (actor: Actor, row: RowOf<E>) => boolean
  /** The version that is sent; by default the row's own. */
  versionOf?: VersionOf<E>
  /** Writes what follows from a change, in its transaction. */
  onChange?: (tx: Database, before: RowOf<E>, after: RowOf<E>, now: number) => Promise<void>
}

/** Rows with what is joined to them, as the select of a list makes them. */
type SelectRow<R> = (db: Database) => { where: (condition: SQL | undefined) => PromiseLike<R[]> }

/** Returns the function that finds one record. @param visible the rows that an actor may read */
export const findIn =
  <E extends EntityName, R extends { row: RowOf<E> }, V extends object>(
    entity: E,
    select: SelectRow<R>,
    visible: (actor: Actor) => SQL | undefined,
    present: (found: R, actor: Actor, now: number) => V,
  ): RecordOptions<E, V>["find"] =>
  async (db, actor, id, now) => {
    const [found] = await select(db).where(and(eq(registrationOf(entity).table.id, id), visible(actor)))
    return found && { row: found.row, value: present(found, actor, now) }
  }

/** A kind whose stored records are those of an entity. */
export type KindNamed<E extends EntityName> = Kind<RowOf<E>> & { name: E }

/** Reads the members of one record that a list does not answer (`Kind.details`). */
type Details<E extends EntityName> = (db: Database, row: RowOf<E>) => Promise<object>

/** Returns the function that finds one record of a kind. */
export const findOf = <E extends EntityName>(
  { name, select, visible, present }: KindNamed<E>,
  details?: Details<E>,
): RecordOptions<E, object>["find"] => {
  const find = findIn(name, select, visible, present)
  if (!details) return find
  return async (db, ...asked) => {
    const found = await find(db, ...asked)
    return found && { ...found, value: { ...found.value, ...(await details(db, found.row)) } }
  }
}

type Values<E extends EntityName> = ValuesOf<E> | Promise<ValuesOf<E>>

/** Makes the new columns from the stored row, which is locked, in the transaction that writes them. */
type Change<E extends EntityName> = (row: RowOf<E>, tx: Database) => Values<E>

/** Version after a change, and the token that undoes it. */
export type Changed = { etag: string; undoToken?: string; isProposed?: true }

/** The body of a create call that may name the owner of the new record. */
export const withOwner = <S extends z.ZodRawShape>(body: z.ZodObject<S>) => body.extend({ tenantId: idOrEmpty.optional() })

/** As `records`, of a kind. */
export const recordsOf = <E extends EntityName>(
  kind: KindNamed<E>,
  { details, ...options }: Partial<RecordOptions<E, object>> & { details?: Details<E> } = {},
) => records<E, object>({ entity: kind.name, find: findOf(kind, details), ...options })

/**
 * The handlers that all kinds of record have in common: reading, creating, changing and deleting with version,
 * idempotency, audit log and undo.
 */
export const records = <E extends EntityName, V extends object>({
  entity,
  find,
  mayChange = (actor, row) => mayWrite(actor, companyOf(entity, row)),
  versionOf = async (_, { version }) => String(version),
  onChange,
}: RecordOptions<E, V>) => {
  const { table } = registrationOf(entity)
  readers[entity] = find
  const answerOf = ({ value }: Found<E, V>): object => value

  /** @throws Refusal 404 when it does not exist or is out of reach */
  const read = async (c: Context<Env>, db: Database, id: string): Promise<Found<E, V>> => {
    const found = isUuid(id) ? await find(db, c.get("actor"), id, c.get("deps").clock()) : undefined
    return found ?? refuse({ kind: "missing" })
  }

  /** @throws Refusal 404 as `read`, and 403 when the actor may read but not change it */
  const readOwn = async (c: Context<Env>, id: string): Promise<Found<E, V>> => {
    const found = await read(c, c.get("deps").db, id)
    return mayChange(c.get("actor"), found.row) ? found : refuse({ kind: "denied" })
  }

  const lock = (c: Context<Env>, tx: Database, id: string, present = answerOf): Promise<RowOf<E>> =>
    lockExpectedRow(c, tx, entity, id, { present: async () => present(await read(c, tx, id)), versionOf })

  /** Writes columns, audit entry and undo token of a change, which was approved or needs no approval. */
  const write = async (
    c: Context<Env>,
    tx: Database,
    before: RowOf<E>,
    values: ValuesOf<E>,
    action: "update" | "delete",
  ): Promise<Changed> => {
    const now = new Date(c.get("deps").clock())
    const { id } = before
    const version = before.version + 1
    const [after] = (await tx
      .update(table)
      .set({ ...withStart(entity, { ...before, ...values }, values, now), version, updatedAt: now } as never)
      .where(eq(table.id, id))
      .returning()) as RowOf<E>[]
    if (!after) throw new Error("The record was not stored.")
    const tenantId = companyOf(entity, before)
    const [errors, undoToken] = await Promise.all([
      action === "update" ? deletedReferenceErrors(tx, entity, id) : {},
      createUndo(tx, now.getTime(), { entity, id, tenantId, before, version }),
      addAuditEntry(c, tx, { action, entity, id, tenantId, before, after }),
    ])
    refuseInvalid(errors)
    await onChange?.(tx, before, after, now.getTime())
    return { etag: await versionOf(tx, after), undoToken }
  }

  /** As `change`, in a transaction of the caller, who has made sure of the reach. */
  const changeLocked = async (c: Context<Env>, tx: Database, id: string, valuesOf: Change<E>, present = answerOf) => {
    const note = readNote(c, entity)
    const row = await lock(c, tx, id, present)
    const values = await valuesOf(row, tx)
    const after = { ...row, ...values }
    if (!(await needsApproval(tx, entity, row, after))) return write(c, tx, row, values, "update")
    await propose(c, tx, entity, row, after, note)
    return { etag: await versionOf(tx, row), isProposed: true } satisfies Changed
  }

  /**
   * Changes a record. @param present the part of the record that is changed
   * @throws Refusal 409 with the current record, or this part, when the caller has seen another version
   */
  const change = async (c: Context<Env>, id: string, valuesOf: Change<E>, present = answerOf): Promise<Changed> => {
    await readOwn(c, id)
    return c.get("deps").db.transaction(tx => changeLocked(c, tx, id, valuesOf, present))
  }

  /**
   * Creates a record, once per Idempotency-Key or body, and returns it. The undo of one that is not a draft makes it one. One
   * that needs approval is created as a draft, with the rest as a proposal.
   * @param given the body, which must be the same for the same key
   * @param valuesOf makes the columns; `tenantId` is the actor's company unless they name one
   * @param afterInsert writes what belongs to the record, in the same transaction
   */
  const create = async (
    c: Context<Env>,
    given: object,
    valuesOf: (tx: Database) => Values<E>,
    afterInsert: (tx: Database, id: string) => Promise<void> = async () => {},
  ) => {
    const { clock } = c.get("deps")
    const actor = c.get("actor")
    const note = readNote(c, entity)
    const insert = async (tx: Database) => {
      const now = new Date(clock())
      const whole = { tenantId: ownerOf(actor), ...(await valuesOf(tx)) }
      const isProposed = await needsApproval(tx, entity, undefined, whole)
      const values = isProposed ? { ...whole, intent: "draft" } : whole
      const [row] = (await tx
        .insert(table)
        .values({ ...withStart(entity, values, values, now), createdAt: now, updatedAt: now } as never)
        .returning()) as RowOf<E>[]
      if (!row) throw new Error("The record was not stored.")
      const { id } = row
      refuseInvalid(await deletedReferenceErrors(tx, entity, id))
      await afterInsert(tx, id)
      const tenantId = companyOf(entity, row)
      await refuseOverQuota(tx, tenantId, entity)
      await addAuditEntry(c, tx, { action: "create", entity, id, tenantId, after: row })
      if (isProposed) await propose(c, tx, entity, row, { ...row, ...whole }, note)
      const isUndoable = !isProposed && "intent" in row && row.intent !== "draft"
      const draft = { entity, id, tenantId, before: { ...(row as object), intent: "draft" }, version: row.version }
      const undoToken = isUndoable ? await createUndo(tx, now.getTime(), draft) : undefined
      const etag = await versionOf(tx, row)
      return { answer: (await read(c, tx, id)).value, rest: { etag, ...(undoToken && { undoToken }) } }
    }
    const { answer: value, rest, isNew } = await idempotent(c, given, insert, { comparesBody: true })
    const isProposed = (value as { approval?: unknown }).approval === "waiting"
    // A repeated call, for which nothing is created, has the version of a new record.
    return { value, etag: "1", ...rest, isProposed, isNew }
  }

  /** Changes a record and answers with it. */
  const update = async (c: Context<Env>, id: string, valuesOf: Change<E>) => {
    const changed = await change(c, id, valuesOf)
    return ok(c, (await read(c, c.get("deps").db, id)).value, changed)
  }

  return {
    read,
    readOwn,
    change,
    changeLocked,

    /** Makes the change of a proposal, in a transaction of the caller, who has made sure of the reach and locked the row. */
    approve: (c: Context<Env>, tx: Database, row: RowOf<E>, after: Record<string, unknown>) =>
      write(c, tx, row, columnsToRestore(entity, after) as ValuesOf<E>, "update"),

    /** Answers with one record and its version as ETag. */
    get: async (c: Context<Env>) => {
      const { db } = c.get("deps")
      const { row, value } = await read(c, db, idParam(c))
      return ok(c, value, { etag: await versionOf(db, row) })
    },

    create,
    update,

    /**
     * Returns the handler of a create call, whose body may name the owner. @param columns makes the columns of the new record from
     * the body
     */
    createFrom:
      <S extends z.ZodObject>(body: S, columns: (tx: Database, actor: Actor, given: z.infer<S>) => Values<E>) =>
      async (c: Context<Env>) => {
        const given = (await readValid(c, withOwner(body))) as z.infer<S> & { tenantId?: string }
        const actor = c.get("actor")
        const created = await create(c, given, async tx => {
          const tenantId = await companyFor(tx, actor, given.tenantId || null)
          return { ...(await columns(tx, actor, given)), tenantId }
        })
        return okWritten(c, created)
      },

    /**
     * Returns the handler of an update call.
     * @param member the member of the body that contains the record's id
     * @param columns makes the columns from the members that the body names, and the stored row
     */
    updateFrom:
      <S extends z.ZodObject, K extends string & keyof z.infer<S>>(
        body: S,
        member: K,
        columns: (tx: Database, actor: Actor, given: Omit<Partial<z.infer<S>>, K>, row: RowOf<E>) => Values<E>,
      ) =>
      async (c: Context<Env>) => {
        const { id, change } = await readUpdate(c, body, member)
        return update(c, id, (row, tx) => columns(tx, c.get("actor"), change, row))
      },

    /** Changes a record, once per Idempotency-Key, by adding something, and returns it. A repeated call gets no undo token. */
    append: async (c: Context<Env>, given: object, id: string, valuesOf: Change<E>) => {
      await readOwn(c, id)
      const add = async (tx: Database) => {
        const { etag, undoToken } = await changeLocked(c, tx, id, valuesOf)
        return { answer: { etag, value: (await read(c, tx, id)).value }, rest: { ...(undoToken && { undoToken }) } }
      }
      const { answer, rest } = await idempotent(c, given, add, { comparesBody: c.req.method === "POST" })
      return { ...answer, ...rest }
    },

    /** Marks a record as deleted; undo restores it. @param guard refuses the deletion of some records */
    remove: async (c: Context<Env>, guard: (tx: Database, row: RowOf<E>) => Promise<void> | void = () => {}) => {
      const id = idParam(c)
      await readOwn(c, id)
      const { undoToken } = await c.get("deps").db.transaction(async tx => {
        const row = await lock(c, tx, id)
        await refuseReferenced(tx, entity, id)
        await guard(tx, row)
        await refuseUnapproved(tx, entity, row, row, "api.liveNotRemoved")
        await endProposal(c, tx, { entity, id, tenantId: companyOf(entity, row) }, "withdraw")
        return write(c, tx, row, { deletedAt: new Date(c.get("deps").clock()) } as ValuesOf<E>, "delete")
      })
      return ok(c, true, { undoToken })
    },
  }
}
