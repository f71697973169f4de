import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import type { ActionPlan } from "../../../src/contract/surveys/action-plans"
import { computedConfidence, type KeyStat, type Recommendation } from "../../../src/contract/surveys/recommendations"
import { type Database, rowsOf } from "../db/open"
import { type StoredQuestion, surveys } from "../db/schema"
import { surveyDocuments } from "../db/survey-tables"
import { questionIdOf } from "../resources/surveys/tallies"
import { dayOf } from "./survey-answers"
import { type RecommendationWords, recommendationWords } from "./words/recommendations"
import { day, hour } from "./world"

/** Recommendations and action plans of the demonstration; their figures are those of the survey's own report. */
type Survey = typeof surveys.$inferSelect
type StoredPlan = Omit<ActionPlan, "status" | "progress" | "ownerId">

/** Numbers of people by question and option, as the report shows them; the option `null` is all who answered. */
type Counts = Map<string, Map<string, number>>

const readCounts = async (tx: Database, surveyId: string): Promise<Counts> => {
  const rows = await rowsOf<{ question_id: string; option: string; people: number }>(
    tx,
    sql`select question_id, option, sum(people)::int as people from survey_tallies
      where survey_id = ${surveyId} and entered_on is not null group by question_id, option`,
  )
  const counts: Counts = new Map()
  for (const { question_id, option, people } of rows) {
    const id = questionIdOf(question_id)
    const ofQuestion = counts.get(id) ?? new Map<string, number>()
    counts.set(id, ofQuestion.set(option, people))
  }
  return counts
}

const oneDecimal = new Intl.NumberFormat("tr-TR", { minimumFractionDigits: 1, maximumFractionDigits: 1 })

const meanOf = (counts: Map<string, number>, answered: number) =>
  [...counts].reduce((sum, [option, people]) => sum + (option === "null" ? 0 : Number(option) * people), 0) / answered

const keyStatOf = (
  questions: StoredQuestion[],
  counts: Counts,
  [label, question, option]: RecommendationWords["figures"][number],
): KeyStat[] => {
  const id = questions.find(({ text }) => text === question)?.id ?? ""
  const ofQuestion = counts.get(id)
  const answered = ofQuestion?.get("null")
  if (!ofQuestion || !answered) return []
  const share = () => `%${Math.round((100 * (ofQuestion.get(JSON.stringify(option)) ?? 0)) / answered)}`
  const value = option === undefined ? `${oneDecimal.format(meanOf(ofQuestion, answered))} / 5` : share()
  return [{ label, value, questionId: id }]
}

const recommendationOf = (survey: Survey, counts: Counts, words: RecommendationWords, createdDate: string): Recommendation => {
  const keyStats = words.figures.flatMap(figure => keyStatOf(survey.questions, counts, figure))
  const samples = [...counts].map(([id, ofQuestion]) => ({ id, answered: ofQuestion.get("null") ?? 0 }))
  const { category, title, description, impact, status } = words
  return {
    id: randomUUID(),
    category,
    title,
    description,
    impact,
    status,
    confidence: null,
    confidenceFrom: null,
    basedOn: null,
    ...computedConfidence({ keyStats }, samples),
    keyStats,
    actionItems: [...words.items],
    origin: "manual",
    createdDate,
  }
}

const planOf = (words: NonNullable<RecommendationWords["plan"]>, recommendationId: string, today: number): StoredPlan => ({
  id: randomUUID(),
  title: words.title,
  source: "recommendation",
  recommendationId,
  dueDate: dayOf(today + words.due * day),
  owner: words.owner,
  tasks: words.tasks.map((name, at) => ({ id: randomUUID(), name, completed: at < words.done })),
  fromAi: false,
  createdDate: new Date(today - 9 * day + 10 * hour).toISOString(),
})

/** Recommendations in every status and plans planned, in progress, done and overdue. @param today midnight, epoch ms */
export const seedSurveyDocuments = async (tx: Database, today: number) => {
  const analysedAt = new Date(today - 10 * day + 9 * hour)
  for (const survey of await tx.select().from(surveys)) {
    const words = recommendationWords[survey.title]
    const counts = words && survey.tenantId ? await readCounts(tx, survey.id) : undefined
    if (!words || !counts?.size) continue
    const recommendations = words.map(one => recommendationOf(survey, counts, one, analysedAt.toISOString()))
    const plans = words.flatMap(({ plan }, at) => (plan ? [planOf(plan, recommendations[at]?.id ?? "", today)] : []))
    const documents = [
      ["recommendations", recommendations],
      ["plans", plans],
    ] as const
    await tx
      .insert(surveyDocuments)
      .values(documents.map(([kind, content]) => ({ surveyId: survey.id, kind, content: [...content], updatedAt: analysedAt })))
  }
}
