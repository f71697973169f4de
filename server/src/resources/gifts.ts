import { and, count, desc, eq, isNull, sql } from "drizzle-orm"
import { Hono } from "hono"
import type { Env } from "../app"
import type { Database } from "../db"
import { ok } from "../envelope"
import { hasCode, holds, orderOf } from "../list"
import { type Actor, readable, staff } from "../policy"
import { refuse } from "../problem"
import { idParam, isUuid, listParams } from "../request"
import { brands, gifts as table } from "../schema"
import { bearer } from "../tokens"

/** S7 Gifts: reads. */
export const gifts = new Hono<Env>()

const joined = (db: Database) =>
  db.select({ gift: table, brand: brands.name }).from(table).leftJoin(brands, eq(brands.id, table.brandId))

const present = ({ gift, brand }: { gift: typeof table.$inferSelect; brand: string | null }) => ({
  id: gift.id,
  cardName: gift.cardName,
  brand,
  brandId: gift.brandId,
  description: gift.description,
  cardImage: gift.cardImage,
  validityStart: gift.validityStart?.toISOString() ?? null,
  validityEnd: gift.validityEnd?.toISOString() ?? null,
  maxUsage: gift.maxUsage,
  terms: gift.terms,
  categories: gift.categoryIds,
  status: gift.status,
  tenantId: gift.tenantId,
  tenantIds: gift.tenantIds,
})

const visible = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

gifts.get("/gift/list", bearer, staff, async c => {
  const { db } = c.get("deps")
  const params = listParams(c)
  const categoryId = c.req.query("categoryId")?.trim()
  const where = and(
    visible(c.get("actor")),
    params.keyword ? holds(table.search, params.keyword) : undefined,
    hasCode(table.status, c.req.query("status")),
    categoryId ? (isUuid(categoryId) ? sql`${categoryId}::uuid = any(${table.categoryIds})` : sql`false`) : undefined,
  )
  const order = orderOf(params, { cardName: sql`${table.search}`, createdDate: table.createdAt }, desc(table.createdAt), table.id)
  const rows = await joined(db)
    .where(where)
    .orderBy(...order)
    .limit(params.pageSize)
    .offset(params.page * params.pageSize)
  const [total] = await db.select({ rows: count() }).from(table).where(where)
  return ok(c, { gifts: rows.map(present), totalCount: total?.rows ?? 0 })
})

gifts.get("/gift/:id", bearer, staff, async c => {
  const [row] = await joined(c.get("deps").db).where(and(eq(table.id, idParam(c)), visible(c.get("actor"))))
  return row ? ok(c, present(row), { etag: row.gift.version }) : refuse({ kind: "missing" })
})
