import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { dateTimeFormat } from "../../core/dates/date-time-format"
import { addDays, type Day, mondayOf, toDay } from "../../core/dates/dates"
import { localeOf } from "../../core/text/locale"
import { currentDay } from "../../state/current-day"
import { i18n } from "../../state/instances"
import { useT } from "../hooks/use-t"
import { IconButton } from "./button"

const utc = (day: Day) => new Date(`${day}T00:00:00Z`)

const partsOf = (day: Day) => {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number)
  return { year, month, date }
}

/** Adds months to a day; a day past the end of the month becomes its last day. */
export const addMonths = (day: Day, months: number): Day => {
  const { year, month, date } = partsOf(day)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  for (let last = date; last > 27; last--) {
    const day = toDay(first.getUTCFullYear(), first.getUTCMonth() + 1, last)
    if (day) return day
  }
  return toDay(first.getUTCFullYear(), first.getUTCMonth() + 1, Math.min(date, 27)) ?? day
}

/** Returns the six weeks that contain the month of a day, from Monday. */
export const weeksOf = (day: Day): Day[][] => {
  const { year, month } = partsOf(day)
  const first = toDay(year, month, 1) ?? day
  const monday = mondayOf(first)
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, index) => addDays(monday, week * 7 + index)))
}

/** The day to which a key leads from another one, in a grid of days. */
export const daySteps: Record<string, (day: Day) => Day> = {
  ArrowLeft: day => addDays(day, -1),
  ArrowRight: day => addDays(day, 1),
  ArrowUp: day => addDays(day, -7),
  ArrowDown: day => addDays(day, 7),
  PageUp: day => addMonths(day, -1),
  PageDown: day => addMonths(day, 1),
  Home: mondayOf,
  End: day => addDays(mondayOf(day), 6),
}

/** Selects a day from a month (WAI-ARIA date grid). PageUp and PageDown change the month, with Shift the year. */
export const Calendar = ({ value, onPick }: { value: Day | undefined; onPick: (day: Day) => void }) => {
  const t = useT()
  const id = useId()
  const [today] = useState(() => currentDay())
  const [day, setDay] = useState(value ?? today)
  const grid = useRef<HTMLTableElement>(null)
  const shouldFocus = useRef(true)
  const { month } = partsOf(day)
  const locale = localeOf(i18n.language())
  const title = dateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(utc(day))
  const weekdays = dateTimeFormat(locale, { weekday: "short", timeZone: "UTC" })
  const weekdayNames = dateTimeFormat(locale, { weekday: "long", timeZone: "UTC" })
  const full = dateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" })

  useEffect(() => {
    if (shouldFocus.current) grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
    shouldFocus.current = false
  }, [day])

  const changeMonth = (months: number) => setDay(addMonths(day, months))
  const onKeyDown = (event: KeyboardEvent) => {
    const year = { PageUp: -12, PageDown: 12 }[event.shiftKey ? event.key : ""]
    const step = year === undefined ? daySteps[event.key] : (from: Day) => addMonths(from, year)
    if (!step) return
    event.preventDefault()
    shouldFocus.current = true
    setDay(step(day))
  }

  return (
    <div className="calendar">
      <div className="calendar__head">
        <IconButton icon="left" label={t("ui.previousMonth")} onClick={() => changeMonth(-1)} />
        <b id={id} aria-live="polite">
          {title}
        </b>
        <IconButton icon="right" label={t("ui.nextMonth")} onClick={() => changeMonth(1)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the date grid pattern handles keys on the table */}
      <table role="grid" aria-labelledby={id} ref={grid} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {(weeksOf(day)[0] ?? []).map(weekday => (
              <th key={weekday} scope="col" abbr={weekdayNames.format(utc(weekday))}>
                {weekdays.format(utc(weekday))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day).map(week => (
            <tr key={week[0]}>
              {week.map(cell => (
                <td key={cell}>
                  <button
                    type="button"
                    data-day={cell}
                    tabIndex={cell === day ? 0 : -1}
                    data-other-month={partsOf(cell).month !== month || undefined}
                    aria-current={cell === today ? "date" : undefined}
                    aria-pressed={cell === value}
                    aria-label={full.format(utc(cell))}
                    onClick={() => onPick(cell)}
                  >
                    {partsOf(cell).date}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" className="link small" onClick={() => onPick(today)}>
        {t("ui.today")}
      </button>
    </div>
  )
}
