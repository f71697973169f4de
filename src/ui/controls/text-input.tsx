import type { InputHTMLAttributes } from "react"
import { classes } from "../display/classes"
import { Icon, type IconName } from "../display/icons/icon"

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> & {
  value: string
  onChange: (value: string) => void
  /** Icon before the text. */
  icon?: IconName
  /** Unit after the text. */
  affix?: string
}

/** A text field of one line. */
export const TextInput = ({ value, onChange, icon, affix, className, ...rest }: Props) => {
  const input = (
    <input
      {...rest}
      className={classes("control", className)}
      data-tone={rest["aria-invalid"] ? "danger" : undefined}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
  if (!icon && !affix) return input
  return (
    <span className={classes("input-wrap", affix !== undefined && "input-wrap--end")}>
      {icon && <Icon name={icon} />}
      {input}
      {affix && <span className="affix">{affix}</span>}
    </span>
  )
}
