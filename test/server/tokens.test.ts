import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { rowsOf } from "../../server/src/db/open"
import { type Module, modules } from "../../src/contract/modules"
import { moduleDefaults } from "../../src/contract/permissions/module-flags"
import { tokenScopes } from "../../src/contract/tokens"
import { accounts, createTestApi, type TestApi } from "../api"
import { reportAttack } from "../attacks"
import { isLong, sample } from "../rounds"
import { routes as allRoutes } from "./routes"

/** Every registered route with access tokens that must not pass it, and one call of each module that must (docs/contract.md#access-tokens). */
let api: TestApi
const sessions = { admin: "", elif: "", mert: "" }
type Who = keyof typeof sessions
/** `scopes`: those of which a token needs one; undefined for a route that takes no tokens. */
const routes = allRoutes.flatMap(route =>
  route.isPublic ? [] : [{ ...route, scopes: route.takesTokens ? route.permissions : undefined }],
)
type Route = (typeof routes)[number]
const tenantId = { elif: "", mert: "" }
const closed = "Bu çağrı erişim anahtarlarına kapalıdır."
const notCovered = "Erişim anahtarının kapsamı bu çağrıya yetmiyor."
const invalid = "Erişim anahtarı geçersiz: yanlış yazılmış, süresi dolmuş ya da iptal edilmiş."

type Made = { token: { id: string }; secret: string }
const make = async (who: Who, scopes: readonly string[], days = 90): Promise<Made> => {
  const body = { name: "Bordro aktarımı", scopes, days }
  const answer = await api.call("POST", "/token", { token: sessions[who], body })
  expect([answer.status, answer.body.errors]).toEqual([200, []])
  return answer.value
}
/** One token for each set of scopes. */
const made = new Map<string, Promise<Made>>()
const secretWith = async (scopes: readonly string[], who: Who = "elif") => {
  const key = `${who} ${scopes}`
  const token = made.get(key) ?? make(who, scopes)
  made.set(key, token)
  return (await token).secret
}

/** What a refusal says: by SCIM it has another form. */
const errorsOf = (body: { errors?: string[]; detail?: string }) => body.errors ?? [body.detail]

const moduleOf = (scope: string) => scope.split(".")[0]
const nobody = "00000000-0000-4000-8000-000000000000"
/** Records of Yeşilova by the beginning of a path. */
const own: Record<string, string> = {}
const idFor = (path: string) => own[/^\/(?:api\/)?(\w+)/.exec(path)?.[1] ?? ""] ?? nobody
const call = ({ method, path }: Pick<Route, "method" | "path">, token: string, body: object = {}) =>
  api.call(method, path.replace(/:\w+/g, idFor(path)), {
    token,
    body: method === "GET" || method === "DELETE" ? undefined : { ...idsIn(path), ...body },
    headers: { "Accept-Language": "tr" },
  })
/** The members by which updates name their record, and those that a step of feedback needs. */
const idsIn = (path: string) => {
  const id = idFor(path)
  const ids = { id, campaignId: id, announcementId: id, feedbackId: id, tenantId: id }
  return path.startsWith("/feedback") ? { ...ids, status: 2, message: "Yanıt", assignedTo: null } : ids
}

beforeAll(async () => {
  api = await createTestApi()
  for (const who of ["admin", "elif", "mert"] as const) sessions[who] = await api.signIn(accounts[who])
  for (const who of ["elif", "mert"] as const)
    tenantId[who] = (await api.call("GET", "/tenant/getcurrenttenantid", { token: sessions[who] })).value
  const flags = { ...moduleDefaults, reports: true }
  expect((await api.call("PUT", `/tenant/${tenantId.elif}/modules`, { token: sessions.admin, body: flags })).status).toBe(200)
  for (const [table, names] of Object.entries({
    campaigns: ["campaign"],
    draws: ["draw"],
    announcements: ["announcement"],
    surveys: ["survey"],
    brands: ["brand"],
    gifts: ["gift"],
    payments: ["payment"],
    feedbacks: ["feedback"],
    users: ["user", "users", "scim"],
  })) {
    const where = table === "users" ? "and role = 'User'" : ""
    const [row] = await rowsOf<{ id: string }>(
      api.db,
      `select id from ${table} where tenant_id = '${tenantId.elif}' and deleted_at is null ${where} limit 1`,
    )
    for (const name of names) own[name] = row?.id ?? ""
  }
  Object.assign(own, { tenant: tenantId.elif, company: tenantId.elif })
  expect(Object.values(own)).not.toContain("")
})
afterAll(() => api.close())

