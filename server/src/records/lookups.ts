import { and, asc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Context } from "hono"
import type { Merged } from "../../../src/contract/categories"
import type { Key } from "../../../src/core/text/i18n"
import { mayWrite, owned, reachOf } from "../auth/policy"
import type { Database } from "../db/open"
import { categories, departments, peopleTallies as people, type undos } from "../db/schema"
import { refuse, refuseField } from "../errors/problem"
import type { Env } from "../http/context"
import { isUuid } from "../http/request"
import { addAuditEntry } from "./audit"
import { type Moved, moveBack, moveRecords, naming, referencesTo } from "./lookup-references"
import { refuseOverQuota } from "./quotas"
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

/** How many records name each, by id and kind. @param where rows of the lookup */
export const countUses = async (db: Database, { name, table }: Lookup, where: SQL | undefined) => {
  const uses = new Map<string, Record<string, number>>()
  for (const reference of referencesTo(name)) {
    const { kind } = reference
    // People are counted by their tallies (migration 0006).
    if (kind.name === "user") {
      const ids = db
        .select({ id: sql`${table.id}` })
        .from(table)
        .where(where)
      const rows = await db
        .select({ id: sql<string>`${people.departmentId}`, total: sql<number>`sum(${people.people})::int` })
        .from(people)
        .where(inArray(people.departmentId, ids))
        .groupBy(people.departmentId)
      for (const { id, total } of rows) if (total) uses.set(id, { ...uses.get(id), user: total })
      continue
    }
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

/** Makes a department of a company, or offers a retired one again. @returns undefined where one has the name */
export const addDepartment = async (c: Context<Env>, tx: Database, name: string, tenantId: string | null) => {
  const same = await findNamed(tx, lookups.department, name, tenantId)
  if (same.some(({ retiredAt }) => !retiredAt)) return undefined
  const [retired] = same
  if (retired) return offerAgain(c, tx, lookups.department, retired)
  const createdAt = new Date(c.get("deps").clock())
  const [row] = await tx.insert(departments).values({ tenantId, name, createdAt }).onConflictDoNothing().returning()
  if (!row) return undefined
  await refuseOverQuota(tx, tenantId, "department")
  await addAuditEntry(c, tx, { action: "create", entity: "department", id: row.id, tenantId, after: row })
  return row
}

/** Retires one that records name, and removes one that none names. */
export const removeLookup = (c: Context<Env>, lookup: Lookup, id: string) =>
  c.get("deps").db.transaction(async tx => {
    const { row } = await lockOwn(c, tx, lookup, id)
    const now = new Date(c.get("deps").clock())
    const isUsed = (await countUses(tx, lookup, eq(lookup.table.id, row.id))).size > 0
    return write(c, tx, lookup, row, isUsed ? { retiredAt: row.retiredAt ?? now } : { deletedAt: now })
  })

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
