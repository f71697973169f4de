import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { refreshTokens, sessions } from "../../../server/src/db/schema"
import { accounts, createTestApi, type TestApi } from "../../api"

/** A person's own sessions: seen and ended by nobody else (docs/contract.md#authentication-calls). */
let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())
afterEach(async () => {
  await api.db.delete(refreshTokens)
  await api.db.delete(sessions)
})

const minute = 60_000
const day = 1_440 * minute
const nobody = "00000000-0000-4000-8000-000000000000"
type Entry = { id: string; userAgent: string; createdAt: string; lastUsedAt: string; current: boolean }

const signInFrom = (userAgent: string, email: string = accounts.elif) => api.tokensFor(email, userAgent)
const listOf = async (token: string): Promise<Entry[]> => (await api.call("GET", "/api/auth/sessions", { token })).value
const agentsOf = async (token: string) => (await listOf(token)).map(({ userAgent }) => userAgent)
const idOf = async (token: string, userAgent: string) =>
  (await listOf(token)).find(entry => entry.userAgent === userAgent)?.id ?? ""
const end = (token: string, id: string) => api.call("DELETE", `/api/auth/sessions/${id}`, { token })
const me = (token: string) => api.call("GET", "/api/auth/me", { token })
const renew = (refreshToken: string) => api.call("POST", "/api/auth/refresh", { body: { refreshToken } })

describe("the list of sessions", () => {
  it("holds the person's own, this one first, and says no more than it must", async () => {
    const other = await signInFrom("Other")
    api.advance(minute)
    await me(other.token)
    const { token } = await signInFrom("This")
    const list = await listOf(token)
    expect(list.map(({ userAgent, current }) => [userAgent, current])).toEqual([
      ["This", true],
      ["Other", false],
    ])
    const now = new Date(api.now()).toISOString()
    expect(list[0]).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      userAgent: "This",
      way: "code",
      createdAt: now,
      lastUsedAt: now,
      current: true,
    })
  })

  it.each([accounts.mert, accounts.admin, accounts.user])("holds none of somebody else's: %s", async email => {
    await signInFrom("Elif")
    const { token } = await signInFrom("Own", email)
    expect(await agentsOf(token)).toEqual(["Own"])
  })

  it("says when each was last used, to the minute", async () => {
    const { token } = await signInFrom("This")
    api.advance(minute - 1)
    await me(token)
    expect((await listOf(token))[0]?.lastUsedAt).toBe(new Date(api.now() - minute + 1).toISOString())
    api.advance(1)
    await me(token)
    api.advance(30_000)
    expect((await listOf(token))[0]?.lastUsedAt).toBe(new Date(api.now() - 30_000).toISOString())
  })

  it("leaves out what was signed out", async () => {
    const other = await signInFrom("Other")
    const { token } = await signInFrom("This")
    await api.call("POST", "/api/auth/logout", { token: other.token })
    expect(await agentsOf(token)).toEqual(["This"])
  })

  it("leaves out what was not used for seven days, and keeps what was", async () => {
    await signInFrom("Forgotten")
    const kept = await signInFrom("Kept")
    api.advance(3 * day)
    await renew(kept.refreshToken)
    api.advance(4 * day)
    expect(await agentsOf((await signInFrom("This")).token)).toEqual(["This", "Kept"])
  })

  it("leaves out what can't be renewed any more after 30 days, however much it was used", async () => {
    let { refreshToken } = await signInFrom("Old")
    for (let at = 0; at < 5; at++) {
      api.advance(6 * day - minute)
      refreshToken = (await renew(refreshToken)).value.refreshToken
    }
    expect(await agentsOf((await signInFrom("First")).token)).toEqual(["First", "Old"])
    api.advance(5 * minute)
    expect(await agentsOf((await signInFrom("Second")).token)).toEqual(["Second", "First"])
  })

  it("holds the session that asks, even in the minutes after its last renewal", async () => {
    const { token } = await signInFrom("This")
    await api.db.update(refreshTokens).set({ expiresAt: new Date(api.now()) })
    expect(await agentsOf(token)).toEqual(["This"])
  })

  it("names at most a hundred, the latest", async () => {
    const { token } = await signInFrom("This")
    const [own] = await api.db.select().from(sessions)
    const rows = Array.from({ length: 120 }, (_, at) => ({
      userId: own?.userId ?? "",
      userAgent: String(at),
      createdAt: new Date(api.now()),
      lastUsedAt: new Date(api.now() - at * minute),
    }))
    const made = await api.db.insert(sessions).values(rows).returning({ id: sessions.id })
    await api.db.insert(refreshTokens).values(
      made.map(({ id }) => ({
        sessionId: id,
        tokenHash: id,
        createdAt: new Date(api.now()),
        expiresAt: new Date(api.now() + day),
      })),
    )
    const agents = await agentsOf(token)
    expect([agents.length, agents[0], agents[1], agents.at(-1)]).toEqual([100, "This", "0", "98"])
  })

  it("keeps a device's name within bounds, whatever it is", async () => {
    const name = `<script>alert(1)</script>${"x".repeat(500)}`
    const email = accounts.elif
    await api.call("GET", `/Auth/GetCode/${email}`)
    const code = api.outbox.findLast(mail => mail.to === email)?.code
    const answer = await api.call("POST", "/api/auth/login", { body: { email, code }, headers: { "User-Agent": name } })
    expect(await agentsOf(answer.value.token)).toEqual([name.slice(0, 200)])
  })
})

