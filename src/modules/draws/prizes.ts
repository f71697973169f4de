import type { Prize } from "../../contract/draws/draws"
import type { Format } from "../../core/text/format"
import { isolated } from "../../core/text/isolated"

/** Number of all pieces of all prizes: the places that a draw has for winners. */
export const placesOf = (prizes: readonly Prize[]) => prizes.reduce((sum, { quantity }) => sum + (quantity || 0), 0)

/** Prizes as one text, such as "Bicycle, Voucher × 10"; no line ends between sign and number. */
export const prizesText = (prizes: readonly Prize[], format: Format) =>
  prizes.map(({ name, quantity }) => (quantity > 1 ? `${isolated(name)} ×\u00a0${format.number(quantity)}` : name)).join(", ")
