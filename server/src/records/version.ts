import { and, eq, isNull } from "drizzle-orm"
import type { Context } from "hono"
import type { Database } from "../db/open"
import { refuse } from "../errors/problem"
import type { Env } from "../http/context"
import { type EntityName, type RowOf, registrationOf } from "./entities"

/** Versions of records: `version` is counted up by every change, sent as ETag, and expected back as If-Match. */

/** The version that the caller has seen; undefined for any, without a header or with `*`. */
const expectedVersion = (c: Context<Env>) => {
  const header = c.req.header("If-Match")?.trim().replace(/^W\//, "").replaceAll('"', "")
  return header === "*" ? undefined : header
}

/** Reads a stored record and locks it until the transaction ends. @throws Refusal 404 */
export const lockRow = async <E extends EntityName>(tx: Database, entity: E, id: string): Promise<RowOf<E>> => {
  const { table } = registrationOf(entity)
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.id, id), isNull(table.deletedAt)))
    .for("update")
  return (row as RowOf<E> | undefined) ?? refuse({ kind: "missing" })
}

/**
 * As `lockRow`, when the stored version is the one that the caller has seen.
 * @param present the record as the caller may see it. @throws Refusal 409 with the current record
 */
export const lockExpectedRow = async <E extends EntityName>(
  c: Context<Env>,
  tx: Database,
  entity: E,
  id: string,
  present: () => Promise<object>,
): Promise<RowOf<E>> => {
  const expected = expectedVersion(c)
  const row = await lockRow(tx, entity, id)
  const version = String(row.version)
  if (expected !== undefined && expected !== version)
    return refuse({ kind: "conflict", key: "api.versionMismatch", current: await present(), version })
  return row
}
