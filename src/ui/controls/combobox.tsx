import { useRef } from "react"
import type { Option } from "../../core/options"
import { Icon } from "../display/icon"
import type { FieldAria } from "../forms/field"
import { useT } from "../hooks/use-t"
import { IconButton } from "./button"
import { OptionList } from "./option-list"
import { type Choice, useCombobox } from "./use-combobox"

/** One choice among many, found by typing (isik finds ışık). */
export const Combobox = ({
  value,
  onChange,
  options,
  isLoading,
  loadOptions,
  known,
  onCreate,
  placeholder,
  disabled,
  ...aria
}: FieldAria &
  Choice & {
    value: string
    onChange: (value: string) => void
    placeholder: string
    disabled?: boolean
  }) => {
  const t = useT()
  const box = useRef<HTMLSpanElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const pick = (option: Option) => {
    onChange(option.value)
    combo.close()
  }
  const combo = useCombobox({ options, isLoading, loadOptions, known, onCreate }, pick, value)
  const name = value && combo.labelOf(value)

  return (
    <span className="input-wrap is-combo" ref={box}>
      <input
        {...aria}
        {...combo.aria}
        ref={input}
        className="input"
        data-tone={aria["aria-invalid"] ? "danger" : undefined}
        disabled={disabled}
        placeholder={name || placeholder}
        value={combo.isOpen ? combo.text : name}
        onChange={event => combo.type(event.target.value)}
        onClick={() => !combo.isOpen && combo.open()}
        onBlur={combo.close}
      />
      {value && !disabled ? (
        <IconButton
          icon="x"
          label={t("ui.removeChoice", { name })}
          onClick={() => {
            onChange("")
            input.current?.focus()
          }}
        />
      ) : (
        <span className="affix">
          <Icon name="down" />
        </span>
      )}
      {combo.isOpen && (
        <OptionList {...combo.list} label={placeholder} anchor={box} isSelected={candidate => candidate === value} />
      )}
    </span>
  )
}
