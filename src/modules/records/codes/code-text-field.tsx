import type { Bound } from "../../../core/form/parts"
import { Field, type FieldOptions } from "../../../ui/controls/field"
import { TextInput } from "../../../ui/controls/text-input"
import { useBound } from "../../../ui/forms/bound"

/** A code or a pattern of codes, in capitals and letters of one width. */
export const CodeTextField = (bound: Bound<string> & FieldOptions) => {
  const { field, max, ...props } = useBound(bound)
  return (
    <Field {...props} error={field.error} note={field.note} onLeave={field.onLeave}>
      {aria => (
        <TextInput
          {...aria}
          className="mono"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={max}
          value={field.value}
          onChange={field.onChange}
        />
      )}
    </Field>
  )
}
