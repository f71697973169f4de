import { intentOf, type SurveyDraft, statuses } from "../../contract/surveys"
import { Switch } from "../../ui/controls/switch"
import { Card } from "../../ui/display/card"
import { ChoicesField } from "../../ui/forms/choice-field"
import { CodeField } from "../../ui/forms/code-field"
import { DateTimeField } from "../../ui/forms/date-time-field"
import { TextField } from "../../ui/forms/text-field"
import type { Form } from "../../ui/forms/use-form"
import { useT } from "../../ui/hooks/use-t"
import type { FieldsProps } from "../../ui/pages/form/form-frame"
import { lazyScreen } from "../../ui/pages/loading/lazy-screen"
import { departmentChoices } from "../departments/api"
import { companyOptions } from "../owners/api"
import { kindLook, takesDepartments } from "./resource"

/** A chunk of its own: together with the form it exceeds the budget of a module's chunk. */
const QuestionsField = lazyScreen(
  () => import("./questions/questions-field"),
  field => field.QuestionsField,
)

/** Loads the editor of questions. */
export const loadQuestions = QuestionsField.load

/** Closes a published survey, and opens a closed one again. A status that is unknown or missing stays. */
const OpenSwitch = ({ form }: { form: Form<SurveyDraft> }) => {
  const t = useT()
  const { status } = form.draft
  const name = statuses.name(status)
  if (name === undefined || name === "draft") return null
  return (
    <Switch
      label={t("survey.isOpen")}
      hint={t("survey.isOpenHint")}
      value={intentOf(status) === "active"}
      onChange={isOpen => form.change({ status: statuses.value(isOpen ? "active" : "closed") })}
    />
  )
}

export const Fields = ({ form }: FieldsProps<SurveyDraft>) => {
  const t = useT()
  return (
    <>
      <Card title={t("survey.content")}>
        <TextField {...form.bind("title")} max={200} required />
        <TextField {...form.bind("description")} hint={t("survey.descriptionHint")} max={2000} rows={3} optional />
        <CodeField {...form.bind("type")} look={kindLook} required />
      </Card>
      <QuestionsField form={form} />
      <Card title={t("survey.audience")}>
        <div className="grid-2">
          <DateTimeField {...form.bind("startDate")} hint={t("survey.startHint")} optional />
          <DateTimeField {...form.bind("endDate")} hint={t("survey.endHint")} defaultTime="23:59" optional />
        </div>
        <OpenSwitch form={form} />
        <ChoicesField
          {...form.bind("tenantIds")}
          hint={t("survey.companiesHint")}
          placeholder={t("survey.companyAdd")}
          options={companyOptions}
          optional
        />
        {takesDepartments(form.draft) && (
          <ChoicesField
            {...form.bind("departmentIds")}
            hint={t("survey.departmentsHint")}
            placeholder={t("survey.departmentAdd")}
            {...departmentChoices}
            optional
          />
        )}
      </Card>
    </>
  )
}
