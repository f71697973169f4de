import type { SelectHTMLAttributes } from "react"
import { Icon } from "../display/icons/icon"

type Props = Omit<SelectHTMLAttributes<HTMLSelectElement>, "value" | "onChange"> & {
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
}

/** A native select, for short lists. */
export const Select = ({ value, onChange, options, ...rest }: Props) => (
  <div className="select-wrap">
    <select
      {...rest}
      className="control select"
      data-tone={rest["aria-invalid"] ? "danger" : undefined}
      value={value}
      onChange={event => onChange(event.target.value)}
    >
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
    <Icon name="down" />
  </div>
)
