import type { FieldAria } from "./field"

/** A checkbox. @param isSwitch shows it as a {@link Switch} */
export const Checkbox = ({
  label,
  hint,
  value,
  onChange,
  isSwitch,
  ...rest
}: Partial<FieldAria> & {
  label: string
  hint?: string
  value: boolean
  onChange: (value: boolean) => void
  isSwitch?: boolean
  disabled?: boolean
}) => (
  <label className={isSwitch ? "switch" : "checkbox"}>
    <input
      {...rest}
      type="checkbox"
      role={isSwitch ? "switch" : undefined}
      checked={value}
      onChange={event => onChange(event.target.checked)}
    />
    <span>
      {label}
      {hint && <small>{hint}</small>}
    </span>
  </label>
)
