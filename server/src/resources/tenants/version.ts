import { eq, sql } from "drizzle-orm"
import type { Context } from "hono"
import type { Database } from "../../db/open"
import { tenants as table } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import type { RowOf } from "../../kinds/entities"
import { expectedVersion } from "../../records/version"

/** The version of a company with its subsidiaries (docs/contract.md#record-versions). */

/** Every change of a subsidiary raises the sum: versions only grow, and deleted subsidiaries stay in it. */
const sumOfVersions = async (db: Database, id: string): Promise<number> => {
  const versions = sql<number>`coalesce(sum(${table.version}), 0)::float8`
  const [found] = await db.select({ versions }).from(table).where(eq(table.parentId, id))
  return found?.versions ?? 0
}

/** The company's own version, followed by the sum of its subsidiaries' versions when it has or had any. */
export const companyVersion = async (db: Database, { id, version }: RowOf<"tenant">): Promise<string> => {
  const ofSubsidiaries = await sumOfVersions(db, id)
  return ofSubsidiaries ? `${version}.${ofSubsidiaries}` : String(version)
}

/**
 * Refuses a change of subsidiaries in the body of their company when one of them has changed since the caller read them. A
 * version without theirs is accepted. Called after they are locked.
 * @param present the company as the caller may see it. @throws Refusal 409 with the current record
 */
export const requireSubsidiaryVersions = async (
  c: Context<Env>,
  tx: Database,
  row: RowOf<"tenant">,
  present: () => Promise<object>,
) => {
  const seen = expectedVersion(c)?.ofOthers
  if (seen === undefined || seen === String(await sumOfVersions(tx, row.id))) return
  refuse({
    kind: "conflict",
    key: "api.versionMismatch",
    current: await present(),
    version: await companyVersion(tx, row),
  })
}
