import { Column, getTableColumns, getTableName, is, SQL, sql, Table } from "drizzle-orm"
import { PgDialect } from "drizzle-orm/pg-core"
import { type Database, readArrays } from "./open"

/**
 * The rows of a list as a statement without its conditions. Text and mapping are made once, because the ORM makes both anew
 * for each call.
 */

/** Makes the select of a list: its columns, from its table and what is joined, without conditions and parameters. */
export type Select<R> = (db: Database) => PromiseLike<R[]> & { toSQL: () => { sql: string; params: unknown[] } }

type Decode = (value: never) => unknown
type Field = { path: string[]; decode: Decode | undefined; table: string | undefined }
type Source = {
  /** The columns, and what follows them, between which another one can be put. */
  columns: string
  from: string
  map: (row: readonly unknown[]) => unknown
}

const identity = Column.prototype.mapFromDriverValue
const decoderOf = (decoder: object): Decode | undefined => {
  const { mapFromDriverValue } = decoder as { mapFromDriverValue: Decode }
  return mapFromDriverValue === identity ? undefined : mapFromDriverValue.bind(decoder)
}

/** The columns of a select in their order, as the ORM orders them. */
const fieldsOf = (selected: object, before: string[] = []): Field[] =>
  Object.entries(selected).flatMap(([name, field]: [string, object]): Field[] => {
    const path = [...before, name]
    if (is(field, Column)) return [{ path, decode: decoderOf(field), table: getTableName(field.table) }]
    if (is(field, SQL)) return [{ path, decode: decoderOf((field as unknown as { decoder: object }).decoder), table: undefined }]
    if (is(field, SQL.Aliased)) return fieldsOf({ [name]: field.sql }, before)
    return fieldsOf(is(field, Table) ? getTableColumns(field) : field, path)
  })

/** Makes an object of a row; a group of columns of a joined table is null when its first one is. */
const mapOf =
  (fields: Field[], table: string): Source["map"] =>
  row => {
    const made: Record<string, unknown> = {}
    let at = 0
    for (const { path, decode, table: from } of fields) {
      const raw = row[at++]
      const value = raw === null || raw === undefined ? null : decode ? decode(raw as never) : raw
      const [first = "", second] = path
      if (second === undefined) made[first] = value
      else if (!(first in made)) made[first] = value === null && from !== table ? null : { [second]: value }
      else if (made[first] !== null) (made[first] as Record<string, unknown>)[second] = value
    }
    return made
  }

const sources = new WeakMap<Select<unknown>, Source>()

const sourceOf = (db: Database, select: Select<unknown>, table: string): Source => {
  const known = sources.get(select)
  if (known) return known
  const query = select(db)
  const { sql: text, params } = query.toSQL()
  if (params.length) throw new Error("The select of a list has parameters.")
  const { selectedFields } = (query as unknown as { _: { selectedFields: object } })._
  // Selects among the columns are of other tables.
  const end = text.lastIndexOf(` from "${table}"`)
  const source = { columns: text.slice(0, end), from: text.slice(end), map: mapOf(fieldsOf(selectedFields), table) }
  sources.set(select, source)
  return source
}

const dialect = new PgDialect()

/**
 * Reads rows of a list.
 * @param select the same function at each call. @param rest the conditions, the order and the limit
 * @param column another value to read, the same one in all rows; undefined when there are no rows
 */
export const readRows = async <R>(db: Database, select: Select<R>, table: Table, rest: SQL, column?: SQL<string>) => {
  const { columns, from, map } = sourceOf(db, select, getTableName(table))
  const more = column ? sql`, ${column}` : sql``
  const { sql: text, params } = dialect.sqlToQuery(sql`${sql.raw(columns)}${more}${sql.raw(from)} ${rest}`)
  const rows = await readArrays(db, text, params)
  return { rows: rows.map(map) as R[], value: column ? (rows[0]?.at(-1) as string | undefined) : undefined }
}

/** Reads the row of a list that the condition matches. @returns undefined without one */
export const readRow = async <R>(db: Database, select: Select<R>, table: Table, where: SQL | undefined): Promise<R | undefined> =>
  (await readRows(db, select, table, sql`where ${where ?? sql`true`}`)).rows[0]
