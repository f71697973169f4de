import { maxAnswerLength, type Question, topRating } from "../../../contract/surveys/surveys"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"

/** What a question can be answered with, as respondents see it. */
export const QuestionChoices = ({ type, options, exclusive }: Question) => {
  const t = useT()
  const format = useFormat()
  if (type === "rating")
    return (
      <p className="row small subtle">
        {t("survey.ratingFromTo", { lowest: t("survey.lowest"), highest: t("survey.highest"), top: topRating })}
      </p>
    )
  if (type === "text") return <p className="small subtle">{t("survey.openAnswer", { max: format.number(maxAnswerLength) })}</p>
  const shown = type === "yes_no" ? [t("ui.yes"), t("ui.no")] : options.filter(option => option.trim())
  return (
    <ul className="question-card__choices">
      {shown.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: options have no identity but their position
        <li key={index}>
          <span className="option-mark" data-type={type} aria-hidden="true" />
          {option === exclusive ? t("survey.exclusiveMark", { option }) : option}
        </li>
      ))}
    </ul>
  )
}
