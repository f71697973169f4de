import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { brands, campaigns, tenants } from "../../server/src/schema"
import { accounts, createTestApi, type TestApi } from "../api"

/** Every route that is registered, walked with every role: one without a rule of its own fails here. */
let api: TestApi
let tokens: Record<keyof typeof accounts, string>
let foreign = ""

/** What needs no session, and why. */
const open = new Set([
  "GET /backend/healthz",
  "GET /backend/Auth/GetCode/:email",
  "GET /backend/Auth/GetToken",
  "POST /backend/api/auth/login",
  "POST /backend/api/auth/refresh",
  "GET /backend/media/:name",
  "GET /backend/outbox",
])
/** What the ordinary user may do: know and end the session. */
const personal = new Set(["GET /backend/api/auth/me", "POST /backend/api/auth/logout", "POST /backend/api/auth/logout-all"])

const routesOf = (api: TestApi) => [
  ...new Set(
    api.app.routes
      .filter(route => route.method !== "ALL" && route.path.startsWith("/backend"))
      .map(route => `${route.method} ${route.path}`),
  ),
]

const snapshot = async () =>
  JSON.stringify([await api.db.select().from(campaigns), await api.db.select().from(tenants), await api.db.select().from(brands)])

beforeAll(async () => {
  api = await createTestApi()
  tokens = {
    admin: await api.signIn(accounts.admin),
    elif: await api.signIn(accounts.elif),
    mert: await api.signIn(accounts.mert),
    user: await api.signIn(accounts.user),
  }
  const mine = (await api.call("GET", "/tenant/getcurrenttenantid", { token: tokens.mert })).value
  const rows = (await api.call("GET", "/campaign/list?pageSize=100", { token: tokens.mert })).value.campaigns
  foreign = rows.find((row: { tenantId: string }) => row.tenantId === mine).id
})
afterAll(() => api.close())

const call = (route: string, id: string, token?: string) => {
  const [method = "GET", path = ""] = route.split(" ")
  const filled = path.replace("/backend", "").replace(/:\w+/, id)
  const body = method === "GET" || method === "DELETE" ? undefined : { campaignId: id, id }
  return api.call(method, filled, { token, body })
}

describe("every route", () => {
  it("is closed to guests unless it is named open", async () => {
    const before = await snapshot()
    for (const route of routesOf(api).filter(route => !open.has(route))) {
      expect([route, (await call(route, foreign)).status]).toEqual([route, 401])
      expect([route, (await call(route, foreign, "a.b.c")).status]).toEqual([route, 401])
    }
    expect(await snapshot()).toEqual(before)
  })

  it("is closed to the ordinary user", async () => {
    const before = await snapshot()
    for (const route of routesOf(api).filter(route => !open.has(route) && !personal.has(route)))
      expect([route, (await call(route, foreign, tokens.user)).status]).toEqual([route, 403])
    expect(await snapshot()).toEqual(before)
  })

  it("keeps another company's records out of sight, exactly like missing ones", async () => {
    const before = await snapshot()
    for (const route of routesOf(api).filter(route => !open.has(route) && /:id|update/.test(route))) {
      const theirs = await call(route, foreign, tokens.elif)
      const missing = await call(route, "00000000-0000-4000-8000-000000000000", tokens.elif)
      expect([route, [400, 404].includes(theirs.status)]).toEqual([route, true])
      expect([route, theirs.status, theirs.body]).toEqual([route, missing.status, missing.body])
    }
    expect(await snapshot()).toEqual(before)
  })

  it.each(["x", "1", "%00", "..%2F..%2Fetc%2Fpasswd", "'--", "null", "__proto__"])("takes %s for an id calmly", async id => {
    for (const route of routesOf(api).filter(route => /:(id|token|name)/.test(route))) {
      const { status, body } = await call(route, id, tokens.admin)
      expect([route, status]).toEqual([route, 404])
      expect(body.isSuccess).toBe(false)
    }
  })

  it("answers unknown paths with the envelope, never with a page", async () => {
    for (const path of ["/nothing", "/campaign", "/campaign/list/x", "//", "/.env"]) {
      const answer = await api.call("GET", path, { token: tokens.admin })
      expect([path, answer.status, answer.body.isSuccess]).toEqual([path, 404, false])
    }
  })

  it("carries the strict headers, whatever it answers", async () => {
    for (const route of routesOf(api)) {
      const { headers } = await call(route, foreign)
      expect(headers.get("Content-Security-Policy")).toContain("require-trusted-types-for 'script'")
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff")
      expect(headers.get("Referrer-Policy")).toBe("no-referrer")
      expect(headers.get("X-Request-Id")).toBeTruthy()
      expect(headers.get("Cache-Control")).toMatch(/no-store|immutable/)
    }
  })
})

describe("bad bodies", () => {
  const bodies = [
    "",
    "{",
    "[]",
    "null",
    "5",
    '"x"',
    '{"a":',
    '{"title":"\\u0000"}',
    "{".repeat(5000),
    '{"__proto__":{"role":"Administrator"}}',
  ]
  it.each(bodies)("%j is answered with 400 and the envelope", async body => {
    for (const [method, path] of [
      ["POST", "/campaign/create"],
      ["PUT", "/campaign/update"],
    ] as const) {
      const answer = await api.call(method, path, { token: tokens.elif, body })
      expect(answer.status).toBe(400)
      expect(answer.body.isSuccess).toBe(false)
    }
  })

  it("over 1 MiB are refused with 413", async () => {
    const answer = await api.call("POST", "/campaign/create", {
      token: tokens.elif,
      body: `{"title":"${"a".repeat(1024 * 1024)}"}`,
    })
    expect(answer.status).toBe(413)
  })

  it("in broken UTF-8 are refused", async () => {
    const answer = await api.fetch("/backend/campaign/create", {
      method: "POST",
      headers: { Authorization: `Bearer ${tokens.elif}`, "Content-Type": "application/json" },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    })
    expect(answer.status).toBe(400)
  })
})

describe("a disk that is nearly full", () => {
  it("answers writes with 507 and goes on reading", async () => {
    const own = await createTestApi({ hasRoom: async () => false })
    try {
      const token = await own.signIn(accounts.elif)
      expect((await own.call("GET", "/campaign/list", { token })).status).toBe(200)
      expect((await own.call("POST", "/campaign/create", { token, body: {} })).status).toBe(507)
    } finally {
      await own.close()
    }
  })
})
