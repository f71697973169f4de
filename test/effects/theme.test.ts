import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { readTheme, startTheme } from "../../src/effects/theme"
import { logoUrl } from "../../src/state/logo-url"
import { signedOut, tokensRenewed, verified } from "../../src/state/session"
import { defaultTheme, theme } from "../../src/state/theme"

/** The theme's cache, its ages and rules (docs/console.md#theme-and-colours). */
const begin = 1_800_000_000_000
let now = begin
let identity: unknown
let calls: number
let stop = () => {}

const key = "tenantTheme.v3"
const green = { id: "y", name: "Yeşilova", primaryColor: "#3A9355", secondaryColor: "#152136", logo: "/backend/media/logo.png" }
const elif = { email: "e@y.example", role: "TenantAdmin" as const, userId: "1", tenantId: "y" }
const mert = { email: "m@s.example", role: "TenantAdmin" as const, userId: "2", tenantId: "s" }
const admin = { email: "a@p.example", role: "Administrator" as const, userId: "3" }
const tokens = { token: "t", tokenExpiry: 9e15, refreshToken: "r", refreshExpiry: 9e15 }

beforeEach(() => {
  vi.useFakeTimers({ now: begin })
  localStorage.clear()
  now = begin
  calls = 0
  identity = green
  vi.stubGlobal("fetch", async () => {
    calls++
    if (identity instanceof Error) throw identity
    return new Response(JSON.stringify({ isSuccess: true, value: identity }))
  })
})
afterEach(() => {
  stop()
  signedOut("left")
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const start = (user: typeof elif | typeof admin = elif) => {
  verified(user, tokens)
  stop = startTheme(() => now)
}
const settle = () => vi.advanceTimersByTimeAsync(0)
const later = async (ms: number) => {
  now += ms
  await vi.advanceTimersByTimeAsync(ms)
}
const keep = (age: number, change: object = {}) =>
  localStorage.setItem(
    key,
    JSON.stringify({ tenantId: "y", name: "Eski", primary: "#112233", secondary: "#445566", updated: begin - age, ...change }),
  )
const shown = () => ({ name: theme.name, primary: theme.primary, loading: theme.loading })

describe("the theme", () => {
  it("spins while a signed-in company's first identity loads, and is saved when it arrives", async () => {
    start()
    expect(shown()).toEqual({ name: undefined, primary: defaultTheme.primary, loading: true })
    await settle()
    expect(shown()).toEqual({ name: "Yeşilova", primary: "#3A9355", loading: false })
    expect(JSON.parse(localStorage.getItem(key) ?? "{}")).toMatchObject({ tenantId: "y", primary: "#3A9355", updated: begin })
  })

  it("shows a cached copy at once while the fresh one loads", async () => {
    keep(61_000)
    start()
    expect(shown()).toEqual({ name: "Eski", primary: "#112233", loading: false })
    await settle()
    expect(shown()).toEqual({ name: "Yeşilova", primary: "#3A9355", loading: false })
  })

  const ages: [string, number, object, { atOnce: string; after: string }][] = [
    ["a copy younger than 60 s is not replaced", 59_000, {}, { atOnce: "Eski", after: "Eski" }],
    ["a copy older than 60 s is replaced", 60_001, {}, { atOnce: "Eski", after: "Yeşilova" }],
    ["a copy of 24 hours is dropped on load", 86_400_000, {}, { atOnce: "", after: "Yeşilova" }],
    ["a copy of another company is dropped", 1_000, { tenantId: "s" }, { atOnce: "", after: "Yeşilova" }],
    ["a copy that does not hold colours is dropped", 1_000, { primary: "red" }, { atOnce: "", after: "Yeşilova" }],
  ]
  it.each(ages)("%s", async (_, age, change, expected) => {
    keep(age, change)
    start()
    expect(theme.name ?? "").toBe(expected.atOnce)
    await settle()
    expect(theme.name).toBe(expected.after)
  })

  it("is fetched again on focus, but not within 10 s", async () => {
    start()
    await settle()
    await later(9_000)
    window.dispatchEvent(new Event("focus"))
    await settle()
    expect(calls).toBe(1)
    await later(1_000)
    window.dispatchEvent(new Event("focus"))
    await settle()
    expect(calls).toBe(2)
  })

  it("is fetched again without focus once it is older than 2 minutes", async () => {
    start()
    await settle()
    await later(119_000)
    expect(calls).toBe(1)
    identity = { ...green, primaryColor: "#AA0000" }
    await later(31_000)
    expect([calls, theme.primary]).toEqual([2, "#AA0000"])
  })

  it("of another company in the token clears every cache and the identity", async () => {
    localStorage.setItem("tenantTheme.v2", "old")
    start()
    await settle()
    identity = { id: "s", name: "Sarıkum", primaryColor: "#FFD21F" }
    tokensRenewed(tokens, { ...elif, tenantId: "s" })
    expect(shown()).toEqual({ name: undefined, primary: defaultTheme.primary, loading: true })
    expect([localStorage.getItem(key), localStorage.getItem("tenantTheme.v2")]).toEqual([null, null])
    await settle()
    expect(shown()).toEqual({ name: "Sarıkum", primary: "#FFD21F", loading: false })
  })

  it("leaves nothing for the next person", async () => {
    start()
    await settle()
    signedOut("left")
    expect(shown()).toEqual({ name: undefined, primary: defaultTheme.primary, loading: false })
    expect(localStorage.getItem(key)).toBeNull()
    identity = { id: "s", name: "Sarıkum", primaryColor: "#FFD21F" }
    verified(mert, tokens)
    await settle()
    expect(theme.name).toBe("Sarıkum")
  })

  it("keeps what is shown when the fetch fails, and stops spinning", async () => {
    identity = new TypeError("down")
    start()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(shown()).toEqual({ name: undefined, primary: defaultTheme.primary, loading: false })
  })

  it("keeps the defaults for an administrator without a company", async () => {
    identity = null
    start(admin)
    expect(theme.loading).toBe(false)
    await settle()
    expect([calls, theme.primary, theme.name]).toEqual([1, defaultTheme.primary, undefined])
  })

  it("that arrives after signing out is not shown", async () => {
    start()
    signedOut("left")
    await settle()
    expect(theme.name).toBeUndefined()
  })
})

describe("colours of an identity", () => {
  const before = { primary: "#010203", secondary: "#040506", logo: undefined }
  const rows: [unknown, [string, string]][] = [
    [{ primaryColor: "#abc", secondaryColor: "#A1B2C3" }, ["#AABBCC", "#A1B2C3"]],
    [{ visualIdentity: { primaryColor: "#111111" }, primaryColor: "#222222" }, ["#111111", "#040506"]],
    [{ visualIdentity: { primaryColor: "bad" }, primaryColor: "#222222" }, ["#222222", "#040506"]],
    [{ primaryColor: "red", secondaryColor: "#12345" }, ["#010203", "#040506"]],
    [{ primaryColor: 7, secondaryColor: null }, ["#010203", "#040506"]],
    ["nonsense", ["#010203", "#040506"]],
  ]
  it.each(rows)("%j", (value, [primary, secondary]) => {
    expect(readTheme(value, before, now)).toMatchObject({ primary, secondary })
  })
})

describe("a logo", () => {
  const page = "http://console.example/"
  it.each([
    ["https://cdn.example/l.png", "https://cdn.example/l.png"],
    ["/backend/media/l.png", "http://console.example/backend/media/l.png"],
    ["http://console.example/l.png", "http://console.example/l.png"],
    ["http://evil.example/l.png", undefined],
    ["javascript:alert(1)", undefined],
    ["JaVaScRiPt:alert(1)", undefined],
    ["data:image/svg+xml,<svg onload=alert(1)>", undefined],
    ["blob:https://x/y", undefined],
    ["file:///etc/passwd", undefined],
    ["\u0000javascript:alert(1)", undefined],
    ["//[", undefined],
    ["", undefined],
  ])("%j is loaded from %j", (url, expected) => expect(logoUrl(url, page)).toBe(expected))

  it("is asked for anew when its address changes, and only then", () => {
    const first = readTheme(green, { ...defaultTheme, logo: undefined }, 1)
    const second = readTheme(green, first, 2)
    const other = readTheme({ ...green, logo: "/backend/media/new.png" }, second, 3)
    expect([first.logo, second.logo, other.logo].map(logo => new URL(logo ?? "").search)).toEqual(["?v=1", "?v=1", "?v=3"])
  })
})
