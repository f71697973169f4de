/** Hex colours (docs/console.md#theme-and-colours). */
export type Hex = `#${string}`

/** Returns `#RGB` or `#RRGGBB` as `#RRGGBB` in capitals, or undefined for any other text. */
export const parseHex = (text: string): Hex | undefined => {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim())?.[1]
  if (!digits) return undefined
  const full = digits.length === 3 ? [...digits].map(digit => digit + digit).join("") : digits
  return `#${full.toUpperCase()}`
}
