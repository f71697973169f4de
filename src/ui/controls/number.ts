/** Parsing and formatting of numbers in text fields. */
import { plainCode } from "../../core/text/clean-text"

const isGrouped = (text: string, mark: string) =>
  /^[1-9]\d{0,2}([.,]\d{3})+$/.test(text) && !text.includes(mark === "." ? "," : ".")

/**
 * Parses a typed number in Turkish ("1.250,50") or English ("1,250.50") notation. An ambiguous text is read in the given
 * language: "1.250" is 1250 in Turkish and 1.25 in English. The sign of the lira, before or after it, is no part of it.
 * @returns null for an empty text, undefined for a text that is not a number
 */
export const parseNumber = (text: string, language: string): number | null | undefined => {
  const plain = plainCode(text)
    .replace(/\s/g, "")
    .replace(/^(?:₺|TL|TRY)|(?:₺|TL|TRY)$/i, "")
  if (!plain) return null
  const [, sign, body = ""] = /^(-?)([\d.,]*\d[\d.,]*)$/.exec(plain) ?? []
  if (!body) return undefined
  const marks = body.match(/[.,]/g) ?? []
  const last = marks.at(-1) ?? ""
  const decimal = language === "tr" ? "," : "."
  const isWhole = !last || (isGrouped(body, last) && (marks.length > 1 || last !== decimal))
  const cut = isWhole ? body.length : body.lastIndexOf(last)
  const whole = body.slice(0, cut)
  const mark = isWhole ? last : last === "." ? "," : "."
  if (/[.,]/.test(whole) && !isGrouped(whole, mark)) return undefined
  return Number(`${sign ? "-" : ""}${whole.replace(/[.,]/g, "") || "0"}.${body.slice(cut + 1) || "0"}`)
}

/** Formats a number for a text field, with groups of three digits; "" for null and NaN. */
export const formatNumber = (value: number | null | undefined, language: string): string =>
  value === null || value === undefined || Number.isNaN(value)
    ? ""
    : value.toLocaleString(language, { maximumFractionDigits: 20 })
