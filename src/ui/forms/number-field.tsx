import { memo } from "react"
import { Field, type FieldOptions } from "../controls/field"
import { NumberInput } from "../controls/number-input"
import type { BoundField } from "./use-form"

/** A number with label, hint and error; null when empty. @param affix unit after the number */
export const NumberField = memo(({ field, affix, ...props }: BoundField<number | null> & FieldOptions & { affix?: string }) => (
  <Field {...props} onLeave={field.onLeave} error={field.error} note={field.note}>
    {aria => <NumberInput {...aria} affix={affix} value={field.value} onChange={field.onChange} />}
  </Field>
))
