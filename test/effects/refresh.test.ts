import { afterEach, describe, expect, it, vi } from "vitest"
import { renewTokens, renewTokensWhenDue } from "../../src/api/http"
import { HttpError, mayHaveSucceeded } from "../../src/core/http/http-error"
import { unsavedChanges } from "../../src/state/instances"
import { session, sessionTokens, signedOut, verified } from "../../src/state/session"

/** What ends a session and what does not, when its token is renewed (docs/contract.md#refresh). */
const now = Date.now()
const elif = { email: "e@y.example", role: "TenantAdmin" as const, userId: "1", tenantId: "y" }
// An access token that has ended is renewed without a look for the tokens of another tab, which takes a quarter of a second.
const tokens = { token: "old", tokenExpiry: now - 1, refreshToken: "r", refreshExpiry: now + 9e8 }
const part = (value: object) => btoa(JSON.stringify(value))
const fresh = `x.${part({ Email: elif.email, role: "TenantAdmin", nameidentifier: "1", TenantId: "y", iat: 100, exp: 1000 })}.y`

const serve = (answer: () => Response) => {
  const asked = vi.fn(async () => answer())
  vi.stubGlobal("fetch", asked)
  return asked
}
afterEach(() => {
  unsavedChanges.clear()
  signedOut("left")
  vi.unstubAllGlobals()
})
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

