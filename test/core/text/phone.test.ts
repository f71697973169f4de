import { describe, expect, it } from "vitest"
import { formatPhone } from "../../../src/core/text/phone"

describe("a telephone number", () => {
  it.each([
    ["05321112233", "(532) 111 22 33"],
    ["0532 111 22 33", "(532) 111 22 33"],
    ["0(532)111-22-33", "(532) 111 22 33"],
    ["5321112233", "5321112233"],
    ["15321112233", "15321112233"],
    ["+905321112233", "+905321112233"],
    ["053211122334", "053211122334"],
    ["", ""],
  ])("%s reads as %s", (given, shown) => {
    expect(formatPhone(given)).toBe(shown)
  })
})
