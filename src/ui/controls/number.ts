/**
 * Numbers as people type them: "1.250,50" in Turkish, "1,250.50" in English, and each in the other language as long as it
 * can mean only one thing. The language decides where it can mean two: "1.250" is 1250 in Turkish and 1.25 in English.
 */
const isGrouped = (text: string, mark: string) =>
  /^[1-9]\d{0,2}([.,]\d{3})+$/.test(text) && !text.includes(mark === "." ? "," : ".")

/** @returns null for nothing, undefined for what is not a number */
export const parseNumber = (text: string, language: string): number | null | undefined => {
  const plain = text.replace(/\s/g, "")
  if (!plain) return null
  const [, sign, body = ""] = /^([-−]?)([\d.,]*\d[\d.,]*)$/.exec(plain) ?? []
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

/** A number as it is typed again: without thousands marks. */
export const showNumber = (value: number | null | undefined, language: string): string =>
  value === null || value === undefined || Number.isNaN(value)
    ? ""
    : value.toLocaleString(language, { useGrouping: false, maximumFractionDigits: 20 })
