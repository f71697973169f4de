import { Hono } from "hono"
import { encode } from "uqr"
import { z } from "zod"
import { createSlices } from "../../../../src/core/concurrency/slices"
import type { Qr } from "../../../../src/core/qr"
import { bearer } from "../../auth/bearer"
import { anyStaff } from "../../auth/policy"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { readValid } from "../../http/request"

/** QR codes (docs/contract.md#qr-codes). */
export const qr = new Hono<Env>()

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

export const qrBody = z.object({ texts: z.array(z.string().min(1).max(300)).min(1).max(100) })

qr.post("/qr", bearer, anyStaff, async c => {
  const { texts } = await readValid(c, qrBody)
  const pause = createSlices()
  const codes: Qr[] = []
  for (const text of texts) {
    codes.push(qrOf(text))
    await pause()
  }
  return ok(c, codes)
})
