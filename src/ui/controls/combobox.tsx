import { useRef } from "react"
import type { Option } from "../../core/http/options"
import { Icon } from "../display/icons/icon"
import { useT } from "../hooks/use-t"
import { IconButton } from "./button"
import type { FieldAria } from "./field"
import { OptionList } from "./option-list"
import { type ComboboxSource, useCombobox } from "./use-combobox"

/** Selects one of many options, filtered by typing with Turkish folding: `isik` finds `ışık` (WAI-ARIA combobox). */
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
}: Partial<FieldAria> &
  ComboboxSource & {
    /** The name of a control without a label. */
    "aria-label"?: string
    value: string
    onChange: (value: string) => void
    placeholder: string
    disabled?: boolean
  }) => {
  const t = useT()
  const box = useRef<HTMLSpanElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const select = (option: Option) => {
    onChange(option.value)
    combo.close()
  }
  const combo = useCombobox({ options, isLoading, loadOptions, known, onCreate }, select, value)
  const label = value && combo.labelOf(value)

  return (
    <span className="input-wrap combobox" ref={box}>
      <input
        {...aria}
        {...combo.inputProps}
        ref={input}
        className="control"
        data-tone={aria["aria-invalid"] ? "danger" : undefined}
        disabled={disabled}
        placeholder={label || placeholder}
        value={combo.isOpen ? combo.text : label}
      />
      {value && !disabled ? (
        <IconButton
          icon="x"
          label={t("ui.removeChoice", { name: label })}
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
        <OptionList {...combo.listProps} label={placeholder} anchor={box} isSelected={candidate => candidate === value} />
      )}
    </span>
  )
}
