import { createHash, randomBytes } from "node:crypto"
import { generateKeyPair, type JWTPayload } from "jose"
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest"
import { sessions, users } from "../../../server/src/db/schema"
import { signInConnections, signInIdentities, signInSteps } from "../../../server/src/db/sign-in-tables"
import { allowCodes } from "../../../server/src/operations/people"
import { accounts } from "../../api"
import { fieldsOf, signAll, startApi } from "../record-kit"
import { type Spoiled, startProvider } from "./provider-kit"

/** Sign-in by a provider of OpenID Connect (docs/contract.md#sign-in-by-a-provider), with a provider that lies in every way. */
let clock = () => Date.now()
const provider = await startProvider(() => clock())
afterAll(provider.stop)
const { signed, send, tenant } = startApi({
  env: { WEBHOOK_ALLOW: provider.host, PUBLIC_URL: "http://console.example" },
})

const domain = "yesilova.example"
const draft = { issuer: provider.issuer, clientId: "console", secret: "s3cret", domains: [domain], state: "off", wayBackId: "" }
const put = (given: object, who: "elif" | "mert" | "admin" = "elif") =>
  send("PUT", "/sign-in/connection", who, { ...draft, ...given })

type Jar = { cookie: string }
const get = async (path: string, jar: Jar) => {
  const answer = await signed.api.fetch(path, { headers: { Cookie: jar.cookie } })
  const set = answer.headers.get("set-cookie")
  if (set) jar.cookie = /Max-Age=0/.test(set) ? "" : (set.split(";")[0] ?? "")
  return answer
}
const toldBy = (answer: Response) => {
  const url = new URL(answer.headers.get("location") ?? "http://none.example")
  return {
    path: url.origin + url.pathname + url.search,
    ...Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
  } as Record<string, string>
}

/** Goes to the provider and back. @returns what the console is told */
const comeBack = async (
  email: string,
  claims: JWTPayload,
  jar: Jar = { cookie: "" },
  verifier = randomBytes(32).toString("base64url"),
) => {
  const challenge = createHash("sha256").update(verifier).digest("base64url")
  const away = await get(`/backend/Auth/provider?${new URLSearchParams({ email, challenge })}`, jar)
  const to = away.headers.get("location") ?? ""
  if (!to.startsWith(provider.issuer)) return { told: toldBy(away), verifier, jar, back: "" }
  const back = provider.signIn(to, claims)
  const path = back.pathname + back.search
  return { told: toldBy(await get(path, jar)), verifier, jar, back: path }
}
const exchange = ({ told, verifier }: Awaited<ReturnType<typeof comeBack>>) =>
  send("POST", "/api/auth/exchange", undefined, { session: told.session, verifier })

const elif = { sub: "elif-1", email: accounts.elif, email_verified: true }
const codeAnswer = async (email: string, query = "") => (await signed.api.call("GET", `/Auth/GetCode/${email}${query}`)).value

/** A connection that was tried, in a state. */
const connect = async (state: "on" | "only" = "on", given: object = {}) => {
  const { db } = signed.api
  await db.delete(signInConnections)
  expect((await put({})).status).toBe(200)
  await db.update(signInConnections).set({ triedAt: new Date() })
  expect(await put({ secret: "", state, ...given })).toMatchObject({ status: 200 })
}

beforeEach(async () => {
  clock = signed.api.now
  provider.state.spoiled = {}
  await signed.api.db.delete(signInIdentities)
  await signed.api.db.delete(signInSteps)
  // What is kept of the provider's addresses is over.
  signed.api.advance(11 * 60_000)
  signed.tokens = await signAll(signed.api)
  await connect()
})

