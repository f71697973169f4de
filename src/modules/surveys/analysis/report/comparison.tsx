import { useId, useState } from "react"
import { type ComparedQuestion, compareQuestions } from "../../../../contract/surveys/changes"
import { type ReportQuestion, type SurveyReport, smallestGroup } from "../../../../contract/surveys/report"
import { type Named, type Survey, type SurveyItem, statuses } from "../../../../contract/surveys/surveys"
import type { Format } from "../../../../core/text/format"
import { i18n } from "../../../../state/instances"
import { ChartTableView } from "../../../../ui/charts/chart-card"
import { Combobox } from "../../../../ui/controls/combobox"
import { Field } from "../../../../ui/controls/field"
import { Card } from "../../../../ui/display/card"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useQuery } from "../../../../ui/hooks/use-query"
import { useT } from "../../../../ui/hooks/use-t"
import { QueryPlaceholder } from "../../../../ui/pages/loading/query-placeholder"
import { getReport, getSurvey, listSurveys } from "../../api"
import { figuresOf, meanOf, percentOf, type ReportContext } from "./question-figures"

/** A difference with its sign, rounded to `digits`. */
const signed = (difference: number, digits: number, { format }: ReportContext) => {
  const rounded = Math.round(difference * 10 ** digits) / 10 ** digits
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${format.number(Math.abs(rounded))}`
}

/** The mean of a rating and the share of each option, now, before, and the difference. */
const rowsOf = (now: ReportQuestion, before: ReportQuestion, context: ReportContext) => {
  const { t } = context
  const earlier = figuresOf(before, context)
  const means =
    now.average !== undefined && before.average !== undefined
      ? [
          {
            key: "mean",
            cells: [
              t("analysis.compare.mean"),
              meanOf(now.average, context),
              meanOf(before.average, context),
              signed(now.average - before.average, 1, context),
            ],
          },
        ]
      : []
  const options = figuresOf(now, context).map(({ name, share }, at) => {
    const other = earlier.find(option => option.name === name)
    return {
      key: `${at} ${name}`,
      cells: [
        name,
        percentOf(share, context),
        other ? percentOf(other.share, context) : "–",
        other ? t("analysis.compare.points", { points: signed(100 * (share - other.share), 0, context) }) : "–",
      ],
    }
  })
  return [...means, ...options]
}

type Reports = { now: SurveyReport; before: SurveyReport }

/** A question beside the earlier one, or why the two are not compared. */
const Compared = ({ pair, now, before }: Reports & { pair: ComparedQuestion }) => {
  const context = { t: useT(), format: useFormat() }
  const { t } = context
  const { question, number, earlier, changes } = pair
  const answersNow = now.questions.find(({ id }) => id === question.id)
  const answersBefore = before.questions.find(({ id }) => id === earlier?.id)
  const isSmall = Math.min(answersNow?.answered ?? 0, answersBefore?.answered ?? 0) < smallestGroup
  const reason = () => {
    if (!earlier) return t("analysis.compare.added")
    if (changes.length) return t("analysis.compare.reworded", { before: earlier.text })
    if (question.type === "text") return t("analysis.compare.open")
    return isSmall ? t("analysis.compare.few", { count: smallestGroup }) : undefined
  }
  const why = reason()
  const title = `${number}. ${question.text}`
  return (
    <section className="stack-sm">
      <h3>{title}</h3>
      {why || !answersNow || !answersBefore ? (
        <p className="subtle small">{why}</p>
      ) : (
        <ChartTableView
          caption={title}
          table={{
            columns: [
              t("analysis.report.option"),
              t("analysis.compare.now"),
              t("analysis.compare.before"),
              t("analysis.compare.difference"),
            ],
            rows: rowsOf(answersNow, answersBefore, context),
          }}
        />
      )}
    </section>
  )
}

const Questions = ({ survey, earlierId }: { survey: Survey; earlierId: string }) => {
  const t = useT()
  const language = i18n.language()
  const earlier = useQuery(getSurvey, earlierId)
  const now = useQuery(getReport, { id: survey.id, language })
  const before = useQuery(getReport, { id: earlierId, language })
  if (!earlier.data || !now.data || !before.data) {
    const waiting = [earlier, now, before].find(({ error }) => error !== undefined) ?? before
    return <QueryPlaceholder entry={waiting} failed={t("analysis.report.failed")} />
  }
  const reports = { now: now.data, before: before.data }
  const pairs = compareQuestions(earlier.data.record.questions, survey.questions)
  // Reworded and new questions stand apart, after those that are compared.
  const isApart = ({ earlier, changes }: ComparedQuestion) => !earlier || changes.length > 0
  return [...pairs.filter(pair => !isApart(pair)), ...pairs.filter(isApart)].map(pair => (
    <Compared key={pair.number} pair={pair} {...reports} />
  ))
}

const begin = ({ startDate, createdDate }: Pick<SurveyItem, "startDate" | "createdDate">) => startDate || createdDate || ""

/** Finds published surveys of the same owner that began earlier. */
const searchEarlier = (survey: Named<Survey>, format: Format) => async (keyword: string, signal: AbortSignal) => {
  const query = { page: 0, pageSize: 50, sortBy: "startDate", sortOrder: "desc", ...(keyword && { keyword }) }
  const { rows } = await listSurveys(query, signal)
  return rows.flatMap(row =>
    row.id !== survey.id &&
    row.tenantId === survey.tenantId &&
    statuses.name(row.status) !== "draft" &&
    begin(row) < begin(survey)
      ? [{ value: row.id, label: row.title, hint: format.date(begin(row)) }]
      : [],
  )
}

/** The report beside that of an earlier survey with the same questions (docs/console.md#report-of-a-survey). */
export const Comparison = ({ survey }: { survey: Named<Survey> }) => {
  const t = useT()
  const id = useId()
  const format = useFormat()
  const [earlierId, setEarlierId] = useState("")
  const [loadOptions] = useState(() => searchEarlier(survey, format))
  return (
    <Card title={t("analysis.compare.title")}>
      <Field id={id} label={t("analysis.compare.survey")} hint={t("analysis.compare.hint")} optional>
        {aria => (
          <Combobox
            {...aria}
            value={earlierId}
            onChange={setEarlierId}
            loadOptions={loadOptions}
            placeholder={t("analysis.compare.choose")}
          />
        )}
      </Field>
      {earlierId && <Questions key={earlierId} survey={survey} earlierId={earlierId} />}
    </Card>
  )
}