describe("ending a session", () => {
  it("is felt at once by whoever holds it: no call, no renewal", async () => {
    const other = await signInFrom("Other")
    const { token } = await signInFrom("This")
    expect((await end(token, await idOf(token, "Other"))).status).toBe(200)
    expect([(await me(other.token)).status, (await renew(other.refreshToken)).status]).toEqual([401, 401])
    expect((await me(token)).status).toBe(200)
    expect(await agentsOf(token)).toEqual(["This"])
  })

  it("may be the own one", async () => {
    const { token } = await signInFrom("This")
    expect((await end(token, await idOf(token, "This"))).status).toBe(200)
    expect((await me(token)).status).toBe(401)
  })

  it.each([accounts.mert, accounts.admin, accounts.user])(
    "of somebody else is like none, and nothing happens: %s",
    async email => {
      const theirs = await signInFrom("Theirs")
      const id = await idOf(theirs.token, "Theirs")
      const { token } = await signInFrom("Own", email)
      const [foreign, missing] = [await end(token, id), await end(token, nobody)]
      expect([foreign.status, foreign.body]).toEqual([404, missing.body])
      expect((await me(theirs.token)).status).toBe(200)
      expect((await api.db.select().from(sessions)).find(row => row.id === id)?.revokedAt).toBeNull()
    },
  )

  it("that is over already is like none", async () => {
    await signInFrom("Other")
    const { token } = await signInFrom("This")
    const id = await idOf(token, "Other")
    expect([(await end(token, id)).status, (await end(token, id)).status]).toEqual([200, 404])
    await signInFrom("Forgotten")
    const forgotten = await idOf(token, "Forgotten")
    api.advance(8 * day)
    expect((await end((await signInFrom("Later")).token, forgotten)).status).toBe(404)
  })

  it("succeeds once when asked for twice at the same time", async () => {
    await signInFrom("Other")
    const { token } = await signInFrom("This")
    const id = await idOf(token, "Other")
    const answers = await Promise.all([end(token, id), end(token, id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })
})

describe("signing out everywhere", () => {
  it("ends the person's sessions and nobody else's", async () => {
    const other = await signInFrom("Other")
    const mert = await signInFrom("Mert", accounts.mert)
    const { token } = await signInFrom("This")
    await api.call("POST", "/api/auth/logout-all", { token })
    expect(await Promise.all([token, other.token, mert.token].map(async held => (await me(held)).status))).toEqual([
      401, 401, 200,
    ])
    expect(await agentsOf((await signInFrom("Next")).token)).toEqual(["Next"])
  })
})

describe("who I am", () => {
  it.each([
    [accounts.elif, "Elif", "Yılmaz", "TenantAdmin"],
    [accounts.mert, "Mert", "Aydın", "TenantAdmin"],
  ])("%s is told the name: %s %s", async (email, firstName, lastName, role) => {
    const { token } = await signInFrom("This", email)
    expect((await me(token)).value).toEqual({
      userId: expect.any(String),
      tenantId: expect.any(String),
      email,
      role,
      firstName,
      lastName,
    })
  })
})
