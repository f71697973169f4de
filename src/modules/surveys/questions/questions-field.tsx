import { useId, useLayoutEffect, useMemo, useRef, useState } from "react"
import { type MeaningChange, meaningChanges } from "../../../contract/surveys/changes"
import { estimatedMinutes, maxQuestions, type SurveyDraft } from "../../../contract/surveys/surveys"
import type { FormSession } from "../../../core/form/session"
import { Button, IconButton } from "../../../ui/controls/button"
import { FieldError } from "../../../ui/controls/field"
import { Alert } from "../../../ui/display/alert"
import { useDerived, useObservable } from "../../../ui/forms/bound"
import { messageText } from "../../../ui/forms/message-text"
import { useScreenContext } from "../../../ui/hooks/screen-context"
import { useDragOrder } from "../../../ui/hooks/use-drag-order"
import { useFormat } from "../../../ui/hooks/use-format"
import { useLatest } from "../../../ui/hooks/use-latest"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { Menu } from "../../../ui/overlays/menu"
import { getSurvey } from "../api"
import { type CardActions, QuestionCard } from "./question-card"
import { blankQuestion, copyOf, type Removed, rowsOf } from "./question-list"
import { offeredTypes, typeIcon, typeText } from "./question-texts"
import { QuestionTools } from "./question-tools"

/** Where the focus goes after the next render: an element, or a part of a question's row. */
type Focus = { key: string; part: string } | { element: Element | null }

const changesByQuestion = (changes: readonly MeaningChange[]) => {
  const byQuestion = new Map<string, MeaningChange[]>()
  for (const change of changes) byQuestion.set(change.questionId, [...(byQuestion.get(change.questionId) ?? []), change])
  return byQuestion
}

const noChanges: readonly MeaningChange[] = []

type RemovedProps = { row: Removed; isFull: boolean; onRestore: (row: Removed) => void; onDiscard: (row: Removed) => void }

/** A question that was removed, in its place, until it is restored or dismissed. */
const RemovedRow = ({ row, isFull, onRestore, onDiscard }: RemovedProps) => {
  const t = useT()
  const text = row.question.text.trim() || t("survey.questionUntitled")
  return (
    <li className="question-removed" data-row={row.key}>
      <span>{t("survey.questionGone", { text })}</span>
      <Button size="sm" icon="history" data-action="restore" disabled={isFull} onClick={() => onRestore(row)}>
        {t("ui.undo")}
      </Button>
      <IconButton icon="x" label={t("survey.questionForget", { text })} onClick={() => onDiscard(row)} />
    </li>
  )
}

const lengthOf = ({ questions }: SurveyDraft) => ({ count: questions.length, minutes: estimatedMinutes(questions) })

/** How many questions there are, and how long they take. */
const Length = ({ form }: { form: FormSession<SurveyDraft> }) => {
  const t = useT()
  const format = useFormat()
  const { count, minutes } = useDerived(form, lengthOf)
  return (
    <span className="subtle small">
      {t("survey.questionCount", { count, max: format.number(maxQuestions) })}
      {count > 0 && ` · ${t("survey.minutes", { count: minutes })}`}
    </span>
  )
}

/**
 * The questions of a survey: cards that are added, edited, moved, copied and removed, with marks at what changes the meaning of
 * given answers (docs/console.md#questions-of-a-survey).
 */
