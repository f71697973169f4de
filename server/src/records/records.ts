import { and, eq, isNull } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Context } from "hono"
import { mayWrite, ownerOf } from "../auth/policy"
import type { Database } from "../db/open"
import { refuse } from "../errors/problem"
import type { Actor, Env } from "../http/context"
import { ok } from "../http/envelope"
import { idParam, isUuid } from "../http/request"
import { keepAudit } from "./audit"
import { type Entity, tables } from "./entities"
import { once } from "./idempotency"
import { pointsAtDeleted, refuseBroken } from "./references"
import { keepUndo } from "./undo"

/** The columns that all of them share. */
export type Kept = PgTable & Record<"id" | "version" | "updatedAt" | "deletedAt", PgColumn>
export type Row = Record<string, unknown> & { id: string; version: number; tenantId: string | null }

/** A record as it is stored, and as the actor may see it. */
export type Found = { row: Pick<Row, "id" | "version" | "tenantId">; value: object }

/** What a module says of its records; the rest is the same for all. */
export type Records = {
  entity: Entity
  /** The record within the actor's reach; undefined when it is not there or not theirs to see. */
  find: (db: Database, actor: Actor, id: string, now: number) => Promise<Found | undefined>
  /** Whether the actor may change it; its company's administrators and the platform, unless the module says otherwise. */
  mayChange?: (actor: Actor, row: Found["row"]) => boolean
}

/** New columns, or what makes them of the stored row, which is held until then. */
export type Values = object | ((before: Row, tx: Database) => object | Promise<object>)
export type Changed = { etag: number; undoToken: string }

export const tableOf = (entity: Entity) => tables[entity] as unknown as Kept

/** An ETag as If-Match brings it back; "*" stands for whatever is there. */
const expectedOf = (c: Context<Env>) => {
  const header = c.req.header("If-Match")?.trim().replace(/^W\//, "").replaceAll('"', "")
  return header === "*" ? undefined : header
}

/** Reads the stored row and holds it until the transaction ends. @throws Refusal 404 */
export const lockRow = async (tx: Database, entity: Entity, id: string): Promise<Row> => {
  const table = tableOf(entity)
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.id, id), isNull(table.deletedAt)))
    .for("update")
  return (row as Row | undefined) ?? refuse({ kind: "missing" })
}