describe("the connection", () => {
  it("is tried by a sign-in that changes nothing before it can be switched on", async () => {
    await signed.api.db.delete(signInConnections)
    await put({})
    expect(fieldsOf(await put({ secret: "", state: "on" }))).toEqual(["state"])
    const test = async () => (await send("POST", "/sign-in/connection/test", "elif", {})).value.problem
    expect(await test()).toBe(null)
    provider.state.spoiled = {
      answers: { "/keys": response => response.writeHead(200, { "Content-Type": "application/json" }).end("null") },
    }
    expect(await test()).toBe("configuration")
    provider.state.spoiled = {}
    const jar = { cookie: "" }
    const answer = await signed.api.fetch("/backend/sign-in/connection/try", {
      method: "POST",
      headers: { Authorization: `Bearer ${signed.tokens.elif}`, "Content-Type": "application/json" },
      body: JSON.stringify({ path: "/user/connections?signIn" }),
    })
    jar.cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? ""
    const { url } = ((await answer.json()) as { value: { url: string } }).value
    const back = provider.signIn(url, elif)
    expect(toldBy(await get(back.pathname + back.search, jar))).toEqual({
      path: "http://console.example/user/connections?signIn",
      provider: "tried",
    })
    expect([await signed.api.db.$count(signInIdentities), (await put({ secret: "", state: "on" })).status]).toEqual([0, 200])
    // Other values have to be tried anew.
    expect(fieldsOf(await put({ secret: "", state: "on", clientId: "other" }))).toEqual(["state"])
    expect(fieldsOf(await put({ secret: "new", state: "on" }))).toEqual(["state"])
  })

  it("is of one owner, never tells its secret, and takes no domain in which others have addresses", async () => {
    expect(JSON.stringify((await send("GET", "/sign-in/connection")).value)).not.toContain("s3cret")
    expect((await send("GET", "/sign-in/connection", "mert")).value).toMatchObject({ issuer: "", version: 0 })
    expect(fieldsOf(await put({ domains: ["sarikum.example"] }))).toEqual(["domains"])
    expect(fieldsOf(await put({}, "mert"))).toEqual(["domains"])
    expect(fieldsOf(await put({ domains: ["platform.example"] }, "mert"))).toEqual(["domains"])
    expect((await send("POST", "/sign-in/connection/try", "elif", { path: "https://evil.example/" })).status).toBe(400)
    const { entries } = (await send("GET", "/audit/list?entity=signinconnection&pageSize=100")).value
    expect(entries.length).toBeGreaterThan(0)
    expect(JSON.stringify(entries)).not.toContain("s3cret")
  })

  it("leaves out people without a company, who have registered themselves", async () => {
    const { db } = signed.api
    const email = "kayitli@yeni.example"
    const now = new Date(clock())
    await db
      .insert(users)
      .values({ email, firstName: "Ay", lastName: "Su", role: "User", language: "tr", createdAt: now, updatedAt: now })
    expect((await put({ secret: "", domains: [domain, "yeni.example"] })).status).toBe(200)
    await db.update(signInConnections).set({ tenantId: null, domains: [], state: "only" })
    const before = signed.api.outbox.length
    for (const one of [email, accounts.admin]) await codeAnswer(one, "?code=mail")
    expect(signed.api.outbox.slice(before).map(({ to }) => to)).toEqual([email])
    await db.delete(signInConnections)
  })
})