export const QuestionsField = ({ form }: { form: FormSession<SurveyDraft> }) => {
  const t = useT()
  const format = useFormat()
  const { id = "" } = useScreenContext()
  const stored = useQuery(getSurvey, id, id !== "").data?.record
  const answered = stored?.responseCount ?? 0
  const titleId = useId()
  const list = form.list("questions")
  const { keys, error: ofRule } = useObservable(list)
  const { invalid } = useObservable(form.problems)
  const [removed, setRemoved] = useState<readonly Removed[]>([])
  const [openKey, setOpenKey] = useState<string>()
  /** A reference, not a state: focusing needs no second render of a hundred cards. */
  const focus = useRef<Focus>(undefined)
  const [liveText, setLiveText] = useState("")
  const root = useRef<HTMLFieldSetElement>(null)
  const rowList = useRef<HTMLOListElement>(null)
  const isFull = keys.length >= maxQuestions

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

  // A removed question that a restored draft or a conflict brings back is not offered any more.
  const ids = new Set(form.get().questions.flatMap(question => question.id ?? []))
  const rows = rowsOf(
    keys,
    removed.filter(({ key, question }) => !keys.includes(key) && !(question.id && ids.has(question.id))),
  )
  const before = (key: string) => rows[rows.findIndex(row => row.key === key) - 1]?.key
  /** Removed questions stay where they stood when the row that they followed goes. */
  const leaveBehind = (key: string) =>
    setRemoved(all => all.map(row => (row.after === key ? { ...row, after: before(key) } : row)))
  const moveTo = (from: number, to: number) => {
    const key = keys[from]
    if (key === undefined || to < 0 || to >= keys.length) return
    leaveBehind(key)
    focus.current = { element: document.activeElement }
    list.arrange(keys.toSpliced(from, 1).toSpliced(to, 0, key))
    setLiveText(t("survey.questionMoved", { number: to + 1, count: keys.length }))
  }
  const drag = useDragOrder(rowList, moveTo)

  const open = (key: string) => {
    setOpenKey(key)
    focus.current = { key, part: "input" }
  }
  const latest = useLatest<CardActions>({
    open: key => (key ? open(key) : setOpenKey(undefined)),
    step: (key, by) => moveTo(keys.indexOf(key), keys.indexOf(key) + by),
    copy: key => {
      const number = keys.indexOf(key) + 2
      if (isFull) return setLiveText(t("survey.questionsFull", { max: maxQuestions }))
      open(list.add(copyOf(form.part("questions", key).get()), number - 1))
      setLiveText(t("survey.questionCopied", { number }))
    },
    remove: key => {
      const { get, remove } = form.part("questions", key)
      setRemoved(all => [...all, { key, question: get(), after: before(key) }])
      remove()
      focus.current = { key, part: "[data-action=restore]" }
      setLiveText(t("survey.questionTaken", { number: keys.indexOf(key) + 1 }))
    },
    onPointerDown: drag.onPointerDown,
  })
  const actions = useMemo(
    (): CardActions => ({
      open: key => latest.current.open(key),
      step: (key, by) => latest.current.step(key, by),
      copy: key => latest.current.copy(key),
      remove: key => latest.current.remove(key),
      onPointerDown: event => latest.current.onPointerDown(event),
    }),
    [latest],
  )
  const restore = (row: Removed) => {
    const at = rows
      .slice(
        0,
        rows.findIndex(({ key }) => key === row.key),
      )
      .filter(other => !other.removed).length
    list.add(row.question, at)
    setRemoved(all => all.filter(({ key }) => key !== row.key))
    focus.current = { key: row.key, part: "[data-action=open]" }
    setLiveText(t("survey.questionBack"))
  }
  const forget = (row: Removed) => {
    root.current?.focus()
    leaveBehind(row.key)
    setRemoved(all => all.filter(({ key }) => key !== row.key))
  }

  const changes = useObservable(
    useMemo(
      () => form.derived(({ questions }) => (stored && answered > 0 ? meaningChanges(stored.questions, questions) : [])),
      [form, stored, answered],
    ),
  )
  const changed = useMemo(() => changesByQuestion(changes), [changes])
  const error = ofRule && messageText(ofRule, t)
  const noteId = `${titleId}-note`
  return (
    <fieldset
      className="question-editor stack-sm"
      id="questions"
      ref={root}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={error ? noteId : undefined}
      aria-invalid={error ? true : undefined}
    >
      <div className="row row-wrap row-between">
        <h2 id={titleId}>{t("survey.questions")}</h2>
        <Length form={form} />
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
      {keys.length === 0 && !error && <p className="subtle">{t("survey.questionsNone")}</p>}
      <ol className="drag-list stack-sm" ref={rowList}>
        {rows.map(({ key, removed: row }) => {
          if (row) return <RemovedRow key={key} row={row} isFull={isFull} onRestore={restore} onDiscard={forget} />
          const part = form.part("questions", key)
          return (
            <QuestionCard
              key={key}
              part={part}
              isOpen={key === openKey || invalid.some(({ id }) => id.startsWith(`questions-${key}-`))}
              changes={changed.get(part.get().id ?? "") ?? noChanges}
              actions={actions}
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
          items={offeredTypes().map(type => ({
            label: t(typeText(type)),
            icon: typeIcon(type),
            run: () => {
              open(list.add(blankQuestion(type)))
              setLiveText(t("survey.questionAdded", { number: keys.length + 1 }))
            },
          }))}
        />
      )}
      <p className="sr-only" role="status">
        {liveText}
      </p>
    </fieldset>
  )
}
