import { createHmac } from "node:crypto"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { closeAllSessions } from "../../../server/src/auth/sessions"
import { audit, codes, refreshTokens, sessions } from "../../../server/src/db/schema"
import { accounts, createTestApi, type TestApi } from "../../api"

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())
const minute = 60_000
beforeEach(async () => {
  for (const table of ["codes", "code_tries", "limits"]) await api.db.execute(`delete from ${table}`)
})

const codeFor = async (email: string) => {
  await api.call("GET", `/Auth/GetCode/${email}`)
  return api.outbox.at(-1)?.code ?? ""
}
const give = (email: string, code: string) => api.call("GET", `/Auth/GetToken?email=${email}&code=${code}`)

describe("a code", () => {
  it("is six digits, is mailed to the person and signs in once", async () => {
    const code = await codeFor(accounts.elif)
    expect(code).toMatch(/^\d{6}$/)
    const first = await give(accounts.elif, code)
    expect(first.status).toBe(200)
    expect(Object.keys(first.value).sort()).toEqual(["refreshToken", "refreshTokenExpiryTime", "token"])
    expect((await give(accounts.elif, code)).status).toBe(400)
  })

  it("is never stored as it is", async () => {
    const code = await codeFor(accounts.elif)
    expect(JSON.stringify(await api.db.select().from(codes))).not.toContain(code)
  })

  it("tells the countdown's seconds", async () => {
    expect((await api.call("GET", `/Auth/GetCode/${accounts.elif}`)).value).toEqual({ timer: 180 })
  })

  it("is over after 180 seconds", async () => {
    const code = await codeFor(accounts.elif)
    api.advance(180_001)
    expect((await give(accounts.elif, code)).status).toBe(400)
  })

  it("is ended by the next one", async () => {
    const first = await codeFor(accounts.elif)
    api.advance(1000)
    const second = await codeFor(accounts.elif)
    expect((await give(accounts.elif, first)).status).toBe(400)
    expect((await give(accounts.elif, second)).status).toBe(200)
  })

  it("lets one of two givers in at once", async () => {
    const code = await codeFor(accounts.elif)
    const answers = await Promise.all([give(accounts.elif, code), give(accounts.elif, code)])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 400])
  })

  it("answers the same to an address that nobody has", async () => {
    const known = await api.call("GET", `/Auth/GetCode/${accounts.mert}`)
    const unknown = await api.call("GET", "/Auth/GetCode/nobody@nowhere.example")
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect(api.outbox.some(mail => mail.to === "nobody@nowhere.example")).toBe(false)
    const guess = await give("nobody@nowhere.example", "123456")
    const wrongGuess = await give(accounts.mert, "000000")
    expect(guess.body).toEqual(wrongGuess.body)
  })

  it.each(["not-an-address", "a@b", "a@b.c\r\nBcc: d@e.f", "a@b.c,d@e.f", `${"a".repeat(250)}@b.co`, "<a@b.co> <c@d.co>"])(
    "is refused to %j",
    async email => {
      const answer = await api.call("GET", `/Auth/GetCode/${encodeURIComponent(email)}`)
      expect(answer.status).toBe(400)
      expect(answer.body.validationErrors[0].propertyName).toBe("email")
    },
  )

  it("is neither sent nor used up by who asks for an answer's head alone", async () => {
    const code = await codeFor(accounts.elif)
    const sent = api.outbox.length
    expect((await api.call("HEAD", `/Auth/GetCode/${accounts.elif}`)).status).toBe(404)
    expect((await api.call("HEAD", `/Auth/GetToken?email=${accounts.elif}&code=${code}`)).status).toBe(404)
    expect(api.outbox.length).toBe(sent)
    expect((await api.call("GET", `/Auth/GetToken?email=${accounts.elif}&code=${code}`)).status).toBe(200)
  })

  it("comes in the person's language", async () => {
    await codeFor(accounts.elif)
    expect(api.outbox.at(-1)?.subject).toContain("Doğrulama kodunuz")
  })

  it("can be given by POST as well", async () => {
    const code = await codeFor(accounts.elif)
    expect((await api.call("POST", "/api/auth/login", { body: { email: accounts.elif, code } })).status).toBe(200)
  })
})

