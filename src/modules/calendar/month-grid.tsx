import { type KeyboardEvent, useEffect, useMemo, useRef } from "react"
import { type CalendarEntry, type CalendarKind, calendarKinds } from "../../contract/calendar"
import { addDays, type Day } from "../../core/dates/dates"
import { config } from "../../state/config"
import { daySteps } from "../../ui/controls/calendar"
import { Icon } from "../../ui/display/icons/icon"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { Bar } from "./bar"
import { kinds } from "./kinds"
import { type Dates, datesOf, movedByDays, withDrawDay } from "./move"
import { isWithin, keyOf, type Place } from "./places"
import { dayText, holidayNames, periodText } from "./texts"
import { type Drag, useDayDrag } from "./use-day-drag"
import { type Month, monthOf, weeksOfMonth } from "./view-state"
import { layoutWeek } from "./week-layout"

/** Bars of a week that are visible one above the other. */
const lanes = 4

const datesAfter = ({ place: { entry, part }, days }: Drag): Dates =>
  part === "drawDate" ? withDrawDay(datesOf(entry), days, config.timeZone) : movedByDays(datesOf(entry), days, config.timeZone)

type KindCount = { kind: CalendarKind; count: number }

/** Returns how many places there are of each kind that has some. */
const countsByKind = (places: readonly Place[]): KindCount[] =>
  calendarKinds
    .map(kind => ({ kind, count: places.filter(({ entry }) => entry.kind === kind).length }))
    .filter(({ count }) => count > 0)

/** The entries of a day that have no lane, counted by kind; opens the day. */
const More = ({ day, counts, onOpen }: { day: string; counts: readonly KindCount[]; onOpen: () => void }) => {
  const t = useT()
  const text = counts.map(({ kind, count }) => t(`calendar.more.${kind}`, { count })).join(", ")
  return (
    <button type="button" className="schedule__more" tabIndex={-1} title={text} onClick={onOpen}>
      <b className="sr-only">{t("calendar.moreOn", { day, text })}</b>
      {counts.map(({ kind, count }) => (
        <span key={kind} data-kind={kind} aria-hidden="true">
          <Icon name={kinds[kind].icon} size="sm" />
          {count}
        </span>
      ))}
    </button>
  )
}

/** A month as a grid of days with the bars of its entries (WAI-ARIA grid; docs/console.md#calendar). */
export const MonthGrid = (props: {
  month: Month
  today: Day
  /** The day that has the focus, or takes it. */
  day: Day
  places: readonly Place[]
  overlapping: ReadonlySet<string>
  pending: ReadonlyMap<string, Dates>
  isBusy: boolean
  label: string
  describedBy: string
  isMovable: (entry: CalendarEntry) => boolean
  onDay: (day: Day) => void
  onOpenDay: (day: Day) => void
  onOpen: (entry: CalendarEntry) => void
  onMoveDay: (day: Day) => void
  onMove: (entry: CalendarEntry, dates?: Dates) => void
}) => {
  const t = useT()
  const format = useFormat()
  const { month, day, places } = props
  const grid = useRef<HTMLTableElement>(null)
  /** The day that takes the focus once it is rendered, which is after the keys that follow. */
  const next = useRef<Day>(undefined)
  const weeks = useMemo(() => weeksOfMonth(month), [month])
  const layouts = useMemo(() => weeks.map(week => layoutWeek(places, week, lanes)), [weeks, places])
  const { drag, start } = useDayDrag(dropped => props.onMove(dropped.place.entry, datesAfter(dropped)))

  useEffect(() => {
    if (next.current !== day) return
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
    next.current = undefined
  }, [day])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = daySteps[event.key]
    const from = next.current ?? (event.target as HTMLElement).dataset.day ?? day
    if (step) {
      next.current = step(from)
      props.onDay(next.current)
    } else if (event.key.toLowerCase() === "m") props.onMoveDay(from)
    else return
    event.preventDefault()
  }

  const openDay = (cell: Day) => {
    next.current = undefined
    props.onDay(cell)
    props.onOpenDay(cell)
  }

  const target = drag && drag.days !== 0 ? drag : undefined
  const isTarget = (cell: Day) =>
    target !== undefined &&
    isWithin({ from: addDays(target.place.from, target.days), to: addDays(target.place.to, target.days) }, cell, cell)
  const ghostText = () => {
    if (!drag) return ""
    const { place, days } = drag
    return place.part === "drawDate" ? format.date(addDays(place.from, days)) : periodText(datesAfter(drag), t, format)
  }

  return (
    <>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern handles keys on the table
        role="grid"
        className="schedule"
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-busy={props.isBusy}
        data-dragging={drag ? "" : undefined}
        ref={grid}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {(weeks[0] ?? []).map(weekday => (
              <th key={weekday} scope="col" abbr={dayText(weekday, { weekday: "long" })}>
                {dayText(weekday, { weekday: "short" })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, row) => (
            <tr key={week[0]} data-past={(monthOf(props.today) === month && (week.at(-1) ?? "") < props.today) || undefined}>
              {week.map((cell, column) => {
                const { segments, hidden } = layouts[row] ?? { segments: [], hidden: [] }
                const total = places.filter(place => isWithin(place, cell, cell)).length
                const holidays = holidayNames(cell, t)
                const others = countsByKind(hidden[column] ?? [])
                const full = dayText(cell, { dateStyle: "full" })
                return (
                  <td
                    key={cell}
                    data-cell={cell}
                    data-other-month={monthOf(cell) !== month || undefined}
                    data-holiday={holidays.length > 0 || undefined}
                    data-target={isTarget(cell) || undefined}
                  >
                    <button
                      type="button"
                      className="schedule__day"
                      data-day={cell}
                      tabIndex={cell === day ? 0 : -1}
                      aria-current={cell === props.today ? "date" : undefined}
                      title={holidays.join(", ") || undefined}
                      aria-label={[full, t("calendar.entries", { count: total }), ...holidays].join(", ")}
                      onClick={() => openDay(cell)}
                    >
                      <b>{Number(cell.slice(8))}</b>
                    </button>
                    {holidays.length > 0 && (
                      <small className="schedule__holiday" aria-hidden="true">
                        {holidays.join(", ")}
                      </small>
                    )}
                    {total > 0 && (
                      <small className="schedule__count" aria-hidden="true">
                        {total}
                      </small>
                    )}
                    {segments
                      .filter(segment => segment.column === column)
                      .map(segment => {
                        const { entry } = segment.place
                        const isPending = props.pending.has(keyOf(entry))
                        return (
                          <Bar
                            key={segment.place.key}
                            segment={segment}
                            hasOverlap={props.overlapping.has(keyOf(entry))}
                            isMovable={!isPending && props.isMovable(entry)}
                            isPending={isPending}
                            onOpen={props.onOpen}
                            onMove={props.onMove}
                            onPointerDown={event => start(segment.place, event)}
                          />
                        )
                      })}
                    {others.length > 0 && <More day={full} counts={others} onOpen={() => openDay(cell)} />}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {drag && (
        <div className="schedule__ghost" aria-hidden="true">
          <b>{drag.place.entry.title}</b>
          {ghostText()}
        </div>
      )}
    </>
  )
}
