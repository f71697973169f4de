import { and, count, desc, eq, isNull, sql } from "drizzle-orm"
import { Hono } from "hono"
import { staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import type { Database } from "../../db/open"
import { campaigns, gifts as table } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { hasCode, hasMember, holds, orderOf } from "../../http/list"
import { listParams, readChange, readValid } from "../../http/request"
import { uploadImage } from "../media/routes"
import { giftBody, giftChange, giftColumns } from "./input"
import { type GiftRow, joined, kept, present, visible } from "./output"

/** S7 Gifts. */
export const gifts = new Hono<Env>()

gifts.get("/gift/list", bearer, staff, async c => {
  const { db } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const where = and(
    visible(actor),
    params.keyword ? holds(table.search, params.keyword) : undefined,
    hasCode(table.status, c.req.query("status")),
    hasMember(table.categoryIds, c.req.query("categoryId")),
  )
  const order = orderOf(
    params,
    {
      cardName: sql`${table.search}`,
      createdDate: table.createdAt,
      status: table.status,
      validityStart: table.validityStart,
      validityEnd: table.validityEnd,
      maxUsage: table.maxUsage,
      used: table.used,
    },
    desc(table.createdAt),
    table.id,
  )
  const rows = await joined(db)
    .where(where)
    .orderBy(...order)
    .limit(params.pageSize)
    .offset(params.page * params.pageSize)
  const [total] = await db.select({ rows: count() }).from(table).where(where)
  return ok(c, { gifts: rows.map(row => present(row, actor)), totalCount: total?.rows ?? 0 })
})

gifts.get("/gift/:id", bearer, staff, kept.get)

gifts.post("/gift/create", bearer, staff, async c => {
  const given = await readValid(c, giftBody)
  return kept.create(c, given, await giftColumns(c.get("deps").db, c.get("actor"), given))
})

gifts.put("/gift/update", bearer, staff, async c => {
  const { id = "", ...given } = await readChange(c, giftChange)
  return kept.update(c, id.toLowerCase(), (row, tx) => giftColumns(tx, c.get("actor"), given, row as GiftRow & typeof row))
})

/** What campaigns give stays. */
const unused = async (tx: Database, { id }: { id: string }) => {
  const [used] = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.giftCardId, id), isNull(campaigns.deletedAt)))
    .limit(1)
  if (used) refuse({ kind: "conflict", key: "gift.inUse" })
}

gifts.delete("/gift/:id", bearer, staff, c => kept.remove(c, unused))

gifts.post("/gift/media", bearer, staff, uploadImage)
