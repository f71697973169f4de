import { useSnapshot } from "valtio"
import { failedCallMessage } from "../../core/errors"
import type { Option } from "../../core/options"
import type { Read } from "../../core/query"
import { currentUser, type Role, type SessionState, session } from "../../state/session"
import { Button } from "../controls/button"
import { Combobox } from "../controls/combobox"
import { MultiSelect } from "../controls/multi-select"
import { useQuery } from "../hooks/use-query"
import { useT } from "../hooks/use-t"
import { Field } from "./field"
import type { BoundField } from "./use-form"

/** Creates an option that is missing, for people of one role. */
export type OptionCreator = { role: Role; create: (name: string) => Promise<Option> }

type Props<V> = BoundField<V> & {
  hint?: string
  placeholder: string
  options: Read<undefined, Option[]>
  creator?: OptionCreator
  required?: boolean
  optional?: boolean
}

const useCreate = (creator: OptionCreator | undefined) => {
  const person = currentUser(useSnapshot(session) as SessionState)
  return creator && person?.role === creator.role ? creator.create : undefined
}

/** Shown when the options could not be loaded. */
const OptionsFailed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const t = useT()
  return (
    <p className="row small" role="alert">
      {failedCallMessage(error, "ui.optionsFailed", t)}
      <Button size="sm" tone="ghost" icon="refresh" onClick={onRetry}>
        {t("ui.retry")}
      </Button>
    </p>
  )
}

/** One of the options that a read gives. */
export const ChoiceField = ({ id, label, hint, placeholder, field, options, creator, required, optional }: Props<string>) => {
  const { data = [], error, reload } = useQuery(options, undefined)
  const onCreate = useCreate(creator)
  return (
    <div>
      <Field id={id} label={label} hint={hint} error={field.error} required={required} optional={optional}>
        {aria => (
          <Combobox
            {...aria}
            value={field.value}
            onChange={field.onChange}
            options={data}
            onCreate={onCreate}
            placeholder={placeholder}
          />
        )}
      </Field>
      {error !== undefined && data.length === 0 && <OptionsFailed error={error} onRetry={reload} />}
    </div>
  )
}

/** Some of the options that a read gives. */
export const ChoicesField = ({ id, label, hint, placeholder, field, options, creator, required, optional }: Props<string[]>) => {
  const { data = [], error, reload } = useQuery(options, undefined)
  const onCreate = useCreate(creator)
  return (
    <div>
      <Field id={id} label={label} hint={hint} error={field.error} required={required} optional={optional}>
        {aria => (
          <MultiSelect
            {...aria}
            value={field.value}
            onChange={field.onChange}
            options={data}
            onCreate={onCreate}
            placeholder={placeholder}
          />
        )}
      </Field>
      {error !== undefined && data.length === 0 && <OptionsFailed error={error} onRetry={reload} />}
    </div>
  )
}
