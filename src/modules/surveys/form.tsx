import {
  blank,
  draftOf,
  type Named,
  questionErrors,
  rules,
  type Survey,
  type SurveyDraft,
  statuses,
  surveyOf,
  writtenQuestion,
} from "../../contract/surveys"
import { publishing } from "../../ui/forms/publishing"
import { CreatePage } from "../../ui/pages/form/create-page"
import { EditPage } from "../../ui/pages/form/edit-page"
import type { FormSpec } from "../../ui/pages/form/form-frame"
import { lastChangeOf } from "../audit/api"
import { companyOptions } from "../owners/api"
import { addSurvey, getSurvey } from "./api"
import { Aside } from "./aside"
import { Fields } from "./fields"
import { compare } from "./history"
import { useGuardedSave } from "./questions/use-guarded-save"
import { surveys } from "./resource"

export { loadQuestions } from "./fields"

const form: FormSpec<Named<Survey>, SurveyDraft> = {
  resource: surveys,
  owners: companyOptions,
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
  compare,
  publish: publishing({ draft: statuses.value("draft"), published: statuses.value("active") }),
}

export const Add = () => <CreatePage {...form} blank={blank} read={getSurvey} save={addSurvey} />

export const Edit = () => <EditPage {...form} read={getSurvey} recordOf={surveyOf} save={useGuardedSave()} />
