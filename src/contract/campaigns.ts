import { codes } from "../core/codes"
import { derivedStatus } from "../core/derived-status"
import * as field from "../core/fields"
import { after, positive, required, when, wholeFromOne, within } from "../core/rules"
import { type OwnedMembers, ownedFields, recordReader } from "./record"

/** Campaigns: record, codes, rules and status (docs/contract.md#campaigns). */

/** Values of `rewardType`. */
export const rewards = codes("percentage", "fixedAmount", "giftCard", "promotionalProduct")
export const statuses = codes("draft", "scheduled", "active", "paused", "ended")
export type Status = (typeof statuses.names)[number]

/** Currencies that the form offers, as ISO 4217 codes; the first is the default. */
export const currencies = ["TRY", "EUR", "USD", "GBP"] as const

/**
 * The writable members, in the order of the form. `rewardValue`: percent for a percentage, an amount in `currency` for a fixed
 * amount, otherwise null. `participantLimit`: people; `usesPerPerson`: null for no limit, and 1 for a new one; `budget`: the most that uses
 * may cost, in `currency`; null for none. `status`: written 0 draft, 3 paused, any other number live;
 * read the derived status.
 */
export const fields = {
  title: field.text(200, "campaign.titleRequired"),
  brandId: field.id("brand", "campaign.brandRequired"),
  categoryId: field.id("category", "campaign.categoryRequired"),
  description: field.text(2000, "campaign.descriptionRequired"),
  terms: field.text(10_000),
  rewardType: field.code(rewards, "percentage", { isRequired: true }),
  rewardValue: field.number(1e12),
  currency: { ...field.text(3), blank: currencies[0] as string },
  giftCardId: field.id("gift"),
  productName: field.text(100),
  startDate: field.instantAt("campaign.startRequired"),
  endDate: field.instantAt("campaign.endRequired"),
  participantLimit: field.number(2_000_000_000, wholeFromOne("campaign.limitWhole")),
  usesPerPerson: field.number(1_000_000, wholeFromOne("campaign.limitWhole")),
  budget: field.number(1e12, positive("campaign.amountPositive")),
  tenantIds: field.companies(),
  status: field.code(statuses, "draft"),
  media: field.pictures(),
}

export type CampaignDraft = field.DraftOf<typeof fields>

const isReward = (name: (typeof rewards.names)[number]) => (draft: CampaignDraft) => rewards.name(draft.rewardType) === name

const drafts = field.draftsOf(fields, {
  rewardValue: [
    when(isReward("percentage"), required("campaign.rateRequired")),
    when(isReward("percentage"), within(0, 100, "campaign.rateRange")),
    when(isReward("fixedAmount"), required("campaign.amountRequired")),
    when(isReward("fixedAmount"), positive("campaign.amountPositive")),
  ],
  giftCardId: when(isReward("giftCard"), required("campaign.giftRequired")),
  productName: when(isReward("promotionalProduct"), required("campaign.productRequired")),
  endDate: after("startDate", "rule.endBeforeStart"),
})
export const { rules, draftOf } = drafts
export const blank: CampaignDraft = { ...drafts.blank, usesPerPerson: 1 }

/** What the server adds. The three figures count valid uses (docs/contract.md#campaign-uses). */
export const added = {
  brandName: field.name(),
  categoryName: field.name(),
  giftCardName: field.name(),
  participantCount: field.count(),
  useCount: field.count(),
  amountUsed: field.count(),
  approval: field.name(),
}

/** A campaign as the API returns it. `status` is the one at the time of the answer. */
export type Campaign = CampaignDraft & OwnedMembers & field.DraftOf<typeof added>

/** The stored part of the status; the status is derived from it, the dates and the current time. */
export type Intent = "draft" | "live" | "paused"

/** A campaign is ended from the instant of `endDate` on, also while it is paused (docs/contract.md#campaign-status). */
export const status = derivedStatus<Status, Intent>(statuses, "live", {
  draft: [{ intent: "draft" }],
  scheduled: [{ intent: "live", begun: false, over: false }],
  active: [{ intent: "live", begun: true, over: false }],
  paused: [{ intent: "paused", over: false }],
  ended: [{ intent: ["live", "paused"], over: true }],
})
export const { intentOf, at: statusAt, of: statusOf } = status

/** Reads a campaign from the wire. */
export const campaignOf = recordReader<Campaign>(fields, { ...ownedFields, ...added })
