import { type ReactNode, useState } from "react"
import { hasOptions, type Question, questionRules, questionTypes } from "../../../contract/surveys/surveys"
import { validate } from "../../../core/rules"
import { Button, IconButton } from "../../../ui/controls/button"
import { Field } from "../../../ui/controls/field"
import { Select } from "../../../ui/controls/select"
import { TextArea } from "../../../ui/controls/text-area"
import { messageText } from "../../../ui/forms/message-text"
import { TextField } from "../../../ui/forms/text-field"
import { useT } from "../../../ui/hooks/use-t"

type RowProps = {
  text: string
  language: string
  note: string
  onAdd: () => void
  onRefuse: () => void
  /** The fields that edit it. */
  children: ReactNode
}

/** A suggestion, which is added, edited in place, or refused. */
export const SuggestionRow = ({ text, language, note, onAdd, onRefuse, children }: RowProps) => {
  const t = useT()
  const [isEdited, setEdited] = useState(false)
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
      {isEdited && <div className="generation__edit">{children}</div>}
    </li>
  )
}

const linesOf = (text: string) => text.split("\n").filter(line => line.trim())

/** Edits a suggested question before it is added. An invalid one is not added. */
export const QuestionFields = (props: {
  id: string
  question: Question
  onChange: (question: Question) => void
  onAdd: () => void
}) => {
  const t = useT()
  const { id, question, onChange } = props
  const [isChecked, setChecked] = useState(false)
  const [typed, setTyped] = useState(() => question.options.join("\n"))
  const errors = isChecked ? validate(questionRules, question) : {}
  const errorOf = (name: keyof Question) => errors[name] && messageText(errors[name], t)
  const change = (patch: Partial<Question>) => onChange({ ...question, ...patch })
  return (
    <>
      <TextField
        id={`${id}-text`}
        label={t("templates.question")}
        field={{ value: question.text, onChange: text => change({ text }), error: errorOf("text") }}
        max={200}
        rows={2}
        required
      />
      <TextField
        id={`${id}-help`}
        label={t("templates.help")}
        field={{ value: question.description, onChange: description => change({ description }), error: undefined }}
        max={500}
        optional
      />
      <Field id={`${id}-type`} label={t("templates.type")}>
        {aria => (
          <Select
            {...aria}
            value={question.type}
            onChange={value => {
              const type = questionTypes.find(name => name === value) ?? question.type
              change({ type, options: hasOptions(type) ? linesOf(typed) : [] })
            }}
            options={questionTypes.map(value => ({ value, label: t(`survey.questionType.${value}`) }))}
          />
        )}
      </Field>
      {hasOptions(question.type) && (
        <Field id={`${id}-options`} label={t("templates.options")} hint={t("templates.optionsHint")} error={errorOf("options")}>
          {aria => (
            <TextArea
              {...aria}
              rows={4}
              value={typed}
              onChange={text => {
                setTyped(text)
                change({ options: linesOf(text) })
              }}
            />
          )}
        </Field>
      )}
      <Button
        icon="plus"
        onClick={() => {
          setChecked(true)
          if (!Object.values(validate(questionRules, question)).some(Boolean)) props.onAdd()
        }}
      >
        {t("templates.apply")}
      </Button>
    </>
  )
}
