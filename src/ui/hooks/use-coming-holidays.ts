import { useEffect, useState } from "react"
import type { comingHolidays } from "../../core/dates/holidays"
import { currentDay } from "../../state/current-day"
import { useFormat } from "./use-format"
import { useT } from "./use-t"

let known: typeof comingHolidays | undefined

/**
 * Returns the feasts and the weeks of public holidays of the coming year, with their days: "Ramazan Bayramı: 8 – 11 Mar 2027".
 * Their rules are loaded when the first screen asks for them: until then, and where that fails, there are none.
 */
export const useComingHolidays = () => {
  const t = useT()
  const format = useFormat()
  const [coming, setComing] = useState(() => known)
  useEffect(() => {
    const load = async () => {
      known ??= (await import("../../core/dates/holidays")).comingHolidays
      setComing(() => known)
    }
    load().catch(() => undefined)
  }, [])
  return (coming?.(currentDay()) ?? []).map(({ name, from, to }) => ({
    label: `${t(`ui.holiday.${name}`)}: ${format.period(from, to)}`,
    from,
    to,
  }))
}
