import { http } from "../../../api/http"
import { type AnswersBody, type AnswerValue, type RespondentSurvey, respondentSurveyOf } from "../../../contract/surveys/answers"
import { objectValue } from "../../../core/http/pages"

/**
 * Reads the survey of a respondent token, without a session (docs/contract.md#survey-answers).
 * @throws HttpError; status 404 for an unknown token
 */
export const readSurvey = async (token: string, signal: AbortSignal): Promise<RespondentSurvey> =>
  respondentSurveyOf(
    objectValue<Record<string, unknown>>()(
      await http.get(`/go/survey/${encodeURIComponent(token)}`, { anonymous: true, signal }),
    ),
  )

/**
 * Sends a respondent's answers, without a session. The token is used up by them.
 * @throws HttpError; status 409 when the token is used or the survey is not open
 */
export const sendAnswers = async (
  surveyId: string,
  token: string,
  answers: Readonly<Record<string, AnswerValue | undefined>>,
): Promise<void> => {
  const given = Object.entries(answers).flatMap(([questionId, value]) => (value === undefined ? [] : [{ questionId, value }]))
  const body: AnswersBody = { token, answers: given }
  await http.post(`/survey/${encodeURIComponent(surveyId)}/answers`, body, { anonymous: true })
}