describe("a person of its domains", () => {
  it("is led to the provider in place of a code, comes back with a session of this browser, and may ask for a code", async () => {
    expect(await codeAnswer(accounts.elif)).toEqual({
      timer: 0,
      provider: `/Auth/provider?email=${encodeURIComponent(accounts.elif)}`,
    })
    expect(await codeAnswer("yok@yesilova.example")).toMatchObject({ timer: 0 })
    expect((await codeAnswer(accounts.elif, "?code=mail")).timer).toBeGreaterThan(0)
    expect((await codeAnswer(accounts.mert)).timer).toBeGreaterThan(0)
    const done = await comeBack(accounts.elif, elif)
    const { status, value } = await exchange(done)
    expect([status, done.told.path]).toEqual([200, "http://console.example/login"])
    expect((await signed.api.call("GET", "/api/auth/me", { token: value.token })).value.email).toBe(accounts.elif)
    expect((await exchange(done)).status).toBe(400)
    const ways = (await signed.api.db.select({ way: sessions.way }).from(sessions)).filter(({ way }) => way === "provider")
    expect(ways.length).toBeGreaterThan(0)
    const { value: own } = await signed.api.call("GET", "/api/auth/sessions", { token: value.token })
    expect(own.find(({ current }: { current: boolean }) => current).way).toBe("provider")
  })

  it("stays who they are when the provider changes the address, and by keys that are new", async () => {
    await comeBack(accounts.elif, elif)
    const changed = await comeBack(accounts.elif, { ...elif, email: accounts.user })
    const { value } = await exchange(changed)
    expect((await signed.api.call("GET", "/api/auth/me", { token: value.token })).value.email).toBe(accounts.elif)
    await provider.rotate()
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 120_000 })
    try {
      expect((await comeBack(accounts.elif, elif)).told.session).toBeTruthy()
    } finally {
      vi.useRealTimers()
    }
  })

  it("is linked anew for another client, to which the provider may name people by other subjects", async () => {
    await comeBack(accounts.elif, elif)
    const renamed = { ...elif, sub: "elif-of-other" }
    expect((await comeBack(accounts.elif, renamed)).told.provider).toBe("unknownPerson")
    await put({ clientId: "other" })
    await signed.api.db.update(signInConnections).set({ triedAt: new Date() })
    expect((await put({ clientId: "other", secret: "", state: "on" })).status).toBe(200)
    provider.state.spoiled = claims({ aud: "other" })
    expect((await comeBack(accounts.elif, renamed)).told.session).toBeTruthy()
    expect((await comeBack(accounts.elif, elif)).told.provider).toBe("unknownPerson")
  })

  it("is linked anew once the person of before was deleted and added again", async () => {
    const draft = { email: "yeni@yesilova.example", firstName: "Yeni", lastName: "Kişi", phoneNumber: "+905321112233", status: 1 }
    const add = async () => (await send("POST", "/user/create", "elif", draft)).value.id as string
    const signIn = async () => (await exchange(await comeBack(draft.email, { sub: "new", email: draft.email }))).status
    const id = await add()
    expect(await signIn()).toBe(200)
    await send("DELETE", `/api/users/delete/${id}`)
    expect([typeof (await add()), await signIn()]).toEqual(["string", 200])
  })

  it("of a company that says *only* gets no code, but the administrator who is named; as elsewhere, the answer does not tell", async () => {
    const person = (await signed.api.db.select().from(users)).find(({ email }) => email === accounts.elif)
    await connect("only", { wayBackId: person?.id })
    expect(await codeAnswer(accounts.user)).toMatchObject({ timer: 0 })
    const mailed = (email: string) => signed.api.outbox.filter(({ to, code }) => to === email && code).length
    const before = [mailed(accounts.user), mailed(accounts.elif)]
    for (const email of [accounts.user, accounts.elif]) expect((await codeAnswer(email, "?code=mail")).timer).toBeGreaterThan(0)
    expect([mailed(accounts.user), mailed(accounts.elif)]).toEqual([before[0], (before[1] ?? 0) + 1])
    expect(fieldsOf(await put({ secret: "", state: "only", wayBackId: "" }))).toEqual(["wayBackId"])
    expect((await exchange(await comeBack(accounts.user, { sub: "user", email: accounts.user }))).status).toBe(200)
    // The operator's way back, which the audit log names.
    expect(await allowCodes(signed.api.deps, accounts.mert)).toEqual([])
    expect(await allowCodes(signed.api.deps, accounts.user)).toEqual([provider.issuer])
    expect((await send("GET", "/sign-in/connection")).value.state).toBe("on")
    await codeAnswer(accounts.user, "?code=mail")
    expect(mailed(accounts.user)).toBe((before[0] ?? 0) + 1)
  })
})

