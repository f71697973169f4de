import { eq } from "drizzle-orm"
import type { Context } from "hono"
import type { Action } from "../../../../src/contract/audit"
import type { Database } from "../../db/open"
import { draws as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { idParam } from "../../http/request"
import { addAuditEntries } from "../../records/audit"
import type { RowOf } from "../../records/entities"
import { idempotent } from "../../records/idempotency"
import { lockRow, refuseOtherVersion } from "../../records/version"
import { drawRecords } from "./records"

/** A step of a draw: one transaction that holds the draw's row, so that there is one result however many callers there are. */

export type DrawRow = RowOf<"draw">
type Columns = Record<string, unknown>
/** @property log audit entries of the step; they contain no seed, no salt and no key */
export type Change = {
  values?: Partial<Pick<DrawRow, "intent" | "round">>
  log: { action: Action; before?: Columns; after: Columns }[]
}

const running = new Map<string, Promise<unknown>>()

/** Runs work of one draw after the other, so that parallel calls do not each hold a connection while they wait for the row. */
export const enqueue = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
  const before = running.get(id)
  const current = (async () => {
    await before?.catch(() => {})
    return work()
  })()
  running.set(id, current)
  try {
    return await current
  } finally {
    if (running.get(id) === current) running.delete(id)
  }
}

/**
 * Takes a step and answers with the draw.
 * @param given the body, which must be the same for the same Idempotency-Key
 * @param work returns undefined, and has written nothing, when the step has been taken before
 * @throws Refusal 404 and 403 as every change, 409 when the step would follow another version than If-Match names
 */
export const takeStep = async (
  c: Context<Env>,
  given: object,
  work: (tx: Database, draw: DrawRow, now: number) => Promise<Change | undefined>,
) => {
  const { db, clock } = c.get("deps")
  const id = idParam(c)
  await drawRecords.readOwn(c, id)
  const step = async (tx: Database) => {
    const draw = await lockRow(tx, "draw", id)
    const now = clock()
    const change = await work(tx, draw, now)
    if (!change) return true
    const { tenantId, version } = draw
    await refuseOtherVersion(c, version, async () => (await drawRecords.read(c, tx, id)).value)
    await tx
      .update(table)
      .set({ ...change.values, version: version + 1, updatedAt: new Date(now) })
      .where(eq(table.id, id))
    const entries = change.log.map(entry => ({ ...entry, entity: "draw" as const, id, tenantId }))
    await addAuditEntries(c, tx, entries)
    return true
  }
  await enqueue(id, () => idempotent(c, given, step))
  const { row, value } = await drawRecords.read(c, db, id)
  return ok(c, value, { etag: row.version })
}
