import { memo } from "react"
import type { Bound } from "../../core/form/parts"
import { readEmail } from "../../core/text/email"
import { withScheme } from "../../core/text/http-url"
import { Field, type FieldOptions } from "../controls/field"
import { TextArea } from "../controls/text-area"
import { TextInput } from "../controls/text-input"
import { useFormat } from "../hooks/use-format"
import { useBound } from "./bound"

type Props = Bound<string> &
  FieldOptions & {
    /** Number of lines; absent: one line. */
    rows?: number
    type?: "text" | "email" | "tel" | "url" | "password"
  }

/** A text with label, hint and error; long ones have a counter. A web or mail address is completed when its field is left. */
export const TextField = memo((bound: Props) => {
  const format = useFormat()
  const { field, max = 0, rows, type, ...props } = useBound(bound)
  const { value, error, onChange } = field
  return (
    <Field
      {...props}
      onLeave={() => {
        const complete = type === "url" ? withScheme(value) : type === "email" ? readEmail(value) : value
        if (complete !== value) onChange(complete)
        field.onLeave?.()
      }}
      error={error}
      note={field.note}
      counter={rows && max > 500 ? `${format.number(value.length)} / ${format.number(max)}` : undefined}
    >
      {aria =>
        rows ? (
          <TextArea {...aria} rows={rows} maxLength={max} value={value} onChange={onChange} />
        ) : (
          <TextInput {...aria} type={type} maxLength={max} value={value} onChange={onChange} />
        )
      }
    </Field>
  )
})
