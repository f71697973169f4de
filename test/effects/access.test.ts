import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { http } from "../../src/api/http"
import { moduleDefaults } from "../../src/contract/permissions/module-flags"
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
    // An answer that is given twice has two bodies: an empty one would count as a lost connection, and be asked for again.
    return answer.clone()
  })
})
afterEach(async () => {
  // A call that is still out ends with the session, and concerns no later test.
  signedOut("left")
  stop()
  await new Promise(done => setTimeout(done))
  vi.unstubAllGlobals()
})

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const start = (user: typeof elif | typeof admin = elif) => {
  verified(user, tokens)
  stop()
  stop = startAccess()
}
const settled = () => vi.waitFor(() => expect(permissions.isLoading).toBe(false), { timeout: 10_000, interval: 1 })

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

describe("what is taken away", () => {
  const minute = 60_000
  const answers = (list: string[], reports = true) => {
    served["/tenant/izinler"] = json({ isSuccess: true, value: list })
    served["/tenant/y/modules"] = json({ isSuccess: true, value: { reports } })
  }
  const begin = async () => {
    // With the time-outs: a failed call that waits for its repetition must not reach the next test.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout", "Date"] })
    answers([])
    start()
    await vi.waitFor(() => expect([permissions.isLoading, flags.all?.reports]).toEqual([false, true]), 10_000)
    asked = []
  }
  afterEach(() => vi.useRealTimers())
  const closed = () => vi.waitFor(() => expect([permissions.list, flags.all?.reports]).toEqual([["gifts.read"], false]), 10_000)

  it("is known within a minute, without input", async () => {
    await begin()
    answers(["gifts.read"], false)
    vi.advanceTimersByTime(minute)
    await closed()
    expect(asked).toHaveLength(2)
  })

  it("is known on window focus, which does not ask for what was asked for just now", async () => {
    await begin()
    dispatchEvent(new Event("focus"))
    expect(asked).toEqual([])
    answers(["gifts.read"], false)
    vi.setSystemTime(Date.now() + 6_000)
    dispatchEvent(new Event("focus"))
    await closed()
  })

  it("is known as soon as a call is refused, which the own calls do not repeat", async () => {
    await begin()
    answers(["gifts.read"], false)
    served["/gift/create"] = json({}, 403)
    await http.post("/gift/create", {}).catch(() => undefined)
    await closed()
    served["/tenant/izinler"] = json({}, 403)
    served["/tenant/y/modules"] = json({}, 403)
    asked = []
    for (const total of [3, 6]) {
      served["/gift/create"] = json({}, 403)
      await http.post("/gift/create", {}).catch(() => undefined)
      await vi.waitFor(() => expect(asked).toHaveLength(total), 10_000)
    }
  })

  it("stays closed when a later call fails, and an unchanged answer changes nothing", async () => {
    await begin()
    answers(["gifts.read"], false)
    vi.advanceTimersByTime(minute)
    await closed()
    const { list } = permissions
    for (const failure of [() => new Error("offline"), () => json({}, 500)]) {
      for (const path of ["/tenant/izinler", "/tenant/y/modules"]) served[path] = failure()
      vi.advanceTimersByTime(minute)
      await vi.waitFor(() => expect(asked.length).toBeGreaterThan(3), 10_000)
      await closed()
      expect([permissions.isLoading, permissions.error]).toEqual([false, undefined])
    }
    expect(permissions.list).toBe(list)
  })
})
