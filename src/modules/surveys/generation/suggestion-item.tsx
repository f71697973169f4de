import { type ReactNode, useState } from "react"
import { hasOptions } from "../../../contract/surveys/surveys"
import type { Bound } from "../../../core/form/parts"
import type { FormSession } from "../../../core/form/session"
import { joinTexts } from "../../../core/text/join-texts"
import { Button, IconButton } from "../../../ui/controls/button"
import { Field } from "../../../ui/controls/field"
import { TextArea } from "../../../ui/controls/text-area"
import { useBound, useObservable } from "../../../ui/forms/bound"
import { SelectField } from "../../../ui/forms/select-field"
import { TextField } from "../../../ui/forms/text-field"
import { useT } from "../../../ui/hooks/use-t"
import type { Offer, SuggestedQuestion } from "./state"
import { generatedTypes } from "./survey-request"

type RowProps<D extends object> = {
  form: FormSession<D>
  text: string
  language: string
  note: string
  onAdd: () => void
  onRefuse: () => void
  /** The fields that edit it. */
  children: ReactNode
}

/** A suggestion, which is added, edited in place, or refused. An invalid one is not added after an edit. */
const SuggestionRow = <D extends object>({ form, text, language, note, onAdd, onRefuse, children }: RowProps<D>) => {
  const t = useT()
  const [isEdited, setEdited] = useState(false)
  const apply = async () => {
    if ((await form.save("leave")).is === "saved") onAdd()
  }
  return (
    <li>
      <p lang={language}>{text}</p>
      <div className="generation__actions">
        <IconButton icon="plus" data-add label={t("templates.add", { text })} onClick={onAdd} />
        <IconButton
          icon="edit"
          label={t("templates.edit", { text })}
          aria-expanded={isEdited}
          onClick={() => setEdited(!isEdited)}
        />
        <IconButton icon="x" data-refuse label={t("templates.refuse", { text })} onClick={onRefuse} />
      </div>
      <p className="generation__note subtle small">{note}</p>
      {isEdited && (
        <div className="generation__edit">
          {children}
          <Button icon="plus" onClick={apply}>
            {t("templates.apply")}
          </Button>
        </div>
      )}
    </li>
  )
}

type ItemProps<D extends object> = Pick<RowProps<D>, "form" | "language" | "onAdd" | "onRefuse">

/** The title and the description that are suggested. */
export const OfferItem = ({ form, ...row }: ItemProps<Offer>) => {
  const t = useT()
  const { title, description } = useObservable(form.whole)
  return (
    <SuggestionRow {...row} form={form} text={title} note={description || t("templates.offered")}>
      <TextField {...form.bind("title")} id="generation-title" />
      <TextField {...form.bind("description")} id="generation-description" rows={3} optional />
    </SuggestionRow>
  )
}

/** Options, a line each; empty lines are left out. */
const OptionsField = (bound: Bound<string[]>) => {
  const t = useT()
  const { field, ...props } = useBound(bound)
  const [typed, setTyped] = useState(field.value.join("\n"))
  const type = (text: string) => {
    setTyped(text)
    field.onChange(text.split("\n").filter(line => line.trim()))
  }
  return (
    <Field {...props} hint={t("templates.optionsHint")} error={field.error}>
      {aria => <TextArea {...aria} rows={4} value={typed} onChange={type} />}
    </Field>
  )
}

/** A suggested question. */
export const QuestionItem = ({ form, id, ...row }: ItemProps<SuggestedQuestion> & { id: number }) => {
  const t = useT()
  const { text, type, options } = useObservable(form.whole)
  const note = [t(`survey.questionType.${type}`), hasOptions(type) && joinTexts(...options)]
  return (
    <SuggestionRow {...row} form={form} text={text} note={note.filter(Boolean).join(": ")}>
      <TextField {...form.bind("text")} id={`generation-${id}-text`} rows={2} />
      <TextField {...form.bind("description")} id={`generation-${id}-help`} optional />
      <SelectField
        {...form.bind("type")}
        id={`generation-${id}-type`}
        options={generatedTypes.map(value => ({ value, label: t(`survey.questionType.${value}`) }))}
      />
      {hasOptions(type) && <OptionsField {...form.bind("options")} id={`generation-${id}-options`} />}
    </SuggestionRow>
  )
}
