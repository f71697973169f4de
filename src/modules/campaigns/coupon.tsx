import { dash } from "../../core/text/format"
import { Coupon } from "../../ui/display/pictures/coupon"
import { couponSize } from "../../ui/display/pictures/coupon-size"
import { initials } from "../../ui/display/pictures/initials"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { type RewardMembers, rewardParts } from "./reward-text"

type Props = RewardMembers & { title: string; brandName: string; categoryName: string; endDate: string }

/** A campaign or a draft as a coupon, as employees see it. */
export const CampaignCoupon = (campaign: Props) => {
  const t = useT()
  const format = useFormat()
  const brandName = campaign.brandName || t("campaign.coupon.noBrand")
  const reward = rewardParts(campaign, t, format)
  const value = reward.value === dash ? t("campaign.coupon.noReward") : reward.value
  return (
    <Coupon
      brandName={brandName}
      picture={initials(brandName)}
      category={campaign.categoryName}
      value={value}
      size={couponSize(value)}
      hint={value}
      unit={reward.unit}
      title={campaign.title || t("campaign.coupon.untitled")}
      foot={[
        {
          label: t("campaign.coupon.lastDay"),
          value: campaign.endDate ? format.date(campaign.endDate) : t("campaign.coupon.noLastDay"),
        },
      ]}
    />
  )
}
