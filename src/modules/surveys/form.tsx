import { useState } from "react"
import { isModuleOn } from "../../contract/permissions/module-flags"
import { remindersFit } from "../../contract/surveys/reminder-days"
import { intentOf } from "../../contract/surveys/survey-status"
import {
  blank,
  draftOf,
  fields,
  type Named,
  rules,
  type Survey,
  type SurveyDraft,
  statuses,
  surveyOf,
} from "../../contract/surveys/surveys"
import type { FormSession } from "../../core/form/session"
import { can } from "../../state/features"
import { Switch } from "../../ui/controls/switch"
import { Alert } from "../../ui/display/alert"
import { Card } from "../../ui/display/card"
import { useDerived, useObservable } from "../../ui/forms/bound"
import { ChoicesField } from "../../ui/forms/choice-field"
import { CodeField } from "../../ui/forms/code-field"
import { DateTimeField } from "../../ui/forms/date-fields"
import { HolidayMenu } from "../../ui/forms/holiday-menu"
import type { NewOwner } from "../../ui/forms/owner-field"
import { publishing } from "../../ui/forms/publishing"
import { TextField } from "../../ui/forms/text-field"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useLongOptions } from "../../ui/hooks/use-long-options"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { CreatePage } from "../../ui/pages/form/create-page"
import { EditPage } from "../../ui/pages/form/edit-page"
import type { FieldsProps } from "../../ui/pages/form/form-screen"
import type { RecordForm } from "../../ui/pages/form/record-form"
import { lastChangeOf } from "../audit/api"
import { takesDepartments } from "../departments/api"
import { departmentChoices } from "../lookups/api"
import { companyOptions, getModules } from "../owners/api"
import { CompaniesField } from "../records/companies-field"
import { addSurvey, getSurvey } from "./api"
import { Aside } from "./aside"
import { compare } from "./history"
import { Outlook } from "./outlook"
import { ChangeDialog } from "./questions/change-dialog"
import { questionList } from "./questions/question-list"
import { QuestionsField } from "./questions/questions-field"
import { useGuardedSave } from "./questions/use-guarded-save"
import { ReminderDaysField } from "./reminder-days-field"
import { kindLook, surveys } from "./resource"

/** Closes a published survey, and opens a closed one again. A status that is unknown or missing stays. */
const OpenSwitch = ({ form }: { form: FormSession<SurveyDraft> }) => {
  const t = useT()
  const status = useObservable(form.value("status"))
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

/** Warns of a chosen company whose survey module is off. */
const ModuleOff = ({ id }: { id: string }) => {
  const t = useT()
  const company = useLongOptions(companyOptions, [id]).data?.find(({ value }) => value === id)?.label
  const flags = useQuery(getModules, id).data?.flags
  if (!flags || !company || isModuleOn("surveys", flags)) return null
  return <Alert tone="warning" title={t("survey.moduleOff", { company })} text={t("survey.moduleOffText")} />
}

const outlookOf = ({ status, tenantId, tenantIds, departmentIds, startDate }: SurveyDraft & NewOwner) => ({
  status,
  tenantId,
  tenantIds,
  departmentIds,
  startDate,
})

/** What the report will show, until the survey is published. */
const FormOutlook = ({ form }: { form: FormSession<SurveyDraft & NewOwner> }) => {
  const { id } = useScreenContext()
  const { status, tenantId, tenantIds, departmentIds, startDate } = useDerived(form, outlookOf)
  if (statuses.name(status) !== "draft") return null
  const audience = { tenantIds, departmentIds, ...(id ? { id } : tenantId && { tenantId }) }
  const start = (next: string) => {
    form.change({ startDate: next })
    // The button disappears with the notice.
    document.getElementById("startDate")?.focus()
  }
  return <Outlook audience={audience} startDate={startDate} onStart={start} />
}

const ModulesOff = ({ form }: { form: FormSession<SurveyDraft> }) =>
  useObservable(form.value("tenantIds")).map(id => <ModuleOff key={id} id={id} />)

const Fields = ({ form }: FieldsProps<SurveyDraft>) => {
  const t = useT()
  const [hasReminders] = useState(() => can("records.members") || form.get().reminderDays.length > 0)
  const [hasDepartments] = useState(() => takesDepartments(form.get()))
  return (
    <>
      <Card title={t("survey.content")}>
        <TextField {...form.bind("title")} />
        <TextField {...form.bind("description")} hint={t("survey.descriptionHint")} rows={3} optional />
        <CodeField {...form.bind("type")} look={kindLook} required />
      </Card>
      <QuestionsField form={form} />
      <Card title={t("survey.audience")}>
        <div className="grid-2">
          <DateTimeField {...form.bind("startDate")} hint={t("survey.startHint")} optional />
          <DateTimeField {...form.bind("endDate")} hint={t("survey.endHint")} defaultTime="23:59" optional />
        </div>
        <HolidayMenu form={form} />
        <FormOutlook form={form as FormSession<SurveyDraft & NewOwner>} />
        {hasReminders && <ReminderDaysField {...form.bind("reminderDays")} />}
        <OpenSwitch form={form} />
        <CompaniesField {...form.bind("tenantIds")} hint={t("survey.companiesHint")} placeholder={t("survey.companyAdd")} />
        <ModulesOff form={form} />
        {hasDepartments && (
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

const form: RecordForm<Named<Survey>, SurveyDraft> = {
  resource: surveys,
  owners: companyOptions,
  fields,
  rules: { ...rules, reminderDays: remindersFit },
  lists: { questions: questionList },
  draftOf,
  Fields,
  Aside,
  lastChangeOf: lastChangeOf("survey"),
  compare,
  publish: publishing({ draft: statuses.value("draft"), published: statuses.value("active") }),
}

export const Add = () => <CreatePage {...form} blank={blank} read={getSurvey} save={addSurvey} />

export const Edit = () => {
  const { save, question } = useGuardedSave()
  return (
    <>
      <EditPage {...form} read={getSurvey} recordOf={surveyOf} save={save} />
      {question && <ChangeDialog {...question} />}
    </>
  )
}