export const records = ({ entity, find, mayChange = (actor, row) => mayWrite(actor, row.tenantId) }: Records) => {
  const table = tableOf(entity)
  /** A company is its own. */
  const companyOf = (row: Row) => (entity === "tenant" ? row.id : row.tenantId)

  const need = async (c: Context<Env>, db: Database, id: string): Promise<Found> => {
    const found = isUuid(id) ? await find(db, c.get("actor"), id, c.get("deps").clock()) : undefined
    return found ?? refuse({ kind: "missing" })
  }
  /** @throws Refusal 404 for what is not there or not theirs to see, 403 for what may be seen but not changed */
  const needOwn = async (c: Context<Env>, id: string): Promise<Found> => {
    const found = await need(c, c.get("deps").db, id)
    return mayChange(c.get("actor"), found.row) ? found : refuse({ kind: "denied" })
  }

  /** Writes the next version, what stood before, and who did it. */
  const write = async (c: Context<Env>, tx: Database, before: Row, values: object, action: "update" | "delete") => {
    const now = new Date(c.get("deps").clock())
    const version = before.version + 1
    const [after] = await tx
      .update(table)
      .set({ ...values, version, updatedAt: now } as never)
      .where(eq(table.id, before.id))
      .returning()
    const { id } = before
    const tenantId = companyOf(before)
    if (action === "update") refuseBroken(await pointsAtDeleted(tx, entity, id))
    await keepAudit(c, tx, { action, entity, id, tenantId, before, after: after as Row })
    return { version, undoToken: await keepUndo(tx, now.getTime(), { entity, id, tenantId, before, version }) }
  }

  /** Holds the stored row, as long as it is of the version that the caller has seen. @throws Refusal 409 with the current record */
  const lockSeen = async (c: Context<Env>, tx: Database, id: string): Promise<Row> => {
    const expected = expectedOf(c)
    const before = await lockRow(tx, entity, id)
    if (expected !== undefined && expected !== String(before.version))
      return refuse({
        kind: "conflict",
        key: "api.versionMismatch",
        current: (await need(c, tx, id)).value,
        version: String(before.version),
      })
    return before
  }

  /** Changes the stored row against the version that the caller has seen, in a transaction under way. */
  const alter = async (c: Context<Env>, tx: Database, id: string, values: Values): Promise<Changed> => {
    const before = await lockSeen(c, tx, id)
    const wanted = typeof values === "function" ? await values(before, tx) : values
    const { version, undoToken } = await write(c, tx, before, wanted, "update")
    return { etag: version, undoToken }
  }

  /**
   * Changes a record against the version that the caller has seen. @returns version and undo token of the change
   * @throws Refusal 409 with the current record when somebody else was faster
   */
  const change = async (c: Context<Env>, id: string, values: Values): Promise<Changed> => {
    await needOwn(c, id)
    return c.get("deps").db.transaction(tx => alter(c, tx, id, values))
  }

  return {
    need,
    needOwn,

    /** One record, with its version as ETag. */
    get: async (c: Context<Env>) => {
      const { row, value } = await need(c, c.get("deps").db, idParam(c))
      return ok(c, value, { etag: row.version })
    },

    /** Makes a record, once per Idempotency-Key. @param given what came in; @param values the columns, or what makes them; `tenantId` is the actor's unless they name one */
    create: async (
      c: Context<Env>,
      given: object,
      values: object | ((tx: Database) => Promise<object>),
      more: (tx: Database, id: string) => Promise<void> = async () => {},
    ) => {
      const { clock } = c.get("deps")
      const actor = c.get("actor")
      const value = await once(c, given, async tx => {
        const now = new Date(clock())
        const columns = typeof values === "function" ? await values(tx) : values
        const [row] = await tx
          .insert(table)
          .values({ tenantId: ownerOf(actor), ...columns, createdAt: now, updatedAt: now } as never)
          .returning()
        const { id } = row as Row
        const tenantId = companyOf(row as Row)
        refuseBroken(await pointsAtDeleted(tx, entity, id))
        await more(tx, id)
        await keepAudit(c, tx, { action: "create", entity, id, tenantId, after: row as Row })
        return (await need(c, tx, id)).value
      })
      return ok(c, value, { etag: 1 })
    },

    change,

    /** Changes a record and answers with it as it stands then. */
    update: async (c: Context<Env>, id: string, values: Values) => {
      const extras = await change(c, id, values)
      return ok(c, (await need(c, c.get("deps").db, id)).value, extras)
    },

    /** Adds something to a record, once per Idempotency-Key; answers as `update`, the way back the first time only. @param given what came in */
    add: async (c: Context<Env>, given: object, id: string, values: Values) => {
      await needOwn(c, id)
      let undoToken: string | undefined
      const { value, etag } = await once(c, given, async tx => {
        const changed = await alter(c, tx, id, values)
        undoToken = changed.undoToken
        return { etag: changed.etag, value: (await need(c, tx, id)).value }
      })
      return ok(c, value, { etag, undoToken })
    },

    /** Deletes a record so that it can be taken back. @param guard refuses while something still needs it */
    remove: async (c: Context<Env>, guard: (tx: Database, row: Row) => Promise<void> = async () => {}) => {
      const id = idParam(c)
      await needOwn(c, id)
      const { undoToken } = await c.get("deps").db.transaction(async tx => {
        const before = await lockSeen(c, tx, id)
        await guard(tx, before)
        return write(c, tx, before, { deletedAt: new Date(c.get("deps").clock()) }, "delete")
      })
      return ok(c, true, { undoToken })
    },
  }
}
