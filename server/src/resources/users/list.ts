import { and, isNull, sql } from "drizzle-orm"
import type { Context } from "hono"
import { cachedCount } from "../../db/cached-count"
import { departments, peopleTallies, users as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { codeFilter, idFilter, keywordFilter } from "../../http/list"
import { listParams } from "../../http/request"
import { readPage } from "../../records/list"
import { presentUser, selectUsers, withinReach } from "./output"
import { roleOf } from "./roles"

export const userSorts = {
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

/** The filters on people, or on their tallies. */
const filters = (c: Context<Env>, { status, departmentId, tenantId, role }: typeof table | typeof peopleTallies) => {
  const given = c.req.query("role")?.trim()
  return and(
    withinReach(c.get("actor"), { tenantId }),
    codeFilter(status, c.req.query("status")),
    idFilter(departmentId, c.req.query("departmentId")),
    idFilter(tenantId, c.req.query("tenantId")),
    given ? sql`${role} = ${roleOf(given) ?? "none"}` : undefined,
  )
}

export const listUsers = async (c: Context<Env>) => {
  const { db, clock } = c.get("deps")
  const params = listParams(c)
  const where = and(isNull(table.deletedAt), filters(c, table), keywordFilter(table.search, params.keyword))
  // The tallies have no keywords.
  const count = async () => {
    if (params.keyword)
      return cachedCount(
        { db, clock },
        table,
        where,
        () => db.$count(table, where),
        total => total,
      )
    const people = sql<number>`coalesce(sum(${peopleTallies.people}), 0)::float8`
    return (await db.select({ people }).from(peopleTallies).where(filters(c, peopleTallies)))[0]?.people ?? 0
  }
  const { rows, totalCount } = await readPage(db, selectUsers(db).$dynamic(), { params, table, where, sorts: userSorts }, count)
  return ok(c, { users: rows.map(presentUser), totalCount })
}
