import { expect, it } from "vitest"
import { linesOf } from "../../../src/ui/charts/text-lines"

/** A letter is 10 px wide. */
const measure = (text: string) => [...text].length * 10

it.each([
  ["", 100, [""]],
  ["kısa", 100, ["kısa"]],
  ["iki kısa söz", 80, ["iki kısa", "söz"]],
  ["  boşluklar   arasında ", 100, ["boşluklar", "arasında"]],
  ["uzunuzunuzun söz", 50, ["uzunu", "zunuz", "un", "söz"]],
  ["söz uzunuzunuzun", 50, ["söz", "uzunu", "zunuz", "un"]],
  ["👍👍👍", 20, ["👍👍", "👍"]],
  ["dar", 0, ["d", "a", "r"]],
])("%j in %i px is wrapped without loss", (text, width, lines) => {
  expect(linesOf(text, width, measure)).toEqual(lines)
})
