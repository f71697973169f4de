import { TextArea } from "../controls/text-area"
import { TextInput } from "../controls/text-input"
import { Field } from "./field"
import type { BoundField } from "./use-form"

/** A text of a form with label, hint and error. @param rows more than one line; long texts show their length */
export const TextField = (
  props: BoundField<string> & {
    hint?: string
    max: number
    rows?: number
    required?: boolean
    optional?: boolean
    type?: "text" | "email" | "tel" | "url" | "password"
  },
) => {
  const { id, label, hint, field, max, rows, required, optional, type } = props
  const { value, onChange, error } = field
  const counter = rows && max > 500 ? { length: value.length, max } : undefined
  return (
    <Field id={id} label={label} hint={hint} error={error} required={required} optional={optional} counter={counter}>
      {aria =>
        rows ? (
          <TextArea {...aria} rows={rows} maxLength={max} value={value} onChange={onChange} />
        ) : (
          <TextInput {...aria} type={type} maxLength={max} value={value} onChange={onChange} />
        )
      }
    </Field>
  )
}
