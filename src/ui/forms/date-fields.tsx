import { memo } from "react"
import type { Bound } from "../../core/form/parts"
import { DateInput } from "../controls/date-input"
import { DateTimeInput } from "../controls/date-time-input"
import { Field, type FieldOptions } from "../controls/field"
import { useBound } from "./bound"

type DateTimeProps = Bound<string> & FieldOptions & { defaultTime?: "23:59" }

/** A date and time with label, hint and error. @param bound `defaultTime`: of a date without a typed time; 00:00 if absent */
export const DateTimeField = memo((bound: DateTimeProps) => {
  const { field, defaultTime, ...props } = useBound(bound)
  return (
    <Field {...props} onLeave={field.onLeave} error={field.error} note={field.note}>
      {aria => <DateTimeInput {...aria} defaultTime={defaultTime} value={field.value} onChange={field.onChange} />}
    </Field>
  )
})

type DayProps = Bound<string> & FieldOptions & { latestYear?: number; noteOf?: (day: string) => string | undefined }

/** A day with label, hint and error. @param bound `noteOf`: what is said of a day that may be a slip */
export const DayField = memo((bound: DayProps) => {
  const { field, latestYear, noteOf, ...props } = useBound(bound)
  return (
    <Field {...props} onLeave={field.onLeave} error={field.error} note={noteOf?.(field.value) || field.note}>
      {aria => <DateInput {...aria} latestYear={latestYear} value={field.value} onChange={field.onChange} />}
    </Field>
  )
})