/** What a refused call would have changed: every change of a record has an entry. */
const changes = async () => {
  const [row] = await rowsOf<{ audit: number; ended: number }>(
    api.db,
    "select (select count(*)::int from audit) as audit, (select count(*)::int from sessions where revoked_at is not null) as ended",
  )
  return row ?? { audit: 0, ended: 0 }
}

const open = () => routes.filter(({ scopes }) => scopes)

describe("a token with audit.read", () => {
  it("reads the audit log of its company, of all modules, and nothing else", async () => {
    const own = await secretWith(["audit.read"])
    const list = async (token: string) => (await api.call("GET", "/audit/list?pageSize=100", { token })).value
    const seen = await list(own)
    expect(seen.totalCount).toBeGreaterThan(0)
    expect(seen).toEqual(await list(sessions.elif))
    expect((await api.call("GET", "/brand/list", { token: own })).status).toBe(403)
    const others = tokenScopes.filter(scope => scope !== "audit.read")
    expect((await api.call("GET", "/audit/list", { token: await secretWith(others) })).status).toBe(403)
  })

  it("of the platform reads that of all companies; one without scopes does not", async () => {
    const all = await api.call("GET", "/audit/list", { token: await secretWith(["audit.read"], "admin") })
    expect(all.value.totalCount).toBe((await api.call("GET", "/audit/list", { token: sessions.admin })).value.totalCount)
    expect((await api.call("GET", "/brand/list", { token: await secretWith(["audit.read"], "admin") })).status).toBe(403)
    expect((await api.call("GET", "/audit/list", { token: await secretWith([], "admin") })).status).toBe(403)
  })
})

describe("every route that needs a session", () => {
  beforeEach(async () => {
    for (const who of ["admin", "elif", "mert"] as const) sessions[who] = await api.signIn(accounts[who])
    made.clear()
  })

  it("takes tokens only where its policy names a module, and never where people manage access", () => {
    expect([routes.length > 100, open().length > 70]).toEqual([true, true])
    const never =
      /^\w+ \/(api\/auth|token|webhook|undo|view|summary|audit\/:|ai|qr|approval)|permissions|view-as|modules|proposal\/(approve|return)|^DELETE .*proposal|admins/
    expect(open().filter(({ name }) => never.test(name))).toEqual([])
    expect(routes.filter(({ name }) => never.test(name)).length).toBeGreaterThan(20)
  })

  it("is closed to a token with all scopes where it takes none", async () => {
    const secret = await secretWith(tokenScopes)
    const platform = await secretWith([], "admin")
    const before = await changes()
    // A short run tries one of the two with each route.
    for (const [at, route] of routes.filter(({ scopes }) => !scopes).entries())
      for (const token of sample([secret, platform], 1, at)) {
        const { status, body } = await call(route, token)
        expect([route.name, status, errorsOf(body)]).toEqual([route.name, 403, [closed]])
      }
    expect(await changes()).toEqual(before)
  })

  it("is closed to a token without its scope, also where another module's forms may call it", async () => {
    let refused = 0
    const known = made.size
    const before = await changes()
    for (const [at, route] of open().entries()) {
      const named = (route.scopes ?? []).map(moduleOf)
      const others = tokenScopes.filter(scope => !named.includes(moduleOf(scope)))
      const isRead = route.scopes?.every(scope => scope.endsWith(".read"))
      const reads = tokenScopes.filter(scope => scope.endsWith(".read"))
      for (const scopes of sample([others, ...(isRead ? [] : [reads])], 1, at)) {
        const { status, body } = await call(route, await secretWith(scopes))
        expect([route.name, status, errorsOf(body)]).toEqual([route.name, 403, [notCovered]])
        refused++
      }
    }
    expect(refused).toBeGreaterThan(70)
    reportAttack("calls with an access token without the scope", refused, 0)
    // The entries of the tokens that were made meanwhile.
    expect(await changes()).toEqual({ ...before, audit: before.audit + made.size - known })
  })

  it("finds nothing of a company with the token of another one", async () => {
    const secret = await secretWith(tokenScopes, "mert")
    const before = await changes()
    let refused = 0
    for (const route of open().filter(({ path }) => /:id|update|feedback\/(status|assign|respond)/.test(path))) {
      const { status } = await call(route, secret)
      // Steps of a draw need more than a token has.
      expect([route.name, route.scopes?.[0] === "draws.run" ? 403 : 404]).toEqual([route.name, status])
      refused++
    }
    expect(refused).toBeGreaterThan(40)
    reportAttack("calls with an access token of another company", refused, 0)
    expect(await changes()).toEqual(before)
  })

  const ended: [string, () => Promise<string>][] = [
    [
      "expired",
      async () => {
        const { secret } = await make("elif", tokenScopes, 1)
        api.advance(86_400_000)
        return secret
      },
    ],
    [
      "revoked",
      async () => {
        const { token, secret } = await make("mert", tokenScopes)
        expect((await api.call("DELETE", `/token/${token.id}`, { token: sessions.mert })).status).toBe(200)
        return secret
      },
    ],
    [
      "of a person who was deactivated",
      async () => {
        const { secret } = await make("elif", tokenScopes)
        await api.db.execute(`update users set status = 0 where email = '${accounts.elif}'`)
        return secret
      },
    ],
  ]
  it.each(ended)("is closed to a token that is %s", async (_, prepare) => {
    const secret = await prepare()
    const before = await changes()
    // The token itself is refused, before its route is looked at.
    const tried = sample(routes, 20)
    for (const route of tried) {
      const { status, body } = await call(route, secret)
      expect([route.name, status, errorsOf(body)]).toEqual([route.name, 401, [invalid]])
    }
    reportAttack("calls with an access token that has ended", tried.length, 0)
    expect(await changes()).toEqual(before)
    await api.db.execute(`update users set status = 1 where email = '${accounts.elif}'`)
  })
})

