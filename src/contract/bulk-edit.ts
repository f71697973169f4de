import { type RowError, rowErrorsOf } from "../core/http/row-errors"
import { entriesOf } from "./record"

/** One member set on many records (docs/contract.md#bulk-edit). */

/** Records of one call at most. */
export const maxEditedRecords = 500

export const editOutcomes = ["changed", "unchanged", "proposed", "refused"] as const

/** What became of one record. `undoToken`: of one that was changed. `proposed`: the change waits for approval. */
export type EditOutcome = {
  index: number
  outcome: (typeof editOutcomes)[number]
  undoToken?: string | undefined
  errors?: RowError[] | undefined
}

/** Reads the outcomes of a bulk edit from the wire. An unknown outcome is a refusal. */
export const editOutcomesOf = (value: unknown): EditOutcome[] =>
  entriesOf(value, ({ index, outcome, undoToken, errors }, position) => ({
    index: typeof index === "number" ? index : position,
    outcome: editOutcomes.find(name => name === outcome) ?? "refused",
    ...(typeof undoToken === "string" && { undoToken }),
    ...(Array.isArray(errors) && { errors: rowErrorsOf(errors) }),
  }))
