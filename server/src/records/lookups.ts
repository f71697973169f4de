import { and, asc, eq, getTableColumns, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Context } from "hono"
import type { Merged } from "../../../src/contract/categories"
import type { Key } from "../../../src/core/text/i18n"
import { mayWrite, owned, reachOf } from "../auth/policy"
import type { Database } from "../db/open"
import { categories, departments, proposals, type undos } from "../db/schema"
import { refuse, refuseField } from "../errors/problem"
import type { Env } from "../http/context"
import { isUuid } from "../http/request"
import { kinds } from "../kinds"
import type { Kind, StoredRow } from "../kinds/kind"
import { needsApproval } from "./approval"
import { addAuditEntries, addAuditEntry } from "./audit"
import { createUndo } from "./undo"
import { refuseOtherVersion } from "./version"

/** Categories and departments, which records of several kinds name: renamed, retired, removed, merged, and each of it undone. */

type LookupRow = {
  id: string
  name: string
  tenantId?: string | null
  version: number
  retiredAt: Date | null
  deletedAt: Date | null
}

export type Lookup = {
  name: "category" | "department"
  table: PgTable & Record<"id" | "name" | "version" | "updatedAt" | "retiredAt" | "deletedAt", PgColumn>
  /** Absent: they are the platform's. */
  owner?: PgColumn
  /** The refusal of a name that another one has. */
  taken: Key
}

export const lookups: Record<Lookup["name"], Lookup> = {
  category: { name: "category", table: categories, taken: "category.exists" },
  department: { name: "department", table: departments, owner: departments.tenantId, taken: "department.nameTaken" },
}

export const lookupNamed = (name: string): Lookup | undefined => Object.values(lookups).find(lookup => lookup.name === name)

/** The modules whose forms choose departments: the permission to write in one of them is needed to change departments. */
export const departmentModules = ["employees", "draws", "announcements", "surveys"] as const

const ownerOfLookup = ({ tenantId = null }: LookupRow) => tenantId

/** The columns that name one of a lookup. */
const referencesTo = (name: Lookup["name"]) =>
  kinds.flatMap(kind =>
    Object.values({ ...kind.references, ...kind.furtherReferences }).flatMap(({ column: member, target }) => {
      const column = (getTableColumns(kind.table) as Record<string, PgColumn>)[member]
      return target === name && column ? [{ kind, member, column, isList: column.dataType === "array" }] : []
    }),
  )
type Reference = ReturnType<typeof referencesTo>[number]

const naming = ({ column, isList }: Reference, id: string | PgColumn): SQL =>
  isList ? sql`${id}::uuid = any(${column})` : sql`${column} = ${id}::uuid`

/** How many records name each, by id and kind. @param where rows of the lookup */
export const countUses = async (db: Database, { name, table }: Lookup, where: SQL | undefined) => {
  const uses = new Map<string, Record<string, number>>()
  for (const reference of referencesTo(name)) {
    const { kind } = reference
    const rows = await db
      .select({ id: sql<string>`${table.id}`, total: sql<number>`count(*)::int` })
      .from(kind.table)
      .innerJoin(table, naming(reference, table.id))
      .where(and(isNull(kind.table.deletedAt), where))
      .groupBy(table.id)
    for (const { id, total } of rows) uses.set(id, { ...uses.get(id), [kind.name]: total })
  }
  return uses
}

/** The one that has a name among those that a company, or the platform, chooses from. Names that differ in signs alone are the same. */
export const findNamed = async (tx: Database, { table, owner }: Lookup, name: string, tenantId: string | null) => {
  const isOffered =
    owner && or(tenantId ? eq(owner, tenantId) : undefined, and(isNull(owner), tenantId ? isNull(table.retiredAt) : undefined))
  const hasName = sql`fold_tr(${table.name}) = fold_tr(${name}::text)`
  return (await tx
    .select()
    .from(table)
    .where(and(isNull(table.deletedAt), hasName, isOffered))
    .limit(2)) as LookupRow[]
}

