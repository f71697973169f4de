import { expect, it } from "vitest"
import { maskName } from "../../../src/core/text/mask-name"

it.each([
  ["Ayşe Yılmaz", "A*** Y***"],
  ["  İrem   Su Çetin ", "İ*** S*** Ç***"],
  ["A", "A***"],
  ["𝒜b", "𝒜***"],
  ["", ""],
])("the name %j is masked as %j", (name, masked) => {
  expect(maskName(name)).toBe(masked)
})
