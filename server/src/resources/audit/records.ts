import { and, desc, inArray, isNull, sql } from "drizzle-orm"
import { owned, type Reach } from "../../auth/policy"
import type { Database } from "../../db/open"
import { audit } from "../../db/schema"
import { kinds } from "../../kinds"
import type { Kind } from "../../kinds/kind"

/** The records of logged changes, as they are now (docs/contract.md#audit-and-undo). */

type Logged = Pick<typeof audit.$inferSelect, "entity" | "entityId">

const keyOf = ({ entity, entityId }: { entity: string; entityId: string }) => `${entity} ${entityId}`

/** Returns the id of the last entry of each record of some entries, by kind and id. */
const readLatest = async (db: Database, rows: readonly Logged[]): Promise<Map<string, number>> => {
  const latest = await db
    .selectDistinctOn([audit.entityId, audit.entity], { entity: audit.entity, entityId: audit.entityId, id: audit.id })
    .from(audit)
    .where(inArray(audit.entityId, [...new Set(rows.map(row => row.entityId))]))
    .orderBy(audit.entityId, audit.entity, desc(audit.id))
  return new Map(latest.map(row => [keyOf(row), row.id]))
}

/** The kind whose table holds the record of an entry. */
const kindOf = ({ entity }: Logged): Kind | undefined =>
  kinds.find(({ name, alsoLogged }) => name === entity || alsoLogged?.includes(entity))

/** Returns the names of the stored records of some entries, by kind and id, as far as they are in reach. */
const readTitles = async (db: Database, rows: readonly Logged[], reach: Reach): Promise<Map<string, string>> => {
  const logged = [...new Set(rows.flatMap(row => kindOf(row) ?? []))]
  const found = await Promise.all(
    logged.map(async kind => {
      const { name, table, title, owner } = kind
      const ids = [...new Set(rows.filter(row => kindOf(row) === kind).map(row => row.entityId))]
      const stored = await db
        .select({ entityId: sql<string>`${table.id}`, title: sql<string>`${title}` })
        .from(table)
        .where(and(inArray(table.id, ids), isNull(table.deletedAt), owned(owner, reach)))
      return stored.map(({ entityId, title }) => [keyOf({ entity: name, entityId }), title] as const)
    }),
  )
  return new Map(found.flat())
}

/** Returns a function that gives the state of the record of an entry. @param rows the entries it is called with */
export const recordStates = async (db: Database, rows: readonly (Logged & { id: number })[], reach: Reach) => {
  if (!rows.length) return () => ({ title: "", isLatest: false, isDeleted: false })
  const [latest, titles] = await Promise.all([readLatest(db, rows), readTitles(db, rows, reach)])
  return (row: Logged & { id: number }) => {
    const kind = kindOf(row)
    const title = kind && titles.get(keyOf({ entity: kind.name, entityId: row.entityId }))
    return {
      title: title ?? "",
      isLatest: latest.get(keyOf(row)) === row.id,
      isDeleted: kind !== undefined && title === undefined,
    }
  }
}
