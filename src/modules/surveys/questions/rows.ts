import { hasOptions, type Question, type QuestionType } from "../../../contract/surveys/surveys"

/**
 * A question in the editor. `key` stays while the question is edited and moved. A removed question keeps its row, so that it
 * can be restored where it stood; it is not part of the survey.
 */
export type Row = { key: string; question: Question; isRemoved: boolean }
export type Rows = readonly Row[]

/** Returns the questions of the survey. */
export const questionsOf = (rows: Rows): Question[] => rows.filter(row => !row.isRemoved).map(({ question }) => question)

const isShown = (rows: Rows, questions: readonly Question[]) => {
  const shown = rows.filter(row => !row.isRemoved)
  return shown.length === questions.length && shown.every((row, index) => row.question === questions[index])
}

/**
 * Returns the rows of questions that were changed elsewhere (a restored draft, an import, generated questions). A question that
 * is the same object, or has the same id, keeps its key. Removed rows stay behind the row that they followed; those whose
 * question is back are dropped.
 */
export const rowsOf = (previous: Rows, questions: readonly Question[], newKey: () => string): Rows => {
  if (isShown(previous, questions)) return previous
  const known = new Map<unknown, string>()
  for (const { key, question, isRemoved } of previous) {
    if (isRemoved) continue
    known.set(question, key)
    if (question.id) known.set(question.id, key)
  }
  const used = new Set<string>()
  const rows = questions.map((question): Row => {
    const found = known.get(question) ?? known.get(question.id)
    const key = found !== undefined && !used.has(found) ? found : newKey()
    used.add(key)
    return { key, question, isRemoved: false }
  })
  const ids = new Set(questions.flatMap(({ id }) => id ?? []))
  return previous.reduce<Row[]>((result, row, index) => {
    if (!row.isRemoved || (row.question.id && ids.has(row.question.id)) || questions.includes(row.question)) return result
    const before = previous.slice(0, index).findLast(({ key }) => result.some(other => other.key === key))
    return result.toSpliced(before ? result.findIndex(({ key }) => key === before.key) + 1 : 0, 0, row)
  }, rows)
}

/** Moves a question to a position among those of the survey. @param to from 0 */
export const moved = (rows: Rows, key: string, to: number): Rows => {
  const row = rows.find(other => other.key === key)
  const others = rows.filter(other => other.key !== key)
  const shown = others.filter(other => !other.isRemoved)
  if (!row || to < 0 || to > shown.length) return rows
  const from = rows.filter(other => !other.isRemoved).indexOf(row)
  if (from === to) return rows
  // Down: behind the question that now precedes it; up: before the one that now follows it.
  const neighbour = shown[from < to ? to - 1 : to]
  const at = neighbour ? others.indexOf(neighbour) + (from < to ? 1 : 0) : others.length
  return others.toSpliced(at, 0, row)
}

export const changed = (rows: Rows, key: string, patch: Partial<Question>): Rows =>
  rows.map(row => (row.key === key ? { ...row, question: { ...row.question, ...patch } } : row))

export const setRemoved = (rows: Rows, key: string, isRemoved: boolean): Rows =>
  rows.map(row => (row.key === key ? { ...row, isRemoved } : row))

export const without = (rows: Rows, key: string): Rows => rows.filter(row => row.key !== key)

/** Puts a row behind another one; at the end without one. */
export const inserted = (rows: Rows, row: Row, after?: string): Rows => {
  const at = rows.findIndex(({ key }) => key === after)
  return rows.toSpliced(at < 0 ? rows.length : at + 1, 0, row)
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
