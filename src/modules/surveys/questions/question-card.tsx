import { type KeyboardEvent, memo, type PointerEvent, useRef, useState } from "react"
import type { MeaningChange } from "../../../contract/surveys/changes"
import {
  hasOptions,
  type Question,
  type QuestionType,
  questionRules,
  questionTypes,
  writtenQuestion,
} from "../../../contract/surveys/surveys"
import { isSameJson } from "../../../core/json"
import { checkChange, isEmpty, storedAs } from "../../../core/rules"
import { IconButton } from "../../../ui/controls/button"
import { Field, FieldError } from "../../../ui/controls/field"
import { MoveButtons } from "../../../ui/controls/move-buttons"
import { Select } from "../../../ui/controls/select"
import { Switch } from "../../../ui/controls/switch"
import { TextArea } from "../../../ui/controls/text-area"
import { TextInput } from "../../../ui/controls/text-input"
import { Icon } from "../../../ui/display/icons/icon"
import { messageText } from "../../../ui/forms/message-text"
import { useT } from "../../../ui/hooks/use-t"
import { OptionsField } from "./options-field"
import { QuestionChoices } from "./question-choices"
import { changeText, typeIcon, typeText } from "./question-texts"
import { blankQuestion } from "./rows"
import type { QuestionActions } from "./use-question-rows"

type Member = keyof Question & string

/** What a card does beside changing its question. The object stays the same over all renders. */
export type CardActions = QuestionActions & {
  open: (key: string | undefined) => void
  /** Moves by one place up (-1) or down (1), and keeps the focus. */
  step: (key: string, by: 1 | -1) => void
  copy: (key: string) => void
  /** Removes a question; its undo button takes the focus. */
  removeCard: (key: string) => void
  onPointerDown: (event: PointerEvent) => void
}

type Props = {
  rowKey: string
  question: Question
  /** The stored questions of the survey. */
  stored: readonly Question[]
  /** Position, from 0. */
  index: number
  isLast: boolean
  isOpen: boolean
  /** Messages by member, of a submitted form or of the server. */
  errors: Readonly<Record<string, string>>
  /** Changes that alter what given answers mean. */
  changes: readonly MeaningChange[]
  actions: CardActions
}

/** What an employee chooses from, in a card that is not edited. */
const Editor = ({ rowKey, question, stored, index, errors, actions }: Props) => {
  const t = useT()
  const [left, setLeft] = useState<ReadonlySet<Member>>(new Set())
  /** Options of the types that have some, while the question has another type. */
  const kept = useRef<string[]>([])
  const { errors: own, notes } = checkChange(
    questionRules,
    writtenQuestion(question),
    storedAs(question, stored).map(writtenQuestion),
  )
  const path = (member: Member) => `questions.${index}.${member}`
  const errorOf = (member: Member) => {
    const message = left.has(member) && !isEmpty(question[member]) ? own[member] : undefined
    return errors[member] ?? (message && messageText(message, t))
  }
  const bind = (member: Member) => ({
    id: path(member),
    error: errorOf(member),
    note: notes[member] && t("ui.storedInvalid"),
    onLeave: () => setLeft(members => (members.has(member) ? members : new Set(members).add(member))),
  })
  const change = (patch: Partial<Question>) => actions.change(rowKey, patch)
  const changeType = (type: QuestionType) => {
    if (hasOptions(type) === hasOptions(question.type)) return change({ type })
    if (!hasOptions(type)) kept.current = question.options
    change({ type, options: hasOptions(type) && kept.current.length ? kept.current : blankQuestion(type).options })
  }
  return (
    <div className="stack-sm">
      <Field {...bind("text")} label={t("survey.questionText")} required>
        {aria => (
          <TextInput
            {...aria}
            maxLength={200}
            value={question.text}
            onChange={text => change({ text })}
            onKeyDown={event => {
              // Enter would save the survey.
              if (event.key !== "Enter" || event.nativeEvent.isComposing) return
              event.preventDefault()
              document.getElementById(`${path("options")}.0`)?.focus()
            }}
          />
        )}
      </Field>
      <Field {...bind("type")} label={t("survey.questionTypeLabel")}>
        {aria => (
          <Select
            {...aria}
            value={question.type}
            onChange={type => changeType(type as QuestionType)}
            options={[...new Set([...questionTypes, question.type])].map(type => ({ value: type, label: t(typeText(type)) }))}
          />
        )}
      </Field>
      <Field {...bind("description")} label={t("survey.questionDescription")} hint={t("survey.questionDescriptionHint")} optional>
        {aria => (
          <TextArea
            {...aria}
            rows={2}
            maxLength={2000}
            value={question.description}
            onChange={description => change({ description })}
          />
        )}
      </Field>
      {hasOptions(question.type) && (
        <OptionsField
          {...bind("options")}
          number={index + 1}
          type={question.type}
          options={question.options}
          onChange={options => change({ options })}
        />
      )}
      <div>
        <Switch
          label={t("survey.required")}
          hint={t("survey.requiredHint")}
          value={question.required}
          onChange={required => change({ required })}
        />
        <FieldError error={errors.required} />
      </div>
    </div>
  )
}