describe("a refresh", () => {
  it("gives tokens whose expiry stands in the browser's own clock", async () => {
    serve(() => json({ isSuccess: true, value: { token: fresh, refreshToken: "r2", refreshTokenExpiryTime: "2099-01-01" } }))
    verified(elif, tokens)
    expect(await renewTokens()).toBe(true)
    const renewed = sessionTokens(session.current)
    expect(renewed?.token).toBe(fresh)
    expect(Math.abs((renewed?.tokenExpiry ?? 0) - (Date.now() + 900_000))).toBeLessThan(10_000)
  })

  const ends: [string, () => Response][] = [
    ["a refusal with 401", () => json({ isSuccess: false, errors: ["x"] }, 401)],
    ["a refusal with 400", () => json({ isSuccess: false }, 400)],
    ["a refusal with 403", () => json({}, 403)],
    ["an empty 401", () => new Response(null, { status: 401 })],
    ["a refusal with 200", () => json({ isSuccess: false, errors: ["x"] })],
    ["a 204", () => new Response(null, { status: 204 })],
    ["an answer without tokens", () => json({ isSuccess: true, value: {} })],
    ["an answer without a refresh token", () => json({ isSuccess: true, value: { token: fresh } })],
    ["a token that can't be read", () => json({ isSuccess: true, value: { token: "x", refreshToken: "r2" } })],
  ]
  it.each(ends)("%s ends the session", async (_, answer) => {
    serve(answer)
    verified(elif, tokens)
    expect(await renewTokens()).toBe(false)
    expect(session.current).toMatchObject({ status: "idle", email: elif.email, reason: "refused" })
  })

  it.each(ends)("%s holds the page that has unsaved work", async (_, answer) => {
    serve(answer)
    verified(elif, tokens)
    const saveDraft = vi.fn()
    unsavedChanges.register({ ask: async () => true, saveDraft })
    expect(await renewTokens()).toBe(false)
    expect([session.paused?.user.email, saveDraft.mock.calls.length]).toEqual([elif.email, 1])
  })

  it("of a refresh token that has ended is not asked for, and ends the session", async () => {
    const asked = serve(() => json({ isSuccess: true, value: { token: fresh, refreshToken: "r2" } }))
    verified(elif, { ...tokens, refreshExpiry: Date.now() - 1 })
    expect(await renewTokens()).toBe(false)
    expect(asked).not.toHaveBeenCalled()
    expect(session.current).toMatchObject({ status: "idle", reason: "expired" })
  })

  it("that makes the person an ordinary user ends the session, and keeps unsaved work as a draft", async () => {
    const token = `x.${part({ Email: elif.email, role: "User", nameidentifier: "1", TenantId: "y", iat: 100, exp: 1000 })}.y`
    serve(() => json({ isSuccess: true, value: { token, refreshToken: "r2" } }))
    verified(elif, tokens)
    const saveDraft = vi.fn()
    unsavedChanges.register({ ask: async () => true, saveDraft })
    expect(await renewTokens()).toBe(false)
    expect(session.current).toEqual({ status: "idle", deniedTo: { email: elif.email, role: "User" } })
    expect([saveDraft.mock.calls.length, unsavedChanges.exist()]).toEqual([1, false])
  })

  it("by a clock that is 2 h ahead is not due again at once, where neither the token nor a header says the time", async () => {
    const exp = Math.floor(now / 1000) + 900 - 7200
    const token = `x.${part({ Email: elif.email, role: "TenantAdmin", nameidentifier: "1", TenantId: "y", exp })}.y`
    const asked = serve(() =>
      json({ isSuccess: true, value: { token, refreshToken: "r2", refreshTokenExpiryTime: "2001-01-01" } }),
    )
    verified(elif, tokens)
    expect(await renewTokens()).toBe(true)
    const { tokenExpiry = 0, refreshExpiry = 0 } = sessionTokens(session.current) ?? {}
    expect([tokenExpiry - Date.now() > 600_000, refreshExpiry > Date.now()]).toEqual([true, true])
    renewTokensWhenDue(Date.now() + 120_000)
    expect(asked).toHaveBeenCalledOnce()
  })

  it("before the end of a token takes those that another tab stores meanwhile, and asks for none", async () => {
    const asked = serve(() => json({}, 500))
    verified(elif, { ...tokens, tokenExpiry: Date.now() + 60_000 })
    const renewed = renewTokens()
    localStorage.setItem("accessToken", "theirs")
    localStorage.setItem("refreshToken", "r2")
    localStorage.setItem("tokenExpiry", String(Date.now() + 900_000))
    expect([await renewed, sessionTokens(session.current)?.token]).toEqual([true, "theirs"])
    expect(asked).not.toHaveBeenCalled()
    localStorage.clear()
  })

  it("believes exp where neither the token nor a header says the time", async () => {
    const exp = Math.floor(now / 1000) + 120
    const token = `x.${part({ Email: elif.email, role: "TenantAdmin", nameidentifier: "1", TenantId: "y", exp })}.y`
    serve(() => json({ isSuccess: true, value: { token, refreshToken: "r2" } }))
    verified(elif, tokens)
    expect(await renewTokens()).toBe(true)
    expect(Math.abs((sessionTokens(session.current)?.tokenExpiry ?? 0) - exp * 1000)).toBeLessThan(2_000)
  })

  const goesOn: [string, () => Response][] = [
    ["a proxy's 404 page", () => new Response("<html>", { status: 404 })],
    ["a proxy's 403 page", () => new Response("<html>", { status: 403 })],
    ["a broken server", () => json({}, 500)],
    ["too many tries", () => json({}, 429)],
    ["a page in place of tokens", () => new Response("<html>")],
    [
      "no network",
      () => {
        throw new TypeError("down")
      },
    ],
  ]
  it.each(goesOn)("%s leaves the person signed in", async (_, answer) => {
    serve(answer)
    verified(elif, tokens)
    const error: unknown = await renewTokens().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(HttpError)
    // What waited for it was never sent.
    expect(mayHaveSucceeded(error)).toBe(false)
    expect(sessionTokens(session.current)?.token).toBe("old")
  })

  it("is asked for once by all who want it, and not again within a minute", async () => {
    const asked = serve(() => json({}, 500))
    verified(elif, tokens)
    await Promise.allSettled([renewTokens(), renewTokens(), renewTokens()])
    expect(asked).toHaveBeenCalledOnce()
    renewTokensWhenDue()
    await Promise.resolve()
    expect(asked).toHaveBeenCalledOnce()
  })
})
