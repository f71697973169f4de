import { useId, useRef, useState } from "react"
import { offeredRanges, rangesAround } from "../../core/dates/date-ranges"
import { isDay } from "../../core/dates/dates"
import { currentDay } from "../../state/current-day"
import { rangeText } from "../display/range-text"
import { useComingHolidays } from "../hooks/use-coming-holidays"
import { useFormat } from "../hooks/use-format"
import { useT } from "../hooks/use-t"
import { Button } from "./button"
import { DateInput } from "./date-input"
import { Field } from "./field"
import { PopoverPanel } from "./popover-panel"
import { useTimeZoneNote } from "./use-time-zone-note"

type Range = { from: string; to: string }
const ends = ["from", "to"] as const

/** A filter by a range of days, `YYYY-MM-DD`; either bound may be "". The button shows the current range. */
export const DateRange = (props: Range & { label: string; onChange: (from: string, to: string) => void }) => {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { label, from, to } = props
  const range = rangeText(from, to, { t: useT(), format: useFormat() })

  const apply = (next: Range) => {
    props.onChange(next.from, next.to)
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        className="date-range"
        icon="calendar"
        data-active={range ? true : undefined}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={() => setOpen(!isOpen)}
      >
        <span>{range ? `${label}: ${range}` : label}</span>
      </Button>
      {isOpen && (
        <PopoverPanel label={label} anchor={button} onClose={() => setOpen(false)}>
          <RangeForm from={from} to={to} onApply={apply} />
        </PopoverPanel>
      )}
    </>
  )
}

const RangeForm = (props: Range & { onApply: (range: Range) => void }) => {
  const t = useT()
  const id = useId()
  const zoneNote = useTimeZoneNote()
  const holidays = useComingHolidays()
  const [range, setRange] = useState<Range>({ from: props.from, to: props.to })
  const [blurred, setBlurred] = useState({ from: false, to: false })
  const isInvalid = (end: keyof Range) => range[end] !== "" && !isDay(range[end])

  const apply = () => {
    const invalid = ends.find(isInvalid)
    if (invalid) {
      setBlurred({ from: true, to: true })
      document.getElementById(`${id}-${invalid}`)?.focus()
      return
    }
    const { from, to } = range
    props.onApply(from && to && from > to ? { from: to, to: from } : range)
  }
  return (
    <form
      className="stack-sm"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        event.stopPropagation()
        apply()
      }}
    >
      <div className="date-range__presets">
        {offeredRanges.map(name => (
          <Button key={name} size="sm" onClick={() => props.onApply(rangesAround(currentDay())[name])}>
            {t(`ui.range.${name}`)}
          </Button>
        ))}
      </div>
      <details>
        <summary>{t("ui.holidays")}</summary>
        <div className="date-range__holidays stack-sm">
          {holidays.map(({ label, from, to }) => (
            <Button key={label} size="sm" onClick={() => props.onApply({ from, to })}>
              {label}
            </Button>
          ))}
        </div>
      </details>
      {ends.map(end => (
        <Field
          key={end}
          id={`${id}-${end}`}
          label={t(end === "from" ? "ui.from" : "ui.to")}
          error={blurred[end] && isInvalid(end) ? t("ui.dateInvalid") : undefined}
          onLeave={() => setBlurred({ ...blurred, [end]: true })}
        >
          {aria => <DateInput {...aria} value={range[end]} onChange={day => setRange({ ...range, [end]: day })} />}
        </Field>
      ))}
      {zoneNote && <small className="hint">{zoneNote}</small>}
      <div className="button-row">
        <Button type="submit" tone="primary" size="sm">
          {t("ui.apply")}
        </Button>
        <Button tone="ghost" size="sm" onClick={() => props.onApply({ from: "", to: "" })}>
          {t("ui.clear")}
        </Button>
      </div>
    </form>
  )
}
