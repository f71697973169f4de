import { type ComponentProps, useState } from "react"
import { i18n } from "../../state/instances"
import { parseNumber, showNumber } from "./number"
import { TextInput } from "./text-input"

type Given = Omit<ComponentProps<typeof TextInput>, "value" | "onChange"> & {
  value: number | null
  onChange: (value: number | null) => void
}

/** A number, or null for nothing. What is not a number stays in the field and counts as NaN, which every rule refuses. */
export const NumberInput = ({ value, onChange, ...rest }: Given) => {
  const language = i18n.language()
  const [typed, setTyped] = useState<{ text: string; value: number | null; language: string }>()
  const isOwn = typed && Object.is(typed.value, value) && (typed.language === language || Number.isNaN(value))
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={isOwn ? typed.text : showNumber(value, language)}
      onChange={text => {
        const read = parseNumber(text, language)
        const next = read === undefined ? Number.NaN : read
        setTyped({ text, value: next, language })
        onChange(next)
      }}
    />
  )
}
