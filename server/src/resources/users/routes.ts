import { and, count, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import { type Context, Hono } from "hono"
import { statuses } from "../../../../src/contract/employees"
import { platform, staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import type { Database } from "../../db/open"
import { lately } from "../../db/recent-counts"
import {
  departments,
  feedbacks,
  idempotencyKeys,
  peopleTallies,
  refreshTokens,
  sessions,
  users as table,
  undos,
} from "../../db/schema"
import { isUniqueViolation } from "../../errors/faults"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { hasCode, hasId, holds, orderOf } from "../../http/list"
import { idParam, listParams, readChange, readValid } from "../../http/request"
import { keepAudit } from "../../records/audit"
import { readUpload } from "../media/routes"
import { isOtherAccess, roleOf, type UserRow, userBody, userColumns } from "./input"
import { endSessions, joined, keepAdministrator, letGo, makeWay, people, present, within } from "./output"

/** S7 Employees, and the same people under /api/users (decisions §6). */
export const users = new Hono<Env>()

/** What a list is narrowed by, of people or of their tallies. */
const narrowed = (c: Context<Env>, { status, departmentId, tenantId, role }: typeof table | typeof peopleTallies) => {
  const asked = c.req.query("role")?.trim()
  return and(
    within(c.get("actor"), { tenantId }),
    hasCode(status, c.req.query("status")),
    hasId(departmentId, c.req.query("departmentId")),
    hasId(tenantId, c.req.query("tenantId")),
    asked ? sql`${role} = ${roleOf(asked) ?? "none"}` : undefined,
  )
}

/** Tallies hold all that a list is narrowed by but a keyword. */
const totalOf = async (c: Context<Env>, keyword: string, where: SQL | undefined): Promise<number> => {
  const { db } = c.get("deps")
  const total = async () => Number((await db.select({ rows: count() }).from(table).where(where))[0]?.rows ?? 0)
  if (keyword) return lately(c.get("deps"), table, where, total, rows => rows)
  const people = sql<number>`coalesce(sum(${peopleTallies.people}), 0)::float8`
  return (await db.select({ people }).from(peopleTallies).where(narrowed(c, peopleTallies)))[0]?.people ?? 0
}

const list = async (c: Context<Env>) => {
  const { db } = c.get("deps")
  const params = listParams(c)
  const where = and(isNull(table.deletedAt), narrowed(c, table), params.keyword ? holds(table.search, params.keyword) : undefined)
  const keys = {
    name: table.search,
    firstName: sql`fold_tr(${table.firstName})`,
    lastName: sql`fold_tr(${table.lastName})`,
    email: table.email,
    status: table.status,
    role: table.role,
    hiredAt: table.hiredAt,
    score: table.score,
    departmentName: sql`fold_tr(${departments.name})`,
    createdDate: table.createdAt,
  }
  const page = joined(db)
    .where(where)
    .orderBy(...orderOf(params, keys, desc(table.createdAt), table.id))
    .limit(params.pageSize)
    .offset(params.page * params.pageSize)
  const [rows, totalCount] = await Promise.all([page, totalOf(c, params.keyword, where)])
  return ok(c, { users: rows.map(present), totalCount })
}

/** An address is one person's, whichever company they are of. */
const unlessTaken = <T>(work: Promise<T>) =>
  work.catch(error => {
    if (isUniqueViolation(error)) refuse({ kind: "invalid", fields: [{ field: "email", message: "employee.emailTaken" }] })
    throw error
  })

const create = async (c: Context<Env>) => {
  const given = await readValid(c, userBody)
  const columns = await userColumns(c.get("deps").db, c.get("actor"), given)
  const values = async (tx: Database) => {
    await makeWay(c, tx, columns.email)
    return { ...columns, language: c.get("language") }
  }
  return unlessTaken(people.create(c, given, values))
}

const update = async (c: Context<Env>) => {
  const given = await readChange(c, userBody)
  return unlessTaken(
    people.update(c, idParam(c), async (stored, tx) => {
      const row = stored as UserRow & typeof stored
      const columns = await userColumns(tx, c.get("actor"), given, row)
      if (statuses.name(columns.status) !== "active") await keepAdministrator(tx, row)
      if (columns.email !== row.email) await makeWay(c, tx, columns.email)
      if (isOtherAccess(row, columns)) await endSessions(c, tx, row.id)
      return columns
    }),
  )
}

users.get("/user/list", bearer, staff, list)
users.post("/user/create", bearer, staff, create)
/** S7: the value is the picture's address itself. */
users.post("/user/media", bearer, staff, async c => ok(c, (await readUpload(c)).url))

users.get("/api/users", bearer, staff, list)
users.post("/api/users/create", bearer, staff, create)
users.put("/api/users/update/:id", bearer, staff, update)
users.delete("/api/users/delete/:id", bearer, staff, c => people.remove(c, (tx, row) => letGo(c, tx, row)))

/** Forgets a person, deleted before or not: what is left says that somebody was, not who. */
const forget = async (c: Context<Env>, tx: Database, id: string) => {
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for("update")
  if (!row) return refuse({ kind: "missing" })
  await letGo(c, tx, row)
  const own = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, id))
  await tx.delete(refreshTokens).where(inArray(refreshTokens.sessionId, own))
  await tx.delete(sessions).where(eq(sessions.userId, id))
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, id))
  await tx.delete(undos).where(eq(undos.entityId, id))
  const said = or(eq(feedbacks.userId, id), eq(feedbacks.assignedTo, id))
  await tx
    .update(feedbacks)
    .set({
      userId: sql`nullif(${feedbacks.userId}, ${id}::uuid)`,
      assignedTo: sql`nullif(${feedbacks.assignedTo}, ${id}::uuid)`,
    })
    .where(said)
  await tx.delete(table).where(eq(table.id, id))
  const before = { id, role: row.role, tenantId: row.tenantId }
  await keepAudit(c, tx, { action: "delete", entity: "user", id, tenantId: row.tenantId, before })
}

users.delete("/api/users/hard-delete/:id", bearer, platform, async c => {
  const id = idParam(c)
  await c.get("deps").db.transaction(tx => forget(c, tx, id))
  return ok(c, true)
})

users.get("/api/users/:id", bearer, staff, people.get)
users.get("/user/:id", bearer, staff, people.get)
