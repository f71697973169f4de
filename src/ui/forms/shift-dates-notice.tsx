import { useState } from "react"
import { fromInstant, isInstant, toInstant } from "../../core/dates/dates"
import { atNextFeast } from "../../core/dates/holidays"
import { type Dates, movedTo, shiftDates } from "../../core/dates/shift-dates"
import type { FormSession } from "../../core/form/session"
import { config } from "../../state/config"
import { currentDay } from "../../state/current-day"
import { Button } from "../controls/button"
import { DateTimeInput } from "../controls/date-time-input"
import { Field } from "../controls/field"
import { Alert } from "../display/alert"
import { Banner } from "../display/banner"
import { useFormat } from "../hooks/use-format"
import { useT } from "../hooks/use-t"
import { useObservable } from "./bound"

/** Returns the start that has the same distance to the coming feast as the copied start had to its own, if it belongs to one. */
const startAtFeast = (start: string) => {
  const own = fromInstant(start, config.timeZone)
  const next = own && atNextFeast(own.date, currentDay())
  return next && { ...next, start: toInstant(next.day, own.time, config.timeZone) }
}

/** Offers to move the dates of a copy to any start, or beside the next feast, until they are changed. @param names members that move, with start and end */
export const ShiftDatesNotice = <D extends Dates>({
  form,
  names,
}: {
  form: FormSession<D>
  names: readonly (keyof D & string)[]
}) => {
  const t = useT()
  const format = useFormat()
  const draft = useObservable(form.whole)
  const [copied] = useState(() => Object.fromEntries(names.map(name => [name, draft[name]])) as Dates & Partial<D>)
  const [start, setStart] = useState(() => shiftDates(copied, Date.now())?.startDate ?? copied.startDate)
  const [feast] = useState(() => startAtFeast(copied.startDate))
  const [isLeft, setLeft] = useState(false)
  if (isLeft || names.some(name => draft[name] !== copied[name])) return null
  const moved = movedTo(start, copied, config.timeZone)
  const atFeast = feast && movedTo(feast.start, copied, config.timeZone)
  const isWrong = start !== "" && !isInstant(start)
  return (
    <Banner rank="copy">
      <Alert tone="info" title={t("ui.shiftTitle")} text={t("ui.shiftText")}>
        <div className="stack-sm">
          <div className="grid-2">
            <Field
              id="shift-start"
              label={t("ui.shiftStart")}
              hint={moved && format.period(moved.startDate, moved.endDate)}
              error={isWrong ? t("rule.instant") : undefined}
            >
              {aria => <DateTimeInput {...aria} value={start} onChange={setStart} />}
            </Field>
          </div>
          <div className="button-row">
            <Button
              size="sm"
              disabled={!moved || moved.startDate === copied.startDate}
              onClick={() => moved && form.change(moved)}
            >
              {t("ui.shift")}
            </Button>
            {atFeast && (
              <Button size="sm" onClick={() => form.change(atFeast)}>
                {feast.days < 0
                  ? t(`ui.beforeFeast.${feast.name}`, { count: -feast.days, date: format.date(feast.day) })
                  : t(`ui.inFeast.${feast.name}`, { number: feast.days + 1, date: format.date(feast.day) })}
              </Button>
            )}
            <Button size="sm" tone="ghost" onClick={() => setLeft(true)}>
              {t("ui.shiftNot")}
            </Button>
          </div>
        </div>
      </Alert>
    </Banner>
  )
}
