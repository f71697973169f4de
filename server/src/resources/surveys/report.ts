import { and, eq, gte, inArray, isNotNull, isNull, lte, ne, type SQL, sql, sum } from "drizzle-orm"
import { z } from "zod"
import { type ReportOption, type ReportQuestion, type SurveyReport, smallestGroup } from "../../../../src/contract/surveys/report"
import { questionTypes, topRating } from "../../../../src/contract/surveys/surveys"
import { type Day, fromInstant, inUtc, isInstant } from "../../../../src/core/dates/dates"
import { compareTexts } from "../../../../src/core/text/compare-texts"
import type { Language } from "../../../../src/core/text/i18n"
import { may } from "../../auth/policy"
import type { Database } from "../../db/open"
import type { SurveyRow } from "../../db/schema"
import { departments, type StoredQuestion } from "../../db/schema"
import { surveyAnswers, surveyTallies as tallies, surveyTexts as texts } from "../../db/survey-tables"
import { idFilter } from "../../http/list"
import { translate } from "../../http/messages"
import { listParams, requireId } from "../../http/request"
import { survey as surveyKind } from "../../kinds/survey"
import { readOwn } from "../../records/find"
import { route } from "../../routes/route"
import { day, id, listQuery, named, page, text, total } from "../../routes/schemas"
import { dayAt } from "./answers"
import { statusNameAt } from "./records"
import { publishRemainder, questionIdOf, textKeyOf } from "./tallies"

/**
 * The report of a survey (docs/contract.md#survey-report): sums of its tallies, so that its cost follows from days,
 * departments and options, and not from the number of answers.
 */

type Scalar = string | number | boolean

/** The people who chose each option of a question, and those who answered it. */
type Counts = { answered: number; options: Map<Scalar, number> }

const scalarsOf = ({ type, options }: StoredQuestion): Scalar[] => {
  if (type === "yes_no") return [true, false]
  if (type === "rating") return Array.from({ length: topRating }, (_, at) => at + 1)
  return options
}

const labelOf = (option: Scalar, language: Language): string => {
  if (typeof option === "boolean") return translate(language, option ? "ui.yes" : "ui.no")
  return String(option)
}

/** The mean of the marks; undefined without one. */
const averageOf = (options: Counts["options"]): number | undefined => {
  const marks = [...options].flatMap(([mark, people]) => (typeof mark === "number" ? [{ mark, people }] : []))
  const people = marks.reduce((all, { people }) => all + people, 0)
  return people ? marks.reduce((all, { mark, people }) => all + mark * people, 0) / people : undefined
}

/** The question with its options as they are now, and after them those that were reworded or removed since. */
const presentQuestion = (question: StoredQuestion, counts: Counts | undefined, language: Language): ReportQuestion => {
  const { answered, options } = counts ?? { answered: 0, options: new Map<Scalar, number>() }
  const current = scalarsOf(question)
  const average = question.type === "rating" ? averageOf(options) : undefined
  const former: ReportOption[] = [...options]
    .filter(([option]) => !current.includes(option))
    .map(([option, people]) => ({ label: labelOf(option, language), count: people, isFormer: true }))
    .sort((a, b) => b.count - a.count || compareTexts(a.label, b.label))
  return {
    id: question.id,
    text: question.text,
    type: question.type,
    answered,
    options: [...current.map(option => ({ label: labelOf(option, language), count: options.get(option) ?? 0 })), ...former],
    ...(average !== undefined && { average }),
  }
}

/** The day of a filter; undefined for what is no date, as in lists (docs/contract.md#dates). */
const dayOf = (given: string | undefined, zone: string): Day | undefined => {
  if (!given || !isInstant(given)) return undefined
  return given.length > 10 ? fromInstant(inUtc(given), zone)?.date : given
}

const people = sum(tallies.people).mapWith(Number)

const readCounts = async (tx: Database, where: SQL | undefined): Promise<Map<string, Counts>> => {
  const rows = await tx
    .select({ questionId: tallies.questionId, option: tallies.option, people })
    .from(tallies)
    .where(and(where, ne(tallies.questionId, "")))
    .groupBy(tallies.questionId, tallies.option)
  const counts = new Map<string, Counts>()
  for (const { questionId: key, option, people } of rows) {
    const questionId = questionIdOf(key)
    const found = counts.get(questionId) ?? { answered: 0, options: new Map() }
    counts.set(questionId, found)
    const value = JSON.parse(option) as Scalar | null
    if (value === null) found.answered += people
    else found.options.set(value, (found.options.get(value) ?? 0) + people)
  }
  return counts
}

/** Some groups are on no day. */
const hasDay = sql`entered_on < 'infinity'`

const readSeries = (tx: Database, where: SQL | undefined) =>
  tx
    .select({ date: tallies.enteredOn, count: people })
    .from(tallies)
    .where(and(where, eq(tallies.questionId, ""), hasDay))
    .groupBy(tallies.enteredOn)
    .orderBy(tallies.enteredOn)

/** How many people there are in the groups, and how many of them are newcomers, or in groups without a day. */
const readTotals = async (tx: Database, where: SQL | undefined) => {
  const isPeople = sql`${tallies.questionId} = ''`
  const [row] = await tx
    .select({
      all: sql<number>`coalesce(sum(${tallies.people}) filter (where ${isPeople}), 0)::int`,
      undated: sql<number>`coalesce(sum(${tallies.people}) filter (where ${isPeople} and not ${hasDay}), 0)::int`,
      newcomers: sql<number>`coalesce(sum(${tallies.people}) filter (where not ${isPeople}), 0)::int`,
    })
    .from(tallies)
    .where(and(where, inArray(tallies.questionId, ["", "newcomers"])))
  return row ?? { all: 0, undated: 0, newcomers: 0 }
}

