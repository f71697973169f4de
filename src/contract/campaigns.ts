import { type Code, codes } from "../core/codes"
import { after, instant, maxLength, positive, type Rules, required, when, wholeFromOne, within } from "../core/rules"
import { type Media, orderedMedia, pick, type Stored, storedDefaults, withDefaults } from "./record"

/** The words of campaigns, shared by console and API (decisions §5). */
export const rewards = codes("percentage", "fixedAmount", "giftCard", "promotionalProduct")
export const statuses = codes("draft", "scheduled", "active", "paused", "ended")
export type Status = (typeof statuses.names)[number]

/** Currencies that an amount may be in; TRY by default. */
export const currencies = ["TRY", "EUR", "USD", "GBP"] as const

/** What is written on the wire. Dates are instants (ISO UTC); empty choices are "". */
export type CampaignDraft = {
  title: string
  description: string
  terms: string
  rewardType: Code
  /** Percent for a percentage, an amount in `currency` for a fixed amount; null otherwise. */
  rewardValue: number | null
  currency: string
  giftCardId: string
  productName: string
  categoryId: string
  brandId: string
  startDate: string
  endDate: string
  /** How many may take part; null for no limit. */
  participantLimit: number | null
  tenantIds: string[]
  /** 0 keeps a draft, 3 pauses, any other goes live; reads give the derived number. */
  status: Code
  media: Media[]
}

/** What is read. `status` is derived by the server at the time of the answer. */
export type Campaign = CampaignDraft &
  Stored & { brandName: string; categoryName: string; giftCardName: string; participantCount: number }

/** Members stand in the order of the form: so do its errors. */
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

/** Stored is what was wanted; what is shown follows from it, the dates and the time. */
export type Intent = "draft" | "live" | "paused"

export const intentOf = (status: Code): Intent => {
  const name = statuses.name(status)
  return name === "draft" ? "draft" : name === "paused" ? "paused" : "live"
}

/**
 * The one status of a campaign at a time (decisions §5). A draft stays one; what has ended has ended, paused or not;
 * the end itself belongs to the end.
 * @param now epoch ms
 */
export const statusAt = (campaign: { intent: Intent; startDate: string; endDate: string }, now: number): number => {
  if (campaign.intent === "draft") return statuses.value("draft")
  if (now >= Date.parse(campaign.endDate)) return statuses.value("ended")
  if (campaign.intent === "paused") return statuses.value("paused")
  return statuses.value(now < Date.parse(campaign.startDate) ? "scheduled" : "active")
}

/** The status that a draft would have if it were saved now. */
export const statusOf = ({ status, startDate, endDate }: Pick<CampaignDraft, "status" | "startDate" | "endDate">, now: number) =>
  statusAt({ intent: intentOf(status), startDate, endDate }, now)

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
  endDate: [required("campaign.endRequired"), instant, after("startDate", "campaign.endBeforeStart")],
  participantLimit: wholeFromOne("campaign.limitWhole"),
}

/** Reads a campaign as a server sent it. */
export const campaignOf = withDefaults<Campaign>(
  { ...blank, ...storedDefaults, brandName: "", categoryName: "", giftCardName: "", participantCount: 0 },
  { rewardType: rewards, status: statuses },
)

/** The draft that edits a campaign. */
export const draftOf = (campaign: Campaign): CampaignDraft => ({
  ...pick<CampaignDraft>(blank, campaign),
  media: orderedMedia(campaign.media),
})

/**
 * The dates moved so that the campaign starts now (on the full hour) and keeps its length; nothing for a campaign that
 * has not begun, or whose dates can't be read.
 */
export const shiftedTo = ({ startDate, endDate }: Pick<CampaignDraft, "startDate" | "endDate">, now: number) => {
  const length = Date.parse(endDate) - Date.parse(startDate)
  if (!(length > 0) || Date.parse(startDate) >= now) return undefined
  const hour = 3_600_000
  const start = Math.ceil(now / hour) * hour
  return { startDate: new Date(start).toISOString(), endDate: new Date(start + length).toISOString() }
}
