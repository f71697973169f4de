import { useContext, useState } from "react"
import {
  blankRecommendation,
  computedConfidence,
  type KeyStat,
  maxRecommendations,
  type Recommendation,
  type RecommendationDraft,
  recommendationRules,
} from "../../../../contract/surveys/recommendations"
import type { SurveyReport } from "../../../../contract/surveys/report"
import { randomId } from "../../../../core/hashing/random-id"
import { KeyedError } from "../../../../core/http/errors"
import { type Rules, validate } from "../../../../core/rules"
import { Button, IconButton } from "../../../../ui/controls/button"
import { Checkbox } from "../../../../ui/controls/checkbox"
import { Alert } from "../../../../ui/display/alert"
import { Card } from "../../../../ui/display/card"
import { messageText } from "../../../../ui/forms/message-text"
import type { BoundField } from "../../../../ui/forms/use-form"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useT } from "../../../../ui/hooks/use-t"
import type { FieldsProps } from "../../../../ui/pages/form/form-frame"
import type { MadeBy } from "../../generation/prompt"
import { asList } from "../compare-list"
import { AnalysisForm, EntryForm, type EntryFormSpec } from "../entry-form"
import { Notice } from "../notice"
import { GenerationContext, useSurvey } from "../survey-context"
import { confidenceText } from "../texts"
import { UndoLine } from "../undo-line"
import type { Entries } from "../use-entries"
import { RecommendationFields, recommendationLabels } from "./recommendation-fields"

type Back = { label: string; href: string }

const draftOf = ({ title, category, description, impact, actionItems, keyStats }: RecommendationDraft): RecommendationDraft => ({
  title,
  category,
  description,
  impact,
  actionItems,
  keyStats,
})

/** Returns a recommendation as it is saved: blank lines are left out, and the confidence is computed where it can be. */
const completed = (recommendation: Recommendation, report: SurveyReport | undefined): Recommendation => {
  const written = {
    ...recommendation,
    title: recommendation.title.trim(),
    actionItems: recommendation.actionItems.map(item => item.trim()).filter(Boolean),
    keyStats: recommendation.keyStats.filter(({ label, value }) => label.trim() || value.trim()),
  }
  return written.origin === "template" ? written : { ...written, ...computedConfidence(written, report?.questions ?? []) }
}

const Fields = ({ form }: FieldsProps<RecommendationDraft>) => {
  const t = useT()
  return (
    <Card title={t("analysis.one")}>
      <RecommendationFields bind={form.bind} questions={useSurvey().questions} />
    </Card>
  )
}

const spec: EntryFormSpec<RecommendationDraft> = {
  tag: "recommendations",
  labels: recommendationLabels,
  rules: recommendationRules,
  Fields,
  compare: {
    actionItems: asList<string>(item => item),
    keyStats: asList<KeyStat>(({ label, value }) => `${label}: ${value}`),
  },
  nameMember: "title",
}

/** The form of one recommendation: a new one of a person's own, or a stored one. */
export const RecommendationForm = ({
  list,
  stored,
  report,
  back,
}: {
  list: Entries<Recommendation>
  stored?: Recommendation
  report: SurveyReport | undefined
  back: Back
}) => {
  const t = useT()
  const survey = useSurvey()
  const [added] = useState<Recommendation>(() => ({
    ...blankRecommendation,
    id: randomId(),
    actionItems: ["", "", "", ""],
    basedOn: report?.responseCount ?? null,
    createdDate: new Date().toISOString(),
  }))
  return (
    <EntryForm<Recommendation, RecommendationDraft>
      {...spec}
      list={list}
      stored={stored}
      entry={stored ?? added}
      draftOf={draftOf}
      entryOf={(draft, before) => completed({ ...before, ...draft }, report)}
      blank={draftOf(blankRecommendation)}
      record={`${survey.id}:${stored?.id ?? "new"}`}
      title={t(stored ? "analysis.edit" : "analysis.new")}
      back={back}
      done="analysis.saved"
      failure="analysis.saveFailed"
    />
  )
}

/** `replaces`: the pending recommendations of earlier analyses are removed. */
type Review = { items: Recommendation[]; replaces: boolean }

const reviewRules: Rules<Review> = {
  items: ({ items }) => {
    if (!items.length) return "analysis.itemsRequired"
    return items.some(item => Object.values(validate(recommendationRules, item)).some(Boolean))
      ? "analysis.toComplete"
      : undefined
  },
}

/** Whether an earlier analysis made it, and nobody has decided about it. */
const isSuperseded = ({ status, origin }: Recommendation) => status === "pending" && origin !== "manual"

