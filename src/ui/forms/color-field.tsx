import { memo } from "react"
import { parseHex } from "../../core/color"
import type { Bound } from "../../core/form/parts"
import { Field } from "../controls/field"
import { TextInput } from "../controls/text-input"
import { useT } from "../hooks/use-t"
import { useBound } from "./bound"

type Props = Bound<string> & { hint?: string; byDefault: string }

/** A hex colour, typed or picked. @param bound `byDefault`: the colour that applies while the field is empty */
export const ColorField = memo((bound: Props) => {
  const t = useT()
  const { field, byDefault, ...props } = useBound(bound)
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