/** Departments with groups of their own. */
const readDepartments = (tx: Database, surveyId: string) =>
  tx
    .select({ id: departments.id, name: departments.name, count: people })
    .from(tallies)
    .innerJoin(departments, eq(departments.id, tallies.departmentId))
    .where(and(eq(tallies.surveyId, surveyId), eq(tallies.questionId, "")))
    .groupBy(departments.id, departments.name)

type Query = { departmentId?: string | undefined; from?: string | undefined; to?: string | undefined }

const filters = { departmentId: id, from: day, to: day }

/** What the filters of a report leave of published tallies or texts. */
const enteredIn = (table: typeof tallies | typeof texts, surveyId: string, query: Query, zone: string): SQL | undefined => {
  const [from, to] = [dayOf(query.from, zone), dayOf(query.to, zone)]
  return and(
    eq(table.surveyId, surveyId),
    isNotNull(table.enteredOn),
    idFilter(table.departmentId, query.departmentId),
    from === undefined ? undefined : gte(table.enteredOn, from),
    to === undefined ? undefined : lte(table.enteredOn, to),
    from === undefined && to === undefined ? undefined : hasDay,
  )
}

const readFigures = (db: Database, { id }: SurveyRow, query: Query, zone: string) =>
  db.transaction(
    async tx => {
      const isEntered = enteredIn(tallies, id, query, zone)
      const isWaiting = and(eq(surveyAnswers.surveyId, id), isNull(surveyAnswers.enteredOn))
      return {
        counts: await readCounts(tx, isEntered),
        series: await readSeries(tx, isEntered),
        departments: await readDepartments(tx, id),
        totals: await readTotals(tx, isEntered),
        waiting: await tx.$count(surveyAnswers, isWaiting),
        waitingNewcomers: await tx.$count(surveyAnswers, and(isWaiting, surveyAnswers.newcomer)),
      }
    },
    { isolationLevel: "repeatable read" },
  )

/** The day on which what waits enters a closed survey's report: its last day, or today. */
const closingDay = ({ endDate }: SurveyRow, now: number, zone: string): Day =>
  dayAt(Math.min(now, endDate?.getTime() ?? now), zone)

const surveyReport = named("SurveyReport", {
  surveyId: id,
  title: text,
  responseCount: total,
  questions: z.array(
    z.object({
      id: text,
      text,
      type: z.enum(questionTypes),
      answered: total,
      options: z.array(z.object({ label: text, count: total, isFormer: z.boolean().optional() })),
      average: z.number().optional(),
    }),
  ),
  series: z.array(z.object({ date: text, count: total })),
  waiting: total.optional(),
  waitingNewcomers: total.optional(),
  newcomers: total.optional(),
  undated: total.optional(),
  departments: z.array(z.object({ id, name: text, count: total })).optional(),
}) satisfies z.ZodType<SurveyReport>

/** @throws Refusal 403 for a survey of somebody else */
export const readReport = route.get("/survey/report/:id", may("read", "surveys"), {
  summary: "The report of one survey, in one more `value` than elsewhere",
  query: filters,
  answer: z.object({ value: surveyReport }),
  handler: async ({ c, deps: { db, clock, config }, params, query }) => {
    const { row } = await readOwn(c, surveyKind, requireId(params.id))
    const now = clock()
    if (statusNameAt(row, now) === "closed") await publishRemainder(db, row.id, closingDay(row, now, config.timeZone))
    const { counts, series, departments, totals, waiting, waitingNewcomers } = await readFigures(db, row, query, config.timeZone)
    // Steps of a group: a single newcomer of a first survey would be known by one.
    const shownNewcomers = waitingNewcomers - (waitingNewcomers % smallestGroup)
    const language = c.get("language")
    const value: SurveyReport = {
      surveyId: row.id,
      title: row.title,
      responseCount: totals.all,
      questions: row.questions.map(question => presentQuestion(question, counts.get(question.id), language)),
      series: series.map(({ date, count }) => ({ date: date ?? "", count })),
      waiting,
      ...(shownNewcomers > 0 && { waitingNewcomers: shownNewcomers }),
      ...(totals.newcomers > 0 && { newcomers: totals.newcomers }),
      ...(totals.undated > 0 && { undated: totals.undated }),
      departments: departments.sort((a, b) => compareTexts(a.name, b.name)),
    }
    return { value: { value } }
  },
})

/**
 * The published answers to an open question, in an order that follows from `seed` and the texts alone.
 * @throws Refusal 403 for a survey of somebody else
 */
export const listTexts = route.get("/survey/report/:id/texts", may("read", "surveys"), {
  summary: "The answers to an open question of a survey, in a random order",
  query: { ...filters, questionId: text, seed: z.string().max(100), page: listQuery({}).page, pageSize: listQuery({}).pageSize },
  answer: page("texts", text),
  handler: async ({ c, deps: { db, config }, params, query }) => {
    const { row } = await readOwn(c, surveyKind, requireId(params.id))
    const { questionId = "", seed = "" } = query
    const isOpen = row.questions.some(question => question.id === questionId && question.type === "text")
    const where = and(
      enteredIn(texts, row.id, query, config.timeZone),
      isOpen ? eq(texts.questionId, textKeyOf(questionId)) : sql`false`,
    )
    const { page, pageSize } = listParams(c, 20)
    const rows = await db
      .select({ text: texts.text })
      .from(texts)
      .where(where)
      .orderBy(sql`md5(${seed}::text || ${texts.text})`)
      .limit(pageSize)
      .offset(page * pageSize)
    return { value: { texts: rows.map(({ text }) => text), totalCount: await db.$count(texts, where) } }
  },
})
