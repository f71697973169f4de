import { and, count, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import { Hono } from "hono"
import { z } from "zod"
import { check, type Message } from "../../../src/core/rules"
import { intentOf, rewards, rules, statusAt, statuses } from "../../../src/modules/campaigns/model"
import type { Env } from "../app"
import type { Database } from "../db"
import { done, ok } from "../envelope"
import { once } from "../idempotency"
import { holds, orderOf } from "../list"
import { type Actor, mayWrite, offeredTo, ownerOf, readable, staff } from "../policy"
import { refuse } from "../problem"
import { idParam, isUuid, listParams, readValid } from "../request"
import { brands, categories, gifts, campaigns as table, tenants } from "../schema"
import { bearer } from "../tokens"
import { keepUndo } from "../undo"
import { storeImage } from "./media"

/** S7 Campaigns. */
export const campaigns = new Hono<Env>()

type Row = typeof table.$inferSelect

const instant = z.string().refine(text => !Number.isNaN(Date.parse(text)) && text.length <= 40)
const words = z
  .string()
  .nullish()
  .transform(text => text ?? "")

/** What may enter (decisions §5); the console's own rules say what is sensible. */
const body = z.object({
  title: words.transform(text => text.trim()),
  description: words.transform(text => text.trim()),
  terms: words,
  rewardType: z.number().int().min(0).max(3),
  rewardValue: z
    .number()
    .finite()
    .max(1e12)
    .nullish()
    .transform(value => value ?? null),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish()
    .transform(code => code ?? "TRY"),
  giftCardId: words,
  productName: words,
  categoryId: words,
  brandId: words,
  startDate: z.union([instant, z.literal("")]),
  endDate: z.union([instant, z.literal("")]),
  participantLimit: z
    .number()
    .max(2_000_000_000)
    .nullish()
    .transform(value => value ?? null),
  tenantIds: z
    .array(z.string().refine(isUuid))
    .max(500)
    .nullish()
    .transform(ids => [...new Set((ids ?? []).map(id => id.toLowerCase()))]),
  status: z
    .number()
    .int()
    .min(0)
    .max(4)
    .nullish()
    .transform(status => status ?? 0),
  media: z
    .array(z.object({ url: z.string().max(2000), orderNo: z.number().int().min(0).max(1000) }))
    .max(50)
    .nullish()
    .transform(media => media ?? []),
})
type Body = z.infer<typeof body>

const updateBody = body.extend({ campaignId: z.string() })

/** Only our own media and http(s) pictures: nothing that a page would run. */
const isPicture = (url: string) =>
  /^\/backend\/media\/[\da-f]{64}\.(png|jpeg|webp|gif)$/.test(url) ||
  (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))

/** What a body points at must be there, and within the actor's reach. @throws Refusal naming each field */
const checkReferences = async (db: Database, actor: Actor, given: Body) => {
  const isThere = async (id: string, query: () => Promise<unknown[]>) => isUuid(id) && (await query()).length > 0
  const fields: { field: keyof Body; message: Message }[] = []
  const isBrand = await isThere(given.brandId, () =>
    db
      .select({ id: brands.id })
      .from(brands)
      .where(and(eq(brands.id, given.brandId), isNull(brands.deletedAt), readable(actor, brands.tenantId))),
  )
  if (!isBrand) fields.push({ field: "brandId", message: "campaign.brandUnknown" })
  const isCategory = await isThere(given.categoryId, () =>
    db.select({ id: categories.id }).from(categories).where(eq(categories.id, given.categoryId)),
  )
  if (!isCategory) fields.push({ field: "categoryId", message: "campaign.categoryUnknown" })
  if (rewards.name(given.rewardType) === "giftCard") {
    const isGift = await isThere(given.giftCardId, () =>
      db
        .select({ id: gifts.id })
        .from(gifts)
        .where(and(eq(gifts.id, given.giftCardId), isNull(gifts.deletedAt), readable(actor, gifts.tenantId))),
    )
    if (!isGift) fields.push({ field: "giftCardId", message: "campaign.giftUnknown" })
  }
  const companies = given.tenantIds.length
    ? await db
        .select({ id: tenants.id })
        .from(tenants)
        .where(
          and(
            inArray(tenants.id, given.tenantIds),
            actor.role === "Administrator" ? undefined : inArray(tenants.id, actor.reach),
          ),
        )
    : []
  if (companies.length !== given.tenantIds.length) fields.push({ field: "tenantIds", message: "campaign.companyOutOfReach" })
  if (given.media.some(({ url }) => !isPicture(url))) fields.push({ field: "media", message: "campaign.mediaUrl" })
  if (fields.length) refuse({ kind: "invalid", fields })
}

/** The columns of a body. What the chosen reward has no use for is left empty. */
const columnsOf = (given: Body) => {
  const reward = rewards.name(given.rewardType)
  const hasValue = reward === "percentage" || reward === "fixedAmount"
  return {
    title: given.title,
    description: given.description,
    terms: given.terms,
    rewardType: given.rewardType,
    rewardValue: hasValue ? given.rewardValue : null,
    currency: given.currency,
    giftCardId: reward === "giftCard" ? given.giftCardId : null,
    productName: reward === "promotionalProduct" ? given.productName : "",
    categoryId: given.categoryId,
    brandId: given.brandId,
    startDate: new Date(given.startDate),
    endDate: new Date(given.endDate),
    participantLimit: given.participantLimit,
    tenantIds: given.tenantIds,
    intent: intentOf(given.status),
    media: given.media,
  }
}

