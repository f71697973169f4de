import type { FieldAria } from "./field"

/** A switch (on or off). */
export const Switch = ({
  label,
  hint,
  value,
  onChange,
  ...rest
}: Partial<FieldAria> & {
  label: string
  hint?: string
  value: boolean
  onChange: (value: boolean) => void
  disabled?: boolean
}) => (
  <label className="switch">
    {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its own checked state */}
    <input {...rest} type="checkbox" role="switch" checked={value} onChange={event => onChange(event.target.checked)} />
    <span>
      {label}
      {hint && <small>{hint}</small>}
    </span>
  </label>
)
