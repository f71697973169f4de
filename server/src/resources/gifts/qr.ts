import { encode } from "uqr"

/** Light modules around a code, which readers need to find it. */
const quietZone = 4

/** A QR code of a text as SVG path data over a `size` × `size` view box, quiet zone included (docs/contract.md#gift-codes). */
export const qrOf = (text: string): { size: number; path: string } => {
  const { data, size } = encode(text, { ecc: "M", border: quietZone })
  const path = data.flatMap((row, y) =>
    // Adjacent dark modules of a row are drawn as one rectangle.
    [
      ...row
        .map(isDark => (isDark ? "1" : "0"))
        .join("")
        .matchAll(/1+/g),
    ].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  )
  return { size, path: path.join("") }
}
