import { describe, expect, it } from "vitest"
import { withoutMetadata } from "../../../server/src/media/structure"
import { metadataCases, secret } from "../../pictures"

describe("a picture that is stored", () => {
  it.each(metadataCases)("as %s has none of %s, and everything that is shown", async (type, _, given, stored) => {
    const bytes = Buffer.from((await withoutMetadata(given, type)) as Uint8Array)
    expect(bytes.toString("latin1")).toBe(stored.toString("latin1"))
    expect(bytes.toString("latin1")).not.toContain(secret)
    expect(Buffer.from((await withoutMetadata(bytes, type)) as Uint8Array).equals(bytes)).toBe(true)
  })
})
