import { DateTimeInput } from "../controls/date-time-input"
import { Field } from "./field"
import type { BoundField } from "./use-form"

/** A moment of a form with label, hint and error. @param dayTime the time of a day that was given without one: 00:00, or 23:59 for an end */
export const DateTimeField = ({
  id,
  label,
  field: { value, onChange, error },
  hint,
  dayTime,
  required,
  optional,
}: BoundField<string> & { hint?: string; dayTime?: "23:59"; required?: boolean; optional?: boolean }) => (
  <Field id={id} label={label} hint={hint} error={error} required={required} optional={optional}>
    {aria => <DateTimeInput {...aria} dayTime={dayTime} value={value} onChange={onChange} />}
  </Field>
)