describe("an access token", () => {
  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())
  const me = (token: string) => api.call("GET", "/api/auth/me", { token })

  it("carries the contract's claims and lives 15 minutes", async () => {
    const claims = claimsOf(await api.signIn(accounts.elif))
    expect(claims).toMatchObject({ Email: accounts.elif, role: "TenantAdmin" })
    expect(claims.nameidentifier).toMatch(/^[\da-f-]{36}$/)
    expect(claims.TenantId).toMatch(/^[\da-f-]{36}$/)
    expect(claims.exp - claims.iat).toBe(900)
  })

  it("is over when its session is", async () => {
    const token = await api.signIn(accounts.elif)
    await api.call("POST", "/api/auth/logout", { token })
    expect((await me(token)).status).toBe(401)
  })

  it("names after its end that the person ended it from another session, and not that somebody else did", async () => {
    const refusalOf = async (end: (token: string, sessionId: string) => Promise<unknown>) => {
      const ended = await api.tokensFor(accounts.elif)
      const token = await api.signIn(accounts.elif)
      const { sid } = JSON.parse(atob(ended.token.split(".")[1] ?? ""))
      await end(token, sid)
      const { status, value } = await api.call("POST", "/api/auth/refresh", { body: { refreshToken: ended.refreshToken } })
      return [status, value]
    }
    const one = (token: string, id: string) => api.call("DELETE", `/api/auth/sessions/${id}`, { token })
    const all = (token: string) => api.call("POST", "/api/auth/logout-all", { token })
    const { userId } = (await me(await api.signIn(accounts.elif))).value
    const byOperator = () => closeAllSessions({ db: api.db, clock: api.now }, userId)
    expect([await refusalOf(one), await refusalOf(all), await refusalOf(byOperator)]).toEqual([
      [401, { reason: "elsewhere" }],
      [401, { reason: "elsewhere" }],
      [401, null],
    ])
  })

  it("is refused in every forged form", async () => {
    const good = await api.signIn(accounts.elif)
    const [head = "", payload = "", signature = ""] = good.split(".")
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
    const claims = claimsOf(good)
    const sign = (header: object, body: object, secret: string, algorithm = "sha256") => {
      const text = `${encode(header)}.${encode(body)}`
      return `${text}.${createHmac(algorithm, secret).update(text).digest("base64url")}`
    }
    const forged = [
      `${encode({ alg: "none", typ: "JWT" })}.${payload}.`,
      `${encode({ alg: "none" })}.${payload}.${signature}`,
      `${encode({ alg: "None" })}.${encode({ ...claims, role: "Administrator" })}.x`,
      sign({ alg: "HS256", typ: "JWT" }, claims, "another secret"),
      sign({ alg: "HS256", typ: "JWT" }, claims, ""),
      sign({ alg: "HS512", typ: "JWT" }, claims, api.config.jwtSecret, "sha512"),
      sign({ alg: "HS384", typ: "JWT" }, claims, api.config.jwtSecret, "sha384"),
      `${encode({ alg: "RS256", typ: "JWT" })}.${payload}.${signature}`,
      `${encode({ alg: "HS256", kid: "../../dev/null" })}.${payload}.${signature}`,
      `${encode({ alg: "HS256", jku: "https://evil.example/keys" })}.${payload}.${signature}`,
      `${head}.${encode({ ...claims, role: "Administrator" })}.${signature}`,
      `${head}.${encode({ ...claims, exp: claims.exp + 9999 })}.${signature}`,
      sign({ alg: "HS256", typ: "JWT" }, { ...claims, exp: undefined }, api.config.jwtSecret),
      sign({ alg: "HS256", typ: "JWT" }, { ...claims, exp: "never" }, api.config.jwtSecret),
      sign({ alg: "HS256", typ: "JWT" }, { ...claims, sid: crypto.randomUUID() }, api.config.jwtSecret),
      sign({ alg: "HS256", typ: "JWT" }, { ...claims, rid: crypto.randomUUID() }, api.config.jwtSecret),
      (await api.tokensFor(accounts.elif)).refreshToken,
      "",
      "a.b.c",
      ...Array.from({ length: 200 }, (_, at) => {
        const place = (at * 7919) % good.length
        const other = good[place] === "A" ? "B" : "A"
        return good.slice(0, place) + other + good.slice(place + 1)
      }).filter(
        token =>
          token !== good &&
          Buffer.from(token.split(".")[2] ?? "", "base64url").compare(Buffer.from(signature, "base64url")) !== 0,
      ),
    ]
    const statuses = await Promise.all(forged.map(async token => (await me(token)).status))
    expect(statuses.filter(status => status !== 401)).toEqual([])
  })
})

