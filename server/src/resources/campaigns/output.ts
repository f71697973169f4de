import { and, eq, isNull } from "drizzle-orm"
import { type Campaign, statusAt } from "../../../../src/contract/campaigns"
import type { Wire } from "../../../../src/contract/wire"
import { offeredTo, readable } from "../../auth/policy"
import type { Database } from "../../db/open"
import { brands, categories, gifts, campaigns as table, tenants } from "../../db/schema"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"
import { storedMembers } from "../../records/stored-members"

/** A stored campaign with the names of what it references: who may read it, and the members of the answer. */
type Joined = {
  campaign: RowOf<"campaign">
  brandName: string | null
  categoryName: string | null
  giftCardName: string | null
  tenantName: string | null
}

export const selectCampaigns = (db: Database) =>
  db
    .select({
      campaign: table,
      brandName: brands.name,
      categoryName: categories.name,
      giftCardName: gifts.cardName,
      tenantName: tenants.name,
    })
    .from(table)
    .leftJoin(brands, eq(brands.id, table.brandId))
    .leftJoin(categories, eq(categories.id, table.categoryId))
    .leftJoin(gifts, eq(gifts.id, table.giftCardId))
    .leftJoin(tenants, eq(tenants.id, table.tenantId))

export const visibleCampaigns = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

/** @param now epoch ms, which the status follows from */
export const presentCampaign = ({ campaign, ...names }: Joined, actor: Actor, now: number) => {
  const dates = { startDate: campaign.startDate.toISOString(), endDate: campaign.endDate.toISOString() }
  return {
    ...storedMembers(campaign),
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
    ...dates,
    participantLimit: campaign.participantLimit,
    participantCount: campaign.participantCount,
    tenantIds: offeredTo(actor, campaign),
    media: campaign.media,
    status: statusAt({ intent: campaign.intent, ...dates }, now),
    ...names,
  } satisfies Wire<Campaign>
}
