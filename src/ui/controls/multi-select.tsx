import { useRef, useState } from "react"
import type { Option } from "../../core/http/options"
import { Chip } from "../display/chip"
import { untranslated } from "../display/untranslated"
import { useT } from "../hooks/use-t"
import type { FieldAria } from "./field"
import { OptionList } from "./option-list"
import { type ComboboxSource, useCombobox } from "./use-combobox"

/** Selects several options, shown as removable chips; Backspace in the empty input removes the last one. */
export const MultiSelect = ({
  value,
  onChange,
  options,
  isLoading,
  loadOptions,
  known,
  onCreate,
  placeholder,
  ...aria
}: FieldAria &
  ComboboxSource & {
    value: readonly string[]
    onChange: (value: string[]) => void
    placeholder: string
  }) => {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [liveText, setLiveText] = useState("")
  /** The label of a chosen option, with its hint where another one has the same label. */
  const nameOf = (id: string) => {
    const name = combo.labelOf(id)
    const { hint } = combo.optionOf(id) ?? {}
    return hint && value.some(other => other !== id && combo.labelOf(other) === name) ? `${name} (${hint})` : name
  }
  const remove = (id: string) => {
    setLiveText(t("ui.choiceRemoved", { name: nameOf(id) }))
    onChange(value.filter(other => other !== id))
  }
  const toggle = (option: Option) => {
    if (value.includes(option.value)) remove(option.value)
    else onChange([...value, option.value])
    // Who typed looked for this one; the list would cover what is below the field.
    if (combo.text) combo.close()
  }
  const combo = useCombobox({ options, isLoading, loadOptions, known, onCreate }, toggle)

  return (
    <div className="control multi-select" ref={box} data-tone={aria["aria-invalid"] ? "danger" : undefined}>
      {value.map(id => (
        <Chip
          key={id}
          removeLabel={t("ui.removeChoice", { name: nameOf(id) })}
          onRemove={() => {
            remove(id)
            input.current?.focus()
          }}
        >
          {loadOptions ? untranslated(nameOf(id)) : nameOf(id)}
        </Chip>
      ))}
      <input
        {...aria}
        {...combo.inputProps}
        ref={input}
        placeholder={placeholder}
        value={combo.text}
        onKeyDown={event => {
          const last = value.at(-1)
          if (event.key === "Backspace" && !combo.text && last !== undefined) remove(last)
          else combo.inputProps.onKeyDown(event)
        }}
      />
      {combo.isOpen && (
        <OptionList {...combo.listProps} label={placeholder} anchor={box} isSelected={id => value.includes(id)} isMulti />
      )}
      <span className="sr-only" role="status">
        {liveText}
      </span>
    </div>
  )
}
