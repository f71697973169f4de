import { and, count, desc, eq, isNull, not, or, type SQL, sql } from "drizzle-orm"
import { Hono } from "hono"
import { offeredTo, readable, staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import { payments as table } from "../../db/schema"
import type { Actor, Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { hasCode, hasMember, holds, orderOf } from "../../http/list"
import { listParams, readChange, readValid } from "../../http/request"
import { type Records, records } from "../../records/records"
import { uploadImage } from "../media/routes"
import { type PaymentRow, paymentBody, paymentChange, paymentColumns, takeOver } from "./input"

/** S7 Payments. */
export const payments = new Hono<Env>()

const present = (row: PaymentRow, actor: Actor) => ({
  id: row.id,
  tenantId: row.tenantId,
  name: row.name,
  description: row.description,
  logo: row.logo,
  tenantIds: offeredTo(actor, row),
  categoryIds: row.categoryIds,
  contactPerson: row.contactPerson,
  email: row.email,
  phone: row.phone,
  website: row.website,
  address: row.address,
  status: row.status,
  createdDate: row.createdAt.toISOString(),
  updatedDate: row.updatedAt.toISOString(),
})

/** The platform's providers are shown to every company, which takes over the ones that it uses (decisions §6). */
const visible = (actor: Actor) => and(isNull(table.deletedAt), or(isNull(table.tenantId), readable(actor, table)))

/** Whether the actor's company uses a provider; an extension of S7's filters, for the ones to take over. */
const isUsed = ({ tenantId }: Actor, text: string | undefined): SQL | undefined => {
  if (!tenantId || (text !== "true" && text !== "false")) return undefined
  const used = sql`(${table.tenantId} is not distinct from ${tenantId}::uuid or ${tenantId}::uuid = any(${table.tenantIds}))`
  return text === "true" ? used : not(used)
}

payments.get("/payment/list", bearer, staff, async c => {
  const { db } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const where = and(
    visible(actor),
    params.keyword ? holds(table.search, params.keyword) : undefined,
    hasCode(table.status, c.req.query("status")),
    hasMember(table.categoryIds, c.req.query("categoryId")),
    isUsed(actor, c.req.query("used")),
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
  return ok(c, { payments: rows.map(row => present(row, actor)), totalCount: total?.rows ?? 0 })
})

const find: Records["find"] = async (db, actor, id) => {
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, id), visible(actor)))
  return row && { row, value: present(row, actor) }
}
const kept = records({ entity: "payment", find })
/** The platform's, in the hands of a company that may only take it over. */
const shared = records({ entity: "payment", find, mayChange: (_, row) => row.tenantId === null })

payments.get("/payment/:id", bearer, staff, kept.get)

payments.post("/payment/create", bearer, staff, async c => {
  const given = await readValid(c, paymentBody)
  return kept.create(c, given, await paymentColumns(c.get("deps").db, c.get("actor"), given))
})

payments.put("/payment/update", bearer, staff, async c => {
  const { id: given = "", ...change } = await readChange(c, paymentChange)
  const id = given.toLowerCase()
  const { db } = c.get("deps")
  const actor = c.get("actor")
  const { row } = await kept.need(c, db, id)
  if (actor.role === "Administrator" || row.tenantId !== null)
    return kept.update(c, id, (row, tx) => paymentColumns(tx, actor, change, row as PaymentRow & typeof row))
  // Taking this back would give back all that stood before: a company gets no token for that.
  const { etag } = await shared.change(c, id, row => takeOver(actor, change, row as PaymentRow & typeof row))
  return ok(c, (await kept.need(c, db, id)).value, { etag })
})

payments.delete("/payment/:id", bearer, staff, c => kept.remove(c))

payments.post("/payment/media", bearer, staff, uploadImage)
