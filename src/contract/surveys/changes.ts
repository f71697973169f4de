import { hasOptions, type Question } from "./surveys"

/** What a change of a survey's questions means for the answers that it has (docs/contract.md#survey-changes). */

type Place = {
  questionId: string
  /** The stored words of the question. */
  text: string
}

/**
 * A change after which given answers mean something else. `number` is the question's new position, from 1; a removed question
 * has none.
 */
export type MeaningChange = Place &
  (
    | { kind: "removed" }
    | { kind: "text"; number: number; before: string; after: string }
    | { kind: "type"; number: number; before: Question["type"]; after: Question["type"] }
    | { kind: "required"; number: number; after: boolean }
    | { kind: "optionRemoved"; number: number; before: string }
    | { kind: "optionReworded"; number: number; before: string; after: string }
  )

type OptionChange = { before: string; after?: string }

/**
 * Returns the removed options, each with the one that replaces it. An option replaces another when both follow the same
 * remaining option, so that neither a new order nor an added option counts as other words.
 */
const optionChanges = (before: readonly string[], after: readonly string[]): OptionChange[] => {
  const old = before.map(option => option.trim())
  const now = after.map(option => option.trim())
  const remaining = new Set(old.filter(option => now.includes(option)))
  /** Options without a counterpart, by the remaining option before them. */
  const gaps = (options: readonly string[]) => {
    const byPlace = new Map<string | undefined, string[]>()
    let place: string | undefined
    for (const option of options) {
      if (remaining.has(option)) place = option
      else byPlace.set(place, [...(byPlace.get(place) ?? []), option])
    }
    return byPlace
  }
  const added = gaps(now)
  return [...gaps(old)].flatMap(([place, options]) =>
    options.map((option, index) => {
      const replacement = added.get(place)?.[index]
      return replacement ? { before: option, after: replacement } : { before: option }
    }),
  )
}

const changesOf = (before: Question, after: Question, place: Place, number: number): MeaningChange[] => {
  const at = { ...place, number }
  const changes: MeaningChange[] = []
  if (before.text.trim() !== after.text.trim())
    changes.push({ ...at, kind: "text", before: before.text.trim(), after: after.text.trim() })
  if (before.type !== after.type) changes.push({ ...at, kind: "type", before: before.type, after: after.type })
  if (before.required !== after.required) changes.push({ ...at, kind: "required", after: after.required })
  if (hasOptions(before.type) && hasOptions(after.type))
    for (const { before: option, after: replacement } of optionChanges(before.options, after.options))
      changes.push(
        replacement === undefined
          ? { ...at, kind: "optionRemoved", before: option }
          : { ...at, kind: "optionReworded", before: option, after: replacement },
      )
  return changes
}

/**
 * Returns the changes that alter what given answers mean: other words, another type, required or not, an option that is removed
 * or reworded, a removed question. A new order, a description, a new option and a new question do not. Changes are in the
 * order of the new questions, removed questions last.
 */
export const meaningChanges = (before: readonly Question[], after: readonly Question[]): MeaningChange[] => {
  const stored = new Map(before.flatMap(question => (question.id ? [[question.id, question]] : [])))
  const kept = after.flatMap((question, index) => {
    const earlier = question.id ? stored.get(question.id) : undefined
    if (!question.id || !earlier) return []
    stored.delete(question.id)
    return changesOf(earlier, question, { questionId: question.id, text: earlier.text }, index + 1)
  })
  const removed = [...stored].map(([questionId, { text }]): MeaningChange => ({ kind: "removed", questionId, text }))
  return [...kept, ...removed]
}

/**
 * A question beside one of an earlier survey. With `changes` the two mean something else, and their answers are not compared;
 * without `earlier` the question is new.
 */
export type ComparedQuestion = { question: Question; number: number; earlier?: Question; changes: MeaningChange[] }

const isSame = (a: Question, b: Question) => a.type === b.type && a.text.trim() === b.text.trim()

/**
 * Pairs the questions of a survey with those of an earlier one: of the same words and type, else in the same place and of the same
 * type. Each is paired once.
 */
export const compareQuestions = (before: readonly Question[], after: readonly Question[]): ComparedQuestion[] => {
  const free = new Set(before)
  const take = (found: Question | undefined) => {
    if (found) free.delete(found)
    return found
  }
  const same = after.map(question => take(before.find(other => free.has(other) && isSame(other, question))))
  return after.map((question, at) => {
    const there = before[at]
    const earlier = same[at] ?? take(there && free.has(there) && there.type === question.type ? there : undefined)
    const changes = earlier ? meaningChanges([{ ...earlier, id: "1" }], [{ ...question, id: "1" }]) : []
    return { question, number: at + 1, ...(earlier && { earlier }), changes }
  })
}
