import { comingHolidays } from "../../core/dates/holidays"
import { currentDay } from "../../state/current-day"
import { useFormat } from "./use-format"
import { useT } from "./use-t"

/** Returns the feasts and the weeks of public holidays of the coming year, with their days: "Ramazan Bayramı: 8 – 11 Mar 2027". */
export const useComingHolidays = () => {
  const t = useT()
  const format = useFormat()
  return comingHolidays(currentDay()).map(({ name, from, to }) => ({
    label: `${t(`ui.holiday.${name}`)}: ${format.period(from, to)}`,
    from,
    to,
  }))
}
