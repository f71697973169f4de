import { type ReactNode, useId } from "react"
import type { AnswerValue, RespondentQuestion } from "../../../contract/surveys/answers"
import { maxAnswerLength, topRating } from "../../../contract/surveys/surveys"
import { Checkbox } from "../../../ui/controls/checkbox"
import { TextArea } from "../../../ui/controls/text-area"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"

type Props = {
  question: RespondentQuestion
  value: AnswerValue | undefined
  isInvalid: boolean
  describedBy: string | undefined
  onAnswer: (value: AnswerValue | undefined) => void
}

type RadioProps = { name: string; isChecked: boolean; onCheck: () => void; children: ReactNode }

const Radio = ({ name, isChecked, onCheck, children }: RadioProps) => (
  <label className="checkbox">
    <input type="radio" name={name} checked={isChecked} onChange={onCheck} />
    <span>{children}</span>
  </label>
)

const SingleChoice = ({ question, value, onAnswer }: Props) => {
  const name = useId()
  return (
    <div className="choices">
      {question.options.map(option => (
        <Radio key={option} name={name} isChecked={value === option} onCheck={() => onAnswer(option)}>
          {option}
        </Radio>
      ))}
    </div>
  )
}

/** Keeps the order of the options, so that the same choice is the same answer. The exclusive option is chosen alone. */
const MultipleChoice = ({ question, value, onAnswer }: Props) => {
  const chosen = Array.isArray(value) ? value : []
  const choose = (option: string, isChosen: boolean) => {
    const isAlone = (other: string) => isChosen && [option, other].includes(question.exclusive ?? "")
    const next = question.options.filter(other => (other === option ? isChosen : chosen.includes(other) && !isAlone(other)))
    onAnswer(next.length > 0 ? next : undefined)
  }
  return (
    <div className="choices">
      {question.options.map(option => (
        <Checkbox key={option} label={option} value={chosen.includes(option)} onChange={isChosen => choose(option, isChosen)} />
      ))}
    </div>
  )
}

const YesNo = ({ value, onAnswer }: Props) => {
  const t = useT()
  const name = useId()
  return (
    <div className="choices choices--inline">
      <Radio name={name} isChecked={value === true} onCheck={() => onAnswer(true)}>
        {t("ui.yes")}
      </Radio>
      <Radio name={name} isChecked={value === false} onCheck={() => onAnswer(false)}>
        {t("ui.no")}
      </Radio>
    </div>
  )
}

const marks = Array.from({ length: topRating }, (_, index) => index + 1)

const Rating = ({ value, onAnswer }: Props) => {
  const t = useT()
  const name = useId()
  const words: Partial<Record<number, string>> = { 1: t("survey.lowest"), [topRating]: t("survey.highest") }
  return (
    <div className="rating">
      {marks.map(mark => (
        <label key={mark}>
          <input type="radio" name={name} checked={value === mark} onChange={() => onAnswer(mark)} />
          <span className="rating__mark">{mark}</span>
          {words[mark] && <small>{words[mark]}</small>}
        </label>
      ))}
    </div>
  )
}

const OpenText = ({ question, value, isInvalid, describedBy, onAnswer }: Props) => {
  const format = useFormat()
  const text = typeof value === "string" ? value : ""
  return (
    <>
      <TextArea
        aria-label={question.text}
        aria-required={question.required}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        rows={4}
        maxLength={maxAnswerLength}
        value={text}
        onChange={text => onAnswer(text || undefined)}
      />
      <p className="hint tabular">{`${format.number(text.length)} / ${format.number(maxAnswerLength)}`}</p>
    </>
  )
}

/** The control that answers a question of its type. */
export const AnswerControl = (props: Props) => {
  switch (props.question.type) {
    case "single_choice":
      return <SingleChoice {...props} />
    case "multiple_choice":
      return <MultipleChoice {...props} />
    case "yes_no":
      return <YesNo {...props} />
    case "rating":
      return <Rating {...props} />
    case "text":
      return <OpenText {...props} />
  }
}
