import type { MeaningChange } from "../../../contract/surveys/changes"
import { type QuestionType, questionTypes } from "../../../contract/surveys/surveys"
import type { Key, Translate } from "../../../core/text/i18n"
import { can } from "../../../state/features"
import type { IconName } from "../../../ui/display/icons/icon"

/** The words and icons of question types and of their changes. */

const typeIcons: Record<string, IconName> = {
  multiple_choice: "list",
  single_choice: "target",
  yes_no: "ok",
  rating: "star",
  text: "edit",
}

/** The types that a question can get. Open questions are an extension. */
export const offeredTypes = () => questionTypes.filter(type => type !== "text" || can("records.members"))

/** Returns the text key of a question's type; unknown types share one text. */
export const typeText = (type: QuestionType): Key => (questionTypes.includes(type) ? `survey.questionType.${type}` : "ui.unknown")

export const typeIcon = (type: QuestionType) => typeIcons[type] ?? "info"

/** Returns a change in words, without the question that it concerns. */
export const changeText = (change: MeaningChange, t: Translate): string => {
  switch (change.kind) {
    case "removed":
      return t("survey.change.removed")
    case "text":
      return t("survey.change.text", { before: change.before, after: change.after })
    case "type":
      return t("survey.change.type", { before: t(typeText(change.before)), after: t(typeText(change.after)) })
    case "required":
      return t(change.after ? "survey.change.required" : "survey.change.optional")
    case "optionRemoved":
      return t("survey.change.optionRemoved", { before: change.before })
    case "optionReworded":
      return t("survey.change.optionReworded", { before: change.before, after: change.after })
  }
}
