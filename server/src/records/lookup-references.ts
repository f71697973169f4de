import { and, asc, eq, getTableColumns, gt, inArray, isNull, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import type { Context } from "hono"
import type { Database } from "../db/open"
import { proposals } from "../db/schema"
import type { Env } from "../http/context"
import { kinds } from "../kinds"
import type { Kind, StoredRow } from "../kinds/kind"
import { needsApproval } from "./approval"
import { addAuditEntries } from "./audit"

/** The records that name a category or a department: which they are, and that they are moved to another one and back. */

/** The columns that name one of a lookup. */
export const referencesTo = (name: "category" | "department") =>
  kinds.flatMap(kind =>
    Object.values({ ...kind.references, ...kind.furtherReferences }).flatMap(({ column: member, target }) => {
      const column = (getTableColumns(kind.table) as Record<string, PgColumn>)[member]
      return target === name && column ? [{ kind, member, column, isList: column.dataType === "array" }] : []
    }),
  )
type Reference = ReturnType<typeof referencesTo>[number]

export const naming = ({ column, isList }: Reference, id: string | PgColumn): SQL =>
  isList ? sql`${id}::uuid = any(${column})` : sql`${column} = ${id}::uuid`

/** What was moved of a kind: id, version after the move, and of lists what the column had before. */
export type Moved = Record<string, [id: string, version: number, before?: string[]][]>

/** Rows of one statement. */
const batchSize = 1_000

/** Keeps the answers of `needsApproval`, which is the same for records of one owner and offer. */
const approvalsOf = (tx: Database, kind: Kind) => {
  const answers = new Map<string, Promise<boolean>>()
  return (row: StoredRow) => {
    const { intent, tenantIds } = row as { intent?: string; tenantIds?: string[] }
    const key = JSON.stringify([intent, kind.ownerOf(row), tenantIds])
    const answer = answers.get(key) ?? needsApproval(tx, kind, row, row)
    answers.set(key, answer)
    return answer
  }
}

/** The records that need no approval to be changed, and about which no change waits. */
const movableOf = async (
  tx: Database,
  kind: Kind,
  rows: readonly StoredRow[],
  isGuarded: (row: StoredRow) => Promise<boolean>,
) => {
  const ids = rows.map(({ id }) => id)
  const waiting = await tx
    .select({ id: proposals.entityId })
    .from(proposals)
    .where(and(eq(proposals.entity, kind.name), inArray(proposals.entityId, ids)))
  const held = new Set(waiting.map(({ id }) => id))
  const movable: StoredRow[] = []
  for (const row of rows) if (!held.has(row.id) && !(await isGuarded(row))) movable.push(row)
  return movable
}

/** Writes the column of locked records, with their audit entries. */
const rewrite = async (
  c: Context<Env>,
  tx: Database,
  { kind, member }: Reference,
  rows: readonly StoredRow[],
  value: unknown,
  action: "update" | "undo",
) => {
  if (!rows.length) return []
  const { table, name } = kind
  const next = { [member]: value, version: sql`${table.version} + 1`, updatedAt: new Date(c.get("deps").clock()) }
  const ids = rows.map(({ id }) => id)
  const written = (await tx.update(table).set(next).where(inArray(table.id, ids)).returning()) as StoredRow[]
  const before = new Map(rows.map(row => [row.id, row]))
  const changes = written.map(after => {
    const { id } = after
    return { action, entity: name, id, tenantId: kind.ownerOf(after), before: before.get(id), after }
  })
  await addAuditEntries(c, tx, changes)
  return written
}

/** Moves the records that name one to another one. */
export const moveRecords = async (c: Context<Env>, tx: Database, reference: Reference, from: string, into: string) => {
  const { kind, member, column, isList } = reference
  const { table } = kind
  const isGuarded = approvalsOf(tx, kind)
  const hasBoth = sql`${into}::uuid = any(${column})`
  const replaced = sql`case when ${hasBoth} then array_remove(${column}, ${from}::uuid) else array_replace(${column}, ${from}::uuid, ${into}::uuid) end`
  const moved: Moved[string] = []
  let kept = 0
  for (let last: string | undefined; ; ) {
    const isNext = and(isNull(table.deletedAt), naming(reference, from), last ? gt(table.id, last) : undefined)
    const rows = (await tx
      .select()
      .from(table)
      .where(isNext)
      .orderBy(asc(table.id))
      .limit(batchSize)
      .for("update")) as StoredRow[]
    last = rows.at(-1)?.id
    if (!last) return { moved, kept }
    const movable = await movableOf(tx, kind, rows, isGuarded)
    kept += rows.length - movable.length
    const lists = new Map(movable.map(row => [row.id, (row as unknown as Record<string, string[]>)[member]]))
    for (const { id, version } of await rewrite(c, tx, reference, movable, isList ? replaced : into, "update"))
      moved.push(isList ? [id, version, lists.get(id)] : [id, version])
  }
}

/** Moves records back that nobody has changed since, and that need no approval. */
export const moveBack = async (c: Context<Env>, tx: Database, reference: Reference, id: string, moved: Moved[string]) => {
  const { kind, isList } = reference
  const { table } = kind
  const isGuarded = approvalsOf(tx, kind)
  for (let from = 0; from < moved.length; from += batchSize) {
    const batch = new Map(moved.slice(from, from + batchSize).map(([id, version, before]) => [id, { version, before }]))
    const isOf = and(isNull(table.deletedAt), inArray(table.id, [...batch.keys()]))
    const rows = (await tx.select().from(table).where(isOf).orderBy(asc(table.id)).for("update")) as StoredRow[]
    const unchanged = rows.filter(row => row.version === batch.get(row.id)?.version)
    const movable = await movableOf(tx, kind, unchanged, isGuarded)
    if (!isList) await rewrite(c, tx, reference, movable, id, "undo")
    else for (const row of movable) await rewrite(c, tx, reference, [row], batch.get(row.id)?.before, "undo")
  }
}
