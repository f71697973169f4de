import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm"
import { statusAt, statuses } from "../../../../src/contract/draws"
import { owned, reachOf } from "../../auth/policy"
import type { Database } from "../../db/open"
import { departments, draws as table, tenants } from "../../db/schema"
import type { Actor } from "../../http/context"

/** A stored draw: who sees it, what leaves of it, and its status as a condition. */
type Row = typeof table.$inferSelect
type Names = { departmentName: string | null; tenantName: string | null }

/** A list shows neither who may win nor who has won: either may be thousands. */
const { employeeIds, winners, ...listed } = getTableColumns(table)
type Listed = Omit<Row, "employeeIds" | "winners">

export const presentItem = ({ draw, ...names }: Names & { draw: Listed }, now: number) => ({
  id: draw.id,
  tenantId: draw.tenantId,
  title: draw.title,
  description: draw.description,
  method: draw.method,
  eligibility: draw.eligibility,
  departmentId: draw.departmentId,
  prizes: draw.prizes,
  startDate: draw.startDate.toISOString(),
  endDate: draw.endDate.toISOString(),
  drawDate: draw.drawDate.toISOString(),
  status: statusAt({ intent: draw.intent, endDate: draw.endDate.toISOString() }, now),
  media: draw.media,
  ...names,
  createdDate: draw.createdAt.toISOString(),
  updatedDate: draw.updatedAt.toISOString(),
})

export const present = (found: Names & { draw: Row }, now: number) => ({
  ...presentItem(found, now),
  employeeIds: found.draw.employeeIds,
  winners: found.draw.winners,
})

const names = { departmentName: departments.name, tenantName: tenants.name }

export const joinedItems = (db: Database) =>
  db
    .select({ draw: listed, ...names })
    .from(table)
    .leftJoin(departments, eq(departments.id, table.departmentId))
    .leftJoin(tenants, eq(tenants.id, table.tenantId))

export const joined = (db: Database) =>
  db
    .select({ draw: table, ...names })
    .from(table)
    .leftJoin(departments, eq(departments.id, table.departmentId))
    .leftJoin(tenants, eq(tenants.id, table.tenantId))

export const visible = (actor: Actor) => and(isNull(table.deletedAt), owned(table.tenantId, reachOf(actor)))

/** The derived status in SQL; a property test holds it to `statusAt`. */
export const statusSql = (now: Date) => {
  const at = sql`${now.toISOString()}::timestamptz`
  const value = (name: (typeof statuses.names)[number]) => sql.raw(String(statuses.value(name)))
  return sql<number>`case ${table.intent} when 'draft' then ${value("draft")}
    when 'cancelled' then ${value("cancelled")}
    when 'drawn' then ${value("drawn")}
    else case when ${table.endDate} <= ${at} then ${value("closed")} else ${value("open")} end end`
}

/** The same as conditions, which indexes serve. */
export const hasStatus = (status: number, now: Date): SQL => {
  const at = sql`${now.toISOString()}::timestamptz`
  switch (statuses.name(status)) {
    case "draft":
      return sql`${table.intent} = 'draft'`
    case "cancelled":
      return sql`${table.intent} = 'cancelled'`
    case "drawn":
      return sql`${table.intent} = 'drawn'`
    case "closed":
      return sql`${table.intent} = 'live' and ${table.endDate} <= ${at}`
    case "open":
      return sql`${table.intent} = 'live' and ${table.endDate} > ${at}`
    default:
      return sql`false`
  }
}
