import { memo } from "react"
import type { Bound } from "../../core/form/parts"
import { Field, type FieldOptions } from "../controls/field"
import { NumberInput } from "../controls/number-input"
import { useBound } from "./bound"

type Props = Bound<number | null> & FieldOptions & { affix?: string }

/** A number with label, hint and error; null when empty. @param bound `affix`: unit after the number */
export const NumberField = memo((bound: Props) => {
  const { field, affix, ...props } = useBound(bound)
  return (
    <Field {...props} onLeave={field.onLeave} error={field.error} note={field.note}>
      {aria => <NumberInput {...aria} affix={affix} value={field.value} onChange={field.onChange} />}
    </Field>
  )
})
