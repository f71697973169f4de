import { describe, expect, it } from "vitest"
import { knownName, readName } from "../../src/core/named"

const names = ["High", "inProgress"] as const

describe("a name on the wire", () => {
  it.each([
    ["High", "High"],
    ["high", "High"],
    [" INPROGRESS ", "inProgress"],
    ["Higher", undefined],
    ["", undefined],
    [0, undefined],
    [null, undefined],
    [{}, undefined],
  ])("%j is %s", (value, name) => {
    expect(knownName(names, value)).toBe(name)
  })

  it("stays as it came when it is unknown, and is the fallback when it is missing", () => {
    expect(["HIGH", "Urgent", "", undefined, 3].map(value => readName(names, value, "High"))).toEqual([
      "High",
      "Urgent",
      "High",
      "High",
      "High",
    ])
  })
})
