import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { read } from "../../src/core/http/query"
import { localStore } from "../../src/core/storage"
import { checkStoredSession, readStoredSession, startSession } from "../../src/effects/session"
import { cache } from "../../src/state/instances"
import { codeSent, session, signedOut, tokensRenewed, verified } from "../../src/state/session"

const now = 1_800_000_000_000
const user = { email: "a@b.c", role: "TenantAdmin" as const, userId: "1", tenantId: "t" }
const token = `x.${btoa(JSON.stringify({ exp: now / 1000 + 600 }))}.y`
const tokens = { token, tokenExpiry: now + 900_000, refreshToken: "ref", refreshExpiry: now + 9_000_000 }
const keys = () =>
  Object.fromEntries(
    Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "")
      .sort()
      .map(key => [key, localStorage.getItem(key)]),
  )

let stop = () => {}
beforeEach(() => {
  localStorage.clear()
  signedOut("left")
})
afterEach(() => {
  stop()
  signedOut("left")
})
const start = () => {
  stop = startSession(() => now)
}

describe("the session in storage", () => {
  it("stands under the contract's keys, in its formats", () => {
    start()
    verified(user, tokens)
    expect(keys()).toEqual({
      accessToken: token,
      email: "a@b.c",
      refreshToken: "ref",
      refreshTokenExpiry: String(tokens.refreshExpiry),
      tokenExpiry: String(tokens.tokenExpiry),
      user: JSON.stringify(user),
    })
  })

  it("is restored at start", () => {
    start()
    verified(user, tokens)
    stop()
    signedOut("left")
    start()
    expect(session.current).toEqual({ status: "verified", user, tokens })
  })

  it("is not written again at start: another tab may have renewed the tokens that this one has read", () => {
    start()
    verified(user, tokens)
    stop()
    const written = vi.spyOn(localStore, "set")
    start()
    expect(session.current.status).toBe("verified")
    expect(written).not.toHaveBeenCalled()
    written.mockRestore()
  })

  it("is gone after signing out, but for the reason, which goes with the next sign-in", () => {
    start()
    verified(user, tokens)
    signedOut("left")
    expect(keys()).toEqual({ sessionEnd: "left" })
    verified(user, tokens)
    expect(keys().sessionEnd).toBeUndefined()
  })

  it("keeps nothing of an ordinary user", () => {
    start()
    verified({ ...user, role: "User" }, tokens)
    expect(keys()).toEqual({})
    expect(session.current).toMatchObject({ status: "idle", deniedTo: { email: "a@b.c" } })
  })

  it("of somebody who awaits a code holds the countdown's end, so that a reload shows the true remainder", () => {
    start()
    codeSent("a@b.c", 120, now)
    expect(keys()).toEqual({
      autoResendCount: "0",
      email: "a@b.c",
      lastCodeRequestTime: String(now),
      verificationEndTime: String(now + 120_000),
      verificationMaxTime: "120",
      verificationOriginalMaxTime: "120",
    })
    expect(readStoredSession(now + 60_000)).toMatchObject({ status: "awaiting", sent: { endsAt: now + 120_000 } })
    const expired = { status: "idle", email: "a@b.c", reason: "verificationExpired" }
    expect(readStoredSession(now + 15 * 60_000)).toEqual(expired)
    expect(readStoredSession(now + 86_399_999)).toEqual(expired)
    expect(readStoredSession(now + 86_400_000)).toEqual({ status: "idle" })
  })

  it("that is over at the start leaves nothing of the company", () => {
    start()
    verified(user, tokens)
    stop()
    for (const key of ["tenantTheme.v3", "tenantTheme.v2", "moduleFlags", "settings"]) localStorage.setItem(key, "{}")
    stop = startSession(() => now)
    expect(localStorage.getItem("moduleFlags")).toBe("{}")
    stop()
    stop = startSession(() => tokens.refreshExpiry)
    expect(Object.keys(keys())).toEqual(["sessionEnd", "settings"])
  })

  it("is over once the refresh token is", () => {
    start()
    verified(user, tokens)
    expect(readStoredSession(tokens.refreshExpiry - 1).status).toBe("verified")
    expect(readStoredSession(tokens.refreshExpiry).status).toBe("idle")
  })

  it.each([["refreshToken"], ["accessToken"], ["user"]])("without %s is nobody's", name => {
    start()
    verified(user, tokens)
    localStorage.removeItem(name)
    expect(readStoredSession(now).status).toBe("idle")
  })

  it("asks the token for its expiry where none is stored, and takes one that does not parse for expired", () => {
    start()
    verified(user, tokens)
    localStorage.setItem("accessToken", "x.y.z")
    expect(readStoredSession(now)).toMatchObject({ status: "verified", tokens: { tokenExpiry: 0 } })
    localStorage.setItem("accessToken", token)
    localStorage.removeItem("tokenExpiry")
    expect(readStoredSession(now)).toMatchObject({ tokens: { tokenExpiry: now + 600_000 } })
  })

  it.each([
    ["29:59 ago", 1_799_999, "verified"],
    ["30 minutes ago", 1_800_000, "idle"],
    ["in the future of a clock that was put back", -86_400_000, "verified"],
  ])("of somebody active %s", (_, age, status) => {
    start()
    verified(user, tokens)
    localStorage.setItem("lastActivity", String(now - age))
    expect(readStoredSession(now).status).toBe(status)
  })

  const corrupt = ["", "x", "{", "null", "[]", "-1", "1e9", "NaN", '{"email":1}', "\u0000"]
  const names = [
    "accessToken",
    "refreshToken",
    "refreshTokenExpiry",
    "tokenExpiry",
    "user",
    "email",
    "verificationEndTime",
    "lastCodeRequestTime",
    "verificationMaxTime",
    "verificationOriginalMaxTime",
    "autoResendCount",
    "lastActivity",
  ]
  it.each(names)("survives a corrupted %s", name => {
    for (const text of corrupt) {
      localStorage.clear()
      start()
      verified(user, tokens)
      stop()
      localStorage.setItem(name, text)
      const found = readStoredSession(now)
      expect(["verified", "idle"]).toContain(found.status)
      if (found.status === "verified") expect(found.user.role).toBe("TenantAdmin")
      signedOut("left")
    }
  })

  it("of another person begins with nothing that was read for the first", async () => {
    start()
    verified(user, tokens)
    const secret = read("secrets.list", async (_: undefined) => "for a@b.c")
    await cache.load(secret, undefined)
    tokensRenewed({ ...tokens, token: "newer" })
    expect(cache.entry(secret, undefined).data).toBe("for a@b.c")
    verified({ ...user, userId: "2" }, tokens)
    expect(cache.entry(secret, undefined).data).toBeUndefined()
  })

  it("follows another tab: signed out there is signed out here", () => {
    start()
    verified(user, tokens)
    localStorage.clear()
    window.dispatchEvent(new StorageEvent("storage", { key: null }))
    expect(session.current).toEqual({ status: "idle", email: "a@b.c", reason: "ended" })
  })

  it("ends with the reason that another tab has left, also before its event arrives", () => {
    start()
    verified(user, tokens)
    localStorage.removeItem("accessToken")
    localStorage.setItem("sessionEnd", "inactive")
    checkStoredSession()
    checkStoredSession()
    expect(session.current).toEqual({ status: "idle", email: "a@b.c", reason: "inactive" })
  })

  it("is never put back by a tab that follows another one's sign-out", () => {
    start()
    verified(user, tokens)
    localStorage.clear()
    const set = vi.spyOn(localStore, "set")
    dispatchEvent(new StorageEvent("storage", { key: "accessToken", newValue: null }))
    expect(session.current.status).toBe("idle")
    const written = set.mock.calls.map(([key]) => key)
    set.mockRestore()
    expect(written).not.toContain("accessToken")
    expect(written).not.toContain("refreshToken")
  })
})

describe("the countdown", () => {
  it.each([
    [undefined, 180],
    [60, 60],
    [500, 180],
    [0, 180],
    [-5, 180],
    [90.7, 90],
  ])("of %s seconds from the server is %d", (given, seconds) => {
    codeSent("a@b.c", given, now)
    expect(session.current).toMatchObject({ sent: { seconds, endsAt: now + seconds * 1000 } })
  })

  it("counts what was resent by itself, per verification", () => {
    codeSent("a@b.c", 60, now)
    codeSent("a@b.c", 90, now + 60_000, true)
    expect(session.current).toMatchObject({ sent: { autoResends: 1, firstSeconds: 60, seconds: 90 } })
    codeSent("d@e.f", 90, now)
    expect(session.current).toMatchObject({ sent: { autoResends: 0, firstSeconds: 90 } })
  })
})
