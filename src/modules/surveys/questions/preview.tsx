import { type KeyboardEvent, useCallback, useId, useMemo, useState } from "react"
import { type AnswerValue, answerErrors, type RespondentQuestion } from "../../../contract/surveys/answers"
import { estimatedMinutes, type Question, type SurveyDraft } from "../../../contract/surveys/surveys"
import type { Message } from "../../../core/rules"
import { Button } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import { Card } from "../../../ui/display/card"
import { Deferred } from "../../../ui/forms/deferred"
import { useT } from "../../../ui/hooks/use-t"
import { Dialog } from "../../../ui/overlays/dialog"
import { AnswerFields } from "../answer-fields/answer-fields"
import { focusQuestion } from "../answer-fields/focus-question"

/** Returns a question as a respondent sees it: blank and duplicate texts are left out. */
const respondentQuestion = (question: Question, index: number, prefix: string, untitled: string): RespondentQuestion => ({
  id: `${prefix}${question.id ?? index}`,
  text: question.text.trim() || untitled,
  description: question.description.trim(),
  type: question.type,
  options: [...new Set(question.options.map(option => option.trim()).filter(Boolean))],
  ...(question.exclusive && { exclusive: question.exclusive.trim() }),
  required: question.required,
})

/** Enter in a choice would save the survey, whose form contains the preview. */
const keepForm = (event: KeyboardEvent) => {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault()
}

const noErrors: Readonly<Record<string, Message>> = {}

/** The survey as an employee answers it, with the check of required answers; nothing is sent. */
const SurveyAnswering = ({ draft }: { draft: SurveyDraft }) => {
  const t = useT()
  const prefix = useId()
  const untitled = t("survey.questionUntitled")
  /** A question that did not change stays the same object, so that it is not rendered again. */
  const known = useMemo(() => new WeakMap<Question, { index: number; shown: RespondentQuestion }>(), [untitled])
  const questions = draft.questions.map((question, index) => {
    const before = known.get(question)
    if (before?.index === index) return before.shown
    const shown = respondentQuestion(question, index, prefix, untitled)
    known.set(question, { index, shown })
    return shown
  })
  const [answers, setAnswers] = useState<Readonly<Record<string, AnswerValue | undefined>>>({})
  const [state, setState] = useState<"answering" | "checked" | "sent">("answering")
  const onAnswer = useCallback((id: string, value: AnswerValue | undefined) => {
    setAnswers(answers => ({ ...answers, [id]: value }))
    setState(state => (state === "sent" ? "answering" : state))
  }, [])
  const errors = answerErrors(questions, Object.fromEntries(questions.map(({ id }) => [id, answers[id]])))
  const wrong = questions.filter(({ id }) => errors[id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler observes the choices inside
    <div className="stack" onKeyDown={keepForm}>
      <div>
        <p className="strong">{draft.title.trim() || t("survey.previewUntitled")}</p>
        {draft.description && <p className="muted prose">{draft.description}</p>}
        <p className="subtle small">
          {t("survey.questionTotal", { count: questions.length })} ·{" "}
          {t("survey.minutes", { count: estimatedMinutes(draft.questions) })}
        </p>
      </div>
      <AnswerFields
        questions={questions}
        answers={answers}
        errors={state === "checked" ? errors : noErrors}
        onAnswer={onAnswer}
      />
      {state === "sent" && <Alert tone="success" title={t("survey.previewSent")} />}
      <div>
        <Button
          icon="send"
          onClick={() => {
            setState(wrong.length > 0 ? "checked" : "sent")
            if (wrong[0]) focusQuestion(wrong[0].id)
          }}
        >
          {t("survey.previewSend")}
        </Button>
        <p className="hint">{t("survey.previewHint")}</p>
      </div>
    </div>
  )
}

/** The preview beside the form. */
export const Preview = ({ draft }: { draft: SurveyDraft }) => {
  const t = useT()
  if (draft.questions.length === 0) return null
  return (
    <div className="survey-preview-card">
      <Card title={t("survey.preview")}>
        <SurveyAnswering draft={draft} />
      </Card>
    </div>
  )
}

/** The preview in a dialog, for windows without room beside the form. */
export const PreviewDialog = ({ draft, onClose }: { draft: SurveyDraft; onClose: () => void }) => {
  const t = useT()
  return (
    <Dialog title={t("survey.preview")} size="wide" onClose={onClose}>
      <div className="dialog__body" data-focus tabIndex={-1}>
        <Deferred>
          <SurveyAnswering draft={draft} />
        </Deferred>
      </div>
      <div className="dialog__foot">
        <Button onClick={onClose}>{t("ui.close")}</Button>
      </div>
    </Dialog>
  )
}
