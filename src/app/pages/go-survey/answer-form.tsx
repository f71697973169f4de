import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react"
import { type AnswerValue, answerErrors, type RespondentSurvey } from "../../../contract/surveys/answers"
import { errorMessage } from "../../../core/http/errors"
import { HttpError, mayHaveSucceeded } from "../../../core/http/http-error"
import { listen } from "../../../core/listen"
import { isEmpty } from "../../../core/rules"
import { AnswerFields, type Answers } from "../../../modules/surveys/answer-fields/answer-fields"
import { focusQuestion } from "../../../modules/surveys/answer-fields/focus-question"
import { Button } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import { Progress } from "../../../ui/display/progress"
import { useT } from "../../../ui/hooks/use-t"
import type { AnswerStore } from "./answer-store"
import { ClearAnswers } from "./clear-answers"
import { sendAnswers } from "./respondent-calls"

type Props = {
  token: string
  survey: RespondentSurvey
  answers: Answers
  store: AnswerStore
  refusal?: HttpError
  onSent: (survey: RespondentSurvey) => void
  /** Called when the server did not take the answers for a reason that reading the survey again makes clear. */
  onRefused: (error: HttpError) => void
}

const isRefusal = (error: unknown): error is HttpError => error instanceof HttpError && [400, 404, 409].includes(error.status)

/** Asks before the page is closed or reloaded. */
const useLeaveWarning = (isNeeded: boolean) => {
  useEffect(() => {
    if (!isNeeded) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    return listen(window, { beforeunload: warn })
  }, [isNeeded])
}

const Failure = ({ error, missing, isChanged }: { error: unknown; missing: number; isChanged: boolean }) => {
  const t = useT()
  if (isChanged && missing > 0) return <Alert tone="warning" title={t("answering.changed")} text={t("answering.changedText")} />
  return (
    <Alert tone="danger" title={t("answering.notSent")} text={errorMessage(error, "error.generic", t)}>
      <p>{t("answering.notSentText")}</p>
    </Alert>
  )
}

/** The questions of an open survey, kept in the browser while they are answered, and sent together. */
export const AnswerForm = ({ token, survey, store, refusal, onSent, onRefused, ...props }: Props) => {
  const t = useT()
  const [answers, setAnswers] = useState(props.answers)
  const [isKept, setIsKept] = useState(true)
  const [isChecked, setIsChecked] = useState(refusal !== undefined)
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(refusal)
  const isUncertain = useRef(store.read()?.isUncertain ?? false)

  const { questions, isTest } = survey
  const answered = questions.filter(({ id }) => !isEmpty(answers[id])).length
  const errors = isChecked ? answerErrors(questions, answers) : {}
  const missing = Object.keys(errors).length
  useLeaveWarning(answered > 0 && !isTest)

  const keep = (next: Answers) =>
    isTest || setIsKept(store.write({ at: Date.now(), answers: next, isUncertain: isUncertain.current }))

  const answer = (id: string, value: AnswerValue | undefined) => {
    const next = { ...answers, [id]: value }
    setAnswers(next)
    keep(next)
  }

  const send = async () => {
    const wasUncertain = isUncertain.current
    setIsSending(true)
    setFailure(undefined)
    isUncertain.current = true
    keep(answers)
    try {
      await sendAnswers(survey.id, token, answers)
      store.remove()
      onSent(survey)
    } catch (error) {
      isUncertain.current = wasUncertain || mayHaveSucceeded(error)
      keep(answers)
      setIsSending(false)
      if (isRefusal(error)) onRefused(error)
      else setFailure(error)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    setIsChecked(true)
    const [first] = Object.keys(answerErrors(questions, answers))
    if (first === undefined) send()
    else focusQuestion(first)
  }

  /** Enter chooses nothing in a radio button or a checkbox: it would send what cannot be changed any more. */
  const ignoreEnter = (event: KeyboardEvent) => {
    if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault()
  }

  return (
    <form className="answering__form" noValidate onSubmit={submit} onKeyDown={ignoreEnter}>
      <div className="answering__progress">
        <p role="status">{t("answering.progress", { answered, total: questions.length })}</p>
        <Progress value={questions.length ? answered / questions.length : 0} label={t("answering.title")} />
      </div>
      <AnswerFields questions={questions} answers={answers} onAnswer={answer} errors={errors} />
      <div className="answering__end">
        {failure !== undefined && <Failure error={failure} missing={missing} isChanged={refusal !== undefined} />}
        {missing > 0 && (
          <p className="field-error" data-tone="danger" role="status">
            {t("answering.missing", { count: missing })}
          </p>
        )}
        <Button type="submit" tone="primary" size="lg" icon="send" busy={isSending}>
          {t(failure === undefined ? "answering.send" : "answering.sendAgain")}
        </Button>
        <p className="hint">{t(isTest ? "answering.testText" : isKept ? "answering.kept" : "answering.notKept")}</p>
        <ClearAnswers
          isOffered={answered > 0 && !isSending}
          onClear={() => {
            setAnswers({})
            setIsChecked(false)
            setFailure(undefined)
            store.remove()
          }}
        />
      </div>
    </form>
  )
}
