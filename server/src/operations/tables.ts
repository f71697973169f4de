import { type SQL, sql } from "drizzle-orm"
import { type Database, rowsOf } from "../db/open"

/** The tables of the database and their foreign keys, as the database itself knows them, with those that Citus cannot keep. */

export const name = (text: string): SQL => sql`${sql.identifier(text)}`

/** A foreign key of one column. */
export type ForeignKey = { source: string; column: string; target: string; targetColumn: string; isRequired: boolean }

export const foreignKeysOf = (db: Database) =>
  rowsOf<ForeignKey>(
    db,
    sql`select c.conrelid::regclass::text as source, s.attname as "column", c.confrelid::regclass::text as target,
        t.attname as "targetColumn", s.attnotnull as "isRequired"
      from pg_constraint c
      join pg_attribute s on s.attrelid = c.conrelid and s.attnum = c.conkey[1]
      join pg_attribute t on t.attrelid = c.confrelid and t.attnum = c.confkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      union all select source, "column", target, target_column, is_required from spread_keys order by 1, 2`,
  )

/** All tables, each after those that its foreign keys reference. */
export const tablesOf = async (db: Database): Promise<string[]> => {
  const tables = (
    await rowsOf<{ table_name: string }>(
      db,
      sql`select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    )
  ).map(row => row.table_name)
  const links = (await foreignKeysOf(db)).filter(({ source, target }) => source !== target)
  const ordered: string[] = []
  const visit = (table: string) => {
    if (ordered.includes(table)) return
    for (const { source, target } of links) if (source === table) visit(target)
    ordered.push(table)
  }
  tables.forEach(visit)
  return ordered
}

/** The columns of a table that are not generated. */
export const columnsOf = async (db: Database, table: string): Promise<string[]> =>
  (
    await rowsOf<{ column_name: string }>(
      db,
      sql`select column_name from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`,
    )
  ).map(row => row.column_name)
