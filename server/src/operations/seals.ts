import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import { sealedAgain, unsealed } from "../auth/seal"
import { jobs } from "../db/job-tables"
import type { Database } from "../db/open"
import { signInConnections } from "../db/sign-in-tables"
import { slice } from "../db/slices"
import { surveyLinks } from "../db/survey-tables"
import { webhooks } from "../db/webhook-tables"
import { linkHashing } from "../kinds/survey-invitees"

type Sealed = { table: PgTable; key: PgColumn; column: PgColumn; where?: SQL }

/** What is kept for longer than a day. */
const stored: Sealed[] = [
  { table: webhooks, key: webhooks.id, column: webhooks.secret },
  { table: webhooks, key: webhooks.id, column: webhooks.oldSecret },
  { table: signInConnections, key: signInConnections.id, column: signInConnections.secret },
  { table: surveyLinks, key: surveyLinks.sealed, column: surveyLinks.sealed },
  { table: jobs, key: jobs.id, column: jobs.body, where: inArray(jobs.kind, ["invitation", "reminder"]) },
]

/** The link of a person is found by a hash with the secret. */
const hashLinkAgain = async (db: Database, codeSecret: string, sealed: string) => {
  const [link] = await db.select().from(surveyLinks).where(eq(surveyLinks.sealed, sealed))
  const id = unsealed<{ id: string }>([codeSecret], sealed)?.id
  if (!link?.personKey || !id) return
  const personKey = linkHashing(codeSecret)(link.surveyId, id)
  await db.update(surveyLinks).set({ personKey }).where(eq(surveyLinks.sealed, sealed))
}

/**
 * Stores anew, with the first secret, what was sealed with another one (docs/operations.md#rotating-secrets). A value that has changed
 * meanwhile stays as it is.
 */
export const sealStoredAgain = async (db: Database, codeSecrets: readonly string[]): Promise<void> => {
  for (const { table, key, column, where } of stored)
    for (let after: unknown; ; ) {
      const isNext = after === undefined ? undefined : gt(key, after)
      const rows = await db
        .select({ id: key, sealed: column })
        .from(table)
        .where(and(where, isNext))
        .orderBy(asc(key))
        .limit(slice)
      for (const { id, sealed } of rows) {
        const again = typeof sealed === "string" ? sealedAgain(codeSecrets, sealed) : undefined
        if (again === undefined) continue
        await db.execute(
          sql`update ${table} set ${sql.identifier(column.name)} = ${again} where ${and(eq(key, id), eq(column, sealed))}`,
        )
        if (table === surveyLinks) await hashLinkAgain(db, codeSecrets[0] ?? "", again)
      }
      if (rows.length < slice) break
      after = rows.at(-1)?.id
    }
}