describe("a refresh token", () => {
  const refresh = (refreshToken: string) => api.call("POST", "/api/auth/refresh", { body: { refreshToken } })

  it("is exchanged for a new pair", async () => {
    const first = await api.tokensFor(accounts.elif)
    const second = await refresh(first.refreshToken)
    expect(second.status).toBe(200)
    expect(second.value.refreshToken).not.toBe(first.refreshToken)
  })

  it("gives two racing tabs the same successor", async () => {
    const { refreshToken } = await api.tokensFor(accounts.elif)
    const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken)])
    expect(answers.map(answer => answer.status)).toEqual([200, 200])
    expect(answers[0]?.value.refreshToken).toBe(answers[1]?.value.refreshToken)
  })

  it("may be exchanged again while its successor was never used, however late: the answer was lost", async () => {
    const { refreshToken } = await api.tokensFor(accounts.elif)
    const lost = await refresh(refreshToken)
    api.advance(60 * minute)
    const again = await refresh(refreshToken)
    expect([again.status, again.value.refreshToken]).toEqual([200, lost.value.refreshToken])
  })

  it("ends the whole session when it is used again after its successor was", async () => {
    const { refreshToken } = await api.tokensFor(accounts.elif)
    const next = (await refresh(refreshToken)).value
    expect((await api.call("GET", "/api/auth/me", { token: next.token })).status).toBe(200)
    api.advance(10_001)
    expect((await refresh(refreshToken)).status).toBe(401)
    expect((await refresh(next.refreshToken)).status).toBe(401)
    expect((await api.call("GET", "/api/auth/me", { token: next.token })).status).toBe(401)
  })

  it("lives seven days sliding, thirty at most", async () => {
    let { refreshToken } = await api.tokensFor(accounts.elif)
    for (let week = 0; week < 4; week++) {
      api.advance(6.9 * 86_400_000)
      const answer = await refresh(refreshToken)
      expect(answer.status).toBe(200)
      refreshToken = answer.value.refreshToken
    }
    api.advance(3 * 86_400_000)
    expect((await refresh(refreshToken)).status).toBe(401)
    const late = (await api.tokensFor(accounts.elif)).refreshToken
    api.advance(7 * 86_400_000 + 1)
    expect((await refresh(late)).status).toBe(401)
  })

  it("is stored hashed", async () => {
    const { refreshToken } = await api.tokensFor(accounts.elif)
    expect(JSON.stringify(await api.db.select().from(refreshTokens))).not.toContain(refreshToken)
    expect((await api.db.select().from(sessions)).length).toBeGreaterThan(0)
  })

  it.each([{}, { refreshToken: 5 }, { refreshToken: "" }, { refreshToken: "x".repeat(300) }, "{", "[]", "null"])(
    "is refused as %j",
    async body => {
      expect([400, 401]).toContain((await api.call("POST", "/api/auth/refresh", { body })).status)
    },
  )
})

describe("the own name", () => {
  it.each([
    [accounts.admin, { firstName: " Deniz ", lastName: "Yönetici" }, 200, ["Deniz", "Yönetici"]],
    [accounts.elif, { firstName: "Elif Su", lastName: "Yılmaz" }, 200, ["Elif Su", "Yılmaz"]],
    [accounts.elif, { firstName: "", lastName: "Yılmaz" }, 400, ["Elif Su", "Yılmaz"]],
    [accounts.elif, { firstName: "x".repeat(101), lastName: "Yılmaz" }, 400, ["Elif Su", "Yılmaz"]],
    [accounts.user, { firstName: "Yeni", lastName: "Ad" }, 403, undefined],
  ])("of %s becomes %j: %i", async (email, body, status, name) => {
    const token = await api.signIn(email)
    await api.db.execute(`update users set permissions = '{employees.read}' where email = '${accounts.elif}'`)
    const before = await api.db.$count(audit)
    expect((await api.call("PUT", "/api/auth/me", { token, body })).status).toBe(status)
    const { value } = await api.call("GET", "/api/auth/me", { token })
    if (name) expect([value.firstName, value.lastName]).toEqual(name)
    expect(await api.db.$count(audit)).toBe(before + (status === 200 ? 1 : 0))
    await api.db.execute(`update users set permissions = '{}' where email = '${accounts.elif}'`)
  })
})