type Joined = { campaign: Row; brandName: string | null; categoryName: string | null; giftCardName: string | null }

/** What leaves: the record with its names, and the status of this moment. */
const present = ({ campaign, ...names }: Joined, now: number) => ({
  id: campaign.id,
  tenantId: campaign.tenantId,
  title: campaign.title,
  description: campaign.description,
  terms: campaign.terms,
  rewardType: campaign.rewardType,
  rewardValue: campaign.rewardValue,
  currency: campaign.currency,
  giftCardId: campaign.giftCardId,
  productName: campaign.productName,
  categoryId: campaign.categoryId,
  brandId: campaign.brandId,
  startDate: campaign.startDate.toISOString(),
  endDate: campaign.endDate.toISOString(),
  participantLimit: campaign.participantLimit,
  participantCount: campaign.participantCount,
  tenantIds: campaign.tenantIds,
  media: campaign.media,
  status: statusAt(
    { intent: campaign.intent, startDate: campaign.startDate.toISOString(), endDate: campaign.endDate.toISOString() },
    now,
  ),
  ...names,
  createdDate: campaign.createdAt.toISOString(),
  updatedDate: campaign.updatedAt.toISOString(),
})

const joined = (db: Database) =>
  db
    .select({ campaign: table, brandName: brands.name, categoryName: categories.name, giftCardName: gifts.cardName })
    .from(table)
    .leftJoin(brands, eq(brands.id, table.brandId))
    .leftJoin(categories, eq(categories.id, table.categoryId))
    .leftJoin(gifts, eq(gifts.id, table.giftCardId))

const visible = (actor: Actor) => and(isNull(table.deletedAt), offeredTo(actor, table.tenantId, table.tenantIds))

/** The derived status in SQL; a property test holds it to `statusAt`. */
export const statusSql = (now: Date) => {
  const at = sql`${now.toISOString()}::timestamptz`
  return sql<number>`case when ${table.intent} = 'draft' then ${sql.raw(String(statuses.value("draft")))}
    when ${table.endDate} <= ${at} then ${sql.raw(String(statuses.value("ended")))}
    when ${table.intent} = 'paused' then ${sql.raw(String(statuses.value("paused")))}
    when ${table.startDate} > ${at} then ${sql.raw(String(statuses.value("scheduled")))}
    else ${sql.raw(String(statuses.value("active")))} end`
}

/** The same as conditions, which indexes serve. */
const hasStatus = (status: number, now: Date): SQL => {
  const at = sql`${now.toISOString()}::timestamptz`
  switch (statuses.name(status)) {
    case "draft":
      return sql`${table.intent} = 'draft'`
    case "ended":
      return sql`${table.intent} <> 'draft' and ${table.endDate} <= ${at}`
    case "paused":
      return sql`${table.intent} = 'paused' and ${table.endDate} > ${at}`
    case "scheduled":
      return sql`${table.intent} = 'live' and ${table.endDate} > ${at} and ${table.startDate} > ${at}`
    case "active":
      return sql`${table.intent} = 'live' and ${table.endDate} > ${at} and ${table.startDate} <= ${at}`
    default:
      return sql`false`
  }
}

/** A day is the whole day in the deployment's zone; an instant is itself. */
const dayEdge = (text: string | undefined, zone: string, days: number): SQL | undefined => {
  if (!text || Number.isNaN(Date.parse(text))) return undefined
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return sql`${new Date(text).toISOString()}::timestamptz`
  return sql`((${text}::date + ${days}::int)::timestamp at time zone ${zone})`
}

campaigns.get("/campaign/list", bearer, staff, async c => {
  const { db, clock, config } = c.get("deps")
  const actor = c.get("actor")
  const params = listParams(c)
  const now = new Date(clock())
  const status = c.req.query("status")?.trim()
  const [categoryId, brandId] = [c.req.query("categoryId")?.trim(), c.req.query("brandId")?.trim()]
  const from = dayEdge(c.req.query("startDate"), config.timeZone, 0)
  const to = dayEdge(c.req.query("endDate"), config.timeZone, 1)

  const filters = and(
    visible(actor),
    params.keyword
      ? or(
          holds(table.search, params.keyword),
          sql`${table.brandId} in (select ${brands.id} from ${brands} where ${holds(brands.search, params.keyword)})`,
        )
      : undefined,
    categoryId ? (isUuid(categoryId) ? eq(table.categoryId, categoryId) : sql`false`) : undefined,
    brandId ? (isUuid(brandId) ? eq(table.brandId, brandId) : sql`false`) : undefined,
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
  const given = await readValid(c, body, given => check(rules, given))
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
  const { campaignId, ...given } = await readValid(c, updateBody, given => check(rules, given))
  const id = isUuid(campaignId) ? campaignId : refuse({ kind: "missing" })
  await findOwn(db, actor, id)
  await checkReferences(db, actor, given)
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
