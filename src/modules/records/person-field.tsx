import type { ComponentProps } from "react"
import type { Bound } from "../../core/form/parts"
import { Combobox } from "../../ui/controls/combobox"
import { Field, type FieldOptions } from "../../ui/controls/field"
import { useBound } from "../../ui/forms/bound"

type Source = Required<Pick<ComponentProps<typeof Combobox>, "loadOptions" | "placeholder">> &
  Pick<ComponentProps<typeof Combobox>, "known" | "disabled">

/** A person who is found by typing. @param loadOptions such as `searchPeople` */
export const PersonField = ({ loadOptions, placeholder, known, disabled, ...bound }: Bound<string> & FieldOptions & Source) => {
  const { field, ...props } = useBound(bound)
  return (
    <Field {...props} error={field.error}>
      {aria => (
        <Combobox
          {...aria}
          value={field.value}
          onChange={field.onChange}
          loadOptions={loadOptions}
          known={known}
          placeholder={placeholder}
          disabled={disabled}
        />
      )}
    </Field>
  )
}
