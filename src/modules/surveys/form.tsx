import {
  blank,
  draftOf,
  type Named,
  type Question,
  questionErrors,
  rules,
  type Survey,
  type SurveyDraft,
  statuses,
  surveyOf,
  writtenQuestion,
} from "../../contract/surveys"
import { dash } from "../../core/format"
import { asCode, asDateTime, asOptions } from "../../ui/forms/compare"
import { publishing } from "../../ui/forms/publishing"
import { CreatePage } from "../../ui/pages/create-page"
import { EditPage } from "../../ui/pages/edit-page"
import type { FormSpec } from "../../ui/pages/form-frame"
import { lastChangeOf } from "../audit/api"
import { departmentOptions } from "../departments/api"
import { companyOptions } from "../owners/api"
import { addSurvey, getSurvey } from "./api"
import { Aside } from "./aside"
import { Fields } from "./fields"
import { useGuardedSave } from "./questions/use-guarded-save"
import { kindLook, statusLook, surveys } from "./resource"

const Questions = ({ value }: { value: readonly Question[] }) =>
  value.length ? (
    <ol>
      {value.map(({ text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: questions without id have no identity but their position
        <li key={index}>{text}</li>
      ))}
    </ol>
  ) : (
    dash
  )

const form: FormSpec<Named<Survey>, SurveyDraft> = {
  resource: surveys,
  rules,
  lists: {
    questions: {
      errors: ({ questions }) => questionErrors({ questions: questions.map(writtenQuestion) }),
      label: "survey.questionNumber",
    },
  },
  draftOf,
  Fields,
  Aside,
  lastChangeOf: lastChangeOf("survey"),
  compare: {
    type: asCode(kindLook),
    questions: Questions,
    startDate: asDateTime("survey.atOnce"),
    endDate: asDateTime("survey.untilClosed"),
    tenantIds: asOptions(companyOptions, "survey.everyCompany"),
    departmentIds: asOptions(departmentOptions, "survey.everyDepartment"),
    status: asCode(statusLook),
  },
  publish: publishing({ draft: statuses.value("draft"), published: statuses.value("active") }),
}

export const Add = () => <CreatePage {...form} blank={blank} read={getSurvey} save={addSurvey} />

export const Edit = () => <EditPage {...form} read={getSurvey} recordOf={surveyOf} save={useGuardedSave()} />
