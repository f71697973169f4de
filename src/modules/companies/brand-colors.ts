import { useEffect, useState } from "react"
import { type Hex, parseHex } from "../../core/color"
import { contrast } from "../../core/contrast"
import { paint } from "../../ui/display/paint"

/** The colours that the stylesheet derives from a company's two (docs/console.md#theme-and-colours), as the browser shows them. */

export const schemes = ["light", "dark"] as const
export type Scheme = (typeof schemes)[number]

const roles = ["accent", "on-accent", "accent-text", "accent-soft", "surface", "frame", "on-frame", "frame-tint"] as const
type Role = (typeof roles)[number]
type Measured = Record<Role, Hex>

/** What is drawn on what. */
export const pairs = [
  { name: "button", drawn: "on-accent", on: "accent" },
  { name: "link", drawn: "accent-text", on: "surface" },
  { name: "badge", drawn: "accent-text", on: "accent-soft" },
  { name: "sidebar", drawn: "on-frame", on: "frame" },
  { name: "header", drawn: "on-frame", on: "frame-tint" },
] as const satisfies { name: string; drawn: Role; on: Role }[]

const white: Hex = "#FFFFFF"

/** The colour role of the frame or the buttons that each of the two colours fills. */
const filled = { primaryColor: "accent", secondaryColor: "frame" } as const

type Colors = { primaryColor: string; secondaryColor: string }

const hexOf = (channels: Iterable<number>) =>
  `#${[...channels].map(channel => channel.toString(16).padStart(2, "0")).join("")}`.toUpperCase() as Hex

/** Measures the roles on a canvas, which clips them to sRGB; undefined where there is none. */
const measure = (colors: Colors, scheme: Scheme): Measured | undefined => {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
  if (!context) return undefined
  const scope = document.createElement("div")
  scope.dataset.theme = scheme
  paint(scope, colors)
  document.body.append(scope)
  const style = getComputedStyle(scope)
  const shown = roles.map(role => {
    context.fillStyle = style.getPropertyValue(`--${role}`)
    context.fillRect(0, 0, 1, 1)
    return [role, hexOf(context.getImageData(0, 0, 1, 1).data.slice(0, 3))] as const
  })
  scope.remove()
  return Object.fromEntries(shown) as Measured
}

/** Returns the measured colours of both schemes; undefined before the first measurement. */
export const useMeasuredColors = ({ primaryColor, secondaryColor }: Colors) => {
  const [measured, setMeasured] = useState<Record<Scheme, Measured>>()
  useEffect(() => {
    const colors = { primaryColor, secondaryColor }
    const [light, dark] = schemes.map(scheme => measure(colors, scheme))
    setMeasured(light && dark && { light, dark })
  }, [primaryColor, secondaryColor])
  return measured
}

/** Whether two colours look the same. */
const isSameShade = (a: Hex, b: Hex) =>
  [1, 3, 5].every(at => Math.abs(Number.parseInt(a.slice(at, at + 2), 16) - Number.parseInt(b.slice(at, at + 2), 16)) <= 8)

/**
 * Returns the shade that the console shows in place of a chosen colour on which text could not be read, and the contrast of the
 * chosen one with white; undefined if the colour is shown as it is.
 */
export const adjustedShade = (name: keyof Colors, chosen: string, measured: Measured | undefined) => {
  const color = parseHex(chosen)
  const shade = measured?.[filled[name]]
  if (!color || !shade || isSameShade(color, shade)) return undefined
  return { shade, ratio: contrast(white, color) }
}
