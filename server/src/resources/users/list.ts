import { and, isNull, or, sql } from "drizzle-orm"
import type { Context } from "hono"
import { isInstant } from "../../../../src/core/dates/dates"
import { plainCode } from "../../../../src/core/text/clean-text"
import { cached } from "../../db/cached-count"
import { countOf } from "../../db/count"
import { departments, peopleTallies, users as table } from "../../db/schema"
import { turkishOrder } from "../../db/turkish-order"
import type { Actor, Env } from "../../http/context"
import {
  codeFilter,
  containing,
  idFilter,
  keywordFilter,
  type ListFilters,
  type Query,
  updatedFilter,
  type Within,
} from "../../http/list"
import { listParams } from "../../http/request"
import { user, withinReach } from "../../kinds/user"
import { roleOf } from "../../kinds/user-roles"
import { type ListCount, readPage } from "../../records/list"
import { day, id, listQuery, number, page, text } from "../../routes/schemas"

const userSorts = {
  name: table.sortName,
  firstName: turkishOrder(table.firstName),
  lastName: turkishOrder(table.lastName),
  email: table.email,
  status: table.status,
  role: table.role,
  hiredAt: table.hiredAt,
  score: table.score,
  departmentName: departments.sortName,
  createdDate: table.createdAt,
}

/** The filters on people, or on their tallies, without status and dates. */
const ofKind = ({ departmentId, tenantId, role }: typeof table | typeof peopleTallies, actor: Actor, query: Query) => {
  const given = query.role?.trim()
  return and(
    withinReach(actor, { tenantId }),
    idFilter(departmentId, query.departmentId),
    idFilter(tenantId, query.tenantId),
    given ? sql`${role} = ${roleOf(given) ?? "none"}` : undefined,
  )
}

/** People who were hired in the period. */
export const usersWithin: Within = (from, to) =>
  and(from && sql`${table.hiredAt} >= ${from}`, to && sql`${table.hiredAt} < ${to}`)

/** Days of employment have no time of day, so that days are compared. */
const dayBound = (given: string | undefined, days = 0) =>
  given && /^\d{4}-\d\d-\d\d$/.test(given) && isInstant(given) ? sql`(${given}::date + ${days}::int)` : undefined

/** People with the digits of a keyword that can be a phone number, without the prefix of the country. */
const phoneFilter = (keyword: string) => {
  const number = plainCode(keyword).replace(/[\s()./-]/g, "")
  if (!/^\+?\d{3,}$/.test(number)) return undefined
  return sql`${table.phoneSearch} like ${containing(number.replace(/^(\+90|0090|0|\+)/, ""))}`
}

/** The list's condition without keyword and status. */
export const userFilters: ListFilters = ({ actor }, query) =>
  and(isNull(table.deletedAt), ofKind(table, actor, query), usersWithin(dayBound(query.hiredFrom), dayBound(query.hiredTo, 1)))

/** The number of people of the list without keyword and dates, from their tallies. */
export const peopleCount = (actor: Actor, query: Query): ListCount<number> => {
  const where = and(ofKind(peopleTallies, actor, query), codeFilter(peopleTallies.status, query.status))
  return countOf(sql`select coalesce(sum(${peopleTallies.people}), 0) from ${peopleTallies} where ${where ?? sql`true`}`)
}

export const listUsers = async (c: Context<Env>) => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const query = c.req.query()
  const changed = updatedFilter(table.updatedAt, query.updatedSince, config.timeZone)
  const where = and(
    userFilters({ actor, zone: config.timeZone, now: new Date(clock()) }, query),
    codeFilter(table.status, query.status),
    or(keywordFilter(table.search, params.keyword), phoneFilter(params.keyword)),
    changed,
  )
  const total = (): ListCount<number> => {
    const countRows = countOf(sql`select count(*) from ${table} where ${where ?? sql`true`}`)
    if (params.keyword) return { ...countRows, ...cached<number>({ db, clock }, table, where, count => count) }
    // The tallies have neither keywords nor dates.
    if (changed || dayBound(query.hiredFrom) || dayBound(query.hiredTo)) return countRows
    return peopleCount(actor, query)
  }
  const { rows, totalCount } = await readPage(db, user.select, { params, table, where, sorts: userSorts }, total())
  return { users: rows.map(user.present), totalCount }
}

/** The parameters of the list, and its value. */
export const userQuery = {
  ...listQuery(userSorts),
  status: number,
  departmentId: id,
  tenantId: id,
  role: text,
  hiredFrom: day,
  hiredTo: day,
  updatedSince: day,
}
export const userPage = page("users", user.value)
