import { useRef, useState } from "react"
import { type Day, formatDay, isDay, isInstant } from "../../core/dates/dates"
import { parseDay } from "../../core/dates/parse-day"
import { i18n } from "../../state/instances"
import { useT } from "../hooks/use-t"
import { IconButton } from "./button"
import { Calendar } from "./calendar"
import type { FieldAria } from "./field"
import { PopoverPanel } from "./popover-panel"

/**
 * A date field with a calendar; typed dates are parsed leniently (docs/console.md#dates-and-numbers). `value` is `YYYY-MM-DD`,
 * "" when empty, or the typed text while it is not a date, which the rules reject.
 */
export const DateInput = ({
  value,
  onChange,
  onBlur,
  latestYear,
  ...aria
}: Partial<FieldAria> & {
  id: string
  "aria-label"?: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** The last year that two digits may mean, as for `parseDay`. */
  latestYear?: number
}) => {
  const t = useT()
  const { id } = aria
  const language = i18n.language()
  const [typed, setTyped] = useState<{ text: string; value: string }>()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const text = typed?.value === value ? typed.text : isDay(value) && isInstant(value) ? formatDay(value, language) : value

  const pick = (day: Day) => {
    setTyped(undefined)
    onChange(day)
    setOpen(false)
    button.current?.focus()
  }
  return (
    <span className="input-wrap date-input">
      <input
        {...aria}
        className="control"
        data-tone={aria["aria-invalid"] ? "danger" : undefined}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t("ui.datePattern")}
        value={text}
        onChange={event => {
          const next = event.target.value
          const day = parseDay(next, { latestYear }) ?? next.trim()
          setTyped({ text: next, value: day })
          onChange(day)
        }}
        onKeyDown={event => {
          if (event.key !== "ArrowDown" || !event.altKey) return
          event.preventDefault()
          setOpen(true)
        }}
        onBlur={() => {
          setTyped(undefined)
          onBlur?.()
        }}
      />
      <IconButton
        ref={button}
        id={`${id}-calendar`}
        icon="calendar"
        label={t("ui.openCalendar")}
        aria-labelledby={aria["aria-label"] ? undefined : `${id}-label ${id}-calendar`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <PopoverPanel label={t("ui.calendar")} anchor={button} align="end" onClose={() => setOpen(false)}>
          <Calendar value={isDay(value) ? value : undefined} onPick={pick} />
        </PopoverPanel>
      )}
    </span>
  )
}
