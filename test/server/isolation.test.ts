import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  campaignBatches,
  campaignCodes,
  campaignCounters,
  campaignPeople,
  campaignUses,
} from "../../server/src/db/campaign-tables"
import { drawEntries, drawLocks, drawReplacements, drawRounds, drawWinners } from "../../server/src/db/draw-tables"
import { jobs as deliveries } from "../../server/src/db/job-tables"
import { rowsOf } from "../../server/src/db/open"
import {
  accessTokens,
  announcements,
  approvalSettingChanges,
  approvalSettings,
  brands,
  campaigns,
  categories,
  departments,
  draws,
  feedbacks,
  giftBatches,
  giftCodes,
  gifts,
  giftUses,
  idempotencyKeys,
  mailSettings,
  media,
  payments,
  proposals,
  sessions,
  surveys,
  tenants,
  undos,
  users,
  views,
} from "../../server/src/db/schema"
import { passkeyRules, passkeys, recoveryCodes } from "../../server/src/db/sign-in-tables"
import {
  surveyAnswers,
  surveyDocuments,
  surveyInvitations,
  surveyInvitees,
  surveyTallies,
} from "../../server/src/db/survey-tables"
import { webhooks } from "../../server/src/db/webhook-tables"
import { kinds as recordKinds } from "../../server/src/kinds"
import type { AuditedRecord } from "../../src/contract/modules"
import { accounts, createTestApi, type TestApi } from "../api"
import { reportAttack } from "../attacks"
import { sample } from "../rounds"
import { routes } from "./routes"

/** Every route that is registered, walked with every role: one without a rule of its own fails here. */
let api: TestApi
let tokens: Record<keyof typeof accounts, string>
/** Tokens of a company's administrator that opened doors once. */
const dead = { expired: "", revoked: "" }
let scenarios = 0

/** What needs no session, and why. */
const open = new Set([
  "GET /backend/healthz",
  "POST /backend/summary/unsubscribe/:token",
  "GET /backend/summary/unsubscribe/:token",
  "POST /backend/monthly-report/unsubscribe/:token",
  "GET /backend/monthly-report/unsubscribe/:token",
  "POST /backend/approvals/unsubscribe/:token",
  "GET /backend/approvals/unsubscribe/:token",
  "GET /backend/readyz",
  "GET /backend/metrics",
  "GET /backend/Auth/GetCode/:email",
  "GET /backend/Auth/GetToken",
  "GET /backend/Auth/provider",
  "GET /backend/Auth/provider/callback",
  "POST /backend/api/auth/exchange",
  "POST /backend/api/auth/passkey/options",
  "POST /backend/api/auth/passkey",
  "POST /backend/api/auth/passkey/first",
  "POST /backend/api/auth/passkey/recovery",
  "POST /backend/api/auth/login",
  "GET /backend/draw/register/:id",
  "POST /backend/api/auth/register",
  "POST /backend/api/auth/refresh",
  "GET /backend/media/:name",
  "GET /backend/outbox",
  "GET /backend/draw/:id/audit",
  // A respondent has a token for one use instead.
  "GET /backend/go/survey/:token",
  "POST /backend/survey/:id/answers",
  "GET /backend/openapi.json",
  // What is announced to everybody, before they sign in as well.
  "GET /backend/maintenance",
])
/** What the ordinary user may do: know and end the own sessions. */
const personal = new Set([
  "GET /backend/api/auth/me",
  "GET /backend/api/auth/sessions",
  "DELETE /backend/api/auth/sessions/:id",
  "POST /backend/api/auth/logout",
  "POST /backend/api/auth/logout-all",
])

/** What the platform alone may do. */
const platform = new Set([
  "PUT /backend/maintenance",
  "DELETE /backend/maintenance",
  "POST /backend/category/create",
  "GET /backend/category/usage",
  "PUT /backend/category/:id",
  "DELETE /backend/category/:id",
  "POST /backend/category/:id/merge",
  "DELETE /backend/api/users/hard-delete/:id",
  "POST /backend/tenant/admin/create",
  "PUT /backend/tenant/admin/update",
  "DELETE /backend/tenant/delete/:id",
  "PUT /backend/tenant/:id/modules",
  "PUT /backend/tenant/:id/quotas",
  "GET /backend/tenant/:id/erasure",
  "POST /backend/tenant/:id/erasure",
  "POST /backend/tenant/:id/erasure/approve",
  "DELETE /backend/tenant/:id/erasure",
  "POST /backend/tenant/:id/admins",
  "POST /backend/user/admins",
  "DELETE /backend/user/admins/:userId",
  "POST /backend/tenant/:id/view-as",
  "DELETE /backend/tenant/:id/admins/:userId",
  "POST /backend/api/company/create",
  "PUT /backend/api/company/update/:id",
  "DELETE /backend/api/company/soft-delete/:id",
  "DELETE /backend/api/company/delete/:id",
])

