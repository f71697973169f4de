import { type CalendarKind, calendarKinds } from "../../contract/calendar"
import { Icon } from "../../ui/display/icons/icon"
import { useT } from "../../ui/hooks/use-t"
import { kinds } from "./kinds"

/** Checkboxes of the kinds that are shown; the last one stays checked. */
export const KindChoice = (props: {
  open: readonly CalendarKind[]
  chosen: readonly CalendarKind[]
  onChange: (kinds: CalendarKind[]) => void
}) => {
  const t = useT()
  const { open, chosen } = props
  return (
    <fieldset className="schedule-kinds">
      <legend className="sr-only">{t("calendar.kinds")}</legend>
      {open.map(kind => (
        <label key={kind} className="checkbox" data-kind={kind}>
          <input
            type="checkbox"
            checked={chosen.includes(kind)}
            onChange={event => {
              const next = open.filter(other => (other === kind ? event.target.checked : chosen.includes(other)))
              if (next.length) props.onChange(next.length === open.length ? [...calendarKinds] : next)
            }}
          />
          <Icon name={kinds[kind].icon} size="sm" />
          <span>{t(kinds[kind].many)}</span>
        </label>
      ))}
    </fieldset>
  )
}
