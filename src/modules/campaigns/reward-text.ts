import { type CampaignDraft, rewards } from "../../contract/campaigns"
import { dash, type Format } from "../../core/text/format"
import type { Translate } from "../../core/text/i18n"
import { codeLabel } from "../../ui/display/badge"
import { rewardTexts } from "./resource"

export type RewardMembers = Pick<CampaignDraft, "rewardType" | "rewardValue" | "currency" | "productName"> & {
  giftCardName?: string
}

/** Returns a reward as the coupon shows it: a value and, for a figure, its unit; a dash for a missing figure. */
export const rewardParts = (record: RewardMembers, t: Translate, format: Format): { value: string; unit?: string } => {
  const type = rewards.name(record.rewardType)
  if ((type === "percentage" || type === "fixedAmount") && record.rewardValue === null) return { value: dash }
  switch (type) {
    case "percentage":
      return { value: format.percent(record.rewardValue), unit: t("campaign.discount") }
    case "fixedAmount":
      return { value: format.money(record.rewardValue, record.currency), unit: t("campaign.discount") }
    case "giftCard":
      return { value: record.giftCardName || t("campaign.reward.giftCard") }
    case "promotionalProduct":
      return { value: record.productName || t("campaign.reward.promotionalProduct") }
    default:
      return { value: codeLabel(rewardTexts, record.rewardType, t) }
  }
}

/** Returns a reward as one text. */
export const rewardText = (record: RewardMembers, t: Translate, format: Format) => {
  const { value, unit } = rewardParts(record, t, format)
  return unit ? `${value} ${unit}` : value
}
