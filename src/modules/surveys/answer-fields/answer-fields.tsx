import { memo, useId } from "react"
import type { AnswerValue, RespondentQuestion } from "../../../contract/surveys/answers"
import type { Message } from "../../../core/rules"
import { Button } from "../../../ui/controls/button"
import { FieldError } from "../../../ui/controls/field"
import { messageText } from "../../../ui/forms/message-text"
import { useT } from "../../../ui/hooks/use-t"
import { AnswerControl } from "./answer-control"
import { questionElementId } from "./focus-question"

export type Answers = Readonly<Record<string, AnswerValue | undefined>>

type Props = {
  question: RespondentQuestion
  number: number
  value: AnswerValue | undefined
  error: Message | undefined
  onAnswer: (id: string, value: AnswerValue | undefined) => void
}

/** Renders again when its own question, number, answer or message differ; the preview of a survey has up to a hundred. */
const QuestionField = memo(({ question, number, value, error, onAnswer }: Props) => {
  const t = useT()
  const noteId = useId()
  const isMultiple = question.type === "multiple_choice"
  const isText = question.type === "text"
  const isChoice = !isMultiple && !isText
  const description = [question.description, isMultiple && t("survey.severalAnswers"), isText && t("survey.textHint")]
    .filter(Boolean)
    .join("\n")
  const describedBy = [description && `${noteId}-text`, error && `${noteId}-error`].filter(Boolean).join(" ")
  return (
    <fieldset
      className="question"
      id={questionElementId(question.id)}
      role={isChoice ? "radiogroup" : undefined}
      aria-invalid={error && isChoice ? true : undefined}
      aria-describedby={describedBy || undefined}
    >
      <legend>
        <span className="subtle tabular">{number}.</span>
        <span>
          {question.text}
          {question.required && (
            <>
              <span className="label__required" data-tone="danger" aria-hidden="true">
                {" *"}
              </span>
              <span className="sr-only"> ({t("survey.answerNeeded")})</span>
            </>
          )}
        </span>
      </legend>
      {description && (
        <p className="hint prose" id={`${noteId}-text`}>
          {description}
        </p>
      )}
      <FieldError id={`${noteId}-error`} error={error && messageText(error, t)} />
      <AnswerControl
        question={question}
        value={value}
        isInvalid={error !== undefined}
        describedBy={describedBy || undefined}
        onAnswer={answer => onAnswer(question.id, answer)}
      />
      {!question.required && isChoice && value !== undefined && (
        <Button
          className="question__clear"
          tone="ghost"
          size="sm"
          icon="x"
          onClick={event => {
            // The button disappears with the answer.
            event.currentTarget.closest("fieldset")?.querySelector("input")?.focus()
            onAnswer(question.id, undefined)
          }}
        >
          {t("survey.clearAnswer")}
        </Button>
      )}
    </fieldset>
  )
})

/**
 * The questions of a survey with the controls that answer them, one below the other.
 * @param props.errors messages by question id, shown at their questions
 * @param props.onAnswer called with undefined when an answer is taken back
 */
export const AnswerFields = ({
  questions,
  answers,
  onAnswer,
  errors,
}: {
  questions: readonly RespondentQuestion[]
  answers: Answers
  onAnswer: (id: string, value: AnswerValue | undefined) => void
  errors: Readonly<Record<string, Message>>
}) => (
  <ol className="questions">
    {questions.map((question, index) => (
      <li key={question.id}>
        <QuestionField
          question={question}
          number={index + 1}
          value={answers[question.id]}
          error={errors[question.id]}
          onAnswer={onAnswer}
        />
      </li>
    ))}
  </ol>
)
