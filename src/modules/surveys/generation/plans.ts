import { type ActionPlan, maxTasks, planDueDays } from "../../../contract/surveys/action-plans"
import type { Recommendation } from "../../../contract/surveys/recommendations"
import { addDays } from "../../../core/dates/dates"
import { randomId } from "../../../core/hashing/random-id"
import { isRecord } from "../../../core/is-record"
import type { Language } from "../../../core/text/i18n"
import { plainText, withoutContacts } from "../../../core/text/plain-text"
import { currentDay } from "../../../state/current-day"
import { type ChatMessage, complete, type Failure } from "./complete"
import { dataNotice, languageNames, type MadeBy } from "./prompt"
import { listIn, uniqueTexts } from "./repair"
import type { AnalysedSurvey } from "./report-figures"
import { loadTexts, partsOf, type Texts } from "./texts"

/** Action plans from a recommendation (docs/contract.md#ai-content). */

const clean = (text: string, max: number) => withoutContacts(plainText(text, max))

export const planPrompt = (recommendation: Recommendation, survey: AnalysedSurvey, language: Language): ChatMessage[] => [
  {
    role: "system",
    content: [
      "You plan the measures of the HR department of a company after an employee survey.",
      dataNotice,
      'Answer with one JSON object only: {"title": string, "tasks": [{"name": string}]}.',
      `Write 4 to 8 concrete tasks in the order of work, which can be done within ${planDueDays} days. Everything is written in ${languageNames[language]}.`,
    ].join("\n"),
  },
  {
    role: "user",
    content: JSON.stringify({
      survey: clean(survey.title, 200),
      recommendation: clean(recommendation.title, 200),
      description: clean(recommendation.description, 1000),
      actionItems: recommendation.actionItems.slice(0, 20).map(item => clean(item, 200)),
    }),
  },
]

/** Returns a plan that is due 14 days after today, owned by the HR department, with nothing done. */
const planOf = (
  content: { title: string; tasks: readonly string[] },
  madeBy: "ai" | "template",
  recommendationId: string,
  texts: Texts,
): ActionPlan => ({
  id: randomId(),
  title: content.title,
  source: madeBy,
  recommendationId,
  status: "planned",
  dueDate: addDays(currentDay(), planDueDays),
  ownerId: null,
  owner: texts("templates.planOwner") ?? "",
  progress: 0,
  tasks: content.tasks.map(name => ({ id: randomId(2), name, completed: false })),
  fromAi: madeBy === "ai",
  createdDate: null,
})

/** @returns undefined when no task is left */
const repairPlan = (json: unknown, recommendation: Recommendation) => {
  const { holder, list } = listIn(json, "tasks")
  const names = list.map(task => plainText(isRecord(task) ? (task.name ?? task.title ?? task.text) : task, 200))
  const tasks = uniqueTexts(names).slice(0, maxTasks)
  return tasks.length ? { title: plainText(holder.title, 200) || recommendation.title, tasks } : undefined
}

/** The recommendation's own steps, between a start and a follow-up. */
const planFromTemplate = ({ title, actionItems }: Recommendation, texts: Texts) => ({
  title,
  tasks: uniqueTexts([
    ...partsOf(texts("templates.planStart")),
    ...actionItems.map(item => plainText(item, 200)),
    ...partsOf(texts("templates.planEnd")),
  ]).slice(0, maxTasks),
})

/**
 * Generates an action plan: by the AI, or from the recommendation's steps when that fails.
 * @throws the reason of the signal when it is cancelled; the error of the texts when they cannot be fetched
 */
export const generatePlan = async (
  recommendation: Recommendation,
  survey: AnalysedSurvey,
  language: Language,
  signal: AbortSignal,
): Promise<{ plan: ActionPlan } & MadeBy> => {
  const [completion, texts] = await Promise.all([
    complete(planPrompt(recommendation, survey, language), signal),
    loadTexts(language),
  ])
  signal.throwIfAborted()
  const written = "json" in completion ? repairPlan(completion.json, recommendation) : undefined
  if (written) return { plan: planOf(written, "ai", recommendation.id, texts), madeBy: "ai" }
  const reason: Failure = "failure" in completion ? completion.failure : { reason: "unreadable" }
  return {
    plan: planOf(planFromTemplate(recommendation, texts), "template", recommendation.id, texts),
    madeBy: "template",
    reason,
  }
}