const names = routes.map(({ method, path }) => `${method} /backend${path}`)

/** Every row that a call could have changed. */
const changeable = [
  announcements,
  draws,
  drawEntries,
  drawLocks,
  drawRounds,
  drawWinners,
  drawReplacements,
  surveys,
  surveyAnswers,
  surveyDocuments,
  surveyInvitations,
  surveyInvitees,
  surveyTallies,
  feedbacks,
  departments,
  campaigns,
  campaignBatches,
  campaignCodes,
  campaignCounters,
  campaignPeople,
  campaignUses,
  tenants,
  brands,
  gifts,
  giftBatches,
  giftCodes,
  giftUses,
  payments,
  categories,
  users,
  media,
  undos,
  idempotencyKeys,
  sessions,
  views,
  approvalSettingChanges,
  approvalSettings,
  mailSettings,
  proposals,
  accessTokens,
  webhooks,
  deliveries,
  passkeys,
  recoveryCodes,
  passkeyRules,
]
/** What the tables hold and where: rows that are written again, with whatever values, have another place. */
const snapshot = async () => {
  const sums: Record<string, unknown> = {}
  for (const table of changeable) {
    const name = String(Reflect.get(table, Symbol.for("drizzle:Name")))
    const sum = `select count(*)::int as rows, sum(hashtextextended(t.ctid::text || t::text, 0))::text as hash from "${name}" t`
    sums[name] = (await rowsOf(api.db, sum))[0]
  }
  return sums
}

/** What belongs to Sarıkum. */
const theirs = {
  announcement: "",
  draw: "",
  survey: "",
  feedback: "",
  campaign: "",
  brand: "",
  gift: "",
  payment: "",
  user: "",
  category: "",
  department: "",
  tenant: "",
  subsidiary: "",
  undo: "",
  session: "",
  view: "",
  token: "",
  webhook: "",
  message: "",
  passkey: "",
} satisfies Record<AuditedRecord, string> & Record<string, string>
const nobody = "00000000-0000-4000-8000-000000000000"
type Kind = keyof typeof theirs
/** The kind whose id a route takes, by a part of its path. */
const kinds: [string, Kind][] = [
  ...recordKinds.map(({ name }): [string, Kind] => [`/${name}/`, name]),
  ["/category/:id", "category"],
  ["/department/:id", "department"],
  ["/api/users", "user"],
  ["/scim/v2/Users", "user"],
  ["/api/company", "tenant"],
  ["/undo/", "undo"],
  ["/sessions/", "session"],
  ["/view/", "view"],
  ["/token/", "token"],
  ["/webhook/", "webhook"],
  ["/message/", "message"],
  ["/passkeys/", "passkey"],
]
/** What SCIM says of itself, which is of no company. */
const isDiscovery = (route: string) => /\/scim\/v2\/(Schemas|ResourceTypes)/.test(route)
const kindOf = (route: string) => kinds.find(([part]) => `${route}/`.includes(part))?.[1]
const foreignFor = (route: string) => {
  const kind = kindOf(route)
  if (kind) return theirs[kind]
  if (route.includes("/:id") && !isDiscovery(route)) throw new Error(`No kind of record is known for ${route}`)
  return nobody
}
/** Bodies that would be taken, were it not for who sends them. */
const bodies: Partial<Record<Kind, (id: string) => object>> = {
  campaign: id => ({ ...good, campaignId: id }),
  brand: id => ({ id, name: "Bizim" }),
  gift: id => ({ id, cardName: "Bizim", count: 1, pattern: "####-####", amount: 1 }),
  payment: id => ({ id, name: "Bizim" }),
  user: id => ({ id, firstName: "Ece", lastName: "Koç", email: "yeni@yesilova.example", phoneNumber: "0532 555 10 10" }),
  tenant: id => ({ tenantId: id, name: "Bizim", reports: true, email: "yeni@yesilova.example" }),
  announcement: id => ({ ...words, body: "İçerik", type: 0, announcementId: id }),
  draw: id => ({
    ...words,
    ...days,
    method: 0,
    eligibility: 0,
    prizes: [{ name: "Kupa", type: 0, quantity: 1 }],
    tenantId: theirs.tenant,
    id,
    reason: 4,
    note: "Gerekçe",
    state: 1,
  }),
  survey: id => ({ ...words, type: 0, questions: [{ text: "Nasıl?", type: "rating" }], id }),
  message: () => ({}),
  category: () => ({ name: "Bizim", into: theirs.category }),
  department: () => ({ name: "Bizim", into: theirs.department }),
  webhook: () => ({ since: "2026-01-01T00:00:00Z" }),
  feedback: id => ({
    subject: words.title,
    description: words.description,
    type: 0,
    status: 2,
    message: "Yanıt",
    assignedTo: null,
    id,
    feedbackId: id,
  }),
}
const words = { title: "Yalnız Sarıkum", description: "Açıklama", status: 1 }
const days = { startDate: "2026-03-01", endDate: "2026-04-01", drawDate: "2026-04-02" }

