import { gunzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, it } from "vitest"
import { prefix } from "../../../server/src/prefix"
import { createTestApi, type TestApi } from "../../api"

/** Answers of the API are sent compressed to who takes them so. */
let api: TestApi
let token = ""
beforeAll(async () => {
  api = await createTestApi()
  token = await api.signIn("yonetici@platform.example")
})
afterAll(() => api.close())

const ask = (path: string, accepted: string | undefined, method = "GET") =>
  api.fetch(`${prefix}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(accepted !== undefined && { "Accept-Encoding": accepted }) },
  })

it.each([
  ["gzip", true],
  ["gzip, deflate, br, zstd", true],
  ["br;q=1.0, GZIP;q=0.5", true],
  ["gzip;q=0", false],
  ["gzip; q=0.000, br", false],
  ["br", false],
  ["x".repeat(500), false],
  [undefined, false],
] as const)("a list for %s is the same, compressed: %s", async (accepted, isCompressed) => {
  const plain = await (await ask("/campaign/list", undefined)).json()
  const answer = await ask("/campaign/list", accepted)
  expect(answer.status).toBe(200)
  expect(answer.headers.get("Content-Encoding")).toBe(isCompressed ? "gzip" : null)
  expect(answer.headers.get("Vary")).toContain("Accept-Encoding")
  expect(answer.headers.get("Content-Type")).toContain("application/json")
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(JSON.parse((isCompressed ? gunzipSync(bytes) : bytes).toString())).toEqual(plain)
})

it.each([
  ["a small answer", "/tenant/getcurrenttenantid"],
  ["a refusal", "/campaign/00000000-0000-4000-8000-000000000000"],
  ["what carries a token", "/api/auth/sessions"],
] as const)("%s is sent as it is", async (_, path) => {
  const answer = await ask(path, "gzip")
  expect(answer.headers.get("Content-Encoding")).toBeNull()
  expect(await answer.json()).toBeTypeOf("object")
})
