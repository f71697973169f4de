import type { Message } from "../../core/rules"

/** When reminders of a survey are planned (docs/contract.md#survey-record); lists do without. */

/** How often people are reminded of a survey at most, and after how many days at the earliest and the latest. */
export const maxReminders = 2
export const minReminderDays = 3
export const maxReminderDays = 60

type Planned = { reminderDays: readonly number[]; startDate: string | Date | null; endDate: string | Date | null }

const isReminderDay = (day: number) => Number.isInteger(day) && day >= minReminderDays && day <= maxReminderDays

/** Few, far enough apart, and before the end where the draft has both dates. */
export const remindersFit = ({ reminderDays, startDate, endDate }: Planned): Message | undefined => {
  const days = [...reminderDays].sort((a, b) => a - b)
  const isApart = days.every((day, at) => isReminderDay(day) && (at === 0 || day - (days[at - 1] ?? 0) >= minReminderDays))
  if (days.length > maxReminders || !isApart)
    return { key: "survey.remind.invalid", params: { count: maxReminders, days: minReminderDays } }
  const last = (days.at(-1) ?? 0) * 86_400_000
  return last && startDate && endDate && new Date(startDate).getTime() + last >= new Date(endDate).getTime()
    ? "survey.remind.afterEnd"
    : undefined
}
