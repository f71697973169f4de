import type { EditOutcome } from "../../contract/bulk-edit"
import { type Answer, HttpError } from "../../core/http/http"
import type { LotAction } from "../../ui/lists/bulk-action"

/** Records of one call: the progress has a step for each call, and a cancelled run ends after one. */
const lotSize = 100

const statusOf = { changed: 200, unchanged: 304, proposed: 202 } as const

/** The outcome of a record as the answer of a call of its own. */
const resultOf = (outcome: EditOutcome | undefined): PromiseSettledResult<Answer> => {
  if (outcome && outcome.outcome !== "refused") {
    const { undoToken } = outcome
    return { status: "fulfilled", value: { value: null, status: statusOf[outcome.outcome], ...(undoToken && { undoToken }) } }
  }
  const message = outcome?.errors?.map(error => error.message).join(" ")
  return { status: "rejected", reason: new HttpError({ kind: "envelope", status: 400, message }) }
}

/** Changes records lot by lot. A lot whose call fails has that failure for each of its records. @param change makes one call */
export const runLots =
  <R extends { id: string }>(
    change: (ids: string[], note: string | undefined) => Promise<EditOutcome[]>,
  ): LotAction<R>["runAll"] =>
  async (rows, { note, signal, onSettled }) => {
    const results: PromiseSettledResult<Answer>[] = []
    while (results.length < rows.length && !signal.aborted) {
      const lot = rows.slice(results.length, results.length + lotSize)
      const outcomes = change(
        lot.map(({ id }) => id),
        note,
      )
      results.push(
        ...(await outcomes.then(
          found => lot.map((_, at) => resultOf(found.find(({ index }) => index === at))),
          (reason: unknown) => lot.map(() => ({ status: "rejected", reason }) as const),
        )),
      )
      onSettled(results.length)
    }
    return results
  }
