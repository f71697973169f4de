/**
 * Sizes of a coupon's value, largest first: the longest word and the longest text, in characters, that take two lines at most.
 * The widths of the sizes are shares of the coupon (styles/components/coupon.css), so that the limits hold at any width.
 */
const sizes = [
  { name: "xl", word: 8, text: 9 },
  { name: "lg", word: 12, text: 20 },
  { name: "md", word: 16, text: 27 },
  { name: "sm", word: 20, text: 35 },
  { name: "xs", word: 25, text: 43 },
] as const

/** Returns the size in which a value takes two lines at most; a longer value than fits the smallest size is cut off with an ellipsis. */
export const couponSize = (value: string) => {
  const longest = Math.max(...value.split(/\s+/).map(word => word.length))
  return sizes.find(({ word, text }) => longest <= word && value.length <= text)?.name ?? "min"
}
