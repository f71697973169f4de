import { proxy, ref } from "valtio"
import {
  hasOptions,
  type Question,
  questionRules,
  type SurveyDraft,
  fields as surveyFields,
} from "../../../contract/surveys/surveys"
import { rulesOf, text } from "../../../core/fields"
import { createFormSession, type FormSession } from "../../../core/form/session"
import type { FormSpec } from "../../../core/form/spec"
import { type Rules, required } from "../../../core/rules"
import type { Language } from "../../../core/text/i18n"
import { i18n } from "../../../state/instances"
import { personKey, session } from "../../../state/session"
import type { Failure } from "./complete"
import { generateSurvey } from "./survey"
import { defaultCount, type SurveyRequest } from "./survey-request"

/** The generation of questions for the form of one survey. It is kept while the panel, or the form, is closed. */

export type Offer = Pick<SurveyDraft, "title" | "description">
export type SuggestedQuestion = Omit<Question, "id" | "exclusive">
/** It may be edited before it is added. */
type Suggestion = { id: number; form: FormSession<SuggestedQuestion>; language: Language }

export type Generation = {
  isOpen: boolean
  /** Its save generates suggestions. */
  request: FormSession<SurveyRequest>
  /** `failed`: neither the AI nor the templates could be reached. */
  status: "idle" | "running" | "stopped" | "failed"
  /** What the last result was made from and by; undefined before the first. */
  result?: { topic: string; language: Language; madeBy: "ai" | "template"; reason?: Failure }
  /** The title and description on offer, until they are added or refused. */
  offer?: FormSession<Offer>
  suggestions: Suggestion[]
  refused: Suggestion[]
}

const fields = { topic: text(500, "ai.topicRequired"), audience: text(200) }
const requestSpec: FormSpec<SurveyRequest> = {
  labels: {
    topic: "templates.topic",
    audience: "templates.audience",
    tone: "templates.tone",
    language: "templates.language",
    types: "templates.types",
    count: "templates.count",
  },
  fields,
  rules: { ...(rulesOf(fields) as Rules<SurveyRequest>), types: required("templates.typesRequired") },
}

const offerFields = { title: surveyFields.title, description: surveyFields.description }
const offerSpec: FormSpec<Offer> = {
  labels: { title: "templates.title", description: "templates.help" },
  fields: offerFields,
  rules: rulesOf(offerFields),
}

const questionSpec: FormSpec<SuggestedQuestion> = {
  labels: {
    text: "templates.question",
    description: "templates.help",
    type: "templates.type",
    options: "templates.options",
    required: "survey.required",
  },
  fields: { text: { kind: "text", max: 200, isRequired: true }, description: { kind: "text", max: 500 } },
  rules: questionRules as Rules<SuggestedQuestion>,
}

/** The form of a suggestion. */
const formOf = <D extends object>(spec: FormSpec<D>, initial: D): FormSession<D> =>
  ref(createFormSession<D>(spec, { initial, save: async draft => ({ value: draft }) }))

const newGeneration = (): Generation => {
  const generation: Generation = proxy({
    isOpen: true,
    request: ref(
      createFormSession<SurveyRequest>(requestSpec, {
        initial: {
          topic: "",
          audience: "",
          tone: "neutral",
          language: i18n.language(),
          types: ["multiple_choice", "single_choice", "yes_no"],
          count: defaultCount,
        },
        save: async (request, { signal }) => ({ value: await fill(generation, request, signal) }),
      }),
    ),
    status: "idle",
    suggestions: [],
    refused: [],
  })
  return generation
}

let lastId = 0

/** Generates suggestions. Earlier ones can be restored. */
const fill = async (generation: Generation, request: SurveyRequest, signal: AbortSignal) => {
  generation.status = "running"
  try {
    const { survey, madeBy, reason } = await generateSurvey(request, signal)
    const { language } = request
    const { title, description, questions } = survey
    generation.refused = [...generation.refused, ...generation.suggestions]
    generation.suggestions = questions.map(question => ({ id: ++lastId, form: formOf(questionSpec, question), language }))
    generation.offer = formOf(offerSpec, { title, description })
    generation.result = { topic: request.topic.trim(), language, madeBy, ...(reason && { reason }) }
    generation.status = "idle"
  } catch (error) {
    generation.status = signal.aborted ? "stopped" : "failed"
    throw error
  }
}

/** Forms whose generation is kept; the oldest are dropped. */
const maxKept = 5
const kept = new Map<string, Generation>()

/** Returns the generation of a form, of the signed-in person alone. @param form path and query of its page */
export const generationOf = (form: string): Generation => {
  const key = `${personKey(session)} ${form}`
  const found = kept.get(key) ?? newGeneration()
  kept.delete(key)
  kept.set(key, found)
  for (const old of [...kept.keys()].slice(0, -maxKept)) kept.delete(old)
  return found
}

/** Removes suggestions, which are returned. @param ids of those to take; absent: all */
export const take = (generation: Generation, ids?: readonly number[]): Suggestion[] => {
  const isTaken = ({ id }: Suggestion) => !ids || ids.includes(id)
  const taken = generation.suggestions.filter(isTaken)
  generation.suggestions = generation.suggestions.filter(suggestion => !isTaken(suggestion))
  return taken
}

/** The question that a suggestion adds to a survey. */
export const questionOf = ({ form }: Suggestion): Question => {
  const question = form.get()
  return { ...question, options: hasOptions(question.type) ? question.options : [] }
}

export const refuse = (generation: Generation, ids?: readonly number[]): number => {
  const refused = take(generation, ids)
  generation.refused = [...generation.refused, ...refused]
  return refused.length
}

export const restore = (generation: Generation) => {
  generation.suggestions = [...generation.suggestions, ...generation.refused]
  generation.refused = []
}
