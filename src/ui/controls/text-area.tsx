import type { TextareaHTMLAttributes } from "react"

type Props = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "value" | "onChange"> & {
  value: string
  onChange: (value: string) => void
  "data-focus"?: boolean
}

/** A text field of several lines. */
export const TextArea = ({ value, onChange, ...rest }: Props) => (
  <textarea
    {...rest}
    className="control text-area"
    data-tone={rest["aria-invalid"] ? "danger" : undefined}
    value={value}
    onChange={event => onChange(event.target.value)}
  />
)
