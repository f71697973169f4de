import { dash, type Format } from "../../core/format"
import type { Translate } from "../../core/i18n"
import { isRecord } from "../../core/is-record"

/** Metadata as words for reading, and its conversion to and from the text of form fields. */

/** Returns a value in words: yes or no, numbers in the language, lists joined by commas, objects as "name: value". */
export const describeValue = (value: unknown, t: Translate, format: Format): string => {
  const join = (parts: string[], separator: string) => parts.join(separator) || dash
  if (value === null || value === undefined || value === "") return dash
  if (typeof value === "boolean") return t(value ? "ui.yes" : "ui.no")
  if (typeof value === "number") return format.number(value)
  if (Array.isArray(value))
    return join(
      value.map(entry => describeValue(entry, t, format)),
      ", ",
    )
  if (isRecord(value))
    return join(
      Object.entries(value).map(([name, entry]) => `${name}: ${describeValue(entry, t, format)}`),
      "; ",
    )
  return String(value)
}

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
