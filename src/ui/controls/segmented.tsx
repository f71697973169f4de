import { useId } from "react"
import { Icon, type IconName } from "../display/icons/icon"

export type Segment<V extends string> = { value: V; label: string; icon?: IconName; lang?: string }

/** Radio buttons as one bar, for two to four short choices. */
export const Segmented = <V extends string>(props: {
  label: string
  value: V
  onChange: (value: V) => void
  options: readonly Segment<V>[]
  describedBy?: string
}) => {
  const name = useId()
  return (
    <div className="segmented" role="radiogroup" aria-label={props.label} aria-describedby={props.describedBy}>
      {props.options.map(option => (
        <label key={option.value} lang={option.lang}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
          />
          {option.icon && <Icon name={option.icon} size="sm" />}
          {option.label}
        </label>
      ))}
    </div>
  )
}
