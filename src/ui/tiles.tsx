import { Icon } from "./icon"

export type Tile = { value: string; icon: string; label: string; hint: string }

/** A few weighty choices, one of which holds: radio buttons as cards. */
export const Tiles = (props: {
  legend: string
  name: string
  value: string
  onChange: (value: string) => void
  options: Tile[]
}) => (
  <fieldset>
    <legend className="sr">{props.legend}</legend>
    <div className="grid-2">
      {props.options.map(option => (
        <label className="tile" key={option.value}>
          <input
            type="radio"
            name={props.name}
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
  </fieldset>
)
