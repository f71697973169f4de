import { useId, useState } from "react"

const length = 6

/** Six drawn cells over one input, so that paste ("123 456"), autofill and assistive technology see a plain field. */
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
  const [isFocused, setFocused] = useState(false)
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="otp">
        {Array.from({ length }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cells are places, not things
          <i key={at} data-current={(isFocused && at === Math.min(value.length, length - 1)) || undefined} />
        ))}
        <input
          id={id}
          inputMode="numeric"
          autoComplete="one-time-code"
          // biome-ignore lint/a11y/noAutofocus: the code is the only thing to do on this page
          autoFocus
          value={value}
          aria-invalid={isInvalid || undefined}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={event => onChange(event.target.value.replace(/\D/g, "").slice(0, length))}
        />
      </div>
    </div>
  )
}
