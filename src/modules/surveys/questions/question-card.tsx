import { type KeyboardEvent, memo, type PointerEvent, useRef } from "react"
import type { MeaningChange } from "../../../contract/surveys/changes"
import { hasOptions, type Question, type QuestionType } from "../../../contract/surveys/surveys"
import type { EntryPart } from "../../../core/form/parts"
import { cleanLine } from "../../../core/text/clean-text"
import { IconButton } from "../../../ui/controls/button"
import { Field, FieldError } from "../../../ui/controls/field"
import { MoveButtons } from "../../../ui/controls/move-buttons"
import { Select } from "../../../ui/controls/select"
import { Switch } from "../../../ui/controls/switch"
import { Icon } from "../../../ui/display/icons/icon"
import { useBound, useObservable } from "../../../ui/forms/bound"
import { TextField } from "../../../ui/forms/text-field"
import { useCan } from "../../../ui/hooks/use-can"
import { useT } from "../../../ui/hooks/use-t"
import { OptionsField } from "./options-field"
import { QuestionChoices } from "./question-choices"
import { blankQuestion, followOption } from "./question-list"
import { changeText, offeredTypes, typeIcon, typeText } from "./question-texts"

type QuestionPart = EntryPart<Question>

/** What a card does beside changing its question. The object stays the same over all renders. */
export type CardActions = {
  open: (key: string | undefined) => void
  /** Moves by one place up (-1) or down (1), and keeps the focus. */
  step: (key: string, by: 1 | -1) => void
  copy: (key: string) => void
  /** Removes a question; its undo button takes the focus. */
  remove: (key: string) => void
  onPointerDown: (event: PointerEvent) => void
}

const TypeField = ({ part }: { part: QuestionPart }) => {
  const t = useT()
  const { field, ...props } = useBound(part.bind("type"))
  /** Options of the types that have some, while the question has another type. */
  const kept = useRef<string[]>([])
  const change = (type: QuestionType) => {
    if (hasOptions(type) === hasOptions(field.value)) return part.change({ type })
    if (!hasOptions(type)) kept.current = part.get().options
    part.change({ type, options: hasOptions(type) && kept.current.length ? kept.current : blankQuestion(type).options })
  }
  return (
    <Field {...props} error={field.error}>
      {aria => (
        <Select
          {...aria}
          value={field.value}
          onChange={type => change(type as QuestionType)}
          options={[...new Set([...offeredTypes(), field.value])].map(type => ({ value: type, label: t(typeText(type)) }))}
        />
      )}
    </Field>
  )
}

const Options = ({ part }: { part: QuestionPart }) => {
  const { id, field } = useBound(part.bind("options"))
  const type = useObservable(part.value("type"))
  const { index } = useObservable(part.place)
  if (!hasOptions(type)) return null
  return (
    <OptionsField
      id={id}
      number={index + 1}
      type={type}
      options={field.value}
      onChange={options => part.change(followOption(part.get(), options))}
      onLeave={field.onLeave}
      error={field.error}
    />
  )
}

/** Which option of a multiple choice is chosen alone. */
const ExclusiveField = ({ part }: { part: QuestionPart }) => {
  const t = useT()
  const { field, ...props } = useBound(part.bind("exclusive"))
  const { value = "" } = field
  const type = useObservable(part.value("type"))
  const options = useObservable(part.value("options"))
  const isOffered = useCan("records.members")
  if (type !== "multiple_choice" || !(isOffered || value)) return null
  const texts = [...new Set([...options.map(cleanLine), value].filter(Boolean))]
  return (
    <Field {...props} hint={t("survey.exclusiveHint")} error={field.error}>
      {aria => (
        <Select
          {...aria}
          value={value}
          onChange={option => field.onChange(option || undefined)}
          options={[{ value: "", label: t("survey.exclusiveNone") }, ...texts.map(text => ({ value: text, label: text }))]}
        />
      )}
    </Field>
  )
}

const RequiredField = ({ part }: { part: QuestionPart }) => {
  const t = useT()
  const { label, field } = useBound(part.bind("required"))
  return (
    <div>
      <Switch label={label} hint={t("survey.requiredHint")} value={field.value} onChange={field.onChange} />
      <FieldError error={field.error} />
    </div>
  )
}

