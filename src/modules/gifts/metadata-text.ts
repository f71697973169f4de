/** Conversion between metadata values and the text of their fields. */

/** Returns a text as it is, any other value as JSON. */
export const formatValue = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

const parseJson = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/**
 * Parses a field's text. It is read as JSON if the original value was not a text, or if it starts like an object or a list;
 * other texts, and invalid JSON, are returned as they are.
 */
export const parseValue = (text: string, original: unknown): unknown => {
  const isJson = (original !== undefined && typeof original !== "string") || /^\s*[[{]/.test(text)
  return isJson ? (parseJson(text) ?? { value: text }).value : text
}
