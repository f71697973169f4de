import type { InputHTMLAttributes } from "react"
import { cleanText, plainCode } from "../../core/text/clean-text"
import { classes } from "../display/classes"

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> & {
  value: string
  onChange: (value: string) => void
  /** Unit after the text. */
  affix?: string
}

/** Returns what is typed or pasted as the server stores it (docs/contract.md#texts); a password as it is. */
const cleanInput = (text: string, type: string | undefined) => {
  if (type === "password") return text
  return type === "tel" || type === "email" ? plainCode(text) : cleanText(text).replace(/\s/g, " ")
}

/** A text field of one line, without what nobody sees. */
export const TextInput = ({ value, onChange, affix, className, ...rest }: Props) => {
  const input = (
    <input
      {...rest}
      className={classes("control", className)}
      data-tone={rest["aria-invalid"] ? "danger" : undefined}
      value={value}
      onChange={({ target }) => onChange(cleanInput(target.value, rest.type))}
    />
  )
  if (!affix) return input
  return (
    <span className="input-wrap input-wrap--end">
      {input}
      <span className="affix">{affix}</span>
    </span>
  )
}