let good: Record<string, unknown> = {}

const sole = <T>([row]: T[]): T => {
  if (row === undefined) throw new Error("nothing was stored")
  return row
}

beforeAll(async () => {
  api = await createTestApi()
  dead.expired = await api.signIn(accounts.elif)
  api.advance(16 * 60_000)
  dead.revoked = await api.signIn(accounts.elif)
  await api.call("POST", "/api/auth/logout-all", { token: dead.revoked })
  tokens = {
    admin: await api.signIn(accounts.admin),
    elif: await api.signIn(accounts.elif),
    mert: await api.signIn(accounts.mert),
    user: await api.signIn(accounts.user),
  }
  const tenantId = (await api.call("GET", "/tenant/getcurrenttenantid", { token: tokens.mert })).value
  const companies = (await api.call("GET", "/tenant/get-all", { token: tokens.mert })).value
  theirs.tenant = tenantId
  theirs.category = sole(await api.db.insert(categories).values({ name: "Herkesin" }).returning()).id
  theirs.department = sole(await api.db.insert(departments).values({ name: "Yalnız Sarıkum", tenantId }).returning()).id
  theirs.session = (await api.call("GET", "/api/auth/sessions", { token: tokens.mert })).value[0].id
  theirs.subsidiary = companies.find((row: { parentId: string | null }) => row.parentId === tenantId).id
  theirs.brand = sole(await api.db.insert(brands).values({ name: "Yalnız Sarıkum", tenantId }).returning()).id
  theirs.gift = sole(await api.db.insert(gifts).values({ cardName: "Yalnız Sarıkum", tenantId }).returning()).id
  theirs.payment = sole(await api.db.insert(payments).values({ name: "Yalnız Sarıkum", tenantId }).returning()).id
  const person = { email: "depocu@sarikum.example", firstName: "Yalnız", lastName: "Sarıkum", role: "User" as const, tenantId }
  theirs.user = sole(await api.db.insert(users).values(person).returning()).id
  const { value } = await api.call("GET", "/brand/list", { token: tokens.mert })
  const brand = value.brands.find((row: { tenantId: string | null }) => row.tenantId === null)
  good = {
    title: "Sarıkum’un",
    description: "Açıklama",
    rewardType: 0,
    rewardValue: 10,
    brandId: brand.id,
    categoryId: brand.categoryId,
    startDate: "2026-03-01T00:00:00Z",
    endDate: "2026-04-01T00:00:00Z",
    status: 2,
  }
  for (const kind of ["announcement", "draw", "survey", "feedback"] as const) {
    const made = await api.call("POST", `/${kind}/create`, { token: tokens.mert, body: bodies[kind]?.(nobody) })
    theirs[kind] = made.value.id
  }
  const view = { list: "campaigns", name: "Yalnız Sarıkum", isShared: true }
  const hook = { url: "https://1.1.1.1/hook", description: "Yalnız Sarıkum", events: ["campaign.created"], tenantId, secret: "" }
  const now = new Date(api.now())
  theirs.webhook = sole(
    await api.db
      .insert(webhooks)
      .values({ ...hook, endsCheckedAt: now, createdAt: now })
      .returning(),
  ).id
  const message = {
    kind: "message" as const,
    type: "invitation",
    recordId: theirs.user,
    tenantId,
    body: '{"path":"","params":{}}',
  }
  const failed = { ...message, state: "failed" as const, createdAt: now }
  theirs.message = sole(await api.db.insert(deliveries).values(failed).returning()).messageId
  const { userId } = (await api.call("GET", "/api/auth/me", { token: tokens.mert })).value
  const key = { credentialId: "x", publicKey: "x", counter: 0, transports: [], isBackedUp: false, createdAt: now }
  theirs.passkey = sole(
    await api.db
      .insert(passkeys)
      .values({ ...key, userId, name: "Yalnız Sarıkum" })
      .returning(),
  ).id
  theirs.view = (await api.call("POST", "/view", { token: tokens.mert, body: view })).value.id
  const access = { name: "Yalnız Sarıkum", scopes: ["employees.read"] }
  theirs.token = (await api.call("POST", "/token", { token: tokens.mert, body: access })).value.token.id
  const made = await api.call("POST", "/campaign/create", { token: tokens.mert, body: good })
  theirs.campaign = made.value.id
  const change = await api.call("PUT", "/campaign/update", {
    token: tokens.mert,
    body: { ...good, campaignId: theirs.campaign, title: "Sarıkum’un, değişti" },
  })
  const proposal = { userId, before: {}, after: {} }
  for (const entity of ["campaign", "draw", "announcement", "survey"] as const)
    await api.db
      .insert(proposals)
      .values({ ...proposal, entity, entityId: theirs[entity], state: "waiting", comment: "", createdAt: new Date() })
  theirs.undo = change.headers.get("Undo-Token") ?? ""
})
afterAll(async () => {
  await api.close()
  reportAttack("calls by guests, other roles and other companies, with the ids of other companies and of nobody", scenarios, 0)
})

