import { useState } from "react"
import { i18n } from "../core/i18n"
import { parseNumber, showNumber } from "../core/numbers"
import type { FieldAria } from "./field"
import { TextInput } from "./text-input"

/** A number, or null for nothing. What is not a number stays in the field and counts as NaN, which every rule refuses. */
export const NumberInput = ({
  value,
  onChange,
  ...rest
}: FieldAria & { value: number | null; onChange: (value: number | null) => void; affix?: string }) => {
  const language = i18n.language()
  const [typed, setTyped] = useState<{ text: string; value: number | null }>()
  const text = typed && Object.is(typed.value, value) ? typed.text : showNumber(value, language)
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={next => {
        const read = parseNumber(next, language)
        const number = read === undefined ? Number.NaN : read
        setTyped({ text: next, value: number })
        onChange(number)
      }}
    />
  )
}
