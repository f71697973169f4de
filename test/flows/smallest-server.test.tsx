import { readFileSync } from "node:fs"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { parseTokens } from "../../src/api/http"
import { config } from "../../src/state/config"
import { verified } from "../../src/state/session"
import { hasExtensions } from "../extensions"
import { speak, until } from "../kit"
import { resetConsole, showPage } from "../modules/kit"
import { textsAnswer } from "../texts"

/** The console on the sample answers of docs/smallest-server.md. */
const page = readFileSync("docs/smallest-server.md", "utf8")
const samples = new Map(
  [...page.matchAll(/### (\w+) (\S+)[\s\S]*?```json\n(.*)\n```/g)].map(([, method, path, body]) => [`${method} ${path}`, body]),
)
const before = { ...config }
const missing: string[] = []

beforeAll(() => {
  speak("tr")
  config.apiBaseUrl = "https://api.example/v1"
  hasExtensions(false)
  vi.stubGlobal("fetch", async (input: string, { method = "GET" }: RequestInit = {}) => {
    if (input.startsWith("/locales/")) return textsAnswer(input)
    const call = `${method} ${input.replace("https://api.example/v1", "")}`
    const body = samples.get(call)
    if (body === undefined) missing.push(call)
    return new Response(body ?? null, { status: body === undefined ? 404 : 200 })
  })
})
afterAll(async () => {
  Object.assign(config, before)
  vi.unstubAllGlobals()
  await resetConsole()
})

it("has tokens that sign a company's administrator in, and answers what the first page asks", async () => {
  expect(samples.size).toBe(8)
  for (const call of ["GET /Auth/GetToken?email=ada@deniz.example&code=123456", "POST /api/auth/refresh"]) {
    const { user, tokens } = parseTokens({ ...JSON.parse(samples.get(call) ?? ""), status: 200 }, Date.now())
    expect(user).toEqual({ email: "ada@deniz.example", role: "TenantAdmin", userId: "7", tenantId: "12" })
    verified(user, tokens)
  }
  const unmount = await showPage("/user/dashboard")
  await until(() => expect(document.querySelector("tbody")?.textContent).toContain("Yaz indirimi"))
  // Figures, the options of two filters, what is left of the company's setup, and maintenance, as the page says.
  const setup = ["GET /tenant/12", "GET /tenant/12/onboarding"]
  const expected = ["GET /api/dashboard/stats", "GET /brand/list", "GET /category/list", "GET /maintenance", ...setup]
  await until(() => expect(missing.map(call => call.split("?")[0]).sort()).toEqual(expected))
  await unmount()
})
