import { Icon, type IconName } from "../display/icons/icon"
import { FieldError } from "./field"

type Tile = { value: string; icon: IconName; label: string; hint: string }

/** Radio buttons as cards with icon and explanation. */
export const Tiles = (props: {
  legend: string
  name: string
  value: string
  onChange: (value: string) => void
  options: readonly Tile[]
  error?: string
}) => {
  const { error, name } = props
  return (
    <div
      className="stack-sm"
      role="radiogroup"
      aria-label={props.legend}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${name}-note` : undefined}
    >
      <div className="grid-2">
        {props.options.map(option => (
          <label className="tile" key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === props.value}
              onChange={() => props.onChange(option.value)}
            />
            <Icon name={option.icon} />
            <b>{option.label}</b>
            <small>{option.hint}</small>
          </label>
        ))}
      </div>
      <FieldError id={`${name}-note`} error={error} />
    </div>
  )
}
