import { useId } from "react"
import type { CalendarEntry } from "../../contract/calendar"
import { useT } from "../../ui/hooks/use-t"
import { EntryRow } from "./agenda"
import { keyOf } from "./places"

/** Entries that go on without a start or an end, and have no day in the month. */
export const UndatedCard = ({
  entries,
  onOpen,
}: {
  entries: readonly CalendarEntry[]
  onOpen: (entry: CalendarEntry) => void
}) => {
  const t = useT()
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card__head">
        <h2 id={id}>{t("calendar.undated")}</h2>
      </div>
      <ul className="schedule-day">
        {entries.map(entry => (
          <EntryRow
            key={keyOf(entry)}
            event={{ key: keyOf(entry), entry, text: "calendar.event.runs" }}
            hasOverlap={false}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </section>
  )
}
