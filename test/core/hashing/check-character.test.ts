import { describe, expect, it } from "vitest"
import { createRandom } from "../../../server/src/seed/random"
import { checkCharacter, codeAlphabet, isValidCode } from "../../../src/core/hashing/check-character"

const random = createRandom(20_260_404)
const word = (length: number) => Array.from({ length }, () => codeAlphabet.charAt(random.whole(0, 31))).join("")
const sound = (length: number) => {
  const first = word(length - 1)
  return first + checkCharacter(first)
}

describe("the alphabet", () => {
  it("has 32 characters, none twice and no look-alike", () => {
    expect([codeAlphabet.length, new Set(codeAlphabet).size]).toEqual([32, 32])
    expect(codeAlphabet).not.toMatch(/[01OI]/)
  })
})

describe("the check character", () => {
  it("makes exactly one of 32 codes sound, wherever it stands", () => {
    for (let round = 0; round < 200; round++) {
      const [before, after] = [word(random.whole(0, 12)), word(random.whole(0, 6))]
      const fits = [...codeAlphabet].filter(character => isValidCode(before + character + after))
      expect(fits).toEqual([checkCharacter(before, after)])
    }
  })

  it("catches every single wrong character of a code of up to 40", () => {
    for (const length of [4, 8, 12, 31, 40]) {
      const code = sound(length)
      for (let at = 0; at < length; at++)
        for (const wrong of codeAlphabet)
          expect(isValidCode(code.slice(0, at) + wrong + code.slice(at + 1))).toBe(wrong === code[at])
    }
  })

  it("catches every swap of two different characters up to 30 places apart", () => {
    for (let round = 0; round < 100; round++) {
      const code = sound(random.whole(4, 40))
      for (let at = 0; at < code.length; at++)
        for (let to = at + 1; to < code.length && to - at <= 30; to++) {
          const swapped = [...code]
          ;[swapped[at], swapped[to]] = [swapped[to] ?? "", swapped[at] ?? ""]
          expect(isValidCode(swapped.join(""))).toBe(code[at] === code[to])
        }
    }
  })

  it("does not count dashes", () => {
    const code = sound(12)
    expect(isValidCode(`${code.slice(0, 4)}-${code.slice(4)}`)).toBe(true)
  })
})
