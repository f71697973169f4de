import { useState } from "react"
import type { GiftCardDraft } from "../../contract/gifts"
import { Link } from "../../ui/display/link"
import { Coupon } from "../../ui/display/pictures/coupon"
import { couponSize } from "../../ui/display/pictures/coupon-size"
import { initials } from "../../ui/display/pictures/initials"
import { Picture } from "../../ui/display/pictures/picture"
import { useFormat } from "../../ui/hooks/use-format"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import { categoryOptions } from "../categories/api"

type Props = Pick<GiftCardDraft, "cardName" | "cardImage" | "categories" | "validityEnd" | "maxUsage"> & {
  brand: string
  /** Absent or null: the server does not count uses, or the card is a draft. */
  used?: number | null
}

/** A gift card or a draft as a coupon, as employees see it. @param href makes the name a link */
export const GiftCoupon = ({ card, href }: { card: Props; href?: string }) => {
  const t = useT()
  const format = useFormat()
  const categories = useOptionLabels(categoryOptions, card.categories.length > 0)
  const [failedImage, setFailedImage] = useState<string>()
  const { cardImage, maxUsage, used, validityEnd } = card
  const brandName = card.brand || t("gift.noBrand")
  const name = card.cardName || t("gift.untitled")
  const limit = maxUsage ? format.number(maxUsage) : t("gift.unlimited")
  const isCounted = maxUsage && used !== null && used !== undefined
  return (
    <Coupon
      brandName={brandName}
      picture={
        cardImage && failedImage !== cardImage ? (
          <Picture url={cardImage} alt="" loading="lazy" onError={() => setFailedImage(cardImage)} />
        ) : (
          initials(brandName)
        )
      }
      category={categories(card.categories)}
      value={href ? <Link href={href}>{name}</Link> : name}
      size={couponSize(name)}
      hint={name}
      title={isCounted ? t("gift.usesLeft", { count: Math.max(0, maxUsage - used) }) : ""}
      foot={[
        { label: t(isCounted ? "gift.usage" : "gift.maxUsage"), value: isCounted ? `${format.number(used)} / ${limit}` : limit },
        { label: t("gift.validityEnd"), value: validityEnd ? format.date(validityEnd) : t("gift.noEnd") },
      ]}
    />
  )
}
