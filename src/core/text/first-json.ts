/** JSON within the text of a language model (docs/contract.md#ai-content). */
import { isRecord } from "../is-record"

/** Longer texts are not searched, characters. */
const maxLength = 200_000
/** Brackets from which a value is tried to be read; bounds the time for texts of brackets alone. */
const maxAttempts = 40

/** Returns the index behind the bracket that closes the one at `start`; -1 when it is not closed. */
const endOf = (text: string, start: number): number => {
  let depth = 0
  let isInText = false
  for (let at = start; at < text.length; at++) {
    const letter = text[at]
    if (isInText) {
      if (letter === "\\") at++
      else if (letter === '"') isInText = false
    } else if (letter === '"') isInText = true
    else if (letter === "{" || letter === "[") depth++
    else if ((letter === "}" || letter === "]") && --depth === 0) return at + 1
  }
  return -1
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Removes commas before a closing bracket. Texts in quotes stay as they are. */
const withoutTrailingCommas = (text: string) =>
  text.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, found => (found === "," ? "" : found))

const isUsable = (value: unknown) => isRecord(value) || (Array.isArray(value) && value.some(isRecord))

/**
 * Returns the first JSON object, or list of objects, in a text: alone, fenced in Markdown, or with other text around it. Trailing
 * commas are tolerated; the reasoning of a model (`<think>`) is skipped. JSON within a JSON string is parsed as well.
 * @returns undefined when there is none
 */
export const firstJson = (given: string): unknown => {
  if (given.length > maxLength) return undefined
  const text = given.replace(/<think>[\s\S]*?<\/think>/gi, "").trim()
  if (text.startsWith('"')) {
    const inner = parse(text)
    if (typeof inner === "string" && !inner.startsWith('"')) return firstJson(inner)
  }
  const bracket = /[{[]/g
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const found = bracket.exec(text)
    if (!found) return undefined
    const end = endOf(text, found.index)
    if (end < 0) continue
    const part = text.slice(found.index, end)
    const value = parse(part) ?? parse(withoutTrailingCommas(part))
    if (isUsable(value)) return value
    // A closed part that is no usable JSON is skipped as a whole, unless a value begins within it.
    if (value !== undefined) bracket.lastIndex = end
  }
  return undefined
}
