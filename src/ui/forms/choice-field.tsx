import { whatFailed } from "../../core/errors"
import type { Read } from "../../core/query"
import { Button } from "../controls/button"
import { Combobox } from "../controls/combobox"
import { MultiSelect } from "../controls/multi-select"
import type { Option } from "../hooks/use-options"
import { useQuery } from "../hooks/use-query"
import { useT } from "../hooks/use-t"
import { Field } from "./field"
import type { FieldOf } from "./use-form"

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

/** Options that could not be had say so, and are asked for again on demand. */
const Lost = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const t = useT()
  return (
    <p className="row small" role="alert">
      {whatFailed(error, "ui.optionsFailed", t)}
      <Button size="sm" tone="ghost" icon="refresh" onClick={onRetry}>
        {t("ui.retry")}
      </Button>
    </p>
  )
}

/** One of the options that a read gives. */
export const ChoiceField = ({ id, label, hint, placeholder, field, options, required, optional }: Given<string>) => {
  const { data = [], error, reload } = useQuery(options, undefined)
  return (
    <div>
      <Field id={id} label={label} hint={hint} error={field.error} required={required} optional={optional}>
        {aria => <Combobox {...aria} value={field.value} onChange={field.onChange} options={data} placeholder={placeholder} />}
      </Field>
      {error !== undefined && data.length === 0 && <Lost error={error} onRetry={reload} />}
    </div>
  )
}

/** Some of the options that a read gives. */
export const ChoicesField = ({ id, label, hint, placeholder, field, options, required, optional }: Given<string[]>) => {
  const { data = [], error, reload } = useQuery(options, undefined)
  return (
    <div>
      <Field id={id} label={label} hint={hint} error={field.error} required={required} optional={optional}>
        {aria => <MultiSelect {...aria} value={field.value} onChange={field.onChange} options={data} placeholder={placeholder} />}
      </Field>
      {error !== undefined && data.length === 0 && <Lost error={error} onRetry={reload} />}
    </div>
  )
}
