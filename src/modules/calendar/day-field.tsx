import { useState } from "react"
import type { Day } from "../../core/dates/dates"
import { parseDay } from "../../core/dates/parse-day"
import { DateInput } from "../../ui/controls/date-input"
import { useT } from "../../ui/hooks/use-t"

/** A field that goes to a day as soon as it is one. */
export const DayField = ({ id, day, onDay }: { id: string; day: Day; onDay: (day: Day) => void }) => {
  const t = useT()
  const [unfinished, setUnfinished] = useState<string>()
  return (
    <DateInput
      id={id}
      aria-label={t("calendar.dayField")}
      value={unfinished ?? day}
      onChange={text => {
        const typed = parseDay(text)
        setUnfinished(typed ? undefined : text)
        if (typed) onDay(typed)
      }}
      onBlur={() => setUnfinished(undefined)}
    />
  )
}
