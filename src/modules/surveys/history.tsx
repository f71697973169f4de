import { entriesOf } from "../../contract/record"
import { draftOf, fields, type Question, type SurveyDraft, surveyOf } from "../../contract/surveys/surveys"
import { dash } from "../../core/text/format"
import { asDateTime, asOptions, type Compare, compareOf } from "../../ui/forms/compare"
import { useT } from "../../ui/hooks/use-t"
import { historyOf } from "../audit/api"
import { departmentOptions } from "../departments/api"
import { companyOptions } from "../owners/api"
import { kindLook, statusLook, surveys } from "./resource"

const Lines = ({ texts }: { texts: readonly string[] }) =>
  texts.length ? (
    <ol>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries without id have no identity but their position
        <li key={index}>{text}</li>
      ))}
    </ol>
  ) : (
    dash
  )

const Questions = ({ value }: { value: readonly Question[] }) => <Lines texts={value.map(({ text }) => text)} />

const ReminderDays = ({ value }: { value: readonly number[] }) => {
  const t = useT()
  return value.map(day => t("survey.remind.after", { count: day })).join(", ") || t("survey.remind.none")
}

/** How members are displayed in a conflict, and in the history. */
export const compare: Compare<SurveyDraft> = {
  ...compareOf(fields, { type: kindLook, status: statusLook }),
  questions: Questions,
  reminderDays: ReminderDays,
  startDate: asDateTime("survey.atOnce"),
  endDate: asDateTime("survey.untilClosed"),
  tenantIds: asOptions(companyOptions, "ui.everyCompany"),
  departmentIds: asOptions(departmentOptions, "survey.everyDepartment"),
}

/** Recommendations or action plans, by their titles. */
const Titles = ({ value }: { value: unknown }) => <Lines texts={entriesOf(value, ({ title }) => String(title))} />

export const history = historyOf("survey", { resource: surveys, compare, draftOf }, surveyOf, {
  labels: { recommendations: "survey.recommendations", plans: "survey.plans" },
  compare: { recommendations: Titles, plans: Titles },
})
