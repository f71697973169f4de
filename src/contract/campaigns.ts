import { type Code, codes } from "../core/codes"
import type { Media } from "../core/media"
import { after, instant, maxLength, positive, type Rules, required, when, wholeFromOne, within } from "../core/rules"
import { type OwnedMembers, orderedMedia, ownedDefaults, pick, withDefaults } from "./record"

/** Campaigns: record, codes, rules and status (docs/contract.md#campaigns). */

/** Values of `rewardType`. */
export const rewards = codes("percentage", "fixedAmount", "giftCard", "promotionalProduct")
export const statuses = codes("draft", "scheduled", "active", "paused", "ended")
export type Status = (typeof statuses.names)[number]

/** Currencies that the form offers, as ISO 4217 codes; the first is the default. */
export const currencies = ["TRY", "EUR", "USD", "GBP"] as const

/** The writable members. Dates are instants (ISO 8601, UTC); "" is an empty choice. */
export type CampaignDraft = {
  title: string
  description: string
  terms: string
  rewardType: Code
  /** Percent for a percentage, an amount in `currency` for a fixed amount; otherwise null. */
  rewardValue: number | null
  currency: string
  giftCardId: string
  productName: string
  categoryId: string
  brandId: string
  startDate: string
  endDate: string
  /** Largest number of participants; null for no limit. */
  participantLimit: number | null
  tenantIds: string[]
  /** Written: 0 draft, 3 paused, any other number live. Read: the derived status. */
  status: Code
  media: Media[]
}

/** A campaign as the API returns it. `status` is the one at the time of the answer. */
export type Campaign = CampaignDraft &
  OwnedMembers & { brandName: string; categoryName: string; giftCardName: string; participantCount: number | null }

/** An empty draft. The order of the members is that of the form, and of its error summary. */
export const blank: CampaignDraft = {
  title: "",
  brandId: "",
  categoryId: "",
  description: "",
  terms: "",
  rewardType: 0,
  rewardValue: null,
  currency: "TRY",
  giftCardId: "",
  productName: "",
  startDate: "",
  endDate: "",
  participantLimit: null,
  tenantIds: [],
  status: 0,
  media: [],
}

/** The stored part of the status; the status is derived from it, the dates and the current time. */
export type Intent = "draft" | "live" | "paused"

/** Returns the intent that a written status stands for. */
export const intentOf = (status: Code): Intent => {
  const name = statuses.name(status)
  return name === "draft" ? "draft" : name === "paused" ? "paused" : "live"
}

/**
 * Returns the number of the status that a campaign has at `now`. It is ended from the instant of `endDate` on, also while
 * it is paused (docs/contract.md#campaign-status).
 * @param now epoch ms
 */
export const statusAt = (campaign: { intent: Intent; startDate: string; endDate: string }, now: number): number => {
  if (campaign.intent === "draft") return statuses.value("draft")
  if (now >= Date.parse(campaign.endDate)) return statuses.value("ended")
  if (campaign.intent === "paused") return statuses.value("paused")
  return statuses.value(now < Date.parse(campaign.startDate) ? "scheduled" : "active")
}

/** Returns the status that a draft would have if it were saved at `now` (epoch ms); an unknown or missing status is unchanged. */
export const statusOf = (
  { status, startDate, endDate }: Pick<CampaignDraft, "status" | "startDate" | "endDate">,
  now: number,
): Code => (statuses.name(status) ? statusAt({ intent: intentOf(status), startDate, endDate }, now) : status)

const isReward = (name: (typeof rewards.names)[number]) => (draft: CampaignDraft) => rewards.name(draft.rewardType) === name

export const rules: Rules<CampaignDraft> = {
  title: [required("campaign.titleRequired"), maxLength(200)],
  description: [required("campaign.descriptionRequired"), maxLength(2000)],
  terms: maxLength(10_000),
  rewardValue: [
    when(isReward("percentage"), required("campaign.rateRequired")),
    when(isReward("percentage"), within(0, 100, "campaign.rateRange")),
    when(isReward("fixedAmount"), required("campaign.amountRequired")),
    when(isReward("fixedAmount"), positive("campaign.amountPositive")),
  ],
  giftCardId: when(isReward("giftCard"), required("campaign.giftRequired")),
  productName: [when(isReward("promotionalProduct"), required("campaign.productRequired")), maxLength(100)],
  brandId: required("campaign.brandRequired"),
  categoryId: required("campaign.categoryRequired"),
  startDate: [required("campaign.startRequired"), instant],
  endDate: [required("campaign.endRequired"), instant, after("startDate", "rule.endBeforeStart")],
  participantLimit: wholeFromOne("campaign.limitWhole"),
}

/** Reads a campaign from the wire. */
export const campaignOf = withDefaults<Campaign>(
  { ...blank, ...ownedDefaults, brandName: "", categoryName: "", giftCardName: "", participantCount: null },
  { rewardType: rewards, status: statuses },
)

/** Returns the draft that edits a campaign. */
export const draftOf = (campaign: Campaign): CampaignDraft => ({
  ...pick<CampaignDraft>(blank, campaign),
  media: orderedMedia(campaign.media),
})