/** A call that would succeed, were it not for who makes it. */
const call = (route: string, id: string, token?: string) => {
  scenarios++
  const [method = "GET", path = ""] = route.split(" ")
  const filled = path.replace("/backend", "").replaceAll(/:\w+/g, id)
  const isPermissions = path.endsWith("/permissions")
  const body =
    method === "GET" || method === "DELETE"
      ? undefined
      : isPermissions
        ? ["campaigns.read"]
        : (bodies[kindOf(route) ?? "campaign"]?.(id) ?? {})
  return api.call(method, filled, { token, body })
}

describe("every route", () => {
  it("is closed to guests, and to tokens that are over, unless it is named open", async () => {
    const before = await snapshot()
    const over = ["a.b.c", dead.expired, dead.revoked]
    for (const [at, route] of names.filter(route => !open.has(route)).entries()) {
      // A token is checked before its route is looked at: a short run tries no token, or one that is over, with each route.
      for (const token of sample([undefined, ...over], 1, at))
        expect([route, token, (await call(route, foreignFor(route), token)).status]).toEqual([route, token, 401])
    }
    expect(await snapshot()).toEqual(before)
  })

  it("is closed to the ordinary user", async () => {
    const before = await snapshot()
    for (const route of names.filter(route => !open.has(route) && !personal.has(route)))
      expect([route, (await call(route, foreignFor(route), tokens.user)).status]).toEqual([route, 403])
    expect(await snapshot()).toEqual(before)
  })

  it("keeps another company's records out of sight, exactly like missing ones", async () => {
    const before = await snapshot()
    for (const route of names.filter(
      route => !open.has(route) && !platform.has(route) && /:id|:token|update|feedback\/(status|assign|respond)/.test(route),
    )) {
      const foreign = await call(route, foreignFor(route), tokens.elif)
      const missing = await call(route, nobody, tokens.elif)
      expect([route, foreign.status, foreign.body]).toEqual([route, 404, missing.body])
      expect([route, missing.status, foreign.headers.get("ETag")]).toEqual([route, 404, null])
    }
    expect(await snapshot()).toEqual(before)
  })

  it("is closed to company administrators where the platform alone may act", async () => {
    const before = await snapshot()
    for (const route of names.filter(route => platform.has(route)))
      for (const [who, id] of [
        [tokens.elif, foreignFor(route)] as const,
        [tokens.elif, nobody] as const,
        [tokens.mert, foreignFor(route)] as const,
      ])
        expect([route, (await call(route, id, who)).status]).toEqual([route, 403])
    const ofPlatform = routes.filter(({ roles }) => String(roles) === "Administrator")
    expect(ofPlatform.map(({ name }) => name.replace("/", "/backend/")).sort()).toEqual([...platform].sort())
    expect(await snapshot()).toEqual(before)
  })

  it("lets the owner and the platform through where the other company is refused", async () => {
    const reads = names.filter(
      route => route.startsWith("GET") && !open.has(route) && route.includes(":id") && !isDiscovery(route),
    )
    expect(reads.length).toBeGreaterThan(3)
    for (const route of reads) {
      // The platform's endpoints are its own; those of a company are nobody else's.
      const forPlatform = route.includes("/webhook/") ? 404 : route.includes("/scim/") ? 403 : 200
      const forOwner = platform.has(route) ? 403 : 200
      for (const [token, status] of [[tokens.mert, forOwner] as const, [tokens.admin, forPlatform] as const])
        expect([route, (await call(route, foreignFor(route), token)).status]).toEqual([route, status])
    }
  })

  it.each(sample(["x", "1", "%00", "..%2F..%2Fetc%2Fpasswd", "'--", "null", "__proto__"], 2))(
    "takes %s for an id calmly",
    async id => {
      for (const route of names.filter(route => /:(id|token|name)/.test(route))) {
        const isScim = route.includes("/scim/")
        const { status, body } = await call(route, id, isScim ? tokens.elif : tokens.admin)
        expect([route, status]).toEqual([route, 404])
        expect(isScim ? body.status : body.isSuccess).toBe(isScim ? "404" : false)
      }
    },
  )

  it("answers unknown paths with the envelope, never with a page", async () => {
    for (const path of ["/nothing", "/campaign", "/campaign/list/x", "//", "/.env"]) {
      const answer = await api.call("GET", path, { token: tokens.admin })
      expect([path, answer.status, answer.body.isSuccess]).toEqual([path, 404, false])
    }
  })

  it("carries the strict headers, whatever it answers", async () => {
    for (const route of sample(names, 40)) {
      const { headers } = await call(route, foreignFor(route))
      expect(headers.get("Content-Security-Policy")).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff")
      expect(headers.get("Referrer-Policy")).toBe("no-referrer")
      expect(headers.get("X-Request-Id")).toBeTruthy()
      expect(headers.get("Cache-Control")).toMatch(/no-store|immutable/)
    }
  })
})

