import { parseHex } from "../../core/color"
import { defaultTheme } from "../../state/theme"

type Colors = { primaryColor: string; secondaryColor: string }

/** Returns the valid colours; the default in place of an empty or invalid one. */
const validColors = ({ primaryColor, secondaryColor }: Colors) => ({
  primary: parseHex(primaryColor) ?? defaultTheme.primary,
  secondary: parseHex(secondaryColor) ?? defaultTheme.secondary,
})

/** Makes an element derive its colours from these two. */
export const paint = (element: HTMLElement, colors: Colors) => {
  element.setAttribute("data-brand", "")
  const { primary, secondary } = validColors(colors)
  element.style.setProperty("--brand-primary", primary)
  element.style.setProperty("--brand-secondary", secondary)
}
