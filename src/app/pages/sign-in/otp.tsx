import { useId } from "react"

const length = 6

/** Arabic, Persian and wide digits as 0 to 9: the last four bits of their codes are their values. */
const plainDigits = (text: string) => text.replace(/[٠-٩۰-۹０-９]/g, digit => `${digit.charCodeAt(0) & 15}`)

/** Field for a six-digit code: cells drawn over one input, which keeps paste ("123 456"), autofill and accessibility. */
export const Otp = ({
  label,
  value,
  onChange,
  isInvalid,
}: {
  label: string
  value: string
  onChange: (digits: string) => void
  isInvalid: boolean
}) => {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="otp">
        {Array.from({ length }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cells are positions
          <i key={index} data-current={index === Math.min(value.length, length - 1) || undefined} />
        ))}
        <input
          id={id}
          inputMode="numeric"
          autoComplete="one-time-code"
          // biome-ignore lint/a11y/noAutofocus: the code is the only thing to do on this page
          autoFocus
          value={value}
          aria-invalid={isInvalid || undefined}
          onChange={event => onChange(plainDigits(event.target.value).replace(/\D/g, "").slice(0, length))}
        />
      </div>
    </div>
  )
}