describe("the header of a call", () => {
  it("has its scheme in any case, and each 401 names the scheme and says in words for programs what is wrong", async () => {
    const secret = await secretWith(["campaigns.read"])
    const noSession = "Bu çağrı bir oturum ya da erişim anahtarı ister (Authorization: Bearer …)."
    const expired = "Oturum süreniz doldu. Lütfen tekrar giriş yapın."
    const rows: [header: string | undefined, error: string | undefined][] = [
      [`bearer ${secret}`, undefined],
      [`BEARER  ${secret} `, undefined],
      [`bearer  ${sessions.elif}`, undefined],
      [`Bearer ${secret.slice(0, -1)}`, invalid],
      ["Bearer abc", invalid],
      ["Bearer a.b.c", expired],
      ["Basic QTpi", noSession],
      [undefined, noSession],
    ]
    for (const [header, error] of rows) {
      const answer = await api.fetch("/backend/campaign/list", {
        headers: { "Accept-Language": "tr", ...(header && { Authorization: header }) },
      })
      const { errors } = (await answer.json()) as { errors: string[] }
      const scheme = answer.headers.get("WWW-Authenticate")
      expect([answer.status, errors[0], scheme], header).toEqual(error ? [401, error, "Bearer"] : [200, undefined, null])
    }
  })
})

