import { describe, expect, it } from "vitest"
import { namesOf } from "../../src/state/notifications"
import { speak } from "../kit"

/** How a report names the records that it is about (docs/console.md#bulk-actions). */
speak("en")
const long = "Spring ".repeat(20).trim()

describe("the names of records", () => {
  it.each([
    [[], ""],
    [["A"], "A"],
    [["A", "B", "C"], "A, B, C"],
    [["A", "B", "C", "D"], "A and 3 more"],
    [[long], `${long.slice(0, 79).trimEnd()}…`],
    [["A", long], "A and 1 more"],
    [[long, "B"], `${long.slice(0, 79).trimEnd()}… and 1 more`],
  ])("%j read %j", (names, text) => {
    expect(namesOf(names)).toBe(text)
  })
})
