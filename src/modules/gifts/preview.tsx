import type { GiftCardDraft } from "../../contract/gifts"
import { Coupon } from "../../ui/display/coupon"
import { useFormat } from "../../ui/hooks/use-format"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import { categoryOptions } from "../categories/api"
import { partnerOptions } from "../partners/api"

/** The draft as a coupon, as employees will see it. */
export const Preview = ({ draft }: { draft: GiftCardDraft }) => {
  const t = useT()
  const format = useFormat()
  const partners = useOptionLabels(partnerOptions)
  const categories = useOptionLabels(categoryOptions)
  return (
    <>
      <h2>{t("gift.preview")}</h2>
      <Coupon
        brandName={partners(draft.brandId) || t("gift.noBrand")}
        category={categories(draft.categories)}
        value={draft.maxUsage ? format.number(draft.maxUsage) : "∞"}
        unit={t("gift.uses")}
        title={draft.cardName || t("gift.untitled")}
        foot={[{ label: t("gift.end"), value: draft.validityEnd ? format.date(draft.validityEnd) : t("gift.noEnd") }]}
      />
    </>
  )
}
