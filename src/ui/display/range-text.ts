import type { Format } from "../../core/text/format"
import type { Translate } from "../../core/text/i18n"

/** Describes a range of days or instants in words where a bound is missing; "" without bounds. */
export const rangeText = (
  from: string | null,
  to: string | null,
  { t, format }: { t: Translate; format: Pick<Format, "period" | "date"> },
): string => {
  if (from && to) return format.period(from, to)
  if (from) return t("ui.since", { date: format.date(from) })
  return to ? t("ui.until", { date: format.date(to) }) : ""
}
