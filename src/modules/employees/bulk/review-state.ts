import type { Match } from "./columns"
import type { Comparison } from "./known"
import { checkRow, type Known, type Meaning, type Row, settleStates, type Unchecked, type Values } from "./rows"

/** The rows of an upload from their reading to their transfer, and what the server has said of them. */
export type ReviewState = {
  /** Undefined until they have been checked. */
  rows?: readonly Row[]
  /** The columns by which they were read. */
  matches?: readonly Match[]
  known: Known
  /** Addresses that were compared with the company's employees: they are not asked for again. */
  asked: ReadonlySet<string>
  /** Whether the server has named a person whom the company has. */
  canUpdate: boolean
  /** Share of the rows that were compared; undefined while none are. */
  compared?: number | undefined
  /** Counts what changes which rows are shown: reading them, and the server's check of them, but no edit. */
  version: number
}

export const blankReview: ReviewState = { known: new Map(), asked: new Set(), canUpdate: false, version: 0 }

export type ReviewEvent =
  /** Every row was checked by itself. */
  | { is: "checked"; rows: readonly Row[]; matches: readonly Match[] }
  | { is: "comparing" }
  | { is: "compared"; found: Comparison; share: number }
  | { is: "comparison over" }
  | { is: "edited"; line: number; values: Values; meaning: Meaning }
  /** The choice whether known people are changed. */
  | { is: "chosen" }

/** A row with other values. What was typed as a hire date is no more as the file has it. */
const editedRow = ({ fileDay, refusals: _, ...row }: Row, values: Values): Unchecked => ({
  ...row,
  values,
  ...(fileDay && values.hiredAt === row.values.hiredAt && { fileDay }),
})

const withFound = (state: ReviewState, { rows, known, refusals }: Comparison, share: number): ReviewState => {
  const asked = new Set([...state.asked, ...rows.map(({ values }) => values.email ?? "")])
  const compared = { ...state, asked, compared: share }
  if (!known.size && !refusals.size) return compared
  const refused = state.rows?.map(row => {
    const words = row.state === "ready" ? refusals.get(row.line) : undefined
    return words ? { ...row, refusals: words } : row
  })
  return {
    ...compared,
    ...(refused && { rows: refused }),
    known: new Map([...state.known, ...known]),
    canUpdate: state.canUpdate || [...known.values()].some(person => person),
    version: state.version + 1,
  }
}

const afterEvent = (state: ReviewState, event: ReviewEvent): ReviewState => {
  switch (event.is) {
    case "checked": {
      const isAgain = state.rows !== undefined && state.matches === event.matches
      return { ...state, rows: event.rows, matches: event.matches, version: state.version + (isAgain ? 0 : 1) }
    }
    case "comparing":
      return { ...state, compared: 0 }
    case "compared":
      return withFound(state, event.found, event.share)
    case "comparison over":
      return { ...state, compared: undefined }
    case "edited": {
      const { line, values, meaning } = event
      const rows = state.rows?.map(row => (row.line === line ? checkRow(editedRow(row, values), meaning) : row))
      return { ...state, ...(rows && { rows }) }
    }
    case "chosen":
      return state.rows ? { ...state, version: state.version + 1 } : state
  }
}

/**
 * Returns the state after an event, each row with what it is by now: to be sent, a repetition, of a known person.
 * @param event.isUpdating whether known people are to be changed
 */
export const reviewAfter = (state: ReviewState, event: ReviewEvent & { isUpdating: boolean }): ReviewState => {
  const next = afterEvent(state, event)
  const isSettled = next.rows === state.rows && next.known === state.known && event.is !== "chosen"
  return next.rows && !isSettled ? { ...next, rows: settleStates(next.rows, next.known, event.isUpdating) } : next
}
