import { type Recommendation, recommendationsPerAnalysis } from "../../../contract/surveys/recommendations"
import type { ReportQuestion } from "../../../contract/surveys/report"
import { randomId } from "../../../core/hashing/random-id"
import { cutAtWord } from "../../../core/text/plain-text"
import { type Analysis, figureOf, keyStatOf, weakestFirst } from "./report-figures"
import { partsOf } from "./texts"
import { topicOf } from "./topics"

/** Recommendations without the AI, chosen by the weakest answers of a report. */

type Advice = Pick<Recommendation, "category" | "title" | "description" | "actionItems" | "impact">

/** General advice, for questions of no topic: three different ones. */
const generalSets = ["general1", "general2", "general3"] as const

/** Mean marks below which the impact is high: favourable answers need less. */
const isWeak = (question: ReportQuestion | undefined) => question?.type === "rating" && (question.average ?? 5) < 3

const setOf = (question: ReportQuestion | undefined, position: number, { survey, texts }: Analysis) =>
  (question && topicOf(question.text, texts)) ??
  topicOf(survey.title, texts) ??
  generalSets[position % generalSets.length] ??
  "general1"

const adviceFor = (set: string, question: ReportQuestion | undefined, { survey, language, texts }: Analysis): Advice => {
  const basis = question
    ? texts("templates.adviceBasis", { question: cutAtWord(question.text, 120), figure: figureOf(question, language, texts) })
    : texts("templates.adviceNoBasis", { survey: cutAtWord(survey.title, 120) })
  return {
    category: texts(`templates.adviceCategory.${set}`) ?? "",
    title: texts(`templates.adviceTitle.${set}`) ?? "",
    description: [basis, texts(`templates.adviceText.${set}`)].filter(Boolean).join(" "),
    actionItems: partsOf(texts(`templates.adviceSteps.${set}`)),
    impact: isWeak(question) ? "High" : "Medium",
  }
}

/** Returns the advice for a question: of its topic, else of the survey's. @param position of the recommendation, from 0 */
export const adviceOf = (question: ReportQuestion | undefined, position: number, analysis: Analysis): Advice =>
  adviceFor(setOf(question, position, analysis), question, analysis)

/** Returns three different recommendations, from the weakest answers on. */
export const recommendationsFromTemplate = (analysis: Analysis): Recommendation[] => {
  const questions = weakestFirst(analysis.report)
  const sets = new Map<string, ReportQuestion | undefined>()
  for (const question of questions) {
    const set = setOf(question, sets.size, analysis)
    if (sets.size < recommendationsPerAnalysis && !sets.has(set)) sets.set(set, question)
  }
  for (const set of generalSets)
    if (sets.size < recommendationsPerAnalysis && !sets.has(set)) sets.set(set, questions[sets.size % questions.length])
  return [...sets].map(([set, question]) => ({
    id: randomId(),
    ...adviceFor(set, question, analysis),
    status: "pending",
    // 75 to 89 by chance (docs/contract.md#ai-content).
    confidence: 75 + Math.floor(Math.random() * 15),
    confidenceFrom: "template",
    keyStats: question ? [keyStatOf(question, analysis.language, analysis.texts)] : [],
    origin: "template",
    basedOn: analysis.report.responseCount,
    createdDate: null,
  }))
}
