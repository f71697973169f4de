/** Texts from outside as plain text. */
import { cleanLine } from "./clean-text"

/** Cuts a text to `max` characters: at the end of a word if there is one in the second half, with an ellipsis. */
export const cutAtWord = (text: string, max: number): string => {
  if (text.length <= max) return text
  const part = text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")
  const space = text[max - 1] === " " ? part.length : part.lastIndexOf(" ")
  return `${part.slice(0, space > max / 2 ? space : part.length).trimEnd()}…`
}

/**
 * Returns a text, or a number as text, clean and on one line; "" for anything else. Markup stays as it is: it is shown as text.
 */
export const plainText = (value: unknown, max: number): string => {
  if (typeof value === "number" && Number.isFinite(value)) return String(value)
  if (typeof value !== "string") return ""
  return cutAtWord(cleanLine(value.slice(0, max * 4)), max)
}

const email = /[^\s@<>()[\]{}"',;:|]+@[^\s@<>()[\]{}"',;:|]+\.[^\s@<>()[\]{}"',;:|]{2,}/g
/** Nine digits or more, with the separators that phone numbers are written with. */
const phone = /(?:\+|\b)\d(?:[\s().\-/]{0,2}\d){8,14}\b/g

/** Returns the e-mail addresses and phone numbers in a text. */
export const contactsIn = (text: string): string[] => [...(text.match(email) ?? []), ...(text.match(phone) ?? [])]

/** Returns a text with `…` instead of its e-mail addresses and phone numbers. */
export const withoutContacts = (text: string): string => text.replace(email, "…").replace(phone, "…")
