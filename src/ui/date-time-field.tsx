import { useState } from "react"
import { fromInstant, isDay, toInstant } from "../core/dates"
import { config } from "../state/config"
import { DateField } from "./date-field"
import type { FieldAria } from "./field"
import { useT } from "./use-t"

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** "9", "930", "9.30" and "9:30" all mean 09:30 or 09:00; anything else stays as it was typed. */
const readTime = (text: string) => {
  const [, hour = "", minute = "0"] = /^(\d{1,2})[:.\s]?(\d{2})?$/.exec(text.trim()) ?? []
  const read = `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`
  return isTime(read) ? read : undefined
}

/**
 * An instant as day and time (24 h) in the deployment's zone. `value` is ISO UTC, "" for nothing, or the typed text while
 * it is not an instant. @param dayTime the time that a day gets when none was given: "00:00", or "23:59" for an end
 */
export const DateTimeField = ({
  value,
  onChange,
  dayTime = "00:00",
  ...aria
}: FieldAria & { value: string; onChange: (value: string) => void; dayTime?: string }) => {
  const t = useT()
  const known = fromInstant(value, config.timeZone)
  const [typed, setTyped] = useState({ date: known?.date ?? value, time: known?.time ?? "", value })
  const { date, time } = typed.value === value ? typed : { date: known?.date ?? value, time: known?.time ?? "" }

  const change = (nextDate: string, nextTime: string) => {
    const at = nextTime.trim() ? readTime(nextTime) : dayTime
    const next = isDay(nextDate) && at ? toInstant(nextDate, at, config.timeZone) : `${nextDate} ${nextTime}`.trim()
    setTyped({ date: nextDate, time: nextTime, value: next })
    onChange(next)
  }
  return (
    <span className="date-time">
      <DateField {...aria} value={date} onChange={next => change(next, time)} />
      <input
        className="input"
        aria-label={t("ui.time")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        placeholder={dayTime}
        aria-invalid={aria["aria-invalid"]}
        value={time}
        onChange={event => change(date, event.target.value)}
        onBlur={() => {
          const read = readTime(time) ?? (isDay(date) && !time.trim() ? dayTime : undefined)
          if (read && read !== time) change(date, read)
        }}
      />
    </span>
  )
}
