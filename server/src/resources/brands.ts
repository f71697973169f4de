import { and, count, desc, eq, isNull, sql } from "drizzle-orm"
import { Hono } from "hono"
import type { Env } from "../app"
import { ok } from "../envelope"
import { hasCode, hasId, holds, orderOf } from "../list"
import { type Actor, readable, staff } from "../policy"
import { refuse } from "../problem"
import { idParam, listParams } from "../request"
import { brands as table } from "../schema"
import { bearer } from "../tokens"

/** S7 Brands: reads. */
export const brands = new Hono<Env>()

const present = (row: typeof table.$inferSelect) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  logo: row.logo,
  location: row.location,
  categoryId: row.categoryId,
  contactPersons: row.contactPersons,
  emails: row.emails,
  phones: row.phones,
  tenantId: row.tenantId,
  tenantIds: row.tenantIds,
  status: row.status,
  createdDate: row.createdAt.toISOString(),
})

const visible = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

brands.get("/brand/list", bearer, staff, async c => {
  const { db } = c.get("deps")
  const params = listParams(c)
  const where = and(
    visible(c.get("actor")),
    params.keyword ? holds(table.search, params.keyword) : undefined,
    hasCode(table.status, c.req.query("status")),
    hasId(table.categoryId, c.req.query("categoryId")),
  )
  const order = orderOf(
    params,
    { name: sql`${table.search}`, createdDate: table.createdAt, status: table.status },
    desc(table.createdAt),
    table.id,
  )
  const rows = await db
    .select()
    .from(table)
    .where(where)
    .orderBy(...order)
    .limit(params.pageSize)
    .offset(params.page * params.pageSize)
  const [total] = await db.select({ rows: count() }).from(table).where(where)
  return ok(c, { brands: rows.map(present), totalCount: total?.rows ?? 0 })
})

brands.get("/brand/:id", bearer, staff, async c => {
  const [row] = await c
    .get("deps")
    .db.select()
    .from(table)
    .where(and(eq(table.id, idParam(c)), visible(c.get("actor"))))
  return row ? ok(c, present(row), { etag: row.version }) : refuse({ kind: "missing" })
})
