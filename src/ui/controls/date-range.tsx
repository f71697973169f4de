import { useId, useRef, useState } from "react"
import { isDay } from "../../core/dates"
import { Field } from "../forms/field"
import { useFormat } from "../hooks/use-format"
import { useT } from "../hooks/use-t"
import { PopoverPanel } from "../overlays/popover-panel"
import { Button } from "./button"
import { DateInput } from "./date-input"
import { useFieldZone } from "./use-field-zone"

type Range = { from: string; to: string }
const ends = ["from", "to"] as const

/** A span of days for the filter bar; either end may stay open. The button shows the span in force. */
export const DateRange = (props: Range & { label: string; onChange: (from: string, to: string) => void }) => {
  const t = useT()
  const format = useFormat()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { label, from, to } = props
  const span =
    from && to
      ? format.period(from, to)
      : from
        ? t("ui.since", { date: format.date(from) })
        : to && t("ui.until", { date: format.date(to) })

  const apply = (range: Range) => {
    props.onChange(range.from, range.to)
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        tone="ghost"
        icon="calendar"
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={() => setOpen(!isOpen)}
      >
        {span ? `${label}: ${span}` : label}
      </Button>
      {isOpen && (
        <PopoverPanel label={label} anchor={button} onClose={() => setOpen(false)}>
          <Ends from={from} to={to} onApply={apply} />
        </PopoverPanel>
      )}
    </>
  )
}

const Ends = (props: Range & { onApply: (range: Range) => void }) => {
  const t = useT()
  const id = useId()
  const zone = useFieldZone()
  const [range, setRange] = useState<Range>({ from: props.from, to: props.to })
  const [left, setLeft] = useState({ from: false, to: false })
  const isBroken = (end: keyof Range) => range[end] !== "" && !isDay(range[end])

  const apply = () => {
    const broken = ends.find(isBroken)
    if (broken) {
      setLeft({ from: true, to: true })
      document.getElementById(`${id}-${broken}`)?.focus()
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
      {ends.map(end => (
        <Field
          key={end}
          id={`${id}-${end}`}
          label={t(end === "from" ? "ui.from" : "ui.to")}
          error={left[end] && isBroken(end) ? t("ui.dateInvalid") : undefined}
        >
          {aria => (
            <DateInput
              {...aria}
              value={range[end]}
              onChange={day => setRange({ ...range, [end]: day })}
              onBlur={() => setLeft({ ...left, [end]: true })}
            />
          )}
        </Field>
      ))}
      {zone && <small className="hint">{zone}</small>}
      <div className="btns">
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
