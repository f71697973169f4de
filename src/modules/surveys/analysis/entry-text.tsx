import type { Bound } from "../../../core/form/parts"
import { TextInput } from "../../../ui/controls/text-input"
import { useBound } from "../../../ui/forms/bound"

/** A text of an entry in one line with others. @param props.name the field's name with the position of the entry */
export const EntryText = ({ name, placeholder, ...bound }: Bound<string> & { name: string; placeholder?: string }) => {
  const { id, max, field } = useBound(bound)
  return (
    <TextInput
      id={id}
      aria-label={name}
      aria-invalid={field.error ? true : undefined}
      placeholder={placeholder}
      maxLength={max}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onLeave}
    />
  )
}
