import { and, eq, isNull, sql } from "drizzle-orm"
import { type Campaign, statusAt } from "../../../../src/contract/campaigns"
import type { Wire } from "../../../../src/contract/wire"
import { offeredTo, readable } from "../../auth/policy"
import type { Database } from "../../db/open"
import { brands, categories, gifts, campaigns as table, tenants } from "../../db/schema"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"
import { storedMembers } from "../../records/stored-members"
import { stored } from "./input"

/** A stored campaign with the names of what it references: who may read it, and the members of the answer. */
type Joined = {
  campaign: RowOf<"campaign">
  brandName: string | null
  categoryName: string | null
  giftCardName: string | null
  tenantName: string | null
}

/**
 * The names of what a campaign references are read by its row, because five joined tables take nine times as long to plan. The
 * one join has the ORM write the columns with their tables.
 */
const brandName = sql<string | null>`(select ${brands.name} from ${brands} where ${brands.id} = ${table.brandId})`
const categoryName = sql<
  string | null
>`(select ${categories.name} from ${categories} where ${categories.id} = ${table.categoryId})`
const giftCardName = sql<string | null>`(select ${gifts.cardName} from ${gifts} where ${gifts.id} = ${table.giftCardId})`

export const selectCampaigns = (db: Database) =>
  db
    .select({
      campaign: table,
      brandName,
      categoryName,
      giftCardName,
      tenantName: tenants.name,
    })
    .from(table)
    .leftJoin(tenants, eq(tenants.id, table.tenantId))

export const visibleCampaigns = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

/** @param now epoch ms, which the status follows from */
export const presentCampaign = ({ campaign, ...names }: Joined, actor: Actor, now: number) => {
  const members = stored.members(campaign)
  return {
    ...members,
    ...names,
    participantCount: campaign.participantCount,
    tenantIds: offeredTo(actor, campaign),
    status: statusAt({ ...members, intent: campaign.intent }, now),
    ...storedMembers(campaign),
  } satisfies Wire<Campaign>
}
