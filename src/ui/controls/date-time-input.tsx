import { useState } from "react"
import { fromInstant, isDay, toInstant } from "../../core/dates"
import { config } from "../../state/config"
import type { FieldAria } from "../forms/field"
import { useT } from "../hooks/use-t"
import { DateInput } from "./date-input"
import { useFieldZone } from "./use-field-zone"

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** "9", "930", "9.30" and "9:30" all mean 09:30 or 09:00; anything else stays as it was typed. */
const readTime = (text: string) => {
  const found = /^(\d{1,2})[:.\s]?(\d{2})?$/.exec(text.trim())
  const read = found?.[1] && `${found[1].padStart(2, "0")}:${found[2] ?? "00"}`
  return read && isTime(read) ? read : undefined
}

/** What was typed and is no instant must not be taken for one: "930" is half past nine, and no year. */
const partsOf = (value: string) => {
  const known = /^\d{4}-\d{2}-\d{2}T/.test(value) ? fromInstant(value, config.timeZone) : undefined
  return { date: known?.date ?? value, time: known?.time ?? "" }
}

/**
 * An instant as day and time (24 h) in the deployment's zone. `value` is ISO UTC, "" for nothing, or the typed text while
 * it is not an instant. @param dayTime the time that a day gets when none was given: "00:00", or "23:59" for an end
 */
export const DateTimeInput = ({
  value,
  onChange,
  dayTime = "00:00",
  disabled,
  ...given
}: FieldAria & { value: string; onChange: (value: string) => void; dayTime?: string; disabled?: boolean }) => {
  const t = useT()
  const { id } = given
  const zone = useFieldZone()
  const zoneId = `${id}-zone`
  const described = [given["aria-describedby"], zone && zoneId].filter(Boolean).join(" ")
  const aria = { ...given, "aria-describedby": described || undefined }
  const [typed, setTyped] = useState({ ...partsOf(value), value })
  const { date, time } = typed.value === value ? typed : partsOf(value)

  const change = (nextDate: string, nextTime: string) => {
    const at = nextTime.trim() ? readTime(nextTime) : dayTime
    const text = `${nextDate} ${nextTime}`.trim()
    // A time without a day is nothing yet: it waits for its day.
    const next = at && isDay(nextDate) ? toInstant(nextDate, at, config.timeZone) : at && !nextDate ? "" : text
    setTyped({ date: nextDate, time: nextTime, value: next })
    onChange(next)
  }
  return (
    <span className="date-time">
      <DateInput {...aria} disabled={disabled} value={date} onChange={next => change(next, time)} />
      <input
        id={`${id}-time`}
        className="input"
        data-tone={aria["aria-invalid"] ? "danger" : undefined}
        aria-label={t("ui.time")}
        aria-labelledby={`${id}-label ${id}-time`}
        aria-describedby={aria["aria-describedby"]}
        aria-invalid={aria["aria-invalid"]}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        placeholder={dayTime}
        disabled={disabled}
        value={time}
        onChange={event => change(date, event.target.value)}
        onBlur={() => {
          const read = readTime(time) ?? (isDay(date) && !time.trim() ? dayTime : undefined)
          if (read && read !== time) change(date, read)
        }}
      />
      {zone && (
        <small className="hint" id={zoneId}>
          {zone}
        </small>
      )}
    </span>
  )
}