/**
 * A question: as a card to read, and opened as a card to edit. It moves by drag at its grip, by its buttons, and by Alt with an
 * arrow key from anywhere within.
 */
const Card = (props: Props) => {
  const t = useT()
  const { rowKey, question, index, isLast, isOpen, changes, actions } = props
  const number = index + 1

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    // Alt with an arrow key opens a select.
    if (event.target instanceof HTMLSelectElement) return
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return
    event.preventDefault()
    actions.step(rowKey, event.key === "ArrowUp" ? -1 : 1)
  }
  return (
    <li className="question-card card" data-entry data-row={rowKey} data-open={isOpen || undefined} onKeyDown={onKeyDown}>
      <span className="grip" aria-hidden="true" onPointerDown={actions.onPointerDown}>
        <Icon name="grip" />
      </span>
      <h3>
        <button
          type="button"
          className="question-card__title"
          data-action="open"
          aria-expanded={isOpen}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={() => actions.open(isOpen ? undefined : rowKey)}
        >
          <span className="row row-wrap">
            <span className="subtle small tabular">{t("survey.questionNumber", { number })}</span>
            <span className="badge" data-tone="neutral">
              <Icon name={typeIcon(question.type)} />
              {t(typeText(question.type))}
            </span>
            {!question.required && <span className="subtle small">{t("ui.optional")}</span>}
          </span>
          {!isOpen && <span>{question.text.trim() || t("survey.questionUntitled")}</span>}
          <Icon name="down" size="sm" />
        </button>
      </h3>
      <div className="question-card__body">
        {isOpen ? (
          <Editor {...props} />
        ) : (
          <>
            {question.description && <p className="small subtle prose">{question.description}</p>}
            <QuestionChoices {...question} />
          </>
        )}
        {changes.length > 0 && (
          <div className="question-card__changes" data-tone="warning">
            <Icon name="alert" />
            <ul>
              {changes.map(change => (
                <li key={JSON.stringify(change)}>{changeText(change, t)}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className="question-card__tools">
        <MoveButtons
          index={index}
          count={isLast ? number : number + 1}
          up={t("survey.questionUp", { number })}
          down={t("survey.questionDown", { number })}
          onMove={to => actions.step(rowKey, to < index ? -1 : 1)}
        />
        <IconButton icon="copy" label={t("survey.questionCopy", { number })} onClick={() => actions.copy(rowKey)} />
        <IconButton icon="trash" label={t("survey.questionRemove", { number })} onClick={() => actions.removeCard(rowKey)} />
      </div>
    </li>
  )
}

const isSameProps = ({ errors, changes, ...a }: Props, { errors: otherErrors, changes: otherChanges, ...b }: Props) =>
  (Object.keys(a) as (keyof typeof a)[]).every(name => a[name] === b[name]) &&
  isSameJson(errors, otherErrors) &&
  isSameJson(changes, otherChanges)

/** Renders again when its own question, position, messages or changes differ; a form has up to a hundred. */
export const QuestionCard = memo(Card, isSameProps)
