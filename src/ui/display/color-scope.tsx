import type { ReactNode } from "react"
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

/**
 * A part of the page in the colours of a company, from which all others are derived (docs/console.md#theme-and-colours).
 * @param props.colors undefined: the colours of the page
 */
export const ColorScope = ({ colors, className, children }: { colors?: Colors; className: string; children: ReactNode }) => (
  <div
    className={className}
    ref={element => {
      if (element && colors) paint(element, colors)
    }}
  >
    {children}
  </div>
)
