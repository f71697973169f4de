import {
  impacts,
  type KeyStat,
  leastActionItems,
  maxActionItems,
  maxKeyStats,
  type RecommendationDraft,
} from "../../../../contract/surveys/recommendations"
import type { Question } from "../../../../contract/surveys/surveys"
import { text } from "../../../../core/fields"
import type { Bound, EntryPart, Part } from "../../../../core/form/parts"
import type { Labels, ListSpec } from "../../../../core/form/spec"
import type { Option } from "../../../../core/http/options"
import { maxLength } from "../../../../core/rules"
import { Button, IconButton } from "../../../../ui/controls/button"
import { FieldError } from "../../../../ui/controls/field"
import { Select } from "../../../../ui/controls/select"
import { useObservable } from "../../../../ui/forms/bound"
import { messageText } from "../../../../ui/forms/message-text"
import { SelectField } from "../../../../ui/forms/select-field"
import { TextField } from "../../../../ui/forms/text-field"
import { TextListField } from "../../../../ui/forms/text-list-field"
import { useListEditor } from "../../../../ui/hooks/use-list-editor"
import { useT } from "../../../../ui/hooks/use-t"
import { EntryText } from "../entry-text"
import { impactText } from "../texts"

export const recommendationLabels: Labels<RecommendationDraft> = {
  title: "analysis.title",
  category: "analysis.category",
  description: "analysis.description",
  impact: "analysis.impact",
  actionItems: "analysis.actionItems",
  keyStats: "analysis.keyStats",
}

/** Characters of an action item (docs/contract.md#recommendations). */
const maxItemLength = 500

const itemCheck = (text: string) => maxLength<{ text: string }>(maxItemLength)({ text }, "text")

/** The figures of a recommendation as a list of its form. */
const keyStatList: ListSpec<KeyStat> = {
  label: "analysis.statName",
  labels: { label: "analysis.statName", value: "analysis.statValue" },
  fields: { label: text(200), value: text(200) },
}

export const recommendationLists = { keyStats: keyStatList }

const KeyStatRow = ({
  part,
  options,
  onRemove,
}: {
  part: EntryPart<KeyStat>
  options: Option[]
  onRemove: (index: number) => void
}) => {
  const t = useT()
  const { index } = useObservable(part.place)
  const stat = useObservable(part.entry)
  const number = index + 1
  const known = options.some(({ value }) => value === (stat.questionId ?? ""))
  return (
    <div className="stat-row" data-entry>
      <EntryText {...part.bind("label")} name={t("analysis.statName", { number })} placeholder={t("analysis.statNameHint")} />
      <EntryText {...part.bind("value")} name={t("analysis.statValue", { number })} placeholder={t("analysis.statValueHint")} />
      <Select
        aria-label={t("analysis.statQuestion", { number })}
        value={stat.questionId ?? ""}
        onChange={next => part.change({ questionId: next || null })}
        options={known ? options : [...options, { value: stat.questionId ?? "", label: t("ui.unknown") }]}
      />
      <IconButton
        icon="trash"
        label={t("ui.removeEntry", { name: stat.label || t("analysis.statName", { number }) })}
        onClick={() => onRemove(index)}
      />
    </div>
  )
}

/** The figures that a recommendation rests on, with the question that each leads to. */
const KeyStatsField = ({ part, questions }: Props) => {
  const t = useT()
  const list = part.list("keyStats")
  const { keys, error } = useObservable(list)
  const { id } = part.bind("keyStats")
  const editor = useListEditor(keys, list.arrange)
  const options = [
    { value: "", label: t("analysis.noQuestion") },
    ...questions.flatMap(question => (question.id ? [{ value: question.id, label: question.text }] : [])),
  ]
  return (
    <fieldset className="field" id={id} ref={editor.root} tabIndex={-1} aria-invalid={error ? true : undefined}>
      <legend className="label">{t(recommendationLabels.keyStats)}</legend>
      {keys.map(key => (
        <KeyStatRow key={key} part={part.part("keyStats", key)} options={options} onRemove={editor.remove} />
      ))}
      <FieldError error={error && messageText(error, t)} />
      <div>
        <Button
          size="sm"
          icon="plus"
          disabled={keys.length >= maxKeyStats}
          onClick={() => {
            editor.expect(keys.length)
            list.add({ label: "", value: "", questionId: null })
          }}
        >
          {t("analysis.statAdd")}
        </Button>
      </div>
    </fieldset>
  )
}

const ImpactField = (bound: Bound<RecommendationDraft["impact"]>) => {
  const t = useT()
  const values = new Set([...impacts, useObservable(bound.field).value])
  const options = [...values].map(value => ({ value, label: impactText(value, t) }))
  return <SelectField {...bound} options={options} required />
}

type Props = { part: Part<RecommendationDraft>; questions: readonly Question[] }

/** The fields of one recommendation. */
export const RecommendationFields = ({ part, questions }: Props) => {
  const t = useT()
  return (
    <>
      <TextField {...part.bind("title")} />
      <div className="grid-2">
        <TextField {...part.bind("category")} optional />
        <ImpactField {...part.bind("impact")} />
      </div>
      <TextField {...part.bind("description")} rows={3} optional />
      <TextListField
        {...part.bind("actionItems")}
        hint={t("analysis.actionItemsHint", { count: leastActionItems })}
        maxLength={maxItemLength}
        maxEntries={maxActionItems}
        addLabel={t("analysis.actionItemAdd")}
        check={itemCheck}
      />
      <KeyStatsField part={part} questions={questions} />
    </>
  )
}
