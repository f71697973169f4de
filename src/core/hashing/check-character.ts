/**
 * Codes that people read and type: 32 characters without look-alikes, one of which is a check character
 * (docs/contract.md#check-character).
 */

/** Letters and digits without 0, O, 1 and I. A character's index is its value, an element of the field GF(32). */
export const codeAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

/** Multiplies by the generator of GF(32), modulo x⁵ + x² + 1. */
const multiplyByGenerator = (value: number) => (value & 16 ? (value << 1) ^ 0b100101 : value << 1)

/** Returns the sum of a code's characters, each weighted by its own power of the generator. Other characters are skipped. */
const weightedSum = (code: string) => {
  let sum = 0
  for (const character of code) {
    const value = codeAlphabet.indexOf(character)
    if (value >= 0) sum = multiplyByGenerator(sum) ^ value
  }
  return sum
}

/**
 * Whether a code's check character matches. It detects every single wrong character, every swap of two different characters
 * up to 30 places apart, and 31 of 32 other mistakes.
 */
export const isValidCode = (code: string): boolean => weightedSum(code) === 0

/** Returns the character that makes the code `before + character + after` valid. */
export const checkCharacter = (before: string, after = ""): string =>
  [...codeAlphabet].find(character => isValidCode(before + character + after)) ?? ""
