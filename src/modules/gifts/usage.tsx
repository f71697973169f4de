import { type GiftRecord, validityAt, validityTones } from "../../contract/gifts"
import { Badge } from "../../ui/display/badge"
import { Meter } from "../../ui/display/meter"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"

type Counted = Pick<GiftRecord, "used" | "maxUsage">

/** Used of the limit; one alone where the other is not known. */
export const Usage = ({ used, maxUsage }: Counted) => {
  const t = useT()
  const format = useFormat()
  if (used === null) return <span className="tnum">{maxUsage ? format.number(maxUsage) : t("gift.unlimited")}</span>
  if (maxUsage)
    return <Meter used={used} limit={maxUsage} label={percent => t("gift.usageOf", { percent: format.percent(percent) })} />
  return (
    <span className="tnum">
      {format.number(used)} / ∞<span className="sr"> {t("gift.unlimited")}</span>
    </span>
  )
}

/** Where a card stands in its time, in words. @param now epoch ms */
export const ValidityBadge = ({ gift, now }: { gift: GiftRecord; now: number }) => {
  const t = useT()
  const validity = validityAt(gift, now)
  return <Badge tone={validityTones[validity]}>{t(`gift.validity.${validity}`)}</Badge>
}
