import { Icon } from "../display/icon"

export type Tile = { value: string; icon: string; label: string; hint: string }

/** A few weighty choices, one of which holds: radio buttons as cards. */
export const Tiles = (props: {
  legend: string
  name: string
  value: string
  onChange: (value: string) => void
  options: readonly Tile[]
  error?: string
  disabled?: boolean
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
              disabled={props.disabled}
              onChange={() => props.onChange(option.value)}
            />
            <Icon name={option.icon} />
            <b>{option.label}</b>
            <small>{option.hint}</small>
          </label>
        ))}
      </div>
      {error && (
        <p className="field-error" data-tone="danger" id={`${name}-note`}>
          <Icon name="error" />
          {error}
        </p>
      )}
    </div>
  )
}
