import { and, desc, eq, or, sql } from "drizzle-orm"
import { Hono } from "hono"
import { rules, statuses } from "../../../../src/contract/campaigns"
import { validate } from "../../../../src/core/rules"
import { readable, staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import { lately } from "../../db/recent-counts"
import { brands, campaignTallies, campaigns as table } from "../../db/schema"
import { statusCounts, statusParam, totalOf } from "../../db/status-counts"
import type { Env } from "../../http/context"
import { done, ok } from "../../http/envelope"
import { dayEdge, hasId, holds, orderOf } from "../../http/list"
import { listParams, readValid } from "../../http/request"
import { records } from "../../records/records"
import { uploadImage } from "../media/routes"
import { campaignCounts } from "./counts"
import { campaignBody, campaignUpdate, checkReferences, columnsOf } from "./input"
import { hasStatus, joined, present, statusSql, visible } from "./output"

/** S7 Campaigns. */
export const campaigns = new Hono<Env>()

campaigns.get("/campaign/list", bearer, staff, async c => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const now = new Date(clock())
  const status = statusParam(statuses, c.req.query("status"))
  const from = dayEdge(c.req.query("startDate"), config.timeZone)
  const to = dayEdge(c.req.query("endDate"), config.timeZone, 1)

  const ofKind = ({ categoryId, brandId }: typeof table | typeof campaignTallies) =>
    and(hasId(categoryId, c.req.query("categoryId")), hasId(brandId, c.req.query("brandId")))
  const isTallied = !params.keyword && !from && !to
  const filters = and(
    visible(actor),
    ofKind(table),
    params.keyword
      ? or(
          holds(table.search, params.keyword),
          sql`${table.brandId} in (select ${brands.id} from ${brands} where ${holds(brands.search, params.keyword)})`,
        )
      : undefined,
    from && sql`${table.endDate} >= ${from}`,
    to && sql`${table.startDate} < ${to}`,
  )
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
  const page = joined(db)
    .where(status === undefined ? filters : and(filters, hasStatus(status, now)))
    .orderBy(...order)
    .limit(params.pageSize)
    .offset(params.page * params.pageSize)
  const count = () => statusCounts(db, table, statusSql(now), filters)
  const tallied = () =>
    campaignCounts(db, { campaigns: filters, tallies: and(readable(actor, campaignTallies), ofKind(campaignTallies)) }, now)
  const counting = isTallied ? tallied() : params.keyword ? lately(c.get("deps"), table, filters, count, totalOf) : count()
  const [rows, counts] = await Promise.all([page, counting])
  return ok(c, {
    campaigns: rows.map(row => present(row, actor, clock())),
    totalCount: totalOf(counts, status),
    statusCounts: counts,
  })
})

const kept = records({
  entity: "campaign",
  find: async (db, actor, id, now) => {
    const [found] = await joined(db).where(and(eq(table.id, id), visible(actor)))
    return found && { row: found.campaign, value: present(found, actor, now) }
  },
})

campaigns.get("/campaign/:id", bearer, staff, kept.get)

campaigns.post("/campaign/create", bearer, staff, async c => {
  const given = await readValid(c, campaignBody, given => validate(rules, given))
  await checkReferences(c.get("deps").db, c.get("actor"), given)
  return kept.create(c, given, columnsOf(given))
})

campaigns.put("/campaign/update", bearer, staff, async c => {
  const { campaignId, ...given } = await readValid(c, campaignUpdate, given => validate(rules, given))
  const id = campaignId.toLowerCase()
  const { row } = await kept.needOwn(c, id)
  await checkReferences(c.get("deps").db, c.get("actor"), given, row as unknown as typeof table.$inferSelect)
  return done(c, await kept.change(c, id, columnsOf(given)))
})

campaigns.delete("/campaign/delete/:id", bearer, staff, c => kept.remove(c))

campaigns.post("/campaign/media", bearer, staff, uploadImage)
