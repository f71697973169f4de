import { withoutContacts } from "../../../core/text/plain-text"
import { type ChatMessage, complete, type Failure } from "./complete"
import { dataNotice, languageNames, type MadeBy } from "./prompt"
import { repairSurvey } from "./repair-survey"
import type { GeneratedSurvey, SurveyRequest } from "./survey-request"
import { surveyFromTemplate } from "./survey-template"
import { loadTexts } from "./texts"

/** Returns the messages that ask for a survey. What the person typed is data in a JSON object, without e-mails and phone numbers. */
const surveyPrompt = (request: SurveyRequest): ChatMessage[] => [
  {
    role: "system",
    content: [
      "You write employee surveys for the HR department of a company.",
      dataNotice,
      'Answer with one JSON object only: {"title": string, "description": string, "questions": [{"text": string, "description": string, "type": string, "options": string[], "required": true}]}.',
      `Write exactly ${request.count} different questions. "type" is one of: ${request.types.join(", ")}. multiple_choice and single_choice have 3 to 6 options, the other types none; rating is answered with marks from 1 to 5. Questions have at most 200 characters; "description" is a short hint or empty.`,
      `Everything is written in ${languageNames[request.language]}, in a ${request.tone} tone, from the topic, for the audience.`,
    ].join("\n"),
  },
  {
    role: "user",
    content: JSON.stringify({ topic: withoutContacts(request.topic), audience: withoutContacts(request.audience) }),
  },
]

/**
 * Generates a survey: by the AI, or from templates when that fails.
 * @throws the reason of the signal when it is cancelled; the error of the texts when they cannot be fetched
 */
export const generateSurvey = async (
  request: SurveyRequest,
  signal: AbortSignal,
): Promise<{ survey: GeneratedSurvey } & MadeBy> => {
  const [completion, texts] = await Promise.all([complete(surveyPrompt(request), signal), loadTexts(request.language)])
  signal.throwIfAborted()
  const survey = "json" in completion ? repairSurvey(completion.json, request, texts) : undefined
  if (survey) return { survey, madeBy: "ai" }
  const reason: Failure = "failure" in completion ? completion.failure : { reason: "unreadable" }
  return { survey: surveyFromTemplate(request, texts), madeBy: "template", reason }
}
