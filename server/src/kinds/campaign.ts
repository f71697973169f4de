import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { fillingPart } from "../../../src/contract/attention"
import * as contract from "../../../src/contract/campaigns"
import { campaignCodes as codes, campaignCounters as counters, campaignUses as uses } from "../db/campaign-tables"
import { brands, categories, gifts, campaigns as table } from "../db/schema"
import { approvalOf } from "./approval-state"
import { byId, byOwner, byPeriod } from "./filters"
import { kindOf, nameOf } from "./kind-of"

const { blank, rewards } = contract

/** A figure of a campaign; 0 without a row. */
const counted = (figure: SQL) =>
  sql<number>`coalesce((select ${figure} from ${counters} where ${counters.campaignId} = ${table.id}), 0)`
const participantCount = counted(sql`${counters.people}`)

/** Whether a share of the people or of the budget is used. */
const isUsed = (share: number) =>
  sql<boolean>`exists (select from ${counters} where ${counters.campaignId} = ${table.id}
    and (${counters.people} >= ${share}::float8 * ${table.participantLimit} or ${counters.amount} >= ${share}::float8 * ${table.budget}))`
/** Whether no further person, or no further amount, fits. */
export const isFull = isUsed(1)

/** Campaigns (docs/contract.md#campaigns). */
export const campaign = kindOf("campaigns", table, contract, {
  tag: "Campaigns",
  noun: "campaign",
  status: contract.status,
  end: { event: "ended", live: ["live", "paused"] },
  steps: { use: "used", full: "full" },
  /** The ledger has ids of people and no names, but the name of a token may be one. Their codes are nobody's. */
  erasePerson: async (tx, { id }) => {
    await tx.delete(codes).where(and(eq(codes.personId, id), eq(codes.isPersonal, true)))
    await tx
      .update(uses)
      .set({ tokenName: null })
      .where(and(eq(uses.authorId, id), isNotNull(uses.tokenName)))
  },
  schemas: {
    currency: {
      body: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .nullish()
        .transform(given => given ?? blank.currency),
    },
    /** Left out of a new campaign, it is one. */
    usesPerPerson: {
      body: z
        .number()
        .max(contract.fields.usesPerPerson.max ?? 0)
        .nullish()
        .transform(given => (given === undefined ? blank.usesPerPerson : given)),
    },
    amountUsed: { answer: z.number().min(0) },
  },
  /** Members of the reward that the chosen one does not use are empty: a gift card among them references none. */
  clean: draft => {
    const reward = rewards.name(draft.rewardType)
    return {
      ...draft,
      rewardValue: reward === "percentage" || reward === "fixedAmount" ? draft.rewardValue : null,
      giftCardId: reward === "giftCard" ? draft.giftCardId : "",
      productName: reward === "promotionalProduct" ? draft.productName : "",
    }
  },
  answers: {
    brandName: nameOf(brands.name, brands.id, table.brandId),
    categoryName: nameOf(categories.name, categories.id, table.categoryId),
    giftCardName: nameOf(gifts.cardName, gifts.id, table.giftCardId),
    participantCount,
    useCount: counted(sql`${counters.uses}`),
    amountUsed: counted(sql`${counters.amount}::float8`),
  },
  sorts: {
    title: table.sortName,
    startDate: table.startDate,
    endDate: table.endDate,
    createdDate: table.createdAt,
    updatedDate: table.updatedAt,
    rewardType: table.rewardType,
    participantLimit: table.participantLimit,
    participantCount,
    status: "status",
  },
  filters: {
    tenantId: byOwner(table.tenantId),
    ...byPeriod(table.startDate, table.endDate),
    categoryId: byId(table.categoryId),
    brandId: byId(table.brandId),
  },
  attention: {
    /** Running, and over soon. */
    ending: ({ now, soon }) =>
      sql`${table.intent} = 'live' and ${table.startDate} <= ${now} and ${table.endDate} > ${now} and ${table.endDate} <= ${soon}`,
    /** Running, and nearly out of places or budget, or full. */
    filling: ({ now }) =>
      sql`${table.intent} = 'live' and ${table.startDate} <= ${now} and ${table.endDate} > ${now} and ${isUsed(fillingPart)}`,
    /** Drafts that nobody has sent for approval, have not ended and start soon or should have. */
    review: ({ now, soon }) => sql`${table.intent} = 'draft' and ${table.endDate} > ${now} and ${table.startDate} <= ${soon}
      and ${approvalOf("campaign", table.id)} is distinct from 'waiting'`,
  },
  example: {
    title: "Bahar kampanyası",
    description: "Tüm çalışanlara",
    startDate: "2026-04-01T00:00:00Z",
    endDate: "2026-05-01T00:00:00Z",
    rewardType: 0,
    rewardValue: 10,
    categoryId: "3f0d1f6e-5a53-4c1b-9a55-0b6f1c0a7e11",
    brandId: "3f0d1f6e-5a53-4c1b-9a55-0b6f1c0a7e11",
    status: 2,
  },
})
