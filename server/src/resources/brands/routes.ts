import { and, count, desc, eq, isNull, sql } from "drizzle-orm"
import { Hono } from "hono"
import { offeredTo, readable, staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import type { Database } from "../../db/open"
import { campaigns, categories, gifts, brands as table } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Actor, Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { hasCode, hasId, holds, orderOf } from "../../http/list"
import { listParams, readChange, readValid } from "../../http/request"
import { records } from "../../records/records"
import { uploadImage } from "../media/routes"
import { brandBody, brandChange, brandColumns } from "./input"

/** S7 Brands. */
export const brands = new Hono<Env>()

type Row = typeof table.$inferSelect
type Joined = { brand: Row; categoryName: string | null }

const present = ({ brand, categoryName }: Joined, actor: Actor) => ({
  id: brand.id,
  name: brand.name,
  description: brand.description,
  logo: brand.logo,
  location: brand.location,
  categoryId: brand.categoryId,
  categoryName,
  contactPersons: brand.contactPersons,
  emails: brand.emails,
  phones: brand.phones,
  tenantId: brand.tenantId,
  tenantIds: offeredTo(actor, brand),
  status: brand.status,
  createdDate: brand.createdAt.toISOString(),
  updatedDate: brand.updatedAt.toISOString(),
})

const joined = (db: Database) =>
  db.select({ brand: table, categoryName: categories.name }).from(table).leftJoin(categories, eq(categories.id, table.categoryId))

const visible = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

brands.get("/brand/list", bearer, staff, async c => {
  const { db } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const where = and(
    visible(actor),
    params.keyword ? holds(table.search, params.keyword) : undefined,
    hasCode(table.status, c.req.query("status")),
    hasId(table.categoryId, c.req.query("categoryId")),
  )
  const order = orderOf(
    params,
    { name: sql`${table.search}`, createdDate: table.createdAt, status: table.status, location: table.location },
    desc(table.createdAt),
    table.id,
  )
  const rows = await joined(db)
    .where(where)
    .orderBy(...order)
    .limit(params.pageSize)
    .offset(params.page * params.pageSize)
  const [total] = await db.select({ rows: count() }).from(table).where(where)
  return ok(c, { brands: rows.map(row => present(row, actor)), totalCount: total?.rows ?? 0 })
})

const kept = records({
  entity: "brand",
  find: async (db, actor, id) => {
    const [found] = await joined(db).where(and(eq(table.id, id), visible(actor)))
    return found && { row: found.brand, value: present(found, actor) }
  },
})

brands.get("/brand/:id", bearer, staff, kept.get)

brands.post("/brand/create", bearer, staff, async c => {
  const given = await readValid(c, brandBody)
  return kept.create(c, given, await brandColumns(c.get("deps").db, c.get("actor"), given))
})

brands.put("/brand/update", bearer, staff, async c => {
  const { id = "", ...given } = await readChange(c, brandChange)
  return kept.update(c, id.toLowerCase(), (row, tx) => brandColumns(tx, c.get("actor"), given, row as Row & typeof row))
})

/** What still names a partner keeps it. */
const unused = async (tx: Database, { id }: { id: string }) => {
  const [used] = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.brandId, id), isNull(campaigns.deletedAt)))
    .limit(1)
  const [card] = await tx
    .select({ id: gifts.id })
    .from(gifts)
    .where(and(eq(gifts.brandId, id), isNull(gifts.deletedAt)))
    .limit(1)
  if (used || card) refuse({ kind: "conflict", key: "brand.inUse" })
}

brands.delete("/brand/:id", bearer, staff, c => kept.remove(c, unused))

brands.post("/brand/media", bearer, staff, uploadImage)
