import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import type { Database } from "../db/open"
import { type FieldMessages, refuse } from "../errors/problem"
import { kinds } from "../kinds"
import type { Kind } from "../kinds/kind"
import { targetMessages, targets } from "../kinds/references"

/** References to records that are deleted. */

/** The references of a kind to one record each, which can be deleted. */
const singleReferences = ({ table, references, furtherReferences }: Kind) => {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  return Object.entries({ ...references, ...furtherReferences }).flatMap(([field, { column: name, target }]) => {
    const column = columns[name]
    const isDeletable = "deletedAt" in getTableColumns(targets[target].table)
    return column && column.dataType !== "array" && isDeletable ? [{ field, column, target }] : []
  })
}

/**
 * Messages for references of a stored record to deleted ones. Called after the record is written: from then on foreign
 * keys lock the referenced records, so that none can be deleted before the transaction ends.
 */
export const deletedReferenceErrors = async (tx: Database, kind: Kind, id: string): Promise<FieldMessages> => {
  const { table } = kind
  const own = singleReferences(kind)
  if (!own.length) return {}
  // The ORM leaves out the tables of columns in a select of one table: a company and the one above it would be the same.
  const areDeleted = own.map(({ field, column, target }): [string, SQL<boolean>] => [
    field,
    sql<boolean>`exists (select from ${targets[target].table} referenced
      where referenced.id = ${table}.${sql.identifier(column.name)} and referenced.deleted_at is not null)`,
  ])
  const [found = {}] = await tx.select(Object.fromEntries(areDeleted)).from(table).where(eq(table.id, id))
  return Object.fromEntries(own.flatMap(({ field, target }) => (found[field] ? [[field, targetMessages[target]]] : [])))
}

/** @throws Refusal 409 when another record references this one */
export const refuseReferenced = async (tx: Database, { name, inUse }: Kind, id: string) => {
  if (!inUse) return
  for (const kind of kinds) {
    const { table } = kind
    for (const { column } of singleReferences(kind).filter(({ target }) => target === name)) {
      const [found] = await tx
        .select({ id: table.id })
        .from(table)
        .where(and(eq(column, id), isNull(table.deletedAt)))
        .limit(1)
      if (found) refuse({ kind: "conflict", key: inUse })
    }
  }
}
