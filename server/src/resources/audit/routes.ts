import { and, asc, count, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm"
import { Hono } from "hono"
import { reachOf, staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import { audit as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { dayEdge, hasId } from "../../http/list"
import { isUuid, listParams } from "../../http/request"

/** Who changed what (decisions §6): a company's own and its subsidiaries' records, all for the platform. Newest first. */
export const history = new Hono<Env>()

type Row = typeof table.$inferSelect

const present = (row: Row) => ({
  id: String(row.id),
  at: row.at.toISOString(),
  actorId: row.actorId,
  actorEmail: row.actorEmail,
  tenantId: row.tenantId,
  entity: row.entity,
  entityId: row.entityId,
  action: row.action,
  before: row.before,
  after: row.after,
})

/** By id, or by the address that the person had then. */
const isActor = (text: string | undefined): SQL | undefined => {
  const actor = text?.trim()
  if (!actor) return undefined
  if (isUuid(actor)) return eq(table.actorId, actor)
  return actor.includes("\0") ? sql`false` : eq(table.actorEmail, actor.toLowerCase())
}

const isEntity = (text: string | undefined): SQL | undefined => {
  const entity = text?.trim()
  if (!entity) return undefined
  return /^[a-z]{1,30}$/i.test(entity) ? eq(table.entity, entity.toLowerCase()) : sql`false`
}

history.get("/audit/list", bearer, staff, async c => {
  const { db, config } = c.get("deps")
  const params = listParams(c)
  const reach = reachOf(c.get("actor"))
  const from = dayEdge(c.req.query("from"), config.timeZone)
  const to = dayEdge(c.req.query("to"), config.timeZone, 1)
  const where = and(
    reach === "all" ? undefined : inArray(table.tenantId, [...reach]),
    isEntity(c.req.query("entity")),
    hasId(table.entityId, c.req.query("entityId")),
    isActor(c.req.query("actor")),
    from && gte(table.at, from),
    to && lt(table.at, to),
  )
  const isOldestFirst = c.req.query("sortOrder")?.toLowerCase() === "asc"
  const rows = await db
    .select()
    .from(table)
    .where(where)
    .orderBy(isOldestFirst ? asc(table.id) : desc(table.id))
    .limit(params.pageSize)
    .offset(params.page * params.pageSize)
  const [total] = await db.select({ rows: count() }).from(table).where(where)
  return ok(c, { entries: rows.map(present), totalCount: total?.rows ?? 0 })
})
