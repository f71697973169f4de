import { type ReactNode, useState } from "react"
import type { FieldAria } from "../../src/ui/controls/field"

/** What a form is to a control: it holds the value. `heard` gets every value that the control hands over. */
export const Held = <V,>(props: {
  initial: V
  heard?: (value: V) => void
  children: (value: V, onChange: (value: V) => void) => ReactNode
}) => {
  const [value, setValue] = useState(props.initial)
  return props.children(value, next => {
    props.heard?.(next)
    setValue(next)
  })
}

/** A field without a hint or an error. */
export const aria: FieldAria = {
  id: "field",
  "aria-invalid": undefined,
  "aria-describedby": undefined,
  "aria-required": undefined,
}

export const byId = (id: string) => document.getElementById(id) as HTMLInputElement
