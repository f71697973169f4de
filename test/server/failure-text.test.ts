import { expect, it } from "vitest"
import { failureText } from "../../server/src/errors/problem"

it("tells the cause of an error that nobody expected, beside its stack", () => {
  const text = failureText(new Error("Failed query", { cause: new Error("deadlock detected") }))
  expect(text).toMatch(/^Error: Failed query\n\s+at [\s\S]+\nCause: deadlock detected$/)
})