const other = await generateKeyPair("RS256")
const claims = (change: JWTPayload): Spoiled => ({ claims: given => ({ ...given, ...change }) })
const now = () => Math.floor(clock() / 1000)
const down = { answers: { "/token": response => response.destroy() } } satisfies Spoiled

const lies: [what: string, problem: string, spoiled: () => Spoiled, who?: JWTPayload][] = [
  ["another issuer in the token", "answer", () => claims({ iss: "https://other.example" })],
  ["a token for another client", "answer", () => claims({ aud: "other" })],
  ["a token for several clients, given to another", "answer", () => claims({ aud: ["console", "other"], azp: "other" })],
  ["another nonce", "answer", () => claims({ nonce: "x" })],
  ["no nonce", "answer", () => claims({ nonce: undefined })],
  [
    "a token without a signature",
    "answer",
    () => ({ token: t => `${btoa('{"alg":"none"}').replace(/=/g, "")}.${t.split(".")[1]}.` }),
  ],
  [
    "a token signed with the client's secret",
    "answer",
    () => ({ header: { alg: "HS256" }, key: new TextEncoder().encode("s3cret".repeat(8)) }),
  ],
  ["another key under the known name", "answer", () => ({ key: other.privateKey })],
  ["an unknown key", "answer", () => ({ key: other.privateKey, header: { kid: "none" } })],
  ["a changed token", "answer", () => ({ token: t => t.replace(/\.(..)/, ".ey").replace(/.$/, "") })],
  ["a token that is over", "answer", () => claims({ exp: now() - 120 })],
  ["a token of tomorrow", "answer", () => claims({ nbf: now() + 86_400 })],
  ["no subject", "answer", () => claims({ sub: undefined })],
  ["no token", "answer", () => ({ token: () => undefined })],
  [
    "a page in place of tokens",
    "answer",
    () => ({ answers: { "/token": r => r.writeHead(200, { "Content-Type": "text/html" }).end("<p>") } }),
  ],
  [
    "an error in place of tokens",
    "answer",
    () => ({
      answers: { "/token": r => r.writeHead(400, { "Content-Type": "application/json" }).end('{"error":"invalid_grant"}') },
    }),
  ],
  ["addresses of another provider", "configuration", () => ({ discovery: { issuer: "https://other.example" } })],
  ["no addresses", "configuration", () => ({ answers: { "/.well-known/openid-configuration": r => r.writeHead(404).end() } })],
  ["no connection at discovery", "unreachable", () => ({ answers: { "/.well-known/openid-configuration": r => r.destroy() } })],
  ["no connection at the token", "unreachable", () => down],
  [
    "an answer without end at the token",
    "unreachable",
    () => ({ answers: { "/token": r => void r.writeHead(200, { "Content-Type": "application/json" }).write("{") } }),
  ],
  [
    "a redirect at the token",
    "answer",
    () => ({ answers: { "/token": r => r.writeHead(302, { Location: "http://169.254.169.254/" }).end() } }),
  ],
  ["a token endpoint in the own network", "unreachable", () => ({ discovery: { token_endpoint: "http://127.0.0.2:9/token" } })],
  ["the answer of another provider", "answer", () => ({ back: p => p.set("iss", "https://other.example") })],
  ["no name of the provider", "answer", () => ({ back: p => p.delete("iss") })],
  ["another state", "answer", () => ({ back: p => p.set("state", "x") })],
  ["no state", "answer", () => ({ back: p => p.delete("state") })],
  [
    "a refusal",
    "refused",
    () => ({
      back: p => {
        p.delete("code")
        p.set("error", "access_denied")
      },
    }),
  ],
  ["somebody unknown", "unknownPerson", () => ({}), { sub: "x", email: "yok@yesilova.example", email_verified: true }],
  ["no address", "unknownPerson", () => ({}), { sub: "x" }],
  ["a person of another company", "unknownPerson", () => ({}), { sub: "x", email: accounts.mert, email_verified: true }],
  ["an administrator of the platform", "unknownPerson", () => ({}), { sub: "x", email: accounts.admin, email_verified: true }],
]

