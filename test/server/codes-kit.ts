import { checkCharacter, codeAlphabet } from "../../src/core/hashing/check-character"

/** All codes of a pattern that begins with letters and has three random characters and the check character. */
export const codesOfPattern = (start: string) =>
  Array.from({ length: 32 ** 3 }, (_, at) => {
    const code = start + [at >> 10, (at >> 5) & 31, at & 31].map(n => codeAlphabet.charAt(n)).join("")
    return code + checkCharacter(code)
  })
