import { hasOptions, type Question, type QuestionType, questionTypes } from "../../../contract/surveys/surveys"
import { cutAtWord, plainText, withoutContacts } from "../../../core/text/plain-text"
import type { GeneratedSurvey, SurveyRequest } from "./survey-request"
import { partsOf, type Texts } from "./texts"
import { topicOf } from "./topics"

/** Surveys without the AI (docs/contract.md#ai-content). */

/** Most questions of a template. */
const maxTemplateQuestions = 10
/** Characters of the person's topic within a sentence. */
const maxTopicLength = 80

/** Returns the questions of one set, in their order. */
const questionsOf = (set: string, topic: string, texts: Texts): Question[] => {
  const questions: Question[] = []
  for (let n = 1; ; n++) {
    const type = questionTypes.find(name => texts(`templates.question.${set}_${n}_${name}`) !== undefined)
    if (!type) return questions
    const text = texts(`templates.question.${set}_${n}_${type}`, { topic }) ?? ""
    const options = hasOptions(type) ? partsOf(texts(`templates.options.${set}_${n}`)) : []
    questions.push({ text, description: "", type, options, required: true })
  }
}

/** Returns the options that a choice question gets when it has too few of its own: degrees of agreement. */
export const defaultOptions = (texts: Texts) => partsOf(texts("templates.agreement"))

/** Takes from each type in turn, so that a short survey has all types that were asked for. */
const inTurn = (questions: readonly Question[], types: readonly QuestionType[]) => {
  const byType = types.map(type => questions.filter(question => question.type === type))
  return questions.flatMap((_, turn) => byType.flatMap(list => list[turn] ?? []))
}

/** Makes a survey from templates: the topic's own questions first, then general ones with the topic in their wording. */
export const surveyFromTemplate = (request: SurveyRequest, texts: Texts): GeneratedSurvey => {
  const topic = cutAtWord(withoutContacts(plainText(request.topic, 500)), maxTopicLength)
  const found = topicOf(request.topic, texts)
  const own = found ? questionsOf(found, topic, texts) : []
  const general = questionsOf("general", topic, texts)
  const fitting = [...inTurn(own, request.types), ...inTurn(general, request.types)]
  return {
    title: (found && texts(`templates.surveyTitle.${found}`)) || texts("templates.generalTitle", { topic }) || topic,
    description: (found && texts(`templates.surveyText.${found}`)) || texts("templates.generalDescription", { topic }) || "",
    questions: fitting.slice(0, Math.min(request.count, maxTemplateQuestions)),
  }
}
