import { Coupon } from "../../ui/display/coupon"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { rewardParts } from "./reward"

/** The campaign as an employee meets it. Works for a record and for a draft that is still being written. */
export const CampaignCoupon = (props: {
  title: string
  brandName?: string | null
  categoryName?: string | null
  reward: Parameters<typeof rewardParts>[0]
  endDate: string
}) => {
  const t = useT()
  const format = useFormat()
  const { value, unit } = rewardParts(props.reward, t, format)
  return (
    <Coupon
      brandName={props.brandName || t("campaign.noBrand")}
      category={props.categoryName ?? ""}
      value={value}
      unit={unit}
      title={props.title || t("campaign.untitled")}
      foot={[{ label: t("campaign.lastDay"), value: format.date(props.endDate) }]}
    />
  )
}
