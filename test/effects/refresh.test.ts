// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest"
import { renew, renewWhenDue } from "../../src/api"
import { session, signedOut, tokensOf, verified } from "../../src/state/session"

/** What ends a session and what does not, when its token is renewed (decisions §3, Refresh). */
const now = Date.now()
const elif = { email: "e@y.example", role: "TenantAdmin" as const, userId: "1", tenantId: "y" }
const tokens = { token: "old", tokenExpiry: now + 60_000, refreshToken: "r", refreshExpiry: now + 9e8 }
const part = (value: object) => btoa(JSON.stringify(value))
const fresh = `x.${part({ Email: elif.email, role: "TenantAdmin", nameidentifier: "1", TenantId: "y", iat: 100, exp: 1000 })}.y`

const serve = (answer: () => Response) => {
  const asked = vi.fn(async () => answer())
  vi.stubGlobal("fetch", asked)
  return asked
}
afterEach(() => {
  signedOut("left")
  vi.unstubAllGlobals()
})
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

describe("a refresh", () => {
  it("gives tokens whose expiry stands in the browser's own clock", async () => {
    serve(() => json({ isSuccess: true, value: { token: fresh, refreshToken: "r2", refreshTokenExpiryTime: "2030-01-01" } }))
    verified(elif, tokens)
    expect(await renew()).toBe(true)
    const renewed = tokensOf(session.current)
    expect(renewed?.token).toBe(fresh)
    expect(Math.abs((renewed?.tokenExpiry ?? 0) - (Date.now() + 900_000))).toBeLessThan(1_000)
  })

  const ends: [string, () => Response][] = [
    ["a refusal with 401", () => json({ isSuccess: false, errors: ["x"] }, 401)],
    ["a refusal with 400", () => json({ isSuccess: false }, 400)],
    ["a refusal with 403", () => json({}, 403)],
    ["an empty 401", () => new Response(null, { status: 401 })],
  ]
  it.each(ends)("%s ends the session", async (_, answer) => {
    serve(answer)
    verified(elif, tokens)
    expect(await renew()).toBe(false)
    expect(session.current).toMatchObject({ status: "idle", notice: "expired" })
  })

  const goesOn: [string, () => Response][] = [
    ["a proxy's 404 page", () => new Response("<html>", { status: 404 })],
    ["a proxy's 403 page", () => new Response("<html>", { status: 403 })],
    ["a broken server", () => json({}, 500)],
    ["too many tries", () => json({}, 429)],
    ["a page in place of tokens", () => new Response("<html>")],
    ["an answer without tokens", () => json({ isSuccess: true, value: {} })],
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
    await expect(renew()).rejects.toThrow()
    expect(tokensOf(session.current)?.token).toBe("old")
  })

  it("is asked for once by all who want it, and not again within a minute", async () => {
    const asked = serve(() => json({}, 500))
    verified(elif, tokens)
    await Promise.allSettled([renew(), renew(), renew()])
    expect(asked).toHaveBeenCalledOnce()
    renewWhenDue()
    await Promise.resolve()
    expect(asked).toHaveBeenCalledOnce()
  })
})