describe("a provider that answers wrongly leads back to the sign-in page, and signs nobody in", () => {
  it.each(lies)(
    "%s: %s",
    async (_, problem, spoiled, who = elif) => {
      provider.state.spoiled = spoiled()
      const { told } = await comeBack(accounts.elif, who)
      expect(told).toMatchObject({ path: "http://console.example/login", provider: problem })
      expect([told.session, await signed.api.db.$count(signInIdentities)]).toEqual([undefined, 0])
    },
    20_000,
  )

  it("an unverified address of another domain, another subject with the same address, an inactive person", async () => {
    const { db } = signed.api
    await db.execute(`update users set email = 'elif@kisisel.example' where email = '${accounts.elif}'`)
    const outside = { sub: "elif-2", email: "elif@kisisel.example" }
    expect((await comeBack("x@yesilova.example", { ...outside, email_verified: false })).told.provider).toBe("unknownPerson")
    expect((await comeBack("x@yesilova.example", { ...outside, email_verified: "true" as never })).told.provider).toBe(
      "unknownPerson",
    )
    expect((await comeBack("x@yesilova.example", { ...outside, email_verified: true })).told.session).toBeTruthy()
    expect((await comeBack("x@yesilova.example", { ...outside, sub: "elif-3", email_verified: true })).told.provider).toBe(
      "unknownPerson",
    )
    await db.execute(`update users set status = 0 where email = '${outside.email}'`)
    expect((await comeBack("x@yesilova.example", outside)).told.provider).toBe("unknownPerson")
    await db.execute(`update users set status = 1, email = '${accounts.elif}' where email = '${outside.email}'`)
  })
})

describe("what came back", () => {
  it("is taken once, by the browser that left, within ten minutes, while the connection is on", async () => {
    const first = await comeBack(accounts.elif, elif)
    expect(toldBy(await get(first.back, first.jar)).provider).toBe("expired")
    provider.state.spoiled = down
    const cut = await comeBack(accounts.elif, elif)
    provider.state.spoiled = {}
    expect(toldBy(await get(cut.back, cut.jar)).provider).toBe("expired")
    expect(toldBy(await get(first.back, { cookie: "" })).provider).toBe("expired")
    expect(toldBy(await get(first.back, { cookie: `provider=${"a".repeat(43)}` })).provider).toBe("expired")

    const jar = { cookie: "" }
    const leave = async () =>
      (
        await get(`/backend/Auth/provider?${new URLSearchParams({ email: accounts.elif, challenge: "a".repeat(43) })}`, jar)
      ).headers.get("location") ?? ""
    const late = provider.signIn(await leave(), elif)
    signed.api.advance(10 * 60_000 + 1)
    expect(toldBy(await get(late.pathname + late.search, jar)).provider).toBe("expired")
    const off = provider.signIn(await leave(), elif)
    await put({ secret: "" })
    expect(toldBy(await get(off.pathname + off.search, jar)).provider).toBe("expired")
  })

  it("is exchanged within a minute by the page that asked", async () => {
    const stolen = await comeBack(accounts.elif, elif)
    expect((await exchange({ ...stolen, verifier: "other" })).status).toBe(400)
    expect((await exchange(stolen)).status).toBe(400)
    const late = await comeBack(accounts.elif, elif)
    signed.api.advance(60_001)
    expect((await exchange(late)).status).toBe(400)
  })

  it("leads nowhere else", async () => {
    for (const query of ["email=x@sarikum.example", `email=${accounts.elif}&challenge=short`, `email=${accounts.elif}`]) {
      const { told } = { told: toldBy(await get(`/backend/Auth/provider?${query}`, { cookie: "" })) }
      expect(told).toEqual({ path: "http://console.example/login" })
    }
    expect(tenant.own).toBeTruthy()
  })
})
