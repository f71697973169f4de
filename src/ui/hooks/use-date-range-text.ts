import { useFormat } from "./use-format"
import { useT } from "./use-t"

/** Returns a function that describes a range of days (`YYYY-MM-DD`); "" for a missing bound, and for a range without bounds. */
export const useDateRangeText = () => {
  const t = useT()
  const format = useFormat()
  return (from: string, to: string): string => {
    if (from && to) return format.period(from, to)
    if (from) return t("ui.since", { date: format.date(from) })
    return to && t("ui.until", { date: format.date(to) })
  }
}
