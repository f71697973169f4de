import { useId, useState } from "react"
import { type ReportQuery, type ReportQuestion, smallestGroup } from "../../../../contract/surveys/report"
import { randomId } from "../../../../core/hashing/random-id"
import { useOfferedQuery } from "../../../../ui/hooks/use-can"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useT } from "../../../../ui/hooks/use-t"
import { StepPager } from "../../../../ui/lists/step-pager"
import { usePreviousData } from "../../../../ui/lists/use-previous-data"
import { QueryPlaceholder } from "../../../../ui/pages/loading/query-placeholder"
import { listTexts } from "../../api"
import { questionNote } from "./question-chart"

type Props = { surveyId: string; question: ReportQuestion; query: ReportQuery }

const pageSize = 20

/** A page of the answers, in an order that is new with each report. */
const Texts = ({ surveyId, question, query }: Props) => {
  const t = useT()
  const format = useFormat()
  const [order] = useState(randomId)
  const [page, setPage] = useState(0)
  const args = { ...query, id: surveyId, questionId: question.id, order, page, pageSize }
  const { entry, isOffered } = useOfferedQuery("surveys.texts", listTexts, args)
  const { data, isStale } = usePreviousData(entry)
  if (!isOffered) return <p className="subtle">{t("analysis.report.texts.notOffered")}</p>
  if (!data) return <QueryPlaceholder entry={entry} failed={t("analysis.report.texts.failed")} />
  if (data.totalCount < smallestGroup) return <p className="subtle">{t("analysis.report.texts.few", { count: smallestGroup })}</p>
  return (
    <div className="stack-sm" aria-busy={isStale || undefined}>
      <p className="subtle small">{t("analysis.report.texts.note")}</p>
      <ul className="stack-sm">
        {data.texts.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: answers have no identity but their position
          <li key={at} className="prose" translate="no">
            {text}
          </li>
        ))}
      </ul>
      <StepPager
        page={page}
        pageSize={pageSize}
        total={data.totalCount}
        onChange={setPage}
        summary={(from, to, total) =>
          t("analysis.report.texts.range", { from: format.number(from), to: format.number(to), total: format.number(total) })
        }
      />
    </div>
  )
}

/** The answers to an open question, alone (docs/console.md#report-of-a-survey). Its id in the page is `question-<id>`. */
export const TextsCard = ({ number, ...props }: Props & { number: number }) => {
  const context = { t: useT(), format: useFormat() }
  const { t } = context
  const headingId = useId()
  const { question, query } = props
  return (
    <section className="card chart-card" id={`question-${question.id}`} tabIndex={-1} aria-labelledby={headingId}>
      <div className="card__head">
        <div className="chart-card__title">
          <h2 id={headingId}>{`${number}. ${question.text || t("analysis.report.untitled")}`}</h2>
          <p className="subtle small">{questionNote(question, context)}</p>
        </div>
      </div>
      <div className="card__body">
        <Texts key={JSON.stringify(query)} {...props} />
      </div>
    </section>
  )
}
