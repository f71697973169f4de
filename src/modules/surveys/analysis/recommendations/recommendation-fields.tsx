import {
  impacts,
  leastActionItems,
  maxActionItems,
  maxKeyStats,
  type RecommendationDraft,
} from "../../../../contract/surveys/recommendations"
import type { Question } from "../../../../contract/surveys/surveys"
import { maxLength } from "../../../../core/rules"
import { Button, IconButton } from "../../../../ui/controls/button"
import { Field, FieldError } from "../../../../ui/controls/field"
import { Select } from "../../../../ui/controls/select"
import { TextInput } from "../../../../ui/controls/text-input"
import type { Labels } from "../../../../ui/forms/labels"
import { TextField } from "../../../../ui/forms/text-field"
import { TextListField } from "../../../../ui/forms/text-list-field"
import type { BoundField } from "../../../../ui/forms/use-form"
import { useListEditor } from "../../../../ui/hooks/use-list-editor"
import { useT } from "../../../../ui/hooks/use-t"
import { impactText } from "../texts"

export const recommendationLabels: Labels<RecommendationDraft> = {
  title: "analysis.title",
  category: "analysis.category",
  description: "analysis.description",
  impact: "analysis.impact",
  actionItems: "analysis.actionItems",
  keyStats: "analysis.keyStats",
}

/** Characters of an action item, and of a figure and its name (docs/contract.md#recommendations). */
const maxItemLength = 500
const maxStatLength = 200

const itemCheck = (text: string) => maxLength<{ text: string }>(maxItemLength)({ text }, "text")

/** The figures that a recommendation rests on, with the question that each leads to. */
const KeyStatsField = ({
  id,
  label,
  field: { value: stats, onChange, error },
  questions,
}: BoundField<RecommendationDraft["keyStats"]> & { questions: readonly Question[] }) => {
  const t = useT()
  const editor = useListEditor(stats, onChange)
  const options = [
    { value: "", label: t("analysis.noQuestion") },
    ...questions.flatMap(question => (question.id ? [{ value: question.id, label: question.text }] : [])),
  ]
  return (
    <fieldset className="field" id={id} ref={editor.root} tabIndex={-1} aria-invalid={error ? true : undefined}>
      <legend className="label">{label}</legend>
      {stats.map((stat, index) => {
        const number = index + 1
        const change = (patch: object) => onChange(stats.with(index, { ...stat, ...patch }))
        const known = options.some(({ value }) => value === (stat.questionId ?? ""))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: figures have no identity but their position
          <div key={index} className="stat-row" data-entry>
            <TextInput
              aria-label={t("analysis.statName", { number })}
              placeholder={t("analysis.statNameHint")}
              maxLength={maxStatLength}
              value={stat.label}
              onChange={next => change({ label: next })}
            />
            <TextInput
              aria-label={t("analysis.statValue", { number })}
              placeholder={t("analysis.statValueHint")}
              maxLength={maxStatLength}
              value={stat.value}
              onChange={next => change({ value: next })}
            />
            <Select
              aria-label={t("analysis.statQuestion", { number })}
              value={stat.questionId ?? ""}
              onChange={next => change({ questionId: next || null })}
              options={known ? options : [...options, { value: stat.questionId ?? "", label: t("ui.unknown") }]}
            />
            <IconButton
              icon="trash"
              label={t("ui.removeEntry", { name: stat.label || t("analysis.statName", { number }) })}
              onClick={() => editor.remove(index)}
            />
          </div>
        )
      })}
      <FieldError error={error} />
      <div>
        <Button
          size="sm"
          icon="plus"
          disabled={stats.length >= maxKeyStats}
          onClick={() => editor.add({ label: "", value: "", questionId: null })}
        >
          {t("analysis.statAdd")}
        </Button>
      </div>
    </fieldset>
  )
}

/** The fields of one recommendation. @param bind returns the field of a member */
export const RecommendationFields = ({
  bind,
  questions,
}: {
  bind: <K extends keyof RecommendationDraft>(name: K) => BoundField<RecommendationDraft[K]>
  questions: readonly Question[]
}) => {
  const t = useT()
  const impact = bind("impact")
  const shown: string = impact.field.value
  const values = impacts.some(name => name === shown) ? [...impacts] : [...impacts, shown]
  return (
    <>
      <TextField {...bind("title")} max={200} required />
      <div className="grid-2">
        <TextField {...bind("category")} max={100} optional />
        <Field id={impact.id} label={impact.label} error={impact.field.error} required>
          {aria => (
            <Select
              {...aria}
              value={shown}
              onChange={impact.field.onChange}
              options={values.map(value => ({ value, label: impactText(value, t) }))}
            />
          )}
        </Field>
      </div>
      <TextField {...bind("description")} max={2000} rows={3} optional />
      <TextListField
        {...bind("actionItems")}
        hint={t("analysis.actionItemsHint", { count: leastActionItems })}
        max={maxItemLength}
        maxEntries={maxActionItems}
        addLabel={t("analysis.actionItemAdd")}
        check={itemCheck}
      />
      <KeyStatsField {...bind("keyStats")} questions={questions} />
    </>
  )
}
