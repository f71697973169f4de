/** A value of the metadata as a person edits it: a text as it is, anything else as JSON. */
export const textOfValue = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

const parsed = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/**
 * What was typed, as a value again: what was no text before stays what JSON says it is, and a new text that is an object
 * or a list becomes one. Everything else is a text.
 */
export const valueOfText = (text: string, before: unknown): unknown => {
  const isData = (before !== undefined && typeof before !== "string") || /^\s*[[{]/.test(text)
  return isData ? (parsed(text) ?? { value: text }).value : text
}
