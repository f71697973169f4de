/** Numbers as people type them: "1.250,50" in Turkish, "1,250.50" in English. */

/** @returns null for nothing, undefined for what is not a number */
export const parseNumber = (text: string, language: string): number | null | undefined => {
  const plain = text.replace(/\s/g, "")
  if (!plain) return null
  const [thousands, decimal] = language === "tr" ? [".", ","] : [",", "."]
  // One separator that can't be a thousands mark is the decimal one, whichever language it comes from.
  const lone = plain.match(/[.,]/g)?.length === 1 && !/[.,]\d{3}$/.test(plain)
  const normal = lone ? plain.replace(",", ".") : plain.replaceAll(thousands, "").replace(decimal, ".")
  return /^-?\d+(\.\d+)?$/.test(normal) ? Number(normal) : undefined
}

/** A number as it is typed again: without thousands marks. */
export const showNumber = (value: number | null | undefined, language: string): string =>
  value === null || value === undefined || Number.isNaN(value) ? "" : String(value).replace(".", language === "tr" ? "," : ".")