describe("every list", () => {
  const titled = ["/announcement/list", "/draw/list", "/survey/list", "/feedback/list"]
  const lists = [
    ...titled,
    "/campaign/list",
    "/brand/list",
    "/gift/list",
    "/payment/list",
    "/user/list",
    "/tenant/list",
    "/tenant/get-all",
  ]
  const rowsOf = (value: Record<string, unknown> | unknown[]) =>
    (Array.isArray(value) ? value : Object.values(value).find(Array.isArray)) as { id: string; tenantId?: string | null }[]
  const all = async (path: string, token: string, query = "") =>
    rowsOf((await api.call("GET", `${path}?pageSize=100${query}`, { token })).value)
  const foreign = () => new Set(Object.values(theirs))

  it.each(lists)("%s holds no row of another company", async path => {
    const rows = await all(path, tokens.elif)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(foreign()).not.toContain(row.id)
      expect(foreign()).not.toContain(row.tenantId)
    }
    expect((await all(path, tokens.mert)).some(row => foreign().has(row.id))).toBe(true)
    if (path !== "/campaign/list") expect((await all(path, tokens.admin)).some(row => foreign().has(row.id))).toBe(true)
  })

  it.each([...titled, "/campaign/list", "/brand/list", "/gift/list", "/payment/list", "/user/list"])(
    "%s finds none by their words either",
    async path => {
      const word = `&keyword=${encodeURIComponent(path === "/campaign/list" ? "sarıkum’un" : "yalnız sarıkum")}`
      expect(await all(path, tokens.mert, word)).not.toEqual([])
      const found = await all(path, tokens.elif, word)
      expect(found.filter(({ id, tenantId }) => foreign().has(id) || foreign().has(tenantId ?? ""))).toEqual([])
    },
  )

  it("and every figure counts only what is in reach", async () => {
    const read = async (token: string) => (await api.call("GET", "/api/dashboard/stats", { token })).value
    const [elif, mert, admin] = [await read(tokens.elif), await read(tokens.mert), await read(tokens.admin)]
    for (const [who, token] of [
      [elif, tokens.elif],
      [mert, tokens.mert],
      [admin, tokens.admin],
    ] as const) {
      const { value } = await api.call("GET", "/campaign/list", { token })
      expect(who.campaigns.total).toBe(value.totalCount)
      expect(who.campaigns.byStatus).toEqual(value.statusCounts)
      expect(who.employees.total).toBe((await api.call("GET", "/user/list", { token })).value.totalCount)
    }
    expect(mert.gifts.total).toBe(elif.gifts.total + 1)
  })
})

