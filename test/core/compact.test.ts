import { expect, it } from "vitest"
import { compact } from "../../src/core/compact"

it("leaves out what a condition leaves out, and keeps the order", () => {
  expect(compact(["a", false, "b", null, undefined, "", 0, "c"])).toEqual(["a", "b", "c"])
})
