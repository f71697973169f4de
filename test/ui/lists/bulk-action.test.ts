import { describe, expect, it } from "vitest"
import { type FailureKind, HttpError } from "../../../src/core/http/http-error"
import type { BulkAction } from "../../../src/ui/lists/bulk-action"
import { runBulkAction, splitByBlockedReason } from "../../../src/ui/lists/bulk-run"

const actionOf = (run: BulkAction<string>["run"]): BulkAction<string> => ({
  label: "ui.activate",
  icon: "check",
  run,
  done: "ui.undone",
})
const run = (rows: string[], call: BulkAction<string>["run"]) =>
  runBulkAction(actionOf(call), rows, { signal: new AbortController().signal, onSettled: () => {} })

describe("a failed call of a bulk action", () => {
  it.each<[FailureKind, number, boolean]>([
    ["network", 0, true],
    ["timeout", 0, true],
    ["format", 200, true],
    ["format", 502, true],
    ["http", 408, true],
    ["http", 409, true],
    ["http", 429, true],
    ["http", 503, true],
    ["http", 403, false],
    ["http", 404, false],
    ["envelope", 200, false],
    ["envelope", 400, false],
  ])("of kind %s with status %d can be tried again: %s", async (kind, status, isRetryable) => {
    const { failures } = await run(["a"], () => Promise.reject(new HttpError({ kind, status })))
    expect(failures.map(failure => [failure.row, failure.isRetryable])).toEqual([["a", isRetryable]])
  })
})

describe("a bulk action", () => {
  it("returns what was changed, and keeps the tokens and the failures apart", async () => {
    const { tokens, succeeded, failures } = await run(["a", "b", "c"], async row => {
      if (row === "b") throw new HttpError({ kind: "http", status: 403 })
      return { value: null, ...(row === "a" && { undoToken: "t-a" }) } as Awaited<ReturnType<BulkAction<string>["run"]>>
    })
    expect([tokens, succeeded, failures.map(({ row }) => row)]).toEqual([["t-a"], ["a", "c"], ["b"]])
  })

  it("skips records with the reason that it gives", () => {
    const split = splitByBlockedReason(["draft", "ended"], row => (row === "ended" ? "Sona erdi" : undefined))
    expect(split).toEqual({ affected: ["draft"], skipped: [{ row: "ended", reason: "Sona erdi" }] })
  })
})
