import { useFormat } from "./use-format"
import { useT } from "./use-t"

/** Returns a function that describes a range of days (`YYYY-MM-DD`); "" for a missing bound, and for a range without bounds. @param isFull see `useFormat` */
export const useDateRangeText = (isFull = false) => {
  const t = useT()
  const format = useFormat(isFull)
  return (from: string, to: string): string => {
    if (from && to) return format.period(from, to)
    if (from) return t("ui.since", { date: format.date(from) })
    return to && t("ui.until", { date: format.date(to) })
  }
}
