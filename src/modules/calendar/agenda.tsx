import type { CalendarEntry } from "../../contract/calendar"
import { daysOf } from "../../contract/reports"
import { addDays, type Day } from "../../core/dates/dates"
import type { Key } from "../../core/text/i18n"
import { joinTexts } from "../../core/text/join-texts"
import { CodeBadge } from "../../ui/display/badge"
import { Icon } from "../../ui/display/icons/icon"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { Empty } from "../../ui/placeholders/empty"
import { kinds, phaseOf, usualPhases } from "./kinds"
import { isWithin, keyOf, type Place, type ShownEntry } from "./places"
import { dayText, holidayNames, periodText } from "./texts"

type DayEvent = { key: string; entry: ShownEntry; text: Key }

const eventOf = (place: Place, day: Day): Key | undefined => {
  if (!isWithin(place, day, day)) return undefined
  if (place.part === "drawDate") return "calendar.event.drawn"
  if (place.isOpen) return place.entry.startDate ? "calendar.event.starts" : "calendar.event.ends"
  if (place.from === place.to) return "calendar.event.oneDay"
  if (place.from === day) return "calendar.event.starts"
  return place.to === day ? "calendar.event.ends" : "calendar.event.runs"
}

/** Returns what happens on a day: what begins, ends or is drawn first, then what continues. */
export const eventsOn = (places: readonly Place[], day: Day): DayEvent[] => {
  const events = places.flatMap(place => {
    const text = eventOf(place, day)
    return text ? [{ key: place.key, entry: place.entry, text }] : []
  })
  const goesOn = ({ text }: DayEvent) => Number(text === "calendar.event.runs")
  return events.sort((a, b) => goesOn(a) - goesOn(b))
}

/** One entry in a list: what happens, kind, title, status, days. */
export const EntryRow = (props: {
  event: DayEvent
  hasOverlap: boolean
  /** Whether the row takes the focus of its dialog. */
  isFirst?: boolean
  onOpen: (entry: CalendarEntry) => void
}) => {
  const t = useT()
  const format = useFormat()
  const { entry, text } = props.event
  const { icon, one, status } = kinds[entry.kind]
  // What is paused, closed or cancelled does not run, although its period goes on.
  const runs = text !== "calendar.event.runs" || usualPhases.includes(phaseOf(entry))
  return (
    <li className="schedule-row" data-kind={entry.kind}>
      <button type="button" data-focus={props.isFirst || undefined} onClick={() => props.onOpen(entry)}>
        <Icon name={icon} />
        <span>
          <b>{entry.title}</b>
          <small>
            {joinTexts(
              t(one),
              runs && t(text),
              entry.isFull && t("campaign.full"),
              periodText(entry, t, format),
              entry.brandName,
              entry.owner,
            )}
            {props.hasOverlap && (
              <span className="schedule-row__overlap">
                <Icon name="alert" size="sm" />
                {t("calendar.hasOverlap")}
              </span>
            )}
          </small>
        </span>
        <CodeBadge {...status} value={entry.status} />
      </button>
    </li>
  )
}

type Props = {
  from: Day
  to: Day
  today: Day
  places: readonly Place[]
  overlapping: ReadonlySet<string>
  isBusy: boolean
  onOpen: (entry: CalendarEntry) => void
}

/** A period as a list of the days on which something begins, ends or is drawn (docs/console.md#calendar). */
export const Agenda = ({ from, to, today, places, overlapping, isBusy, onOpen }: Props) => {
  const t = useT()
  const days = Array.from({ length: daysOf(from, to) }, (_, at) => addDays(from, at))
    .map(day => ({
      day,
      holidays: holidayNames(day, t),
      events: eventsOn(places, day).filter(({ text }) => text !== "calendar.event.runs"),
    }))
    .filter(({ day, holidays, events }) => events.length > 0 || holidays.length > 0 || day === today)
  const running = places.filter(place => place.part === "period" && !place.isOpen && place.from < from && place.to > to)
  const isPast = ({ day }: { day: Day }) => isWithin({ from, to }, today, today) && day < today
  const past = days.filter(isPast)
  const rows = (events: readonly DayEvent[]) => (
    <ul>
      {events.map(event => (
        <EntryRow key={event.key} event={event} hasOverlap={overlapping.has(keyOf(event.entry))} onOpen={onOpen} />
      ))}
    </ul>
  )
  const sections = (shown: typeof days) =>
    shown.map(({ day, holidays, events }) => (
      <section key={day} aria-labelledby={`agenda-${day}`} data-today={day === today || undefined}>
        <h3 id={`agenda-${day}`}>
          {dayText(day, { day: "numeric", month: "long", weekday: "long" })}
          {day === today && <span className="badge">{t("ui.today")}</span>}
        </h3>
        {holidays.map(name => (
          <p key={name} className="row muted">
            <Icon name="star" size="sm" />
            {name}
          </p>
        ))}
        {events.length > 0 ? rows(events) : holidays.length === 0 && <p className="muted small">{t("calendar.noEvents")}</p>}
      </section>
    ))
  const counted = (shown: typeof days) => shown.reduce((sum, { events }) => sum + events.length, 0)
  if (!isBusy && counted(days) === 0 && running.length === 0)
    return <Empty icon="calendar" title={t("calendar.emptyTitle")} text={t("calendar.emptyText")} />
  return (
    <div className="schedule-agenda" aria-busy={isBusy}>
      {past.length > 0 && (
        <details>
          <summary>
            {t("calendar.past")} <span className="subtle">{t("calendar.entries", { count: counted(past) })}</span>
          </summary>
          {sections(past)}
        </details>
      )}
      {running.length > 0 && (
        <details>
          <summary>
            {t("calendar.running")} <span className="subtle">{t("calendar.entries", { count: running.length })}</span>
          </summary>
          {rows(running.map(({ key, entry }) => ({ key, entry, text: "calendar.event.runs" })))}
        </details>
      )}
      {sections(days.filter(day => !isPast(day)))}
    </div>
  )
}
