import { useId, useLayoutEffect, useMemo, useRef, useState } from "react"
import { type MeaningChange, meaningChanges } from "../../../contract/surveys/changes"
import { estimatedMinutes, maxQuestions, type Question, questionTypes, type SurveyDraft } from "../../../contract/surveys/surveys"
import { Button, IconButton } from "../../../ui/controls/button"
import { FieldError } from "../../../ui/controls/field"
import { Alert } from "../../../ui/display/alert"
import type { Form } from "../../../ui/forms/use-form"
import { useScreenContext } from "../../../ui/hooks/screen-context"
import { useDragOrder } from "../../../ui/hooks/use-drag-order"
import { useFormat } from "../../../ui/hooks/use-format"
import { useLatest } from "../../../ui/hooks/use-latest"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { Menu } from "../../../ui/overlays/menu"
import { getSurvey } from "../api"
import { ChangeDialog } from "./change-dialog"
import { type CardActions, QuestionCard } from "./question-card"
import { typeIcon, typeText } from "./question-texts"
import { QuestionTools } from "./question-tools"
import { questionsOf, type Row } from "./rows"
import { useQuestionRows } from "./use-question-rows"

/** Where the focus goes after the next render: an element, or a part of a question's row. */
type Focus = { key: string; part: string } | { element: Element | null }

/** Messages of each question's members, from those by path such as `questions.2.options.0`. */
const errorsByQuestion = (errors: Record<string, string>) => {
  const byQuestion = new Map<number, Record<string, string>>()
  for (const [path, text] of Object.entries(errors)) {
    const [, index, member = "text"] = path.split(".")
    const known = byQuestion.get(Number(index))
    byQuestion.set(Number(index), { [member]: text, ...known })
  }
  return byQuestion
}

const changesByQuestion = (changes: readonly MeaningChange[]) => {
  const byQuestion = new Map<string, MeaningChange[]>()
  for (const change of changes) byQuestion.set(change.questionId, [...(byQuestion.get(change.questionId) ?? []), change])
  return byQuestion
}

const noErrors = {}
const noQuestions: readonly Question[] = []
const noChanges: readonly MeaningChange[] = []

/** A question that was removed, in its place, until it is restored or dismissed. */
const RemovedRow = ({ row, isFull, actions }: { row: Row; isFull: boolean; actions: RemovedActions }) => {
  const t = useT()
  const text = row.question.text.trim() || t("survey.questionUntitled")
  return (
    <li className="question-removed" data-row={row.key}>
      <span>{t("survey.questionGone", { text })}</span>
      <Button size="sm" icon="history" data-action="restore" disabled={isFull} onClick={() => actions.restore(row.key)}>
        {t("ui.undo")}
      </Button>
      <IconButton icon="x" label={t("survey.questionForget", { text })} onClick={() => actions.discard(row.key)} />
    </li>
  )
}
type RemovedActions = { restore: (key: string) => void; discard: (key: string) => void }

/**
 * The questions of a survey: cards that are added, edited, moved, copied and removed, with marks at what changes the meaning of
 * given answers (docs/console.md#questions-of-a-survey).
 */