const lock = async (tx: Database, { table }: Lookup, ids: readonly string[]) =>
  (await tx
    .select()
    .from(table)
    .where(inArray(table.id, [...ids]))
    .orderBy(asc(table.id))
    .for("update")) as LookupRow[]

/** @throws Refusal 404 for one that is out of the caller's reach, and 403 for one that the caller may not change */
export const requireOwn = async (c: Context<Env>, { table, owner }: Lookup, id: string, db: Database = c.get("deps").db) => {
  const actor = c.get("actor")
  const isVisible = owner && or(isNull(owner), owned(owner, reachOf(actor)))
  const isIt = and(eq(table.id, id), isNull(table.deletedAt), isVisible)
  const [row] = isUuid(id) ? ((await db.select().from(table).where(isIt)) as LookupRow[]) : []
  if (!row) return refuse({ kind: "missing" })
  return mayWrite(actor, ownerOfLookup(row)) ? row.id : refuse({ kind: "denied" })
}

/** Locks one that the caller may change, whose version the caller has seen. @throws Refusal 403, 404 and 409 */
const lockOwn = async (c: Context<Env>, tx: Database, lookup: Lookup, given: string, others: readonly string[] = []) => {
  const id = await requireOwn(c, lookup, given, tx)
  const rows = await lock(tx, lookup, [id, ...others])
  const row = rows.find(row => row.id === id)
  if (!row || row.deletedAt) return refuse({ kind: "missing" })
  const { name, version, retiredAt } = row
  await refuseOtherVersion(c, version, () => ({ id, name, isRetired: retiredAt !== null }))
  return { row, rows }
}

type Values = Partial<Pick<LookupRow, "name" | "retiredAt" | "deletedAt">>

const store = async (c: Context<Env>, tx: Database, { table }: Lookup, row: LookupRow, values: Values) => {
  const now = new Date(c.get("deps").clock())
  const next = { ...values, version: row.version + 1, updatedAt: now }
  const [after] = await tx.update(table).set(next).where(eq(table.id, row.id)).returning()
  return after as LookupRow
}

/** What was moved of a kind: id, version after the move, and of lists what the column had before. */
type Moved = Record<string, [id: string, version: number, before?: string[]][]>

/** Writes one, with audit entry and undo token. */
const write = async (
  c: Context<Env>,
  tx: Database,
  lookup: Lookup,
  row: LookupRow,
  values: Values,
  { moved = {}, logged = {} }: { moved?: Moved; logged?: object } = {},
) => {
  const after = await store(c, tx, lookup, row, values)
  const change = { entity: lookup.name, id: row.id, tenantId: ownerOfLookup(row) }
  const action = after.deletedAt ? "delete" : "update"
  await addAuditEntry(c, tx, { ...change, action, before: row, after: { ...after, ...logged } })
  const before = { name: row.name, retiredAt: row.retiredAt, moved }
  const undoToken = await createUndo(tx, c.get("deps").clock(), { ...change, before, version: after.version })
  return { after, undoToken }
}

/** Renames one, retires it, or offers it again. @throws Refusal 400 where another one has the name */
export const changeLookup = (c: Context<Env>, lookup: Lookup, id: string, given: { name?: string; isRetired?: boolean }) =>
  c.get("deps").db.transaction(async tx => {
    const { row } = await lockOwn(c, tx, lookup, id)
    const { name = row.name, isRetired = row.retiredAt !== null } = given
    const same = name === row.name ? [] : await findNamed(tx, lookup, name, ownerOfLookup(row))
    if (same.some(({ id }) => id !== row.id)) refuseField("name", lookup.taken)
    const retiredAt = isRetired ? (row.retiredAt ?? new Date(c.get("deps").clock())) : null
    return write(c, tx, lookup, row, { name, retiredAt })
  })

