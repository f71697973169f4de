import { useRef } from "react"
import type { FieldAria } from "./field"
import { Icon } from "./icon"
import { type Option, OptionList } from "./option-list"
import { useCombobox } from "./use-combobox"
import { useT } from "./use-t"

/** Several choices as removable chips; typing finds more, Backspace in the empty field removes the last. */
export const MultiSelect = ({
  value,
  onChange,
  options,
  placeholder,
  ...aria
}: FieldAria & {
  value: readonly string[]
  onChange: (value: string[]) => void
  options: readonly Option[]
  placeholder: string
}) => {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const pick = (option: Option) => {
    onChange(value.includes(option.value) ? value.filter(id => id !== option.value) : [...value, option.value])
    combo.type("")
  }
  const combo = useCombobox(options, pick)
  const labelOf = (id: string) => options.find(option => option.value === id)?.label ?? "…"
  const remove = (id: string) => {
    onChange(value.filter(other => other !== id))
    input.current?.focus()
  }

  return (
    <div className="combo" ref={box} aria-invalid={aria["aria-invalid"]} data-tone={aria["aria-invalid"] ? "danger" : undefined}>
      {value.map(id => (
        <span className="chip" key={id}>
          {labelOf(id)}
          <button type="button" aria-label={t("ui.removeChoice", { name: labelOf(id) })} onClick={() => remove(id)}>
            <Icon name="x" size="sm" />
          </button>
        </span>
      ))}
      <input
        {...aria}
        {...combo.aria}
        ref={input}
        placeholder={placeholder}
        value={combo.text}
        onChange={event => combo.type(event.target.value)}
        onClick={() => !combo.isOpen && combo.open()}
        onBlur={combo.close}
        onKeyDown={event => {
          if (event.key === "Backspace" && !combo.text && value.length) onChange(value.slice(0, -1))
          else combo.aria.onKeyDown(event)
        }}
      />
      {combo.isOpen && (
        <OptionList
          id={combo.listId}
          label={placeholder}
          anchor={box}
          options={combo.found}
          active={combo.active}
          isSelected={id => value.includes(id)}
          onPick={pick}
          onHover={combo.setActive}
        />
      )}
    </div>
  )
}
