import { isRecord } from "../../core/is-record"
import { fold } from "../../core/text/fold"
import { dash, type Format } from "../../core/text/format"
import type { Translate } from "../../core/text/i18n"

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

const isPlainText = (value: unknown) => typeof value === "string" && /^[^\s[,]([^,]*[^\s,])?$/.test(value)

/** Whether a value is a list of texts that joining by commas keeps apart. */
const isPlainList = (value: unknown): value is string[] => Array.isArray(value) && value.length > 0 && value.every(isPlainText)

/** Returns the text of a field: yes or no, texts and lists of texts as they are read, any other value as JSON. */
export const formatValue = (value: unknown, t: Translate): string => {
  if (typeof value === "string") return value
  if (typeof value === "boolean") return t(value ? "ui.yes" : "ui.no")
  return isPlainList(value) ? value.join(", ") : JSON.stringify(value)
}

const parseJson = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/**
 * Parses a field's text as the type of the original value: yes or no, a list of texts separated by commas, JSON. A text that
 * starts like an object or a list is read as JSON; other texts, and invalid JSON, are returned as they are.
 */
export const parseValue = (text: string, original: unknown, t: Translate): unknown => {
  if (typeof original === "boolean") {
    const folded = fold(text.trim())
    if (folded === fold(t("ui.yes"))) return true
    if (folded === fold(t("ui.no"))) return false
  }
  if (isPlainList(original) && !/^\s*\[/.test(text))
    return text
      .split(",")
      .map(part => part.trim())
      .filter(Boolean)
  const isJson = (original !== undefined && typeof original !== "string") || /^\s*[[{]/.test(text)
  return isJson ? (parseJson(text) ?? { value: text }).value : text
}
