import type { Read } from "../core/query"
import { Combobox } from "./combobox"
import { Field } from "./field"
import { MultiSelect } from "./multi-select"
import type { FieldOf } from "./use-form"
import type { Option } from "./use-options"
import { useQuery } from "./use-query"

type Given<V> = {
  id: string
  label: string
  hint?: string
  placeholder: string
  field: FieldOf<V>
  options: Read<undefined, Option[]>
  required?: boolean
  optional?: boolean
}

/** One of the options that a read gives. */
export const ChoiceField = ({ id, label, hint, placeholder, field, options, required, optional }: Given<string>) => {
  const { data = [] } = useQuery(options, undefined)
  return (
    <Field id={id} label={label} hint={hint} error={field.error} required={required} optional={optional}>
      {aria => <Combobox {...aria} value={field.value} onChange={field.onChange} options={data} placeholder={placeholder} />}
    </Field>
  )
}

/** Some of the options that a read gives. */
export const ChoicesField = ({ id, label, hint, placeholder, field, options, required, optional }: Given<string[]>) => {
  const { data = [] } = useQuery(options, undefined)
  return (
    <Field id={id} label={label} hint={hint} error={field.error} required={required} optional={optional}>
      {aria => <MultiSelect {...aria} value={field.value} onChange={field.onChange} options={data} placeholder={placeholder} />}
    </Field>
  )
}
