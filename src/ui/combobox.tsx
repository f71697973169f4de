import { useRef } from "react"
import { IconButton } from "./button"
import type { FieldAria } from "./field"
import { Icon } from "./icon"
import { type Option, OptionList } from "./option-list"
import { useCombobox } from "./use-combobox"
import { useT } from "./use-t"

/** One choice among many, found by typing (isik finds ışık). */
export const Combobox = ({
  value,
  onChange,
  options,
  placeholder,
  isLoading,
  ...aria
}: FieldAria & {
  value: string
  onChange: (value: string) => void
  options: readonly Option[]
  placeholder: string
  isLoading?: boolean
}) => {
  const t = useT()
  const box = useRef<HTMLSpanElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const chosen = options.find(option => option.value === value)
  const pick = (option: Option) => {
    onChange(option.value)
    combo.close()
  }
  const combo = useCombobox(options, pick)

  return (
    <span className="input-wrap is-combo" ref={box}>
      <input
        {...aria}
        {...combo.aria}
        ref={input}
        className="input"
        data-tone={aria["aria-invalid"] ? "danger" : undefined}
        placeholder={chosen?.label ?? placeholder}
        value={combo.isOpen ? combo.text : (chosen?.label ?? "")}
        onChange={event => combo.type(event.target.value)}
        onClick={() => !combo.isOpen && combo.open()}
        onBlur={combo.close}
      />
      {value ? (
        <IconButton
          icon="x"
          label={t("ui.removeChoice", { name: chosen?.label ?? "" })}
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
        <OptionList
          id={combo.listId}
          label={placeholder}
          anchor={box}
          options={combo.found}
          active={combo.active}
          isSelected={candidate => candidate === value}
          isLoading={isLoading}
          onPick={pick}
          onHover={combo.setActive}
        />
      )}
    </span>
  )
}
