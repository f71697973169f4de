import { and, eq, isNull, type SQL, sql } from "drizzle-orm"
import { statusAt, statuses } from "../../../../src/contract/campaigns"
import { offeredTo, readable } from "../../auth/policy"
import type { Database } from "../../db/open"
import { brands, categories, gifts, campaigns as table } from "../../db/schema"
import type { Actor } from "../../http/context"

/** A stored campaign: who sees it, what leaves of it, and its status as a condition. */
type Row = typeof table.$inferSelect

export type Joined = { campaign: Row; brandName: string | null; categoryName: string | null; giftCardName: string | null }

/** What leaves: the record with its names, and the status of this moment. */
export const present = ({ campaign, ...names }: Joined, actor: Actor, now: number) => ({
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
  tenantIds: offeredTo(actor, campaign),
  media: campaign.media,
  status: statusAt(
    { intent: campaign.intent, startDate: campaign.startDate.toISOString(), endDate: campaign.endDate.toISOString() },
    now,
  ),
  ...names,
  createdDate: campaign.createdAt.toISOString(),
  updatedDate: campaign.updatedAt.toISOString(),
})

export const joined = (db: Database) =>
  db
    .select({ campaign: table, brandName: brands.name, categoryName: categories.name, giftCardName: gifts.cardName })
    .from(table)
    .leftJoin(brands, eq(brands.id, table.brandId))
    .leftJoin(categories, eq(categories.id, table.categoryId))
    .leftJoin(gifts, eq(gifts.id, table.giftCardId))

export const visible = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

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
export const hasStatus = (status: number, now: Date): SQL => {
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
