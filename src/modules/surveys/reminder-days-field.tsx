import { maxReminderDays, minReminderDays } from "../../contract/surveys/reminder-days"
import type { Bound } from "../../core/form/parts"
import { Field } from "../../ui/controls/field"
import { MultiSelect } from "../../ui/controls/multi-select"
import { useBound } from "../../ui/forms/bound"
import { useT } from "../../ui/hooks/use-t"

const days = Array.from({ length: maxReminderDays - minReminderDays + 1 }, (_, at) => minReminderDays + at)

/** The days after the invitation on which reminders are sent (docs/contract.md#survey-answers). */
export const ReminderDaysField = (bound: Bound<number[]>) => {
  const t = useT()
  const { field, ...props } = useBound(bound)
  return (
    <Field {...props} error={field.error} hint={t("survey.remind.hint")} optional>
      {aria => (
        <MultiSelect
          {...aria}
          value={field.value.map(String)}
          onChange={chosen => field.onChange(chosen.map(Number).sort((a, b) => a - b))}
          options={days.map(day => ({ value: String(day), label: t("survey.remind.after", { count: day }) }))}
          placeholder={t("survey.remind.add")}
        />
      )}
    </Field>
  )
}
