import { classes } from "../display/classes"
import type { FieldAria } from "../forms/field"

/** On or off, at once. @param atEnd the label first, the switch at the line's end: for lists of settings */
export const Switch = ({
  label,
  hint,
  value,
  onChange,
  atEnd = false,
  ...rest
}: Partial<FieldAria> & {
  label: string
  hint?: string
  value: boolean
  onChange: (value: boolean) => void
  atEnd?: boolean
  disabled?: boolean
}) => (
  <label className={classes("switch", atEnd && "is-end")}>
    {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked */}
    <input {...rest} type="checkbox" role="switch" checked={value} onChange={event => onChange(event.target.checked)} />
    <span>
      {label}
      {hint && <small>{hint}</small>}
    </span>
  </label>
)