/** The recommendations of an analysis, each with its fields, and removable. @param superseded number of those that they replace */
const reviewFields = (superseded: number) =>
  function ReviewFields({ form }: FieldsProps<Review>) {
    const t = useT()
    const format = useFormat()
    const { questions } = useSurvey()
    const { items, replaces } = form.draft
    const { error } = form.field("items")
    const [removed, setRemoved] = useState<{ item: Recommendation; index: number }>()
    return (
      <>
        {superseded > 0 && (
          <Checkbox
            label={t("analysis.replace", { count: superseded })}
            hint={t("analysis.replaceHint")}
            value={replaces}
            onChange={isOn => form.change({ replaces: isOn })}
          />
        )}
        {removed && (
          <UndoLine
            name={removed.item.title}
            onUndo={() => {
              form.change({ items: items.toSpliced(removed.index, 0, removed.item) })
              setRemoved(undefined)
            }}
          />
        )}
        {items.map((item, index) => {
          const number = index + 1
          const errors = error ? validate(recommendationRules, item) : {}
          const bind = <K extends keyof RecommendationDraft>(name: K): BoundField<RecommendationDraft[K]> => {
            const message = errors[name]
            return {
              id: `item-${index}-${name}`,
              label: t(recommendationLabels[name]),
              field: {
                value: item[name],
                onChange: value => form.change({ items: items.with(index, { ...item, [name]: value }) }),
                error: message && messageText(message, t),
              },
            }
          }
          return (
            <Card
              key={item.id}
              title={t("analysis.numbered", { number })}
              note={
                <span className="row">
                  {confidenceText(item, t, format)}
                  <IconButton
                    icon="trash"
                    label={t("ui.removeEntry", { name: item.title || t("analysis.numbered", { number }) })}
                    onClick={() => {
                      form.change({ items: items.toSpliced(index, 1) })
                      setRemoved({ item, index })
                    }}
                  />
                </span>
              }
            >
              <RecommendationFields bind={bind} questions={questions} />
            </Card>
          )
        })}
      </>
    )
  }

export type Analysed = { recommendations: Recommendation[] } & MadeBy

/** Shown after a reload, which loses the content of an analysis; its draft is offered. */
const NothingToReview = () => {
  const t = useT()
  const { retry } = useContext(GenerationContext)
  return (
    <Alert
      tone="info"
      title={t("analysis.nothingToReview")}
      text={t("analysis.nothingToReviewText")}
      actions={
        <Button size="sm" icon="spark" onClick={retry}>
          {t("analysis.analyse")}
        </Button>
      }
    />
  )
}

const blankReview: Review = { items: [], replaces: true }

/** The review of what an analysis made: nothing is saved before. @param analysed absent after a reload; a draft may be offered */
export const ReviewForm = ({
  list,
  analysed,
  report,
  back,
}: {
  list: Entries<Recommendation>
  analysed?: Analysed
  report: SurveyReport | undefined
  back: Back
}) => {
  const t = useT()
  const survey = useSurvey()
  const [generated] = useState<Review>(() => ({
    replaces: true,
    items: (analysed?.recommendations ?? []).map(item => ({
      ...item,
      createdDate: item.createdDate ?? new Date().toISOString(),
    })),
  }))
  const [Fields] = useState(() => reviewFields(list.entries?.filter(isSuperseded).length ?? 0))
  const [AboveForm] = useState(
    () =>
      function AnalysisNotice() {
        return analysed ? <Notice made={analysed} /> : <NothingToReview />
      },
  )
  return (
    <AnalysisForm<Review>
      tag="recommendations"
      labels={{ items: "analysis.many", replaces: "analysis.replaceLabel" }}
      rules={reviewRules}
      Fields={Fields}
      compare={{}}
      record={`${survey.id}:analysis`}
      title={t("analysis.review")}
      back={back}
      initial={blankReview}
      isStored={false}
      generated={analysed && generated}
      notice={AboveForm}
      done="analysis.savedAll"
      failure="analysis.saveFailed"
      save={async ({ items, replaces }) => {
        const added = items.map(item => completed(item, report))
        const isAdded = ({ id }: Recommendation) => added.some(item => item.id === id)
        const keptOf = (entries: readonly Recommendation[]) =>
          entries.filter(entry => !isAdded(entry) && !(replaces && isSuperseded(entry)))
        if (added.length + keptOf(list.entries ?? []).length > maxRecommendations) throw new KeyedError("analysis.tooMany")
        await list.change(entries => [...added, ...keptOf(entries)])
      }}
    />
  )
}