const Editor = ({ part }: { part: QuestionPart }) => {
  const t = useT()
  return (
    <div className="stack-sm">
      <TextField {...part.bind("text")} />
      <TypeField part={part} />
      <TextField {...part.bind("description")} hint={t("survey.questionDescriptionHint")} rows={2} optional />
      <Options part={part} />
      <ExclusiveField part={part} />
      <RequiredField part={part} />
    </div>
  )
}

/** What an employee chooses from, in a card that is not edited. */
const Closed = ({ part }: { part: QuestionPart }) => {
  const question = useObservable(part.entry)
  return (
    <>
      {question.description && <p className="small subtle prose">{question.description}</p>}
      <QuestionChoices {...question} />
    </>
  )
}

const ClosedText = ({ part }: { part: QuestionPart }) => {
  const t = useT()
  return <span>{useObservable(part.value("text")).trim() || t("survey.questionUntitled")}</span>
}

const Title = ({ part, isOpen, onToggle }: { part: QuestionPart; isOpen: boolean; onToggle: () => void }) => {
  const t = useT()
  const { index } = useObservable(part.place)
  const type = useObservable(part.value("type"))
  const isRequired = useObservable(part.value("required"))
  return (
    <h3>
      <button
        type="button"
        className="question-card__title"
        data-action="open"
        aria-expanded={isOpen}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={onToggle}
      >
        <span className="row row-wrap">
          <span className="subtle small tabular">{t("survey.questionNumber", { number: index + 1 })}</span>
          <span className="badge" data-tone="neutral">
            <Icon name={typeIcon(type)} />
            {t(typeText(type))}
          </span>
          {!isRequired && <span className="subtle small">{t("ui.optional")}</span>}
        </span>
        {!isOpen && <ClosedText part={part} />}
        <Icon name="down" size="sm" />
      </button>
    </h3>
  )
}

const Tools = ({ part, actions }: { part: QuestionPart; actions: CardActions }) => {
  const t = useT()
  const { index, count } = useObservable(part.place)
  const number = index + 1
  return (
    <div className="question-card__tools">
      <MoveButtons
        index={index}
        count={count}
        up={t("survey.questionUp", { number })}
        down={t("survey.questionDown", { number })}
        onMove={to => actions.step(part.key, to < index ? -1 : 1)}
      />
      <IconButton icon="copy" label={t("survey.questionCopy", { number })} onClick={() => actions.copy(part.key)} />
      <IconButton icon="trash" label={t("survey.questionRemove", { number })} onClick={() => actions.remove(part.key)} />
    </div>
  )
}

type Props = {
  part: QuestionPart
  isOpen: boolean
  /** Changes that alter what given answers mean. */
  changes: readonly MeaningChange[]
  actions: CardActions
}

/**
 * A question: as a card to read, and opened as a card to edit. It moves by drag at its grip, by its buttons, and by Alt with an
 * arrow key from anywhere within. Typing renders the field alone; a form has up to a hundred cards.
 */
export const QuestionCard = memo(({ part, isOpen, changes, actions }: Props) => {
  const t = useT()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.nativeEvent.isComposing) return
    const { target, key, altKey } = event
    // Enter in the text would save the survey. Alt with an arrow key opens a select.
    if (key === "Enter" && !altKey && target instanceof HTMLInputElement && target.id === part.bind("text").id) {
      event.preventDefault()
      document.getElementById(`${part.bind("options").id}-0`)?.focus()
    } else if (altKey && (key === "ArrowUp" || key === "ArrowDown") && !(target instanceof HTMLSelectElement)) {
      event.preventDefault()
      actions.step(part.key, key === "ArrowUp" ? -1 : 1)
    }
  }
  return (
    <li className="question-card card" data-entry data-row={part.key} data-open={isOpen || undefined} onKeyDown={onKeyDown}>
      <span className="grip" aria-hidden="true" onPointerDown={actions.onPointerDown}>
        <Icon name="grip" />
      </span>
      <Title part={part} isOpen={isOpen} onToggle={() => actions.open(isOpen ? undefined : part.key)} />
      <div className="question-card__body">
        {isOpen ? <Editor part={part} /> : <Closed part={part} />}
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
      <Tools part={part} actions={actions} />
    </li>
  )
})
