import type { GiftCard } from "../../contract/gifts"
import { Meter } from "../../ui/display/meter"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"

/** Uses of a card against its limit; only the limit if the server does not count uses. */
export const UsageMeter = ({ used, maxUsage }: Pick<GiftCard, "used" | "maxUsage">) => {
  const t = useT()
  const format = useFormat()
  if (used === null) return <span className="tabular">{maxUsage ? format.number(maxUsage) : t("gift.unlimited")}</span>
  if (maxUsage)
    return (
      <Meter
        format={format}
        used={used}
        limit={maxUsage}
        label={percent => t("gift.usageOf", { percent: format.percent(percent) })}
      />
    )
  return (
    <span className="tabular">
      {format.number(used)} / ∞<span className="sr-only"> {t("gift.unlimited")}</span>
    </span>
  )
}
