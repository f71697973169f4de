import { NumberInput } from "../controls/number-input"
import { Field } from "./field"
import type { BoundField } from "./use-form"

/** A number of a form with label, hint and error; null for none. @param affix the unit beside the figure */
export const NumberField = ({
  id,
  label,
  field: { value, onChange, error },
  hint,
  affix,
  required,
  optional,
}: BoundField<number | null> & { hint?: string; affix?: string; required?: boolean; optional?: boolean }) => (
  <Field id={id} label={label} hint={hint} error={error} required={required} optional={optional}>
    {aria => <NumberInput {...aria} affix={affix} value={value} onChange={onChange} />}
  </Field>
)
