import { proxy, ref } from "valtio"
import type { Question } from "../../../contract/surveys/surveys"
import { isEmpty, validate } from "../../../core/rules"
import type { Language } from "../../../core/text/i18n"
import { i18n } from "../../../state/instances"
import { personKey, session } from "../../../state/session"
import type { Failure } from "./complete"
import { generateSurvey } from "./survey"
import { countOf, defaultCount, requestRules, type SurveyRequest } from "./survey-request"

/** The generation of questions for the form of one survey. It is kept while the panel, or the form, is closed. */

type Suggestion = { id: number; question: Question; language: Language }
type Offer = { title: string; description: string }

export type Generation = {
  isOpen: boolean
  request: SurveyRequest
  /** Whether the request was submitted, so that its errors are shown. */
  isChecked: boolean
  /** `failed`: neither the AI nor the templates could be reached. */
  status: "idle" | "running" | "stopped" | "failed"
  /** What the last result was made from and by; undefined before the first. */
  result?: { topic: string; language: Language; madeBy: "ai" | "template"; reason?: Failure }
  /** The title and description on offer, until they are added or refused. */
  offer?: Offer
  suggestions: Suggestion[]
  refused: Suggestion[]
  /** Aborts the run. */
  run?: AbortController
}

const blank = (): Generation => ({
  isOpen: true,
  request: {
    topic: "",
    audience: "",
    tone: "neutral",
    language: i18n.language(),
    types: ["multiple_choice", "single_choice", "yes_no"],
    count: defaultCount,
  },
  isChecked: false,
  status: "idle",
  suggestions: [],
  refused: [],
})

/** Forms whose generation is kept; the oldest are dropped. */
const maxKept = 5
const kept = new Map<string, Generation>()

/** Returns the generation of a form, of the signed-in person alone. @param form path and query of its page */
export const generationOf = (form: string): Generation => {
  const key = `${personKey(session)} ${form}`
  const found = kept.get(key) ?? proxy(blank())
  kept.delete(key)
  kept.set(key, found)
  for (const old of [...kept.keys()].slice(0, -maxKept)) kept.delete(old)
  return found
}

let lastId = 0

/** Returns whether a request can be sent. */
const isComplete = (request: SurveyRequest) =>
  !Object.values(validate(requestRules, request)).some(Boolean) && !isEmpty(request.types)

/** Generates suggestions, unless the request is incomplete. Earlier suggestions can be restored. */
export const generate = async (generation: Generation): Promise<void> => {
  generation.isChecked = true
  if (generation.run || !isComplete(generation.request)) return
  const run = new AbortController()
  generation.run = ref(run)
  generation.status = "running"
  const request = { ...generation.request, types: [...generation.request.types], count: countOf(generation.request.count) }
  try {
    const { survey, madeBy, reason } = await generateSurvey(request, run.signal)
    generation.refused = [...generation.refused, ...generation.suggestions]
    generation.suggestions = survey.questions.map(question => ({ id: ++lastId, question, language: request.language }))
    generation.offer = { title: survey.title, description: survey.description }
    generation.result = { topic: request.topic.trim(), language: request.language, madeBy, ...(reason && { reason }) }
    generation.status = "idle"
  } catch {
    generation.status = run.signal.aborted ? "stopped" : "failed"
  } finally {
    generation.run = undefined
  }
}

export const stop = (generation: Generation) => generation.run?.abort()

/** Removes suggestions, which are returned. @param ids of those to take; absent: all */
export const take = (generation: Generation, ids?: readonly number[]): Suggestion[] => {
  const isTaken = ({ id }: Suggestion) => !ids || ids.includes(id)
  const taken = generation.suggestions.filter(isTaken)
  generation.suggestions = generation.suggestions.filter(suggestion => !isTaken(suggestion))
  return taken.map(({ question, ...suggestion }) => ({
    ...suggestion,
    question: { ...question, options: [...question.options] },
  }))
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
