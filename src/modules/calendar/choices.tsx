import { isSameJson } from "../../core/json"
import { Icon, type IconName } from "../../ui/display/icons/icon"

/**
 * Checkboxes of what is shown; the last one stays checked. They are folded with the filters while they are as usual.
 * @param usual the values that are checked by default
 */
export const Choices = <T extends string>(props: {
  legend: string
  options: readonly { value: T; label: string; icon?: IconName }[]
  chosen: readonly T[]
  usual: readonly T[]
  onChange: (chosen: T[]) => void
}) => {
  const { options, chosen } = props
  return (
    <fieldset className="schedule-choices" data-usual={isSameJson(chosen, props.usual) || undefined}>
      <legend className="sr-only">{props.legend}</legend>
      {options.map(({ value, label, icon }) => (
        <label key={value} className="checkbox" data-kind={icon && value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) => {
              const all = options.map(option => option.value)
              const next = all.filter(other => (other === value ? target.checked : chosen.includes(other)))
              if (next.length) props.onChange(next)
            }}
          />
          {icon && <Icon name={icon} size="sm" />}
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
