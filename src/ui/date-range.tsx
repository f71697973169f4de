import { useId, useRef, useState } from "react"
import { isDay } from "../core/dates"
import { Button } from "./button"
import { DateField } from "./date-field"
import { Field } from "./field"
import { PopoverPanel } from "./popover-panel"
import { useT } from "./use-t"

/** A span of days for the filter bar; either end may stay open. */
export const DateRange = (props: { label: string; from: string; to: string; onChange: (from: string, to: string) => void }) => {
  const t = useT()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [from, setFrom] = useState(props.from)
  const [to, setTo] = useState(props.to)
  const errorOf = (text: string) => (text && !isDay(text) ? t("ui.dateInvalid") : undefined)
  const isReady = !errorOf(from) && !errorOf(to)

  const toggle = () => {
    setFrom(props.from)
    setTo(props.to)
    setOpen(!isOpen)
  }
  const apply = (first: string, last: string) => {
    const [start, end] = first && last && first > last ? [last, first] : [first, last]
    props.onChange(start, end)
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <Button ref={button} tone="ghost" icon="calendar" aria-expanded={isOpen} aria-haspopup="dialog" onClick={toggle}>
        {props.label}
      </Button>
      {isOpen && (
        <PopoverPanel label={props.label} anchor={button} onClose={() => setOpen(false)}>
          <form
            className="stack-sm"
            noValidate
            onSubmit={event => {
              event.preventDefault()
              if (isReady) apply(from, to)
            }}
          >
            <Field id={`${id}-from`} label={t("ui.from")} error={errorOf(from)}>
              {aria => <DateField {...aria} value={from} onChange={setFrom} />}
            </Field>
            <Field id={`${id}-to`} label={t("ui.to")} error={errorOf(to)}>
              {aria => <DateField {...aria} value={to} onChange={setTo} />}
            </Field>
            <div className="btns">
              <Button type="submit" tone="primary" size="sm" disabled={!isReady}>
                {t("ui.apply")}
              </Button>
              <Button tone="ghost" size="sm" onClick={() => apply("", "")}>
                {t("ui.clear")}
              </Button>
            </div>
          </form>
        </PopoverPanel>
      )}
    </>
  )
}
