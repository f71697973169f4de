import { useContext, useState } from "react"
import {
  blankRecommendation,
  computedConfidence,
  type KeyStat,
  maxRecommendations,
  type Recommendation,
  type RecommendationDraft,
  recommendationFields,
  recommendationRules,
} from "../../../../contract/surveys/recommendations"
import type { SurveyReport } from "../../../../contract/surveys/report"
import type { Bound, EntryPart, Part } from "../../../../core/form/parts"
import { randomId } from "../../../../core/hashing/random-id"
import { KeyedError } from "../../../../core/http/errors"
import { checkChange, required } from "../../../../core/rules"
import { Button, IconButton } from "../../../../ui/controls/button"
import { Checkbox } from "../../../../ui/controls/checkbox"
import { Alert } from "../../../../ui/display/alert"
import { Card } from "../../../../ui/display/card"
import { useBound, useObservable } from "../../../../ui/forms/bound"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useT } from "../../../../ui/hooks/use-t"
import type { FieldsProps } from "../../../../ui/pages/form/form-screen"
import type { Analysed } from "../analysis-screen"
import { asList } from "../compare-list"
import { AnalysisForm, EntryForm, type EntryFormSpec } from "../entry-form"
import type { Back } from "../entry-screen"
import { Notice } from "../notice"
import { GenerationContext, useSurvey } from "../survey-context"
import { confidenceText } from "../texts"
import { UndoLine } from "../undo-line"
import type { Entries } from "../use-entries"
import { RecommendationFields, recommendationLabels, recommendationLists } from "./recommendation-fields"

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
      <RecommendationFields part={form} questions={useSurvey().questions} />
    </Card>
  )
}

const spec: EntryFormSpec<RecommendationDraft> = {
  tag: "recommendations",
  labels: recommendationLabels,
  fields: recommendationFields,
  rules: recommendationRules,
  lists: recommendationLists,
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
      spec={spec}
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
    >
      {form => <Fields form={form} />}
    </EntryForm>
  )
}

/** `replaces`: the pending recommendations of earlier analyses are removed. */
type Review = { items: Recommendation[]; replaces: boolean }

const reviewSpec: EntryFormSpec<Review> = {
  tag: "recommendations",
  labels: { items: "analysis.many", replaces: "analysis.replaceLabel" },
  rules: { items: required("analysis.itemsRequired") },
  lists: {
    items: {
      label: "analysis.numbered",
      labels: recommendationLabels,
      fields: recommendationFields,
      lists: recommendationLists,
      check: item => checkChange(recommendationRules, item),
    },
  },
  compare: {},
}

/** Whether an earlier analysis made it, and nobody has decided about it. */
const isSuperseded = ({ status, origin }: Recommendation) => status === "pending" && origin !== "manual"

const ReplacesField = ({ count, ...bound }: Bound<boolean> & { count: number }) => {
  const t = useT()
  const { value, onChange } = useBound(bound).field
  return <Checkbox label={t("analysis.replace", { count })} hint={t("analysis.replaceHint")} value={value} onChange={onChange} />
}

const ReviewCard = ({ part, onRemove }: { part: EntryPart<Recommendation>; onRemove: () => void }) => {
  const t = useT()
  const format = useFormat()
  const { questions } = useSurvey()
  const number = useObservable(part.place).index + 1
  const title = useObservable(part.value("title"))
  return (
    <Card
      title={t("analysis.numbered", { number })}
      note={
        <span className="row">
          {confidenceText(part.get(), t, format)}
          <IconButton
            icon="trash"
            label={t("ui.removeEntry", { name: title || t("analysis.numbered", { number }) })}
            onClick={onRemove}
          />
        </span>
      }
    >
      <RecommendationFields part={part as unknown as Part<RecommendationDraft>} questions={questions} />
    </Card>
  )
}

/** The recommendations of an analysis, each with its fields, and removable. @param superseded number of those that they replace */
const ReviewFields = ({ form, superseded }: FieldsProps<Review> & { superseded: number }) => {
  const { keys } = useObservable(form.list("items"))
  const [removed, setRemoved] = useState<{ title: string; undo: () => void }>()
  return (
    <>
      {superseded > 0 && <ReplacesField {...form.bind("replaces")} count={superseded} />}
      {removed && (
        <UndoLine
          name={removed.title}
          onUndo={() => {
            removed.undo()
            setRemoved(undefined)
          }}
        />
      )}
      {keys.map(key => {
        const part = form.part("items", key)
        return <ReviewCard key={key} part={part} onRemove={() => setRemoved({ title: part.get().title, undo: part.remove() })} />
      })}
    </>
  )
}

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
  const [superseded] = useState(() => list.entries?.filter(isSuperseded).length ?? 0)
  return (
    <AnalysisForm<Review>
      spec={reviewSpec}
      record={`${survey.id}:analysis`}
      title={t("analysis.review")}
      back={back}
      initial={blankReview}
      generated={analysed && generated}
      above={analysed ? <Notice made={analysed} /> : <NothingToReview />}
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
    >
      {form => <ReviewFields form={form} superseded={superseded} />}
    </AnalysisForm>
  )
}
