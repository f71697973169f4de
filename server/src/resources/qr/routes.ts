import { encode } from "uqr"
import { z } from "zod"
import { createSlices } from "../../../../src/core/concurrency/slices"
import type { Qr } from "../../../../src/core/qr"
import { anyStaff } from "../../auth/policy"
import { json, route } from "../../routes/route"
import { text, total } from "../../routes/schemas"

/** Light modules around a code, which readers need to find it. */
const quietZone = 4

/** A QR code of a text, quiet zone included. */
export const qrOf = (text: string): Qr => {
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

export const qrValue = z.object({ size: total, path: text.meta({ description: "SVG path data, quiet zone included" }) })

/** QR codes (docs/contract.md#qr-codes). */
export const qr = route.post("/qr", anyStaff, {
  summary: "QR codes of 1 to 100 texts, in their order",
  body: json(z.object({ texts: z.array(z.string().min(1).max(300)).min(1).max(100) })),
  example: { texts: ["https://console.example.com/go/draw/3f0d1f6e-5a53-4c1b-9a55-0b6f1c0a7e11"] },
  answer: z.array(qrValue),
  handler: async ({ body }) => {
    const { texts } = await body()
    const pause = createSlices()
    const codes: Qr[] = []
    for (const text of texts) {
      codes.push(qrOf(text))
      await pause()
    }
    return { value: codes }
  },
})
