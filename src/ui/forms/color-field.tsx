import { memo } from "react"
import { parseHex } from "../../core/color"
import { Field } from "../controls/field"
import { TextInput } from "../controls/text-input"
import { useT } from "../hooks/use-t"
import type { BoundField } from "./use-form"

/** A hex colour, typed or picked. @param props.byDefault the colour that applies while the field is empty */
export const ColorField = memo(({ field, byDefault, ...props }: BoundField<string> & { hint?: string; byDefault: string }) => {
  const t = useT()
  const { value, onChange } = field
  return (
    <Field {...props} onLeave={field.onLeave} error={field.error} note={field.note}>
      {aria => (
        <div className="color-input">
          <input
            type="color"
            aria-label={t("ui.pickColor", { label: props.label })}
            value={(parseHex(value) ?? byDefault).toLowerCase()}
            onChange={event => onChange(event.target.value.toUpperCase())}
          />
          <TextInput
            {...aria}
            className="mono"
            spellCheck={false}
            maxLength={7}
            placeholder={byDefault}
            value={value}
            onChange={onChange}
          />
        </div>
      )}
    </Field>
  )
})