describe("a body", () => {
  it.each([
    ["brandId", "brand"],
    ["giftCardId", "gift"],
  ] as const)("can't point at another company's %s", async (field, kind) => {
    const before = await snapshot()
    const body = { ...good, ...(kind === "gift" && { rewardType: 2 }), [field]: theirs[kind] }
    const answer = await api.call("POST", "/campaign/create", { token: tokens.elif, body })
    expect(answer.status).toBe(400)
    expect(answer.body.validationErrors.map((entry: { propertyName: string }) => entry.propertyName)).toEqual([field])
    expect(await snapshot()).toEqual(before)
  })

  it("can't move a record to another company, or rename it", async () => {
    const own = (await api.call("POST", "/campaign/create", { token: tokens.elif, body: good })).value
    const body = {
      ...good,
      campaignId: own.id,
      id: theirs.campaign,
      tenantId: theirs.tenant,
      version: 99,
      createdDate: "2000-01-01",
    }
    expect((await api.call("PUT", "/campaign/update", { token: tokens.elif, body })).status).toBe(204)
    const after = (await api.call("GET", `/campaign/${own.id}`, { token: tokens.elif })).value
    expect(after).toMatchObject({ tenantId: own.tenantId, createdDate: own.createdDate })
  })
})

/** What the platform creates by a company's audience: the body of each kind, and whether it can be a draft. */
const offered = [
  ["campaign", "campaigns", true],
  ["announcement", "announcements", true],
  ["survey", "surveys", true],
  ["brand", "brands", false],
  ["gift", "gifts", false],
  ["payment", "payments", false],
] as const
const make = async (kind: Kind, token: string, given: object) => {
  const body = { ...bodies[kind]?.(nobody), ...given }
  return api.call("POST", `/${kind}/create`, { token, body })
}

describe.each(offered)("a new %s", kind => {
  it("belongs to the company that it names, which must be in reach, and to its maker without one", async () => {
    const ownerOf = async (tenantId: string, token: string) => (await make(kind, token, { tenantId })).value?.tenantId
    const own = (await make(kind, tokens.elif, {})).value.tenantId
    expect(await ownerOf(theirs.tenant, tokens.admin)).toBe(theirs.tenant)
    expect(await ownerOf(theirs.subsidiary, tokens.mert)).toBe(theirs.subsidiary)
    expect([await ownerOf("", tokens.admin), await ownerOf("", tokens.elif)]).toEqual([null, own])
    for (const tenantId of [theirs.tenant, nobody, "x"]) {
      const { status, body } = await make(kind, tokens.elif, { tenantId })
      expect([status, body.validationErrors[0].propertyName]).toEqual([400, "tenantId"])
    }
  })
})

describe.each(offered)("a %s that is offered", kind => {
  const ownId = async () => (await api.call("GET", "/tenant/getcurrenttenantid", { token: tokens.elif })).value as string

  it("is offered to nobody out of the reach of its maker", async () => {
    const own = await ownId()
    for (const tenantIds of [[theirs.tenant], [own, theirs.subsidiary]]) {
      const { status, body } = await make(kind, tokens.elif, { tenantIds })
      expect([status, body.validationErrors.map((entry: { propertyName: string }) => entry.propertyName)]).toEqual([
        400,
        ["tenantIds"],
      ])
    }
    expect((await make(kind, tokens.elif, { tenantIds: [own] })).value.tenantIds).toEqual([own])
  })

  it("by the platform is read by these companies, each of which sees itself alone, and changed by none", async () => {
    const own = await ownId()
    const read = (id: string, token: string) => api.call("GET", `/${kind}/${id}`, { token })
    const ids: string[] = []
    for (const tenantIds of [[], [own, theirs.tenant], [theirs.tenant]])
      ids.push((await make(kind, tokens.admin, { tenantIds })).value.id)
    const seen = async (token: string) =>
      (await Promise.all(ids.map(id => read(id, token)))).map(({ value }) => value?.tenantIds ?? null)
    // Every company may take over a provider of payments.
    expect(await seen(tokens.elif)).toEqual([[], [own], kind === "payment" ? [] : null])
    expect(await seen(tokens.mert)).toEqual([[], [theirs.tenant], [theirs.tenant]])
    const remove = names.find(route => new RegExp(`^DELETE /backend/${kind}/(delete/)?:id$`).test(route))
    for (const id of ids.slice(0, 2)) {
      const body = { ...bodies[kind]?.(id), id, name: "Başka", cardName: "Başka", title: "Başka" }
      const change = await api.call("PUT", `/${kind}/update`, { token: tokens.elif, body })
      expect([change.status, (await call(remove ?? "", id, tokens.elif)).status]).toEqual([403, 403])
      expect((await read(id, tokens.admin)).headers.get("ETag")).toBe('"1"')
    }
  })
})

