import { expect, it } from "vitest"
import { followOption, type Removed, rowsOf } from "../../../../src/modules/surveys/questions/question-list"

/** "x<a" is a removed question x that stood behind a; "x<" one that stood first. */
const removedFrom = (text: string): Removed[] =>
  text
    .split(" ")
    .filter(Boolean)
    .map(entry => {
      const [key = "", after] = entry.split("<")
      const question = { text: key, description: "", type: "rating" as const, options: [], required: true }
      return { key, question, after: after || undefined }
    })

it.each([
  ["a b c", "x<a", "a -x b c"],
  ["a b", "x<", "-x a b"],
  ["b a c", "x<a", "b a -x c"],
  ["a b", "x<a y<x", "a -x -y b"],
  ["a b", "x<a y<a", "a -x -y b"],
  ["b c", "x<a", "-x b c"],
  ["", "x<a", "-x"],
])("questions %j with the removed %j are the rows %j", (keys, removed, rows) => {
  const shown = rowsOf(keys.split(" ").filter(Boolean), removedFrom(removed))
  expect(shown.map(row => (row.removed ? `-${row.key}` : row.key)).join(" ")).toBe(rows)
})

it.each([
  ["stays while others change", "a Hiçbiri", "b Hiçbiri", "Hiçbiri"],
  ["stays in another place", "a b Hiçbiri", "Hiçbiri a b", "Hiçbiri"],
  ["takes its new text", "a Hiçbiri", "a Hiç", "Hiç"],
  ["goes with its option", "a b Hiçbiri", "a b", undefined],
])("the option that is chosen alone %s", (_, before, after, exclusive) => {
  const question = { text: "", description: "", type: "multiple_choice" as const, required: true }
  const changed = followOption({ ...question, options: before.split(" "), exclusive: "Hiçbiri" }, after.split(" "))
  expect({ exclusive: "Hiçbiri", ...changed }).toEqual({ options: after.split(" "), exclusive })
})