describe("a token with the scope of one module", () => {
  const period = "from=2026-01-01&to=2026-03-31"
  const reads: Record<Exclude<Module, "companies">, string> = {
    campaigns: "/campaign/list",
    draws: "/draw/list",
    announcements: "/announcement/list",
    surveys: "/survey/list",
    partners: "/brand/list",
    subsidiaries: "/tenant/list",
    employees: "/user/list",
    payments: "/payment/list",
    gifts: "/gift/list",
    feedback: "/feedback/list",
    reports: `/calendar/list?${period}`,
    users: "/api/users",
  }
  const days = { startDate: "2026-03-01T00:00:00Z", endDate: "2026-04-01T00:00:00Z" }
  const words = { title: "Programdan", description: "Açıklama" }
  const writes: [Module, string, string, () => Promise<object> | object][] = [
    [
      "campaigns",
      "POST",
      "/campaign/create",
      async () => {
        const { brands } = (await api.call("GET", "/brand/list", { token: sessions.elif })).value
        const { id: brandId, categoryId } = brands[0]
        return { ...words, ...days, rewardType: 0, rewardValue: 10, brandId, categoryId, status: 0 }
      },
    ],
    [
      "draws",
      "POST",
      "/draw/create",
      () => ({
        ...words,
        ...days,
        drawDate: "2026-04-02T00:00:00Z",
        method: 0,
        eligibility: 0,
        prizes: [{ name: "Kupa", type: 0, quantity: 1 }],
        tenantId: tenantId.elif,
      }),
    ],
    ["announcements", "POST", "/announcement/create", () => ({ ...words, body: "İçerik", type: 0, status: 0 })],
    ["surveys", "POST", "/survey/create", () => ({ ...words, type: 0, questions: [{ text: "Nasıl?", type: "rating" }] })],
    ["partners", "POST", "/brand/create", () => ({ name: "Programdan" })],
    ["companies", "PUT", "/tenant/update", () => ({ tenantId: tenantId.elif, phone: "0212 555 20 20" })],
    ["subsidiaries", "POST", "/tenant/tenant-admin/create", () => ({ name: "Programdan Şube" })],
    [
      "employees",
      "POST",
      "/user/create",
      () => ({ firstName: "Ada", lastName: "Deniz", email: "ada.program@yesilova.example", phoneNumber: "0532 555 10 10" }),
    ],
    ["payments", "POST", "/payment/create", () => ({ name: "Programdan" })],
    ["gifts", "POST", "/gift/create", () => ({ cardName: "Programdan" })],
    ["feedback", "POST", "/feedback/create", () => ({ subject: "Programdan", description: "Açıklama", type: 0 })],
  ]

  beforeAll(async () => {
    sessions.elif = await api.signIn(accounts.elif)
    made.clear()
  })

  it.each(Object.entries(reads))("reads %s", async (module, path) => {
    const secret = await secretWith([`${module}.read`])
    const seen = await api.call("GET", path, { token: secret })
    expect([seen.status, seen.value]).toEqual([200, expect.anything()])
    if (module === "reports") expect(seen.value.entries).toEqual([])
    else expect(seen.value).toEqual((await api.call("GET", path, { token: sessions.elif })).value)
  })

  it.each(writes)("writes %s, and the history names person and token", async (module, method, path, body) => {
    const secret = await secretWith([`${module}.write`])
    const answer = await api.call(method, path, { token: secret, body: await body() })
    expect([path, answer.status, answer.body.errors]).toEqual([path, 200, []])
    const { entries } = (await api.call("GET", "/audit/list?pageSize=1", { token: sessions.elif })).value
    expect(entries).toMatchObject([{ actorEmail: accounts.elif, actorName: "Elif Yılmaz", actorToken: "Bordro aktarımı" }])
  })

  it("stands in these tables for every scope there is", () => {
    const covered = [...Object.keys(reads).map(name => `${name}.read`), ...writes.map(([name]) => `${name}.write`)]
    expect([...covered, "companies.read", "campaigns.use", "employees.provision", "audit.read"].sort()).toEqual(
      [...tokenScopes].sort(),
    )
    expect(new Set(tokenScopes.map(moduleOf))).toEqual(new Set([...modules, "audit"]))
  })

  it("reads of the calendar and of reports only the modules that it names", async () => {
    const secret = await secretWith(["campaigns.read", "reports.read"])
    const { entries } = (await api.call("GET", `/calendar/list?${period}`, { token: secret })).value
    expect(new Set(entries.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(["campaigns"]))
    for (const [module, status] of [
      ["campaigns", 200],
      ["draws", 403],
    ])
      expect((await api.call("GET", `/report/${module}?${period}`, { token: secret })).status).toBe(status)
  })

  it("sees neither secrets nor codes of a gift card without writing", async () => {
    const card = { cardName: "Gizli", apiIntegrationCode: "sır" }
    const { id } = (await api.call("POST", "/gift/create", { token: sessions.elif, body: card })).value
    const secretOf = async (token: string) => {
      const { value } = await api.call("GET", `/gift/${id}`, { token })
      return [value.apiIntegrationCode, (await api.call("GET", `/gift/${id}/codes`, { token })).status]
    }
    expect(await secretOf(await secretWith(["gifts.read"]))).toEqual([null, 403])
    expect(await secretOf(await secretWith(["gifts.write"]))).toEqual(["sır", 200])
    sessions.admin = await api.signIn(accounts.admin)
    expect(await secretOf(await secretWith([], "admin"))).toEqual([null, 403])
  })

  it("changes, makes and removes no administrator, the person who made it included", async () => {
    const secret = await secretWith(["employees.write"])
    const { userId } = (await api.call("GET", "/api/auth/me", { token: sessions.elif })).value
    const other = { email: "yeni.y@yesilova.example", firstName: "Ada", lastName: "Su", phoneNumber: "0532 555 10 10" }
    const made = await api.call("POST", "/user/create", { token: secret, body: { ...other, role: "tenantAdmin" } })
    expect([made.status, made.body.validationErrors[0].propertyName]).toEqual([400, "role"])
    const taken = await api.call("PUT", `/api/users/update/${userId}`, { token: secret, body: { email: "x@saldiri.example" } })
    expect(taken.status).toBe(403)
    expect((await api.call("DELETE", `/api/users/delete/${userId}`, { token: secret })).status).toBe(403)
    expect((await api.call("GET", "/api/auth/me", { token: sessions.elif })).value.email).toBe(accounts.elif)
  })

  it("is closed while the company has switched the module off", async () => {
    const secret = await secretWith(["campaigns.read"])
    const set = (campaignManagement: boolean) =>
      api.call("PUT", `/tenant/${tenantId.elif}/modules`, {
        token: sessions.admin,
        body: { ...moduleDefaults, reports: true, campaignManagement },
      })
    await set(false)
    const { status } = await api.call("GET", "/campaign/list", { token: secret })
    await set(true)
    expect([status, (await api.call("GET", "/campaign/list", { token: secret })).status]).toEqual([403, 200])
  })
})

describe.each<[Who, string]>([
  ["elif", "a company"],
  ["admin", "the platform"],
])("the token of %s's till, with campaigns.use", who => {
  it("records uses, is named in the ledger, and reads and writes nothing else", async () => {
    sessions[who] = await api.signIn(accounts[who])
    const secret = await secretWith(["campaigns.use"], who)
    const before = await changes()
    for (const route of open().filter(({ scopes }) => !scopes?.includes("campaigns.use"))) {
      expect([route.name, (await call(route, secret)).status]).toEqual([route.name, 403])
    }
    expect(await changes()).toEqual(before)
    const { campaigns } = (await api.call("GET", "/campaign/list?status=active&pageSize=100", { token: sessions.elif })).value
    const isOpen = (row: Record<string, unknown>) => row.tenantId === tenantId.elif && !row.participantLimit && !row.budget
    const { id } = campaigns.find(isOpen)
    const body = { email: who === "admin" ? accounts.elif : accounts.user, amount: 25, reference: who }
    const recorded = await api.call("POST", `/campaign/${id}/uses`, { token: secret, body })
    expect([recorded.status, recorded.value]).toEqual([200, [expect.objectContaining({ index: 0, id: expect.any(String) })]])
    const { uses } = (await api.call("GET", `/campaign/${id}/uses?keyword=${who}`, { token: sessions.elif })).value
    expect(uses[0]).toMatchObject({ source: "program", token: "Bordro aktarımı", employeeName: expect.any(String) })
  })
})

describe("the platform's token", () => {
  it("reads what its policy opens, of all companies, and writes nothing", async () => {
    sessions.admin = await api.signIn(accounts.admin)
    const secret = await secretWith([], "admin")
    const before = await changes()
    for (const route of open()) {
      const isRead = route.method === "GET" && route.scopes?.every(scope => scope.endsWith(".read") && scope !== "audit.read")
      const { status, body } = await call(route, secret)
      if (isRead) expect([route.name, [200, 400, 404].includes(status)]).toEqual([route.name, true])
      else expect([route.name, status, errorsOf(body)]).toEqual([route.name, 403, [notCovered]])
    }
    expect(await changes()).toEqual(before)
    const path = isLong ? "/user/list?pageSize=100" : "/user/list"
    expect((await api.call("GET", path, { token: secret })).value).toEqual(
      (await api.call("GET", path, { token: sessions.admin })).value,
    )
  })
})
