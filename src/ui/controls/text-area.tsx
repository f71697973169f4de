import type { TextareaHTMLAttributes } from "react"
import { cleanText } from "../../core/text/clean-text"

type Props = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "value" | "onChange"> & {
  value: string
  onChange: (value: string) => void
  "data-focus"?: boolean
}

/** A text field of several lines, without what nobody sees. */
export const TextArea = ({ value, onChange, ...rest }: Props) => (
  <textarea
    {...rest}
    className="control text-area"
    data-tone={rest["aria-invalid"] ? "danger" : undefined}
    value={value}
    onChange={event => onChange(cleanText(event.target.value))}
  />
)
