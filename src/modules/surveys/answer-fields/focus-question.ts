/** Returns the element id of a question's fieldset. */
export const questionElementId = (id: string) => `question-${id}`

/** Moves the focus to the answer of a question, or else to its first choice, and scrolls the whole question into view. */
export const focusQuestion = (id: string) => {
  const question = document.getElementById(questionElementId(id))
  const input = question?.querySelector<HTMLElement>("input:checked") ?? question?.querySelector<HTMLElement>("input, textarea")
  input?.focus({ preventScroll: true })
  question?.scrollIntoView({ block: "start" })
}