export const QuestionsField = ({ form }: { form: Form<SurveyDraft> }) => {
  const t = useT()
  const format = useFormat()
  const { id = "" } = useScreenContext()
  const stored = useQuery(getSurvey, id, id !== "").data?.record
  const answered = stored?.responseCount ?? 0
  const titleId = useId()
  const { rows, actions } = useQuestionRows(form)
  const questions = questionsOf(rows)
  const [openKey, setOpenKey] = useState<string>()
  /** A reference, not a state: focusing needs no second render of a hundred cards. */
  const focus = useRef<Focus>(undefined)
  const [liveText, setLiveText] = useState("")
  const root = useRef<HTMLFieldSetElement>(null)
  const list = useRef<HTMLOListElement>(null)

  useLayoutEffect(() => {
    const wanted = focus.current
    if (!wanted) return
    focus.current = undefined
    const target =
      "element" in wanted
        ? wanted.element
        : root.current?.querySelector(`[data-row="${CSS.escape(wanted.key)}"]`)?.querySelector(wanted.part)
    if (target instanceof HTMLElement && target !== document.activeElement) target.focus()
  })

  const keys = rows.flatMap(row => (row.isRemoved ? [] : row.key))
  const moveTo = (key: string, to: number) => {
    if (to < 0 || to >= keys.length) return
    focus.current = { element: document.activeElement }
    actions.move(key, to)
    setLiveText(t("survey.questionMoved", { number: to + 1, count: keys.length }))
  }
  const drag = useDragOrder(list, (from, to) => {
    const key = keys[from]
    if (key) moveTo(key, to)
  })

  const open = (key: string | undefined, part: string) => {
    if (!key) return
    setOpenKey(key)
    focus.current = { key, part }
  }
  const handlers = {
    open: (key: string | undefined) => {
      setOpenKey(key)
      if (key) focus.current = { key, part: "input" }
    },
    step: (key: string, by: 1 | -1) => moveTo(key, keys.indexOf(key) + by),
    copy: (key: string) => {
      const copy = actions.duplicate(key)
      open(copy, "input")
      setLiveText(
        copy ? t("survey.questionCopied", { number: keys.indexOf(key) + 2 }) : t("survey.questionsFull", { max: maxQuestions }),
      )
    },
    removeCard: (key: string) => {
      actions.remove(key)
      focus.current = { key, part: "[data-action=restore]" }
      setLiveText(t("survey.questionTaken", { number: keys.indexOf(key) + 1 }))
    },
    onPointerDown: drag.onPointerDown,
  }
  const latest = useLatest(handlers)
  const cardActions = useMemo(
    (): CardActions => ({
      ...actions,
      open: key => latest.current.open(key),
      step: (key, by) => latest.current.step(key, by),
      copy: key => latest.current.copy(key),
      removeCard: key => latest.current.removeCard(key),
      onPointerDown: event => latest.current.onPointerDown(event),
    }),
    [actions, latest],
  )
  const removedActions: RemovedActions = {
    restore: key => {
      actions.restore(key)
      focus.current = { key, part: "[data-action=open]" }
      setLiveText(t("survey.questionBack"))
    },
    discard: key => {
      root.current?.focus()
      actions.discard(key)
    },
  }

  const { error, stored: storedQuestions = noQuestions } = form.field("questions")
  const errors = errorsByQuestion(form.entryErrors("questions"))
  const changes = stored && answered > 0 ? meaningChanges(stored.questions, questions) : []
  const changed = changesByQuestion(changes)
  const isFull = questions.length >= maxQuestions
  const noteId = `${titleId}-note`
  let index = -1
  return (
    <fieldset
      className="question-editor"
      id="questions"
      ref={root}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={error ? noteId : undefined}
      aria-invalid={error ? true : undefined}
    >
      <div className="row row-wrap row-between">
        <h2 id={titleId}>{t("survey.questions")}</h2>
        <span className="subtle small">
          {t("survey.questionCount", { count: questions.length, max: format.number(maxQuestions) })}
          {questions.length > 0 && ` · ${t("survey.minutes", { count: estimatedMinutes(questions) })}`}
        </span>
        <QuestionTools form={form} />
      </div>
      {answered > 0 && (
        <Alert
          tone={changes.length > 0 ? "warning" : "info"}
          title={t("survey.answeredTitle", { count: answered, number: format.number(answered) })}
          text={t(changes.length > 0 ? "survey.answeredChanged" : "survey.answeredText")}
        />
      )}
      <FieldError id={noteId} error={error} />
      {questions.length === 0 && !error && <p className="subtle">{t("survey.questionsNone")}</p>}
      <ol className="drag-list" ref={list}>
        {rows.map(row => {
          if (row.isRemoved) return <RemovedRow key={row.key} row={row} isFull={isFull} actions={removedActions} />
          index++
          const wrong = errors.get(index)
          return (
            <QuestionCard
              key={row.key}
              rowKey={row.key}
              question={row.question}
              stored={storedQuestions}
              index={index}
              isLast={index === questions.length - 1}
              isOpen={row.key === openKey || wrong !== undefined}
              errors={wrong ?? noErrors}
              changes={(row.question.id && changed.get(row.question.id)) || noChanges}
              actions={cardActions}
            />
          )
        })}
      </ol>
      {isFull ? (
        <p className="subtle" role="status">
          {t("survey.questionsFull", { max: maxQuestions })}
        </p>
      ) : (
        <Menu
          label={t("survey.questionAdd")}
          icon="plus"
          className="btn btn--block"
          items={questionTypes.map(type => ({
            label: t(typeText(type)),
            icon: typeIcon(type),
            run: () => {
              open(actions.add(type), "input")
              setLiveText(t("survey.questionAdded", { number: questions.length + 1 }))
            },
          }))}
        />
      )}
      <p className="sr-only" role="status">
        {liveText}
      </p>
      <ChangeDialog />
    </fieldset>
  )
}
