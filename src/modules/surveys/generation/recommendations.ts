import {
  computedConfidence,
  impacts,
  leastActionItems,
  maxActionItems,
  type Recommendation,
  recommendationsPerAnalysis,
  sampleConfidence,
} from "../../../contract/surveys/recommendations"
import type { ReportQuestion, SurveyReport } from "../../../contract/surveys/report"
import { randomId } from "../../../core/hashing/random-id"
import { isRecord } from "../../../core/is-record"
import type { Language } from "../../../core/text/i18n"
import { plainText, withoutContacts } from "../../../core/text/plain-text"
import { type ChatMessage, complete, type Failure } from "./complete"
import { dataNotice, languageNames, type MadeBy } from "./prompt"
import { adviceOf, recommendationsFromTemplate } from "./recommendation-template"
import { listIn, uniqueTexts } from "./repair"
import { type AnalysedSurvey, type Analysis, keyStatOf, weakestFirst } from "./report-figures"
import { loadTexts } from "./texts"

/** Recommendations from the report of a survey (docs/contract.md#ai-content). */

/** Options of a question in a prompt. */
const maxOptions = 12
/** Longest data in a prompt, characters: the API takes messages of 32,000. */
const maxDataLength = 30_000

const clean = (text: string, max: number) => withoutContacts(plainText(text, max))

const figuresOf = ({ text, type, answered, average, options }: ReportQuestion, index: number) => ({
  number: index + 1,
  text: clean(text, 200),
  type,
  answered,
  ...(average !== undefined && { average: Math.round(average * 100) / 100 }),
  options: [...options]
    .sort((a, b) => b.count - a.count)
    .slice(0, maxOptions)
    .map(({ label, count }) => ({ label: clean(label, 60), count })),
})

/** The figures of a report as JSON; of a long one, those of the questions that need most attention. */
const dataOf = (report: SurveyReport, survey: AnalysedSurvey): string => {
  const questions = weakestFirst(report).map(figuresOf)
  const json = (count: number) =>
    JSON.stringify({
      survey: clean(survey.title, 200),
      description: clean(survey.description, 500),
      answers: report.responseCount,
      questions: questions.slice(0, count),
    })
  let count = questions.length
  while (count > 1 && json(count).length > maxDataLength) count--
  return json(count)
}

/**
 * Returns the messages that ask for recommendations. They hold the figures of the report alone, in the order of
 * {@link weakestFirst}: no names, departments, days or single answers.
 */
export const recommendationPrompt = (report: SurveyReport, survey: AnalysedSurvey, language: Language): ChatMessage[] => [
  {
    role: "system",
    content: [
      "You advise the HR department of a company after an employee survey.",
      dataNotice,
      'Answer with one JSON object only: {"recommendations": [{"category": string, "title": string, "description": string, "impact": "High" | "Medium" | "Low", "questions": number[], "actionItems": string[]}]}.',
      `Write exactly ${recommendationsPerAnalysis} different recommendations, each with ${leastActionItems} to 6 concrete action items. "questions" are the numbers of the questions that it rests on. Use no figures that the data does not contain.`,
      `Everything but "impact" is written in ${languageNames[language]}.`,
    ].join("\n"),
  },
  { role: "user", content: dataOf(report, survey) },
]

const questionsOf = (given: unknown, questions: readonly ReportQuestion[], position: number): ReportQuestion[] => {
  const numbers = Array.isArray(given) ? given.map(Number) : []
  const found = questions.filter((_, index) => numbers.includes(index + 1)).slice(0, 4)
  return found.length ? found : questions.slice(position, position + 1)
}

const impactOf = (given: unknown) =>
  impacts.find(impact => impact.toLowerCase() === plainText(given, 20).toLowerCase()) ?? "Medium"

/** Validates and repairs recommendations; their figures come from the report, not from the AI. @returns undefined when none is left */
const repairRecommendations = (json: unknown, analysis: Analysis): Recommendation[] | undefined => {
  const { report, language, texts } = analysis
  const questions = weakestFirst(report)
  const titles = new Set<string>()
  const repaired = listIn(json, "recommendations")
    .list.filter(isRecord)
    .flatMap((raw): Recommendation[] => {
      const title = plainText(raw.title, 200)
      if (!title || titles.has(title)) return []
      titles.add(title)
      const basis = questionsOf(raw.questions, questions, titles.size - 1)
      const keyStats = basis.map(question => keyStatOf(question, language, texts))
      const items = Array.isArray(raw.actionItems) ? raw.actionItems : []
      const given = uniqueTexts(items.map(item => plainText(isRecord(item) ? (item.title ?? item.text ?? item.name) : item, 200)))
      const fill = given.length < leastActionItems ? adviceOf(basis[0], titles.size - 1, analysis).actionItems : []
      return [
        {
          id: randomId(),
          category: plainText(raw.category, 100),
          title,
          description: plainText(raw.description, 2000),
          impact: impactOf(raw.impact),
          status: "pending",
          keyStats,
          actionItems: uniqueTexts([...given, ...fill]).slice(0, fill.length ? leastActionItems : maxActionItems),
          origin: "ai",
          ...(computedConfidence({ keyStats }, report.questions) ?? {
            confidence: sampleConfidence(report.responseCount),
            confidenceFrom: "sampleSize",
            basedOn: report.responseCount,
          }),
          createdDate: null,
        },
      ]
    })
  return repaired.length ? repaired.slice(0, recommendationsPerAnalysis) : undefined
}

/**
 * Generates recommendations: by the AI, or from templates when that fails. Three of them, also when the AI wrote fewer.
 * @throws the reason of the signal when it is cancelled; the error of the texts when they cannot be fetched
 */
export const generateRecommendations = async (
  report: SurveyReport,
  survey: AnalysedSurvey,
  language: Language,
  signal: AbortSignal,
): Promise<{ recommendations: Recommendation[] } & MadeBy> => {
  const [completion, texts] = await Promise.all([
    complete(recommendationPrompt(report, survey, language), signal),
    loadTexts(language),
  ])
  signal.throwIfAborted()
  const analysis = { report, survey, language, texts }
  const written = "json" in completion ? repairRecommendations(completion.json, analysis) : undefined
  const templates = () => recommendationsFromTemplate(analysis)
  if (written) {
    const missing = recommendationsPerAnalysis - written.length
    return { recommendations: missing ? [...written, ...templates().slice(0, missing)] : written, madeBy: "ai" }
  }
  const reason: Failure = "failure" in completion ? completion.failure : { reason: "unreadable" }
  return { recommendations: templates(), madeBy: "template", reason }
}
