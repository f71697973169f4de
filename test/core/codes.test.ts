import { describe, expect, it } from "vitest"
import { codes } from "../../src/core/codes"

describe("codes", () => {
  const kinds = codes("draft", "scheduled", "active")
  it.each([
    [0, "draft"],
    [2, "active"],
    ["1", "scheduled"],
    ["Active", "active"],
    [" DRAFT ", "draft"],
    [3, undefined],
    [-1, undefined],
    ["", undefined],
    ["toString", undefined],
    [null, undefined],
    [undefined, undefined],
    [{}, undefined],
  ])("read %j as %s", (value, name) => {
    expect(kinds.name(value)).toBe(name)
  })
  it("write the wire number", () => {
    expect(kinds.names.map(kinds.value)).toEqual([0, 1, 2])
    expect(kinds.value(undefined)).toBe(-1)
  })
})
