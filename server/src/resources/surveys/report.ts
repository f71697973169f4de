import type { SurveyReport } from "../../../../src/contract/survey-report"
import { topRating } from "../../../../src/contract/surveys"
import type { Language } from "../../../../src/core/i18n"
import type { StoredQuestion } from "../../db/schema"
import { translate } from "../../http/messages"
import type { RowOf } from "../../records/entities"

const labelsOf = ({ type, options }: StoredQuestion, language: Language): string[] => {
  if (type === "yes_no") return [translate(language, "ui.yes"), translate(language, "ui.no")]
  if (type === "rating") return Array.from({ length: topRating }, (_, at) => String(at + 1))
  return options
}

/** The report of a survey. Answers are not collected yet: all counts are 0 (docs/contract.md#survey-report). */
export const reportOf = (row: RowOf<"survey">, language: Language): SurveyReport => ({
  surveyId: row.id,
  title: row.title,
  responseCount: row.responseCount,
  questions: row.questions.map(question => ({
    id: question.id,
    text: question.text,
    type: question.type,
    answered: 0,
    options: labelsOf(question, language).map(label => ({ label, count: 0 })),
  })),
  series: [],
})
