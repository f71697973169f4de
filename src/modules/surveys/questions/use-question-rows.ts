import { useMemo, useState } from "react"
import { maxQuestions, type Question, type QuestionType, type SurveyDraft } from "../../../contract/surveys/surveys"
import { randomId } from "../../../core/hashing/random-id"
import type { Form } from "../../../ui/forms/use-form"
import { useLatest } from "../../../ui/hooks/use-latest"
import {
  blankQuestion,
  changed,
  copyOf,
  inserted,
  moved,
  questionsOf,
  type Row,
  type Rows,
  rowsOf,
  setRemoved,
  without,
} from "./rows"

const newKey = () => randomId(2)

/** What the cards do with the questions. The object stays the same over all renders. */
export type QuestionActions = {
  change: (key: string, patch: Partial<Question>) => void
  /** @param to position among the questions, from 0 */
  move: (key: string, to: number) => void
  /** @returns the key of the copy; undefined when there is no room */
  duplicate: (key: string) => string | undefined
  remove: (key: string) => void
  restore: (key: string) => void
  /** Removes a removed question for good. */
  discard: (key: string) => void
  /** @returns the key of the new question; undefined when there is no room */
  add: (type: QuestionType) => string | undefined
}

/** The questions of a form's draft as rows of the editor. */
export const useQuestionRows = (form: Form<SurveyDraft>): { rows: Rows; actions: QuestionActions } => {
  const [stored, setStored] = useState<Rows>([])
  const rows = rowsOf(stored, form.draft.questions, newKey)
  if (rows !== stored) setStored(rows)
  const latest = useLatest({ form, rows })

  const actions = useMemo((): QuestionActions => {
    const set = (rows: Rows) => {
      latest.current = { ...latest.current, rows }
      setStored(rows)
      latest.current.form.change({ questions: questionsOf(rows) })
    }
    const put = (question: Question, after?: string) => {
      const { rows } = latest.current
      if (questionsOf(rows).length >= maxQuestions) return undefined
      const row: Row = { key: newKey(), question, isRemoved: false }
      set(inserted(rows, row, after))
      return row.key
    }
    return {
      change: (key, patch) => set(changed(latest.current.rows, key, patch)),
      move: (key, to) => set(moved(latest.current.rows, key, to)),
      duplicate: key => {
        const row = latest.current.rows.find(other => other.key === key)
        return row && put(copyOf(row.question), key)
      },
      remove: key => set(setRemoved(latest.current.rows, key, true)),
      restore: key => set(setRemoved(latest.current.rows, key, false)),
      discard: key => {
        const rows = without(latest.current.rows, key)
        latest.current = { ...latest.current, rows }
        setStored(rows)
      },
      add: type => put(blankQuestion(type)),
    }
  }, [latest])

  return { rows, actions }
}
