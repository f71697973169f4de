import { approvalTexts, isApprovalState } from "../../contract/approval"
import type { CalendarEntry } from "../../contract/calendar"
import { daysOf } from "../../contract/reports"
import { dateTimeFormat } from "../../core/dates/date-time-format"
import type { Day } from "../../core/dates/dates"
import { holidaysOn } from "../../core/dates/holidays"
import type { Format } from "../../core/text/format"
import type { Translate } from "../../core/text/i18n"
import { joinTexts } from "../../core/text/join-texts"
import { localeOf } from "../../core/text/locale"
import { config } from "../../state/config"
import { i18n } from "../../state/instances"
import { codeLabel } from "../../ui/display/badge"
import { kinds } from "./kinds"
import { daysOfPeriod, type ShownEntry } from "./places"

/** Formats a day by options of `Intl`, in the current language. */
export const dayText = (day: Day, options: Intl.DateTimeFormatOptions) =>
  dateTimeFormat(localeOf(i18n.language()), { ...options, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`))

/** Returns the names of a day's holidays. */
export const holidayNames = (day: Day, t: Translate): string[] =>
  holidaysOn(day).map(({ name, number }) => t(`holiday.${name}`, number === undefined ? undefined : { number }))

export const statusText = ({ kind, status, isFull, approval }: CalendarEntry, t: Translate) =>
  joinTexts(
    codeLabel(kinds[kind].status, status, t),
    isFull && t("campaign.full"),
    isApprovalState(approval) && t(approvalTexts[approval]),
  )

/** Returns the days of an entry: "6 Kas – 26 Ara", or which end is open. */
export const periodText = (entry: Pick<CalendarEntry, "startDate" | "endDate">, t: Translate, format: Format): string => {
  const { from, to } = daysOfPeriod(entry, config.timeZone)
  if (from && to) return format.period(from, to)
  if (from) return `${format.date(from)} – ${t("calendar.openEnd")}`
  return to ? `${t("calendar.openStart")} – ${format.date(to)}` : t("calendar.openEnd")
}

/** Returns how many days a period has; undefined while an end is open. */
export const lengthOf = (entry: Pick<CalendarEntry, "startDate" | "endDate">): number | undefined => {
  const { from, to } = daysOfPeriod(entry, config.timeZone)
  return from && to ? daysOf(from, to) : undefined
}

/** Returns what assistive technology gets of an entry: kind, title, owner, status, days, overlap. */
export const entryText = (entry: ShownEntry, hasOverlap: boolean, t: Translate, format: Format): string => {
  const parts = [`${t(kinds[entry.kind].one)}: ${entry.title}`, entry.owner, statusText(entry, t), periodText(entry, t, format)]
  return [...parts, hasOverlap && t("calendar.hasOverlap")].filter(Boolean).join(", ")
}
