import type { GiftCardDraft } from "../../contract/gifts"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import { partnerOptions } from "../partners/api"
import { GiftCoupon } from "./coupon"

/** The draft as a coupon, as employees will see it. */
export const Preview = ({ draft }: { draft: GiftCardDraft }) => {
  const t = useT()
  const partners = useOptionLabels(partnerOptions)
  return (
    <>
      <h2>{t("gift.preview")}</h2>
      <GiftCoupon card={{ ...draft, brand: partners(draft.brandId) }} />
    </>
  )
}
