import { afterEach, expect, it } from "vitest"
import { ifMissing } from "../../src/api/missing-call"
import { records } from "../../src/api/records"
import { HttpError } from "../../src/core/http/http"
import { can, type Feature, NotOffered } from "../../src/state/features"
import { hasExtensions } from "../extensions"

/** A call that a server may lack (docs/contract.md#missing-calls). */
afterEach(() => hasExtensions(true))

const found = async () => {}
const gone = () => Promise.reject(new Error("gone"))

type Case = [status: number, feature: Feature, read: (() => Promise<unknown>) | undefined, failure: string]
it.each<Case>([
  [404, "draws.lock", found, "error.notOffered"],
  [404, "calendar", undefined, "error.notOffered"],
  [405, "gifts.codes", gone, "error.notOffered"],
  [404, "draws.lock", gone, "gone"],
  [403, "draws.lock", found, "403"],
])("%d to a call of %s: only a server without extensions lacks it from then on", async (status, feature, read, failure) => {
  const error = new HttpError({ kind: "http", status })
  for (const isOffered of [true, false]) {
    hasExtensions(isOffered)
    const rejected = await ifMissing(feature, read)(error).catch((reason: unknown) => reason)
    if (failure === "403") expect(rejected).toBe(error)
    else expect((rejected as Error).message).toBe(failure)
    const isMissing = !isOffered && failure === "error.notOffered"
    expect([rejected instanceof NotOffered, can(feature)]).toEqual([isMissing, !isMissing])
    expect(can("draws.run")).toBe(true)
  }
})

it("a list of a server that ignores a filter is refused: its rows are others", async () => {
  hasExtensions(false)
  const page = { rows: [{ id: "1", role: "user" }], total: 1 }
  const read = (role: string) => Promise.resolve(records.page([], { role }, page as never))
  await expect(read("tenantAdmin")).rejects.toThrow("error.filterNotOffered")
  expect(await read("user")).toEqual(page)
})
