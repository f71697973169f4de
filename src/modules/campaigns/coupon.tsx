import { Coupon } from "../../ui/display/coupon"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { type RewardMembers, rewardParts } from "./reward"

type Props = RewardMembers & { title: string; brandName: string; categoryName: string; endDate: string }

/** A campaign or a draft as a coupon, as employees see it. */
export const CampaignCoupon = (campaign: Props) => {
  const t = useT()
  const format = useFormat()
  const { value, unit } = rewardParts(campaign, t, format)
  return (
    <Coupon
      brandName={campaign.brandName || t("campaign.noBrand")}
      category={campaign.categoryName}
      value={value}
      unit={unit}
      title={campaign.title || t("campaign.untitled")}
      foot={[{ label: t("campaign.lastDay"), value: format.date(campaign.endDate) }]}
    />
  )
}
