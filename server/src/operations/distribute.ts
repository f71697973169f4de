import { readFileSync } from "node:fs"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { migrationsDir, ownsTables, statementsOf } from "../db/migrate"
import { type Database, rowsOf } from "../db/open"
import { StartProblem } from "../errors/problem"
import { name } from "./tables"

/** Spreading tables over the workers of Citus, and what is looked after there (docs/operations.md#citus). */

const hasCitus = async (db: Database): Promise<boolean> => {
  const [row] = await rowsOf<{ found: boolean }>(db, sql`select to_regclass('pg_dist_node') is not null as found`)
  return row?.found === true
}

/** The tables that are spread; none on another engine. */
const spreadTables = async (db: Database): Promise<string[]> => {
  if (!(await hasCitus(db))) return []
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' order by 1`,
  )
  return rows.map(row => row.name)
}

/** @returns the tables that this call has spread. @throws StartProblem when something is missing */
export const distribute = async (db: Database): Promise<string[]> => {
  if (!(await hasCitus(db)))
    throw new StartProblem(
      "The database has no Citus: a superuser runs `create extension citus` in it, on the coordinator and each worker.",
    )
  const [workers] = await rowsOf(db, sql`select from pg_dist_node where isactive and shouldhaveshards and groupid > 0`)
  if (!workers)
    throw new StartProblem(
      "Citus has no worker: a superuser runs `select citus_set_coordinator_host(…)` and `select citus_add_node(…)`.",
    )
  if (!(await ownsTables(db))) throw new StartProblem("The tables belong to another role: run it as their owner.")
  const before = await spreadTables(db)
  await db.transaction(async tx => {
    await tx.execute(sql`set local statement_timeout = 0`)
    for (const statement of statementsOf(readFileSync(join(migrationsDir(), "citus.sql"), "utf8")))
      await tx.execute(sql.raw(statement))
  })
  const [left] = await rowsOf<{ shards: number }>(db, sql`select guard_shards() as shards`)
  if (left?.shards) throw new StartProblem(`${left.shards} shards were not guarded: run it again.`)
  return (await spreadTables(db)).filter(table => !before.includes(table))
}

/** What Citus does not see to by itself: references that lead to nothing, and shards that could be emptied. @returns sentences */
export const checkSpread = async (db: Database): Promise<string[]> => {
  if (!(await spreadTables(db)).length) return []
  const problems: string[] = []
  const keys = await rowsOf<Record<"source" | "column" | "target" | "key", string>>(
    db,
    sql`select source, "column", target, target_column as key from spread_keys order by 1, 2`,
  )
  for (const { source, column, target, key } of keys) {
    const [lost] = await rowsOf<{ rows: number }>(
      db,
      sql`select count(*)::int as rows from (select distinct ${name(column)} from ${name(source)} where ${name(column)} is not null
        except select ${name(key)} from ${name(target)}) lost`,
    )
    if (lost?.rows) problems.push(`${source}.${column} names ${lost.rows} rows that ${target} does not have`)
  }
  const [open] = await rowsOf<{ shards: number }>(db, sql`select open_shards() as shards`)
  if (open?.shards) problems.push(`${open.shards} shards could be emptied: run \`distribute\` again`)
  return problems
}
