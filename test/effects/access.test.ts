// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { moduleDefaults } from "../../src/contract/module-flags"
import { startAccess } from "../../src/effects/access"
import { flags } from "../../src/state/flags"
import { permissions } from "../../src/state/permissions"
import { signedOut, verified } from "../../src/state/session"

const tokens = { token: "t", tokenExpiry: Date.now() + 900_000, refreshToken: "r", refreshExpiry: Date.now() + 9_000_000 }
const elif = { email: "e@y.example", role: "TenantAdmin" as const, userId: "1", tenantId: "y" }
const admin = { email: "a@p.example", role: "Administrator" as const, userId: "2" }

type Served = Response | Error
let served: Record<string, Served>
let asked: string[]
let stop = () => {}

beforeEach(() => {
  localStorage.clear()
  served = {}
  asked = []
  vi.stubGlobal("fetch", async (url: string) => {
    const path = String(url).replace(/^.*?\/backend/, "")
    asked.push(path)
    const answer = served[path] ?? new Response("{}", { status: 404 })
    if (answer instanceof Error) throw answer
    return answer
  })
})
afterEach(() => {
  stop()
  signedOut("left")
  vi.unstubAllGlobals()
})

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const start = (user: typeof elif | typeof admin = elif) => {
  verified(user, tokens)
  stop = startAccess()
}
const settled = () => vi.waitFor(() => expect(permissions.isLoading).toBe(false), 10_000)

describe("the permissions", () => {
  it("are loading, with the error cleared, while they are fetched", () => {
    permissions.error = "old"
    start()
    expect(permissions).toMatchObject({ isLoading: true, list: [] })
    expect(permissions.error).toBeUndefined()
  })

  it("are stored on success", async () => {
    served["/tenant/izinler"] = json({ isSuccess: true, value: ["campaigns.read", 7, "x"] })
    start()
    await settled()
    expect({ ...permissions }).toEqual({ list: ["campaigns.read", "x"], isLoading: false })
  })

  const failures: [string, () => Served, { list: string[]; error: string }][] = [
    [
      "an answer that is no success keeps its list beside its message",
      () => json({ isSuccess: false, value: ["draws.run"], errors: ["Dizin kapalı"] }),
      { list: ["draws.run"], error: "Dizin kapalı" },
    ],
    [
      "an answer that is no success and says nothing",
      () => json({ isSuccess: false, value: null }),
      { list: [], error: "permissions.couldNotBeRetrieved" },
    ],
    ["a missing call", () => json({}, 404), { list: [], error: "permissions.unavailable" }],
    ["a refusal", () => json({}, 403), { list: [], error: "permissions.notRetrieved" }],
    ["a refusal in words", () => json({ errors: ["Yok"] }, 403), { list: [], error: "Yok" }],
    ["a broken server in words", () => json({ errors: ["Bakımda"] }, 503), { list: [], error: "Bakımda" }],
    ["a broken server", () => json({}, 500), { list: [], error: "permissions.failed" }],
    ["HTML in place of JSON", () => new Response("<html>", { status: 500 }), { list: [], error: "permissions.failed" }],
  ]
  it.each(failures)("%s", async (_, answer, expected) => {
    served["/tenant/izinler"] = answer()
    start()
    await settled()
    expect({ ...permissions }).toEqual({ ...expected, isLoading: false })
  })

  it("are gone with the person", async () => {
    served["/tenant/izinler"] = json({ isSuccess: true, value: ["campaigns.read"] })
    start()
    await settled()
    signedOut("left")
    expect({ ...permissions }).toEqual({ list: [], isLoading: false })
    expect(flags.all).toBeUndefined()
  })
})

describe("the module flags", () => {
  it("are those of the person's company", async () => {
    served["/tenant/y/modules"] = json({ isSuccess: true, value: { announcements: false, reports: true } })
    start()
    await vi.waitFor(() => expect(flags.all).toEqual({ ...moduleDefaults, announcements: false, reports: true }), 10_000)
  })

  it("are all on but reports when the call fails", async () => {
    served["/tenant/y/modules"] = json({}, 500)
    start()
    await vi.waitFor(() => expect(flags.all).toEqual(moduleDefaults), 10_000)
  })

  it("are there at once after a reload, and never another company's", async () => {
    served["/tenant/y/modules"] = json({ isSuccess: true, value: { reports: true } })
    start()
    await vi.waitFor(() => expect(flags.all?.reports).toBe(true), 10_000)
    stop()
    stop = startAccess()
    expect(flags.all?.reports).toBe(true)
    verified({ ...elif, userId: "3", tenantId: "s" }, tokens)
    expect(flags.all).toBeUndefined()
  })

  it("are not asked for by an administrator", async () => {
    start(admin)
    await settled()
    expect(asked).toEqual(["/tenant/izinler"])
  })
})
