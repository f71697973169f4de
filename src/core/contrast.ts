import type { Hex } from "./color"

/** Luminance and contrast of colours as WCAG 2.2 defines them. */

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** Returns the relative luminance, 0 (black) to 1 (white). @param color `#RRGGBB` */
export const luminance = (color: Hex): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio of two colours, 1 to 21. */
export const contrast = (a: Hex, b: Hex): number => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}
