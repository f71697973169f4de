import { useState } from "react"
import { fromInstant, isDay, toInstant } from "../../core/dates/dates"
import { plainCode } from "../../core/text/clean-text"
import { config } from "../../state/config"
import { useT } from "../hooks/use-t"
import { DateInput } from "./date-input"
import type { FieldAria } from "./field"
import { useTimeZoneNote } from "./use-time-zone-note"

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Parses a typed time: "9" is 09:00; "930", "9.30" and "9:30" are 09:30. */
const parseTime = (text: string) => {
  const found = /^(\d{1,2})[:.\s]?(\d{2})?$/.exec(plainCode(text).trim())
  const time = found?.[1] && `${found[1].padStart(2, "0")}:${found[2] ?? "00"}`
  return time && isTime(time) ? time : undefined
}

/** Splits an instant into date and time. Other text, such as "930", is kept as the date and not parsed as a year. */
const partsOf = (value: string) => {
  const instant = /^\d{4}-\d{2}-\d{2}T/.test(value) ? fromInstant(value, config.timeZone) : undefined
  return { date: instant?.date ?? value, time: instant?.time ?? "" }
}

/**
 * An instant as a date and a time (24 h) in the deployment's time zone. `value` is ISO 8601 in UTC, "" when empty, or the
 * typed text while it is not an instant.
 * @param defaultTime the time of a date without a typed time, `HH:MM`
 */
export const DateTimeInput = ({
  value,
  onChange,
  defaultTime = "00:00",
  ...field
}: FieldAria & { value: string; onChange: (value: string) => void; defaultTime?: string }) => {
  const t = useT()
  const { id } = field
  const zoneNote = useTimeZoneNote()
  const zoneNoteId = `${id}-zone`
  const describedBy = [field["aria-describedby"], zoneNote && zoneNoteId].filter(Boolean).join(" ")
  const aria = { ...field, "aria-describedby": describedBy || undefined }
  const [typed, setTyped] = useState({ ...partsOf(value), value })
  const { date, time } = typed.value === value ? typed : partsOf(value)

  const change = (nextDate: string, nextTime: string) => {
    const clock = nextTime.trim() ? parseTime(nextTime) : defaultTime
    const text = `${nextDate} ${nextTime}`.trim()
    // A time without a date is an empty value.
    const next = clock && isDay(nextDate) ? toInstant(nextDate, clock, config.timeZone) : clock && !nextDate ? "" : text
    setTyped({ date: nextDate, time: nextTime, value: next })
    onChange(next)
  }
  return (
    <span className="date-time-input">
      <DateInput {...aria} value={date} onChange={next => change(next, time)} />
      <input
        id={`${id}-time`}
        className="control"
        data-tone={aria["aria-invalid"] ? "danger" : undefined}
        aria-label={t("ui.time")}
        aria-labelledby={`${id}-label ${id}-time`}
        aria-describedby={aria["aria-describedby"]}
        aria-invalid={aria["aria-invalid"]}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        placeholder={defaultTime}
        value={time}
        onChange={event => change(date, event.target.value)}
        onBlur={() => {
          const parsed = parseTime(time) ?? (isDay(date) && !time.trim() ? defaultTime : undefined)
          if (parsed && parsed !== time) change(date, parsed)
        }}
      />
      {zoneNote && (
        <small className="hint" id={zoneNoteId}>
          {zoneNote}
        </small>
      )}
    </span>
  )
}
