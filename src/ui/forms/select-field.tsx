import type { Bound } from "../../core/form/parts"
import { Field, type FieldOptions } from "../controls/field"
import { Select } from "../controls/select"
import { useBound } from "./bound"

type Props<V extends string> = Bound<V> & FieldOptions & { options: readonly { value: V; label: string }[] }

/** Selects one of few values. */
export const SelectField = <V extends string>(bound: Props<V>) => {
  const { field, options, ...props } = useBound<Props<V>>(bound)
  return (
    <Field {...props} error={field.error} note={field.note}>
      {aria => <Select {...aria} value={field.value} onChange={next => field.onChange(next as V)} options={options} />}
    </Field>
  )
}
