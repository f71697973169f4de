import { sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { z } from "zod"
import * as campaign from "../../../../src/contract/campaigns"
import type { Parsed, Wire } from "../../../../src/contract/wire"
import { brands, categories, gifts, campaigns as table } from "../../db/schema"
import { derivedStatus } from "../../db/status"
import { approvalOf, approvalReasons } from "../../kinds/approval-state"
import type { Reasons } from "../../kinds/attention"
import { ownedKind } from "../../records/owned-kind"

const { blank, rewards, status } = campaign

export const campaignStatus = derivedStatus(status, table)

/** Running campaigns that end soon, and drafts that nobody has sent for approval, have not ended and start soon or should have. */
export const campaignAttention: Reasons<"campaigns"> = {
  ...approvalReasons("campaign", table.id),
  ending: ({ now, soon }) =>
    sql`${table.intent} = 'live' and ${table.startDate} <= ${now} and ${table.endDate} > ${now} and ${table.endDate} <= ${soon}`,
  review: ({ now, soon }) => sql`${table.intent} = 'draft' and ${table.endDate} > ${now} and ${table.startDate} <= ${soon}
    and ${approvalOf("campaign", table.id)} is distinct from 'waiting'`,
}

/** The name of a record that a campaign references. Joins of five tables take nine times as long to plan. */
const nameOf = (name: PgColumn, id: PgColumn, reference: PgColumn) =>
  sql<string | null>`(select ${name} from ${name.table} where ${id} = ${reference})`

/** The columns of the reward: members that the chosen one does not use are empty. */
const rewardColumns = ({ rewardType, rewardValue, giftCardId, productName }: Parsed<campaign.CampaignDraft>) => {
  const reward = rewards.name(rewardType)
  return {
    rewardValue: reward === "percentage" || reward === "fixedAmount" ? rewardValue : null,
    giftCardId: (reward === "giftCard" && giftCardId) || null,
    productName: reward === "promotionalProduct" ? productName : "",
  }
}

const kind = ownedKind("campaign", campaign, {
  names: {
    brandName: nameOf(brands.name, brands.id, table.brandId),
    categoryName: nameOf(categories.name, categories.id, table.categoryId),
    giftCardName: nameOf(gifts.cardName, gifts.id, table.giftCardId),
    approval: approvalOf("campaign", table.id),
  },
  draft: ({ intent }) => ({ status: status.writtenOf(intent) }),
  columns: draft => ({ ...rewardColumns(draft), intent: status.intentOf(draft.status) }),
  // A gift card that the reward does not use is none.
  errors: ({ rewardType }) => (rewards.name(rewardType) === "giftCard" ? {} : { giftCardId: undefined }),
  members: ({ intent, participantCount }, dates, now) => ({ participantCount, status: status.at({ intent, ...dates }, now) }),
})
export const {
  storedDraft,
  columns: campaignColumns,
  select: selectCampaigns,
  visible: visibleCampaigns,
  present: presentCampaign,
  records: campaignRecords,
} = kind
export const campaignValue = kind.value satisfies z.ZodType<Wire<campaign.Campaign>>

export const campaignBody = kind.body.extend({
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish()
    .transform(given => given ?? blank.currency),
})
