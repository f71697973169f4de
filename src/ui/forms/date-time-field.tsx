import { memo } from "react"
import { DateTimeInput } from "../controls/date-time-input"
import { Field, type FieldOptions } from "../controls/field"
import type { BoundField } from "./use-form"

/** A date and time with label, hint and error. @param defaultTime the time of a date without a typed time; 00:00 if absent */
export const DateTimeField = memo(
  ({ field, defaultTime, ...props }: BoundField<string> & FieldOptions & { defaultTime?: "23:59" }) => (
    <Field {...props} onLeave={field.onLeave} error={field.error} note={field.note}>
      {aria => <DateTimeInput {...aria} defaultTime={defaultTime} value={field.value} onChange={field.onChange} />}
    </Field>
  ),
)