describe.each(offered.filter(([, , isDrafted]) => isDrafted))("a draft of a %s", (kind, member) => {
  it("is its owner's and the platform's alone, whoever it is for, until it is published", async () => {
    const title = `Henüz ${kind}`
    const period = { startDate: "2026-03-01T00:00:00Z", endDate: "2026-04-01T00:00:00Z" }
    const figures = async (token: string) => {
      const query = `keyword=${encodeURIComponent(title)}`
      const found = (await api.call("GET", `/${kind}/list?${query}`, { token })).value
      const all = (await api.call("GET", `/${kind}/list`, { token })).value
      const ofOwner = (await api.call("GET", `/${kind}/list?tenantId=platform`, { token })).value
      const days = (await api.call("GET", "/calendar/list?from=2026-03-01&to=2026-03-31", { token })).value
      const inCalendar = days.entries.filter((entry: { title: string }) => entry.title === title).length
      const dashboard = (await api.call("GET", "/api/dashboard/stats", { token })).value[member].total
      expect(found[member]).toHaveLength(found.totalCount)
      return [found.totalCount, all.totalCount, ofOwner.totalCount, inCalendar, dashboard]
    }
    const before = { mert: await figures(tokens.mert), admin: await figures(tokens.admin) }
    const made = await Promise.all(
      [[], [theirs.tenant]].map(
        async tenantIds => (await make(kind, tokens.admin, { ...period, title, tenantIds, status: 0 })).value.id,
      ),
    )
    const read = (id: string, token: string) => api.call("GET", `/${kind}/${id}`, { token })
    expect(await figures(tokens.mert)).toEqual(before.mert)
    expect(await figures(tokens.admin)).toEqual(before.admin.map(count => count + 2))
    for (const id of made) {
      expect([(await read(id, tokens.mert)).status, (await read(id, tokens.admin)).status]).toEqual([404, 200])
      const change = { ...(await read(id, tokens.admin)).value, [kind === "survey" ? "id" : `${kind}Id`]: id, status: 1 }
      expect((await api.call("PUT", `/${kind}/update`, { token: tokens.admin, body: change })).status).toBeLessThan(300)
      expect((await read(id, tokens.mert)).status).toBe(200)
    }
    expect(await figures(tokens.mert)).toEqual(before.mert.map(count => count + 2))
  })
})

describe("a subsidiary's administrator", () => {
  const email = "depo@sarikum.example"
  let token = ""
  beforeAll(async () => {
    await api.db
      .insert(users)
      .values({ email, firstName: "Ece", lastName: "Koç", role: "TenantAdmin", tenantId: theirs.subsidiary })
    token = await api.signIn(email)
  })
  const status = async (path: string, who = token) => (await api.call("GET", path, { token: who })).status
  const make = async (tenantIds: string[], who: string) =>
    (await api.call("POST", "/campaign/create", { token: who, body: { ...good, tenantIds } })).value.id as string

  it("sees its own company, not the parent", async () => {
    const { value } = await api.call("GET", "/tenant/get-all", { token })
    expect(value.map((row: { id: string }) => row.id)).toEqual([theirs.subsidiary])
    expect(await status(`/tenant/${theirs.tenant}/modules`)).toBe(404)
    expect(await status(`/campaign/${theirs.campaign}`)).toBe(404)
  })

  it("reads what the parent offers to it, and may not change it", async () => {
    const id = await make([theirs.subsidiary, theirs.tenant], tokens.mert)
    const offered = await api.call("GET", `/campaign/${id}`, { token })
    expect([offered.status, offered.value.tenantIds]).toEqual([200, [theirs.subsidiary]])
    const { value } = await api.call("GET", "/campaign/list?pageSize=100", { token })
    expect(value.campaigns.find((row: { id: string }) => row.id === id).tenantIds).toEqual([theirs.subsidiary])
    const body = { ...good, campaignId: id, title: "Bizim" }
    expect((await api.call("PUT", "/campaign/update", { token, body })).status).toBe(403)
    expect((await api.call("DELETE", `/campaign/delete/${id}`, { token })).status).toBe(403)
    expect((await api.call("GET", `/campaign/${id}`, { token: tokens.mert })).value.title).toBe(good.title)
  })

  it("owns what it makes; the parent may change that, another company may not see it", async () => {
    const id = await make([], token)
    expect([await status(`/campaign/${id}`, tokens.mert), await status(`/campaign/${id}`, tokens.elif)]).toEqual([200, 404])
    const body = { ...good, campaignId: id, title: "Üst şirketin" }
    expect((await api.call("PUT", "/campaign/update", { token: tokens.mert, body })).status).toBe(204)
    expect((await api.call("GET", `/campaign/${id}`, { token })).value.tenantId).toBe(theirs.subsidiary)
  })

  it("can't offer to its parent", async () => {
    const answer = await api.call("POST", "/campaign/create", { token, body: { ...good, tenantIds: [theirs.tenant] } })
    expect(answer.status).toBe(400)
  })

  it("reads the platform's partners that are offered to the whole platform or to itself, and no others", async () => {
    const [open, offered, closed] = await api.db
      .insert(brands)
      .values([
        { name: "Herkese" },
        { name: "Depoya", tenantIds: [theirs.subsidiary] },
        { name: "Üst şirkete", tenantIds: [theirs.tenant] },
      ])
      .returning()
    const seen = async (who: string) => [
      await status(`/brand/${open?.id}`, who),
      await status(`/brand/${offered?.id}`, who),
      await status(`/brand/${closed?.id}`, who),
    ]
    expect(await seen(token)).toEqual([200, 200, 404])
    expect(await seen(tokens.mert)).toEqual([200, 200, 200])
    expect(await seen(tokens.elif)).toEqual([200, 404, 404])
  })
})

