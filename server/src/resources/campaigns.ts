import { and, count, desc, eq, isNull, or, sql } from "drizzle-orm"
import { Hono } from "hono"
import { check } from "../../../src/core/rules"
import { rules, statuses } from "../../../src/modules/campaigns/model"
import type { Env } from "../app"
import type { Database } from "../db"
import { done, ok } from "../envelope"
import { once } from "../idempotency"
import { dayEdge, hasId, holds, orderOf } from "../list"
import { type Actor, mayWrite, ownerOf, staff } from "../policy"
import { refuse } from "../problem"
import { idParam, isUuid, listParams, readValid } from "../request"
import { brands, campaigns as table } from "../schema"
import { bearer } from "../tokens"
import { keepUndo } from "../undo"
import { campaignBody, campaignUpdate, checkReferences, columnsOf } from "./campaign-input"
import { hasStatus, type Joined, joined, present, statusSql, visible } from "./campaign-record"
import { storeImage } from "./media"

/** S7 Campaigns. */
export const campaigns = new Hono<Env>()

campaigns.get("/campaign/list", bearer, staff, async c => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const now = new Date(clock())
  const status = c.req.query("status")?.trim()
  const from = dayEdge(c.req.query("startDate"), config.timeZone)
  const to = dayEdge(c.req.query("endDate"), config.timeZone, 1)

  const filters = and(
    visible(actor),
    params.keyword
      ? or(
          holds(table.search, params.keyword),
          sql`${table.brandId} in (select ${brands.id} from ${brands} where ${holds(brands.search, params.keyword)})`,
        )
      : undefined,
    hasId(table.categoryId, c.req.query("categoryId")),
    hasId(table.brandId, c.req.query("brandId")),
    from && sql`${table.endDate} >= ${from}`,
    to && sql`${table.startDate} < ${to}`,
  )
  const code = status ? (statuses.name(status) ?? "none") : undefined
  const chosen = code ? and(filters, code === "none" ? sql`false` : hasStatus(statuses.value(code), now)) : filters

  const order = orderOf(
    params,
    {
      title: sql`${table.search}`,
      startDate: table.startDate,
      endDate: table.endDate,
      createdDate: table.createdAt,
      updatedDate: table.updatedAt,
      rewardType: table.rewardType,
      participantLimit: table.participantLimit,
      status: statusSql(now),
    },
    desc(table.createdAt),
    table.id,
  )
  const rows = await joined(db)
    .where(chosen)
    .orderBy(...order)
    .limit(params.pageSize)
    .offset(params.page * params.pageSize)
  const grouped = await db
    .select({ status: statusSql(now), total: count() })
    .from(table)
    .where(filters)
    .groupBy(sql`1`)
  const statusCounts = Object.fromEntries(grouped.map(group => [String(group.status), Number(group.total)]))
  const totalCount = code
    ? (statusCounts[String(code === "none" ? -1 : statuses.value(code))] ?? 0)
    : Object.values(statusCounts).reduce((all, total) => all + total, 0)
  return ok(c, { campaigns: rows.map(row => present(row, clock())), totalCount, statusCounts })
})

const find = async (db: Database, actor: Actor, id: string): Promise<Joined> => {
  const [row] = await joined(db).where(and(eq(table.id, id), visible(actor)))
  return row ?? refuse({ kind: "missing" })
}

/** @throws Refusal 403 for a record that may be read but not changed */
const findOwn = async (db: Database, actor: Actor, id: string): Promise<Joined> => {
  const row = await find(db, actor, id)
  return mayWrite(actor, row.campaign.tenantId) ? row : refuse({ kind: "denied" })
}

campaigns.get("/campaign/:id", bearer, staff, async c => {
  const { db, clock } = c.get("deps")
  const row = await find(db, c.get("actor"), idParam(c))
  return ok(c, present(row, clock()), { etag: row.campaign.version })
})

campaigns.post("/campaign/create", bearer, staff, async c => {
  const { db, clock } = c.get("deps")
  const actor = c.get("actor")
  const given = await readValid(c, campaignBody, given => check(rules, given))
  await checkReferences(db, actor, given)
  const value = await once(c, given, async tx => {
    const now = new Date(clock())
    const [row] = await tx
      .insert(table)
      .values({ ...columnsOf(given), tenantId: ownerOf(actor), createdAt: now, updatedAt: now })
      .returning({ id: table.id })
    if (!row) throw new Error("The campaign was not stored.")
    return present(await find(tx, actor, row.id), clock())
  })
  return ok(c, value, { etag: 1 })
})

const version = (header: string | undefined) => header?.trim().replace(/^W\//, "").replaceAll('"', "")

campaigns.put("/campaign/update", bearer, staff, async c => {
  const { db, clock } = c.get("deps")
  const actor = c.get("actor")
  const { campaignId, ...given } = await readValid(c, campaignUpdate, given => check(rules, given))
  const id = isUuid(campaignId) ? campaignId : refuse({ kind: "missing" })
  const { campaign } = await findOwn(db, actor, id)
  await checkReferences(db, actor, given, campaign.tenantIds)
  const expected = version(c.req.header("If-Match"))
  const saved = await db.transaction(async tx => {
    const [before] = await tx
      .select()
      .from(table)
      .where(and(eq(table.id, id), isNull(table.deletedAt)))
      .for("update")
    if (!before) return refuse({ kind: "missing" })
    if (expected !== undefined && expected !== "*" && expected !== String(before.version))
      return refuse({
        kind: "conflict",
        key: "api.versionMismatch",
        current: present(await find(tx, actor, id), clock()),
        version: String(before.version),
      })
    const next = before.version + 1
    await tx
      .update(table)
      .set({ ...columnsOf(given), version: next, updatedAt: new Date(clock()) })
      .where(eq(table.id, id))
    return {
      version: next,
      undoToken: await keepUndo(tx, clock(), { entity: "campaign", id, tenantId: before.tenantId, before, version: next }),
    }
  })
  return done(c, { etag: saved.version, undoToken: saved.undoToken })
})

campaigns.delete("/campaign/delete/:id", bearer, staff, async c => {
  const { db, clock } = c.get("deps")
  const id = idParam(c)
  await findOwn(db, c.get("actor"), id)
  const undoToken = await db.transaction(async tx => {
    const [before] = await tx
      .select()
      .from(table)
      .where(and(eq(table.id, id), isNull(table.deletedAt)))
      .for("update")
    if (!before) return refuse({ kind: "missing" })
    const next = before.version + 1
    await tx
      .update(table)
      .set({ deletedAt: new Date(clock()), version: next })
      .where(eq(table.id, id))
    return keepUndo(tx, clock(), { entity: "campaign", id, tenantId: before.tenantId, before, version: next })
  })
  return ok(c, true, { undoToken })
})

campaigns.post("/campaign/media", bearer, staff, storeImage)
