import { parseHex } from "../../core/color"
import { defaultTheme } from "../../state/theme"

/**
 * Makes an element derive its colours from these two (docs/console.md#theme-and-colours); the default stands in for an empty or
 * invalid one.
 */
export const paint = (element: HTMLElement, colors: { primaryColor: string; secondaryColor: string }) => {
  element.setAttribute("data-brand", "")
  element.style.setProperty("--brand-primary", parseHex(colors.primaryColor) ?? defaultTheme.primary)
  element.style.setProperty("--brand-secondary", parseHex(colors.secondaryColor) ?? defaultTheme.secondary)
}
