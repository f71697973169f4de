import { type ComponentProps, useState } from "react"
import { i18n } from "../../state/instances"
import { formatNumber, parseNumber } from "./number"
import { TextInput } from "./text-input"

type Props = Omit<ComponentProps<typeof TextInput>, "value" | "onChange"> & {
  value: number | null
  onChange: (value: number | null) => void
}

/**
 * A text field for a number; null when it is empty. Digits are grouped when the field is left. Text that is not a number stays
 * in the field and is reported as NaN.
 */
export const NumberInput = ({ value, onChange, ...rest }: Props) => {
  const language = i18n.language()
  const [typed, setTyped] = useState<{ text: string; value: number | null; language: string }>()
  const isTyped = typed && Object.is(typed.value, value) && (typed.language === language || Number.isNaN(value))
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={isTyped ? typed.text : formatNumber(value, language)}
      onChange={text => {
        const parsed = parseNumber(text, language)
        const next = parsed === undefined ? Number.NaN : parsed
        setTyped({ text, value: next, language })
        onChange(next)
      }}
      onBlur={event => {
        if (!Number.isNaN(value)) setTyped(undefined)
        rest.onBlur?.(event)
      }}
    />
  )
}
