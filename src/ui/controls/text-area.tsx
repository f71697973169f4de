import type { TextareaHTMLAttributes } from "react"

type Given = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "value" | "onChange"> & {
  value: string
  onChange: (value: string) => void
}

export const TextArea = ({ value, onChange, ...rest }: Given) => (
  <textarea
    {...rest}
    className="control text-area"
    data-tone={rest["aria-invalid"] ? "danger" : undefined}
    value={value}
    onChange={event => onChange(event.target.value)}
  />
)
