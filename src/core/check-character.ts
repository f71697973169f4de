/** Codes that people read and type: 32 characters without look-alikes, one of which proves the others. */

/** No 0, O, 1 or I. A character's place is its value, an element of the field GF(32). */
export const codeAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

/** Multiplies by the generator of GF(32), modulo x⁵ + x² + 1. */
const shifted = (value: number) => (value & 16 ? (value << 1) ^ 0b100101 : value << 1)

/** The sum of a code's characters, each weighted by its own power of the generator; dashes and the like don't count. */
const sumOf = (code: string) => {
  let sum = 0
  for (const character of code) {
    const value = codeAlphabet.indexOf(character)
    if (value >= 0) sum = shifted(sum) ^ value
  }
  return sum
}

/**
 * Whether a code proves itself. Every single wrong character is caught, and every swap of two different characters, next
 * to each other or up to 30 places apart: no two of those places weigh the same. Of other mistakes, 31 in 32 are.
 */
export const isValidCode = (code: string): boolean => sumOf(code) === 0

/** The one character which, put between the two parts, makes a sound code. */
export const checkCharacter = (before: string, after = ""): string =>
  [...codeAlphabet].find(character => isValidCode(before + character + after)) ?? ""
