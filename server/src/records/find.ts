import { and, eq } from "drizzle-orm"
import type { Context } from "hono"
import type { Database } from "../db/open"
import { refuse } from "../errors/problem"
import type { Actor, Env } from "../http/context"
import { isUuid } from "../http/request"
import type { Kind, StoredRow } from "../kinds/kind"

/** Reading one record of a kind, within the reach of who asks. */

/** A record as it is stored, and as the actor may see it. */
export type Found<R> = { row: R; value: object }

/** The record when it is within the actor's reach. @param now epoch ms */
export const find = async <R extends StoredRow>(
  db: Database,
  kind: Kind<R>,
  actor: Actor,
  id: string,
  now: number,
): Promise<Found<R> | undefined> => {
  const [found] = await kind.select(db).where(and(eq(kind.table.id, id), kind.visible(actor)))
  if (!found) return undefined
  const { row } = found
  const value = kind.present(found, actor, now)
  return { row, value: kind.details ? { ...value, ...(await kind.details(db, row, actor)) } : value }
}

/** @throws Refusal 404 when it does not exist or is out of reach */
export const read = async <R extends StoredRow>(
  c: Context<Env>,
  kind: Kind<R>,
  id: string,
  db: Database = c.get("deps").db,
): Promise<Found<R>> => {
  const found = isUuid(id) ? await find(db, kind, c.get("actor"), id, c.get("deps").clock()) : undefined
  return found ?? refuse({ kind: "missing" })
}

/** @throws Refusal 404 as `read`, and 403 when the actor may read but not change it */
export const readOwn = async <R extends StoredRow>(
  c: Context<Env>,
  kind: Kind<R>,
  id: string,
  db: Database = c.get("deps").db,
): Promise<Found<R>> => {
  const found = await read(c, kind, id, db)
  return kind.mayChange(c.get("actor"), found.row) ? found : refuse({ kind: "denied" })
}

/** As `read`, with the version that is sent. */
export const readVersioned = async <R extends StoredRow>(c: Context<Env>, kind: Kind<R>, id: string) => {
  const { row, value } = await read(c, kind, id)
  return { value, etag: await kind.versionOf(c.get("deps").db, row) }
}
