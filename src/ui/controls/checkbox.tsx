import type { FieldAria } from "./field"

/** A checkbox. @param isMixed shows the indeterminate state */
export const Checkbox = ({
  label,
  hint,
  value,
  onChange,
  isMixed = false,
  ...rest
}: Partial<FieldAria> & {
  label: string
  hint?: string
  value: boolean
  onChange: (value: boolean) => void
  isMixed?: boolean
  disabled?: boolean
}) => (
  <label className="checkbox">
    <input
      {...rest}
      type="checkbox"
      checked={value}
      ref={input => {
        if (input) input.indeterminate = isMixed
      }}
      onChange={event => onChange(event.target.checked)}
    />
    <span>
      {label}
      {hint && <small>{hint}</small>}
    </span>
  </label>
)
