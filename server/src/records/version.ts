import { createHash } from "node:crypto"
import { and, eq, isNull } from "drizzle-orm"
import type { Context } from "hono"
import type { Database } from "../db/open"
import { refuse } from "../errors/problem"
import type { Env } from "../http/context"
import type { Kind, StoredRow } from "../kinds/kind"

/**
 * Versions of records: `version` is counted up by every change, sent as ETag, and expected back as If-Match. The version of
 * a record that is answered together with others is followed by a dot and the version of these others.
 */

/** The version that the caller has seen; undefined for any, without a header or with `*`. */
export const expectedVersion = (c: Context<Env>) => {
  const header = c.req.header("If-Match")?.trim().replace(/^W\//, "").replaceAll('"', "")
  if (header === undefined || header === "*") return undefined
  const [own = "", ofOthers] = header.split(".", 2)
  return { own, ofOthers }
}

/** @param current what is there, as the caller may see it. @throws Refusal 409 with it when the caller has seen another version */
export const refuseOtherVersion = async (
  c: Context<Env>,
  version: number | string,
  current: () => unknown,
  sent: () => string | Promise<string> = () => String(version),
) => {
  const expected = expectedVersion(c)
  if (expected && expected.own !== String(version))
    refuse({ kind: "conflict", key: "api.versionMismatch", current: await current(), version: await sent() })
}

/** Reads a stored record and locks it until the transaction ends. @throws Refusal 404 */
export const lockRow = async <R extends StoredRow>(tx: Database, { table }: Kind<R>, id: string): Promise<R> => {
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.id, id), isNull(table.deletedAt)))
    .for("update")
  return (row as R | undefined) ?? refuse({ kind: "missing" })
}

/** The version of a stored value, which is another one once it is stored anew, also by a process of an earlier release. */
export const contentVersion = (stored: object): string =>
  createHash("sha256").update(JSON.stringify(stored)).digest("base64url").slice(0, 22)
