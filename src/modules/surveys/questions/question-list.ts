import { hasOptions, type Question, type QuestionType, questionRules, writtenQuestion } from "../../../contract/surveys/surveys"
import type { ListSpec } from "../../../core/form/spec"
import { checkChange, storedAs } from "../../../core/rules"
import { cleanLine } from "../../../core/text/clean-text"

/** The questions of a survey as a list of its form. */
export const questionList: ListSpec<Question> = {
  label: "survey.questionNumber",
  labels: {
    text: "survey.questionText",
    description: "survey.questionDescription",
    type: "survey.questionTypeLabel",
    options: "survey.options",
    exclusive: "survey.exclusive",
    required: "survey.required",
  },
  fields: { text: { kind: "text", max: 200, isRequired: true }, description: { kind: "text", max: 2000 } },
  check: (question, _, stored = []) =>
    checkChange(questionRules, writtenQuestion(question), storedAs(question, stored).map(writtenQuestion)),
}

/** Returns what a change of a question's options changes: the option that is chosen alone keeps its part under another text. */
export const followOption = ({ options: before, exclusive }: Question, options: string[]): Partial<Question> => {
  if (!exclusive || options.some(option => cleanLine(option) === exclusive)) return { options }
  const at = before.findIndex(option => cleanLine(option) === exclusive)
  const isSame = options.length === before.length
  return { options, exclusive: (isSame && cleanLine(options[at] ?? "")) || undefined }
}

/** Returns a copy of a question, which the server knows nothing of. */
export const copyOf = ({ id: _, ...question }: Question): Question => question

export const blankQuestion = (type: QuestionType): Question => ({
  text: "",
  description: "",
  type,
  options: hasOptions(type) ? ["", ""] : [],
  required: true,
})

/**
 * A question that was removed and can be restored where it stood: behind the row with the key `after`, which may have been removed as
 * well; absent: first.
 */
export type Removed = { key: string; question: Question; after: string | undefined }

/** A row of the editor: the key of a question, or of a removed one. */
export type Row = { key: string; removed?: Removed }

/** Returns the rows, of the questions in their order and of the removed ones behind those that they followed. */
export const rowsOf = (keys: readonly string[], removed: readonly Removed[]): Row[] => {
  const isKnown = (key: string | undefined) => keys.includes(key ?? "") || removed.some(other => other.key === key)
  const behind = (key: string | undefined): Row[] =>
    removed
      .filter(({ after }) => (isKnown(after) ? after : undefined) === key)
      .flatMap(row => [{ key: row.key, removed: row }, ...behind(row.key)])
  return [...behind(undefined), ...keys.flatMap(key => [{ key }, ...behind(key)])]
}
