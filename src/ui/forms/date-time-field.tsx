import { DateTimeInput } from "../controls/date-time-input"
import { Field } from "./field"
import type { BoundField } from "./use-form"

/** A date and time with label, hint and error. @param defaultTime the time of a date without a typed time; 00:00 if absent */
export const DateTimeField = ({
  id,
  label,
  field: { value, onChange, error },
  hint,
  defaultTime,
  required,
  optional,
}: BoundField<string> & { hint?: string; defaultTime?: "23:59"; required?: boolean; optional?: boolean }) => (
  <Field id={id} label={label} hint={hint} error={error} required={required} optional={optional}>
    {aria => <DateTimeInput {...aria} defaultTime={defaultTime} value={value} onChange={onChange} />}
  </Field>
)