describe("a company's campaign that the platform offers elsewhere too", () => {
  it("can still be saved by its owner, who may drop that company but not add another", async () => {
    const { value } = await api.call("GET", "/tenant/get-all", { token: tokens.elif })
    const [ownId] = value.filter((row: { parentId: string | null }) => row.parentId === null).map((row: { id: string }) => row.id)
    const { id } = (await api.call("POST", "/campaign/create", { token: tokens.elif, body: good })).value
    const save = async (tenantIds: string[], token = tokens.elif) =>
      (await api.call("PUT", "/campaign/update", { token, body: { ...good, campaignId: id, tenantIds } })).status
    expect(await save([ownId, theirs.tenant])).toBe(400)
    expect(await save([ownId, theirs.tenant], tokens.admin)).toBe(204)
    expect((await api.call("GET", `/campaign/${id}`, { token: tokens.mert })).status).toBe(200)
    expect(await save([ownId, theirs.tenant])).toBe(204)
    expect(await save([ownId, theirs.tenant, theirs.subsidiary])).toBe(400)
    expect(await save([ownId])).toBe(204)
    expect((await api.call("GET", `/campaign/${id}`, { token: tokens.mert })).status).toBe(404)
  })
})

describe("bad bodies", () => {
  it("over 1 MiB are refused with 413", async () => {
    const answer = await api.call("POST", "/campaign/create", {
      token: tokens.elif,
      body: `{"title":"${"a".repeat(1024 * 1024)}"}`,
    })
    expect(answer.status).toBe(413)
  })

  it("that are no object of JSON, or hold what no text holds, are refused", async () => {
    const texts = ["", "{", "[]", "null", "5", '"x"', '{"name":"\\u0000"}', '{"name":"\\ud800"}', "[".repeat(50_000)]
    for (const body of [...texts, '{"__proto__":{"role":"Administrator","name":"x"}}']) {
      const answer = await api.call("POST", "/brand/create", { token: tokens.elif, body })
      expect([body.slice(0, 50), answer.status, answer.body.isSuccess]).toEqual([body.slice(0, 50), 400, false])
    }
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
  it("answers writes with 507, goes on reading, and keeps room for sessions until the last reserve", async () => {
    let hasReserve = true
    const own = await createTestApi({ hasDiskSpace: async use => use === "session" && hasReserve })
    try {
      const token = await own.signIn(accounts.elif)
      expect((await own.call("GET", "/campaign/list", { token })).status).toBe(200)
      expect((await own.call("POST", "/campaign/create", { token, body: {} })).status).toBe(507)
      expect((await own.call("POST", "/api/auth/register", { body: {} })).status).toBe(507)

      const { refreshToken } = await own.tokensFor(accounts.elif)
      const calls = () => [
        own.call("POST", "/api/auth/refresh", { body: { refreshToken } }),
        own.call("POST", "/api/auth/logout", { token }),
        own.call("POST", "/api/auth/login", { body: { email: accounts.elif, code: "000000" } }),
        own.call("GET", `/Auth/GetCode/${accounts.elif}`),
        own.call("GET", `/Auth/GetToken?email=${accounts.elif}&code=000000`),
      ]
      const statuses = (await Promise.all(calls())).map(answer => answer.status)
      expect(statuses.slice(0, 2)).toEqual([200, 200])
      expect(statuses).not.toContain(507)
      hasReserve = false
      expect((await Promise.all(calls())).map(answer => answer.status)).toEqual(Array(5).fill(507))
    } finally {
      await own.close()
    }
  })
})
