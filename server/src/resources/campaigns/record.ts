import { and, eq, isNull, sql } from "drizzle-orm"
import { z } from "zod"
import * as campaign from "../../../../src/contract/campaigns"
import { ownedFields } from "../../../../src/contract/record"
import type { Parsed, Wire } from "../../../../src/contract/wire"
import { omitFields } from "../../../../src/core/fields"
import { validate } from "../../../../src/core/rules"
import { readable } from "../../auth/policy"
import type { Database } from "../../db/open"
import { brands, categories, gifts, campaigns as table, tenants } from "../../db/schema"
import { derivedStatus } from "../../db/status"
import { refuseInvalid } from "../../errors/problem"
import type { Actor } from "../../http/context"
import { answerShape, named } from "../../records/answer-shape"
import type { Reasons } from "../../records/attention"
import type { RowOf } from "../../records/entities"
import { bodyShape, draftErrors, mergeDraft, storedFields } from "../../records/fields"
import { findIn, records } from "../../records/records"
import { ownedMembers } from "../../records/stored-members"

const { blank, fields, intentOf, rewards, statusAt, statuses } = campaign

/** `statusAt` of the contract, in SQL. */
export const campaignStatus = derivedStatus(statuses, now => {
  const hasNotEnded = sql`${table.endDate} > ${now}`
  return {
    draft: sql`${table.intent} = 'draft'`,
    ended: sql`${table.intent} <> 'draft' and ${table.endDate} <= ${now}`,
    paused: sql`${table.intent} = 'paused' and ${hasNotEnded}`,
    scheduled: sql`${table.intent} = 'live' and ${hasNotEnded} and ${table.startDate} > ${now}`,
    active: sql`${table.intent} = 'live' and ${hasNotEnded} and ${table.startDate} <= ${now}`,
  }
})

/** Running campaigns that end soon, and drafts that have not ended and start soon or should have started. */
export const campaignAttention: Reasons<"campaigns"> = {
  ending: ({ now, soon }) =>
    sql`${table.intent} = 'live' and ${table.startDate} <= ${now} and ${table.endDate} > ${now} and ${table.endDate} <= ${soon}`,
  review: ({ now, soon }) => sql`${table.intent} = 'draft' and ${table.endDate} > ${now} and ${table.startDate} <= ${soon}`,
}

/** The body of a campaign, and the columns that it fills (docs/contract.md#campaign-record). */
const stored = storedFields("campaign", omitFields(fields, "status"))

export const campaignBody = z.object({
  ...bodyShape(fields),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish()
    .transform(given => given ?? blank.currency),
})

type Draft = Parsed<campaign.CampaignDraft>
type Row = RowOf<"campaign">

const statusOfIntent = { draft: "draft", live: "active", paused: "paused" } as const

/** A stored campaign as a draft, with which a change is merged. */
export const storedDraft = (row: Row): Draft => ({ ...stored.draft(row), status: statuses.value(statusOfIntent[row.intent]) })

/** Empties the members that the chosen reward does not use. */
const withoutUnused = (draft: Draft): Draft => {
  const reward = rewards.name(draft.rewardType)
  return {
    ...draft,
    rewardValue: reward === "percentage" || reward === "fixedAmount" ? draft.rewardValue : null,
    giftCardId: reward === "giftCard" ? draft.giftCardId : "",
    productName: reward === "promotionalProduct" ? draft.productName : "",
  }
}

/** The columns of a new campaign, or of a change of a stored one. @throws Refusal 400 naming every invalid field */
export const campaignColumns = async (db: Database, actor: Actor, given: Partial<Draft>, row?: Row) => {
  const merged = mergeDraft(fields, row && storedDraft(row), given)
  const draft = withoutUnused(merged)
  // The rules see what was given; a reference that the reward does not use is none.
  refuseInvalid({ ...(await draftErrors(db, actor, "campaign", campaign, draft, row)), ...validate(campaign.rules, merged) })
  return { ...stored.columns(draft), intent: intentOf(draft.status) }
}

/** A stored campaign with the names of what it references: who may read it, and the members of the answer. */
type Joined = {
  row: Row
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
      row: table,
      brandName,
      categoryName,
      giftCardName,
      tenantName: tenants.name,
    })
    .from(table)
    .leftJoin(tenants, eq(tenants.id, table.tenantId))

export const visibleCampaigns = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

/** @param now epoch ms, which the status follows from */
export const presentCampaign = ({ row, ...names }: Joined, actor: Actor, now: number) => {
  const members = stored.members(row)
  return {
    ...members,
    ...names,
    participantCount: row.participantCount,
    status: statusAt({ ...members, intent: row.intent }, now),
    ...ownedMembers(row, actor),
  } satisfies Wire<campaign.Campaign>
}

export const campaignRecords = records({
  entity: "campaign",
  find: findIn("campaign", selectCampaigns, visibleCampaigns, presentCampaign),
})

export const campaignValue = named(
  "Campaign",
  answerShape("campaign", { ...ownedFields, ...fields, ...campaign.added }),
) satisfies z.ZodType<Wire<campaign.Campaign>>