/** Offers a retired one again, in the transaction of a create that names it. */
export const offerAgain = async (c: Context<Env>, tx: Database, lookup: Lookup, row: LookupRow) =>
  (await write(c, tx, lookup, row, { retiredAt: null })).after

/** Retires one that records name, and removes one that none names. */
export const removeLookup = (c: Context<Env>, lookup: Lookup, id: string) =>
  c.get("deps").db.transaction(async tx => {
    const { row } = await lockOwn(c, tx, lookup, id)
    const now = new Date(c.get("deps").clock())
    const isUsed = (await countUses(tx, lookup, eq(lookup.table.id, row.id))).size > 0
    return write(c, tx, lookup, row, isUsed ? { retiredAt: row.retiredAt ?? now } : { deletedAt: now })
  })

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
const moveRecords = async (c: Context<Env>, tx: Database, reference: Reference, from: string, into: string) => {
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

/**
 * Moves the records that name one to another one, which has the same owner or is the platform's, and removes the first; where records are
 * kept because they need an approval, it is retired. @throws Refusal 400 naming `into`
 */
export const mergeLookup = async (c: Context<Env>, tx: Database, lookup: Lookup, id: string, into: string) => {
  const { row, rows } = await lockOwn(c, tx, lookup, id, isUuid(into) ? [into] : [])
  const target = rows.find(one => one.id === into.toLowerCase())
  const isTarget = target && target.id !== row.id && !target.deletedAt && !target.retiredAt
  const isInReach = target && [ownerOfLookup(row), null].includes(ownerOfLookup(target))
  if (!isTarget || !isInReach) return refuseField("into", "lookup.intoUnknown")
  const moved: Moved = {}
  const counts: Merged = { moved: 0, kept: 0 }
  for (const reference of referencesTo(lookup.name)) {
    const result = await moveRecords(c, tx, reference, row.id, target.id)
    if (result.moved.length) moved[reference.kind.name] = result.moved
    counts.moved += result.moved.length
    counts.kept += result.kept
  }
  const now = new Date(c.get("deps").clock())
  const values = counts.kept ? { retiredAt: row.retiredAt ?? now } : { deletedAt: now }
  const { undoToken } = await write(c, tx, lookup, row, values, { moved, logged: { mergedInto: target.name, ...counts } })
  return { counts, undoToken }
}

/** Moves records back that nobody has changed since, and that need no approval. */
const moveBack = async (c: Context<Env>, tx: Database, reference: Reference, id: string, moved: Moved[string]) => {
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

/** Undoes a change of one: its name is back, it is offered again, and so are the records that were moved. @returns false where somebody changed it since */
export const undoLookup = async (c: Context<Env>, tx: Database, lookup: Lookup, change: typeof undos.$inferSelect) => {
  const { entityId: id, tenantId, version } = change
  const { name, retiredAt, moved } = change.before as { name: string; retiredAt: string | null; moved: Moved }
  const [row] = await lock(tx, lookup, [id])
  if (row?.version !== version) return false
  const same = await findNamed(tx, lookup, name, tenantId)
  if (same.some(one => one.id !== id)) return false
  const after = await store(c, tx, lookup, row, {
    name,
    retiredAt: retiredAt === null ? null : new Date(retiredAt),
    deletedAt: null,
  })
  await addAuditEntry(c, tx, { action: "undo", entity: lookup.name, id, tenantId, before: row, after })
  for (const reference of referencesTo(lookup.name)) await moveBack(c, tx, reference, id, moved[reference.kind.name] ?? [])
  return true
}

/** The condition of those that the actor keeps in order: the platform's own, or the company's. */
export const isOwnLookup = ({ table, owner }: Lookup, tenantId: string | null): SQL | undefined =>
  and(isNull(table.deletedAt), owner && (tenantId === null ? isNull(owner) : eq(owner, tenantId)))
