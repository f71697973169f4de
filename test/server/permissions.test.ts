import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { tenants, users } from "../../server/src/db/schema"
import { type Module, modules } from "../../src/contract/modules"
import { type ModuleFlag, moduleDefaults } from "../../src/contract/permissions/module-flags"
import { createTestApi, type TestApi } from "../api"
import { reportAttack } from "../attacks"
import { fieldsOf, signAll, type Who } from "./record-kit"
import { routes as allRoutes } from "./routes"

/** Permissions of company administrators and module flags on the API (docs/contract.md#permissions, #module-flags). */
let api: TestApi
let tokens: Record<Who, string>
const tenant = { own: "", sub: "", theirs: "" }
const person = { admin: "", elif: "", mert: "", user: "", ece: "", subsidiary: "", second: "" }
type Person = keyof typeof person
const nobody = "00000000-0000-4000-8000-000000000000"

const people: [Person, string, "own" | "sub"][] = [
  ["ece", "ece.ak@yesilova.example", "own"],
  ["second", "can.er@yesilova.example", "own"],
  ["subsidiary", "su.koc@yesilova-lojistik.example", "sub"],
]
let signed: Record<Person, string>

beforeAll(async () => {
  api = await createTestApi()
  tokens = await signAll(api)
  const idOf = async (who: Who) => (await api.call("GET", "/api/auth/me", { token: tokens[who] })).value.userId
  for (const who of ["admin", "elif", "mert", "user"] as const) person[who] = await idOf(who)
  tenant.own = (await api.call("GET", "/tenant/getcurrenttenantid", { token: tokens.elif })).value
  tenant.theirs = (await api.call("GET", "/tenant/getcurrenttenantid", { token: tokens.mert })).value
  const companies = (await api.call("GET", "/tenant/get-all", { token: tokens.elif })).value
  tenant.sub = companies.find((row: { parentId: string }) => row.parentId === tenant.own).id
  for (const [who, email, company] of people) {
    const values = {
      email,
      firstName: who,
      lastName: "Deneme",
      phoneNumber: "0532 555 10 10",
      role: "TenantAdmin" as const,
      tenantId: tenant[company],
    }
    const [row] = await api.db.insert(users).values(values).returning({ id: users.id })
    person[who] = row?.id ?? ""
  }
  signed = { ...tokens, ece: "", second: "", subsidiary: "" }
  for (const [who, email] of people) signed[who] = await api.signIn(email)
})
afterAll(() => api.close())

const userOf = (who: Person) => api.db.query.users.findFirst({ where: (row, { eq }) => eq(row.id, person[who]) })
const permissionsOf = async (who: Person) => (await userOf(who))?.permissions

/** People who were given permissions, which the next test takes back. */
const restricted = new Set<Person>()
const give = async (who: Person, permissions: string[]) => {
  restricted.add(who)
  const { status } = await api.call("PUT", `/user/${person[who]}/permissions`, { token: tokens.admin, body: permissions })
  expect(status).toBe(200)
}
const switchOff = async (...flags: ModuleFlag[]) => {
  const body = { ...moduleDefaults, dashboard: true, reports: true, ...Object.fromEntries(flags.map(flag => [flag, false])) }
  expect((await api.call("PUT", `/tenant/${tenant.own}/modules`, { token: tokens.admin, body })).status).toBe(200)
}
beforeEach(async () => {
  for (const who of restricted) await give(who, [])
  restricted.clear()
  await switchOff()
})

const call = (method: string, path: string, who: Person = "elif", body?: unknown, headers: Record<string, string> = {}) =>
  api.call(method, path, { token: signed[who], body, headers: { "Accept-Language": "tr", ...headers } })
const put = (target: Person, permissions: unknown, by: Person, headers = {}) =>
  call("PUT", `/user/${person[target]}/permissions`, by, permissions, headers)

/** What a refusal says: by SCIM it has another form. */
const errorsOf = (body: { errors?: string[]; detail?: string }) => body.errors ?? [body.detail]
const off = "Bu modül şirketiniz için kapalı"
const denied = "Bu işlem için izniniz yok."

/** The routes that a company's administrator may call. */
const routes = allRoutes.filter(({ roles }) => roles.includes("TenantAdmin"))

/** What belongs to no module, and stays open with every flag off and every permission restricted. */
const ofNoModule = [
  "GET /category/list",
  "GET /city/list",
  "GET /department/list",
  "GET /tenant/get-all",
  "GET /tenant/mytenant",
  "GET /tenant/getcurrenttenantid",
  "GET /tenant/izinler",
  "GET /tenant/:id",
  "GET /tenant/:id/modules",
  "GET /tenant/:id/usage",
  "GET /tenant/:id/onboarding",
  "GET /tenant/:id/stats",
  "GET /api/company/:id",
  "GET /audit/list",
  "POST /audit/:entryId/restore",
  "POST /qr",
  "POST /undo/:token",
  "GET /api/auth/summary",
  "PUT /api/auth/me",
  "GET /api/auth/passkeys",
  "POST /api/auth/passkeys/options",
  "POST /api/auth/passkeys",
  "PUT /api/auth/passkeys/:id",
  "DELETE /api/auth/passkeys/:id",
  "POST /api/auth/recovery-codes",
  "PUT /api/auth/summary",
  "GET /approval/settings",
  "GET /view",
  "POST /view",
  "PUT /view/:id",
  "DELETE /view/:id",
]
/** What connects the company to programs: closed to who has a list of permissions, and of no module. */
const ofUnrestricted = [
  "GET /token",
  "POST /token",
  "DELETE /token/:id",
  "GET /webhook",
  "POST /webhook",
  "PUT /webhook/:id",
  "DELETE /webhook/:id",
  "POST /webhook/:id/test",
  "POST /webhook/:id/secret",
  "GET /webhook/:id/deliveries",
  "POST /webhook/:id/resend",
  "GET /sign-in/connection",
  "PUT /sign-in/connection",
  "DELETE /sign-in/connection",
  "POST /sign-in/connection/test",
  "POST /sign-in/connection/try",
  "GET /sign-in/passkeys",
  "PUT /sign-in/passkeys",
  "GET /message",
  "POST /message/:id/resend",
  "GET /message/settings",
  "PUT /message/settings",
]
/** Modules by the beginning of a path; of several, one has to be open. */
const moduleOf: [string, Module[]][] = [
  ["/campaign/", ["campaigns"]],
  ["/draw/", ["draws"]],
  ["/announcement/", ["announcements"]],
  ["/survey/", ["surveys"]],
  ["/ai/", ["surveys"]],
  ["/brand/", ["partners"]],
  ["/payment/", ["payments"]],
  ["/gift/", ["gifts"]],
  ["/feedback/", ["feedback"]],
  ["/department/", ["employees", "draws", "announcements", "surveys"]],
  ["/tenant/tenant-admin/create", ["subsidiaries"]],
  ["/tenant/update", ["companies"]],
  ["/tenant/:id/subsidiaries", ["subsidiaries"]],
  ["/tenant/list", ["subsidiaries"]],
  ["/tenant/", ["companies", "subsidiaries"]],
  ["/api/company", ["subsidiaries"]],
  ["/approval/", ["companies", "subsidiaries"]],
  ["/report/", ["reports"]],
  ["/calendar/", ["reports"]],
]
const isPeople = (path: string) =>
  path.startsWith("/user/") || path.startsWith("/api/users") || path === "/api/dashboard/user-metrics"
const modulesFor = (method: string, path: string): Module[] | undefined => {
  if (path.startsWith("/scim/")) return ["employees"]
  if (path.endsWith("/offers")) return ["campaigns"]
  if (isPeople(path)) return method === "GET" ? ["employees", "users"] : ["employees"]
  return moduleOf.find(([start]) => path.startsWith(start))?.[1]
}
const flagsOf: Partial<Record<Module, ModuleFlag>> = {
  campaigns: "campaignManagement",
  draws: "drawsManagement",
  announcements: "announcements",
  surveys: "surveyManagement",
  partners: "partnerManagement",
  gifts: "giftManagement",
  payments: "paymentManagement",
  feedback: "feedbackManagement",
  subsidiaries: "subsidiaryManagement",
  employees: "userManagement",
  users: "userManagement",
  reports: "reports",
}

/** Calls behind the flag of the dashboard, which is no module. */
const ofDashboard = ["GET /api/dashboard", "GET /api/dashboard/attention", "GET /api/dashboard/stats"]

/** Every call of a module that a company's administrator may make, by the table above. */
const moduleCalls = () =>
  routes.flatMap(({ name, method, path, permissions }) => {
    const named = [...ofNoModule, ...ofUnrestricted].includes(name) ? undefined : modulesFor(method, path)
    return named ? [{ name, method, path: path.replace(/:\w+/g, nobody), named, permissions }] : []
  })

/** Codes are worth money to whoever reads them. */
const ofCodes = /^GET .*\/(codes|:code)$/

describe("every route for company administrators", () => {
  it("names its module and verb, unless it belongs to no module", () => {
    const isAudit = ({ permissions }: { permissions: string[] }) => permissions.includes("audit.read")
    const unnamed = routes.filter(route => !route.permissions.length || isAudit(route)).map(({ name }) => name)
    expect(unnamed.sort()).toEqual([...ofNoModule, ...ofUnrestricted, ...ofDashboard].sort())
  })

  it("names the module of its path, and reads by GET alone", () => {
    const calls = moduleCalls()
    expect(calls.length).toBeGreaterThan(70)
    for (const { name, method, named, permissions } of calls) {
      const isStep = /\/draw\/:id\/(lock|rehearse|run|void|winner\/:n)$/.test(name) || name === "POST /draw/:id/winner-mails"
      const isUse = ["POST /campaign/:id/uses", "GET /campaign/code/:code"].includes(name)
      const verb = name.includes(" /scim/")
        ? "provision"
        : isUse
          ? "use"
          : isStep
            ? "run"
            : method === "GET" && !ofCodes.test(name)
              ? "read"
              : "write"
      expect([name, permissions.sort()]).toEqual([name, named.map(module => `${module}.${verb}`).sort()])
    }
  })

  it("stands in one of these tables", () => {
    const known = [...moduleCalls().map(({ name }) => name), ...ofNoModule, ...ofUnrestricted, ...ofDashboard]
    expect(routes.map(({ name }) => name).filter(name => !known.includes(name))).toEqual([])
  })
})

describe("a module that the company has switched off", () => {
  it("answers every call with the words of the console's page, and nothing is stored", async () => {
    await switchOff(...(Object.values(flagsOf) as ModuleFlag[]))
    let closed = 0
    for (const { name, method, path, named } of moduleCalls()) {
      const answer = await call(method, path, "elif", method === "GET" || method === "DELETE" ? undefined : {})
      const isClosed = named.every(module => flagsOf[module])
      expect([name, answer.status === 403 && errorsOf(answer.body)[0] === off]).toEqual([name, isClosed])
      if (isClosed && !path.startsWith("/scim/"))
        expect(answer.body).toMatchObject({ isSuccess: false, status: 4, errors: [off, expect.any(String)] })
      if (isClosed) closed++
    }
    reportAttack("calls of modules that are switched off", closed, 0)
  })

  it("leaves open what belongs to no module, and the platform's calls", async () => {
    await switchOff(...(Object.keys(moduleDefaults) as ModuleFlag[]))
    for (const name of ofNoModule.filter(route => !/:|POST .*\/(passkeys|recovery-codes)$/.test(route))) {
      const [method = "", path = ""] = name.split(" ")
      const body =
        method === "GET"
          ? undefined
          : {
              texts: ["https://example.com"],
              list: "companies",
              name: "Kartlar",
              rhythm: "daily",
              firstName: "Elif",
              lastName: "Yılmaz",
            }
      expect([name, (await call(method, path, "elif", body)).status]).toEqual([name, 200])
    }
    for (const path of ["/campaign/list", "/user/list", "/tenant/list", "/api/dashboard/stats"])
      expect([path, (await call("GET", path, "admin")).status]).toEqual([path, 200])
  })

  it.each(["/brand/list", "/gift/list"])("keeps %s for the forms that need it", async path => {
    await switchOff("partnerManagement", "giftManagement")
    expect((await call("GET", path)).status).toBe(200)
    expect((await call("GET", `/brand/${nobody}`)).body.errors[0]).toBe(off)
  })

  it("is left out of the dashboard and of the history, and cannot be undone", async () => {
    const made = await call("POST", "/announcement/create", "elif", {
      title: "A",
      description: "B",
      body: "C",
      type: 0,
      status: 0,
    })
    const change = { announcementId: made.value.id, title: "D" }
    const token = (await call("PUT", "/announcement/update", "elif", change)).headers.get("Undo-Token")
    await switchOff("announcements", "userManagement", "subsidiaryManagement")
    const stats = (await call("GET", "/api/dashboard/stats")).value
    expect([stats.announcements, stats.employees, typeof stats.campaigns.total]).toEqual([undefined, undefined, "number"])
    const { entries } = (await call("GET", "/audit/list?pageSize=100")).value
    expect(entries.filter((entry: { entity: string }) => ["announcement", "user"].includes(entry.entity))).toEqual([])
    expect((await call("POST", `/undo/${token}`)).body.errors[0]).toBe(off)
    await switchOff()
    expect((await call("POST", `/undo/${token}`)).status).toBe(200)
  })

  it("is only that company's, and its subsidiaries' own company stays", async () => {
    await switchOff("campaignManagement", "subsidiaryManagement")
    expect((await call("GET", "/campaign/list", "mert")).status).toBe(200)
    expect((await call("GET", "/campaign/list", "subsidiary")).status).toBe(200)
    for (const path of [`/tenant/${tenant.own}`, `/api/company/${tenant.own}`]) {
      const own = await call("GET", path)
      expect([own.status, own.value.subTenants]).toEqual([200, []])
      expect((await call("GET", path, "admin")).value.subTenants.length).toBeGreaterThan(0)
    }
    expect((await call("GET", `/tenant/${tenant.sub}`)).body.errors[0]).toBe(off)
    const change = { tenantId: tenant.sub, name: "Yeni" }
    expect((await call("PUT", "/tenant/tenant-admin/update", "elif", change)).body.errors[0]).toBe(off)
  })

  it("closes the figures by the flag of the dashboard", async () => {
    await switchOff("dashboard")
    for (const path of ["/api/dashboard", "/api/dashboard/stats", "/api/dashboard/user-metrics"])
      expect([path, (await call("GET", path)).body.errors[0]]).toEqual([path, off])
  })
})

describe("permissions", () => {
  it("without writing close every call that writes, at once, and leave reading open", async () => {
    let closed = 0
    for (const [permissions, isClosed] of [[modules.map(module => `${module}.read`), true] as const, [[], false] as const]) {
      await give("elif", [...permissions])
      for (const { name, method, path } of moduleCalls()) {
        const isWrite = method !== "GET" || ofCodes.test(name)
        const { status, body } = await call(method, path, "elif", method === "GET" || method === "DELETE" ? undefined : {})
        expect([name, status === 403]).toEqual([name, isWrite && isClosed])
        if (status === 403) expect([name, errorsOf(body)]).toEqual([name, [denied]])
        if (status === 403) closed++
      }
    }
    reportAttack("calls that write, right after the permission was taken away", closed, 0)
  })

  it.each([
    ["campaigns.write", "/campaign/media", false],
    ["campaigns.run", "/campaign/media", true],
    ["gifts.read", "/campaign/media", false],
    ["users.write", "/user/media", false],
    ["employees.read", "/user/media", true],
    ["subsidiaries.read", "/tenant/logo", false],
  ] as const)("%s alone: %s is closed: %s", async (permission, path, isClosed) => {
    await give("elif", [permission])
    expect((await call("POST", path, "elif", {})).status === 403).toBe(isClosed)
  })

  it.each(ofUnrestricted)("close %s, whatever they allow", async route => {
    const [method = "", path = ""] = route.split(" ")
    const make = () => call(method, path.replace(":id", nobody), "elif", /^P/.test(method) ? {} : undefined)
    expect((await make()).status).not.toBe(403)
    await give("elif", ["campaigns.write", "employees.write"])
    expect((await make()).status).toBe(403)
  })

  it("without writing hide a gift card's secret and its codes", async () => {
    const made = await call("POST", "/gift/create", "elif", { cardName: "Gizli", apiIntegrationCode: "sır", status: 1 })
    const path = `/gift/${made.value.id}`
    expect((await call("GET", path)).value.apiIntegrationCode).toBe("sır")
    await give("elif", ["gifts.read"])
    expect((await call("GET", path)).value.apiIntegrationCode).toBeNull()
    expect((await call("GET", `${path}/codes`)).status).toBe(403)
    expect((await call("GET", `${path}/uses`)).status).toBe(200)
    await give("elif", [])
    await call("DELETE", path)
  })

  it("taken away in between close the undo of a change", async () => {
    const made = await call("POST", "/brand/create", "elif", { name: "Marka" })
    const token = (await call("DELETE", `/brand/${made.value.id}`)).headers.get("Undo-Token")
    await give("elif", ["partners.read"])
    expect([(await call("POST", `/undo/${token}`)).status, (await call("GET", `/brand/${made.value.id}`)).status]).toEqual([
      403, 404,
    ])
    await give("elif", [])
    expect((await call("POST", `/undo/${token}`)).status).toBe(200)
  })

  it("leave administrators of the platform unaffected", async () => {
    const email = "eski@platform.example"
    const values = { email, firstName: "Eski", lastName: "Yönetici", permissions: ["campaigns.read"] }
    await api.db.insert(users).values({ ...values, role: "Administrator" })
    const token = await api.signIn(email)
    expect((await api.call("POST", "/campaign/media", { token, body: {} })).status).not.toBe(403)
    const given = await api.call("PUT", `/user/${person.ece}/permissions`, { token, body: ["draws.read"] })
    expect([given.status, (await call("GET", "/tenant/izinler", "ece")).value]).toEqual([200, ["draws.read"]])
    restricted.add("ece")
  })
})

describe("the call of a person's permissions", () => {
  it("answers them with the version, keeps them in order and once, and tells the person", async () => {
    const found = await call("GET", `/user/${person.ece}/permissions`)
    expect([found.status, found.value]).toEqual([200, []])
    const etag = found.headers.get("ETag") ?? ""
    const given = ["gifts.read", "campaigns.write", "campaigns.read", "gifts.read"]
    restricted.add("ece")
    const answer = await put("ece", given, "elif", { "If-Match": etag })
    expect([answer.status, answer.value]).toEqual([200, ["campaigns.read", "campaigns.write", "gifts.read"]])
    expect(answer.headers.get("ETag")).toBe(`"${Number(etag.replaceAll('"', "")) + 1}"`)
    expect((await call("GET", "/tenant/izinler", "ece")).value).toEqual(answer.value)
    const late = await put("ece", [], "second", { "If-Match": etag })
    expect([late.status, late.value, late.headers.get("ETag")]).toEqual([409, answer.value, answer.headers.get("ETag")])
    expect(await permissionsOf("ece")).toEqual(answer.value)
  })

  it("leaves a history, and is undone by its giver", async () => {
    const answer = await put("ece", ["draws.run"], "elif")
    const last = await api.db.query.audit.findFirst({
      where: (row, { eq }) => eq(row.entityId, person.ece),
      orderBy: (row, { desc }) => desc(row.id),
    })
    expect(last).toMatchObject({ actorId: person.elif, before: { permissions: [] }, after: { permissions: ["draws.run"] } })
    expect((await call("POST", `/undo/${answer.headers.get("Undo-Token")}`)).status).toBe(200)
    expect(await permissionsOf("ece")).toEqual([])
  })

  it.each([
    ["a word", ["campaigns"], ["permissions.0"]],
    ["an unknown module", ["campaigns.read", "campaign.read"], ["permissions.1"]],
    ["an unknown verb", ["campaigns.delete"], ["permissions.0"]],
    ["more than two parts", ["campaigns.read.all"], ["permissions.0"]],
    ["a name of the language", ["constructor.read", "__proto__.write"], ["permissions.0", "permissions.1"]],
    ["a number", [7], ["0"]],
    ["no list", { permissions: ["campaigns.read"] }, ["body"]],
    ["too many", Array.from({ length: 101 }, () => "campaigns.read"), ["body"]],
  ])("refuses %s at its field", async (_, given, fields) => {
    const answer = await put("ece", given, "elif")
    expect([answer.status, fieldsOf(answer)]).toEqual([400, fields])
    expect(await permissionsOf("ece")).toEqual([])
  })

  type Row = [by: Person, of: Person, status: number, isRestricted?: boolean]
  const rows: Row[] = [
    ["admin", "elif", 200],
    ["admin", "subsidiary", 200],
    ["elif", "ece", 200],
    ["elif", "subsidiary", 200],
    // nobody gives them to himself, to have more or less
    ["elif", "elif", 403],
    ["elif", "elif", 403, true],
    ["admin", "admin", 403],
    // who is restricted gives none
    ["elif", "ece", 403, true],
    ["elif", "subsidiary", 403, true],
    // other companies, and the parent company, are out of reach
    ["mert", "ece", 404],
    ["subsidiary", "elif", 404],
    ["elif", "mert", 404],
    ["elif", "admin", 404],
    // other roles have none
    ["user", "ece", 403],
    ["user", "user", 403],
    ["elif", "user", 409],
    ["admin", "user", 409],
  ]
  it.each(rows)("given by %s to %s: %i", async (by, of, status, isRestricted = false) => {
    if (isRestricted) await give(by, ["campaigns.read"])
    const before = await permissionsOf(of)
    for (const permissions of [["draws.read"], []]) {
      const answer = await put(of, permissions, by)
      if (status === 200) restricted.add(of)
      expect([answer.status, await permissionsOf(of)]).toEqual([status, status === 200 ? permissions : before])
    }
  })

  it("takes one of two administrators who restrict each other at the same time", async () => {
    const answers = await Promise.all([put("ece", ["draws.read"], "elif"), put("elif", ["draws.read"], "ece")])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 403])
    for (const who of ["elif", "ece"] as const) restricted.add(who)
  })
})

describe("who is restricted, and may write employees,", () => {
  const few = ["campaigns.read"]
  const employee = { firstName: "Ada", lastName: "Su", phoneNumber: "0532 555 10 10" }
  beforeEach(() => give("elif", few))

  it("makes people, and no administrators of companies", async () => {
    const email = "yeni.yonetici@yesilova.example"
    const refused = await call("POST", "/user/create", "elif", { ...employee, email, role: "tenantAdmin" })
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ["role"]])
    const made = await call("POST", "/user/create", "elif", { ...employee, email, role: "user" })
    expect(made.status).toBe(200)
    const promoted = await call("PUT", `/api/users/update/${made.value.id}`, "elif", { role: "tenantAdmin" })
    expect([promoted.status, fieldsOf(promoted)]).toEqual([400, ["role"]])
    await give("elif", [])
    expect((await call("PUT", `/api/users/update/${made.value.id}`, "elif", { role: "tenantAdmin" })).status).toBe(200)
  })

  it.each([
    ["takes no other administrator's address", "PUT", "update", { email: "benim@yesilova.example" }],
    ["deactivates none", "PUT", "update", { status: 0 }],
    ["makes none an employee", "PUT", "update", { role: "user" }],
    ["changes none at all", "PUT", "update", { phoneNumber: "0532 555 10 11" }],
    ["deletes none", "DELETE", "delete", undefined],
  ] as const)("%s", async (_, method, path, body) => {
    const before = await userOf("second")
    for (const target of ["second", "subsidiary"] as const)
      expect((await call(method, `/api/users/${path}/${person[target]}`, "elif", body)).status).toBe(403)
    expect(await userOf("second")).toEqual(before)
  })

  it("changes the own telephone, and neither role nor permissions with it", async () => {
    const body = { phoneNumber: "0532 555 10 12", permissions: [], role: "tenantAdmin" }
    expect((await call("PUT", `/api/users/update/${person.elif}`, "elif", body)).status).toBe(200)
    expect(await permissionsOf("elif")).toEqual(few)
  })

  it("undoes nothing that gives or takes another's rights", async () => {
    await give("elif", [])
    restricted.add("second")
    const given = (await put("second", ["draws.read"], "elif")).headers.get("Undo-Token")
    const removed = await call("PUT", `/api/users/update/${person.ece}`, "elif", { role: "user" })
    await give("elif", few)
    for (const token of [given, removed.headers.get("Undo-Token")])
      expect((await call("POST", `/undo/${token}`)).status).toBe(403)
    expect(await permissionsOf("second")).toEqual(["draws.read"])
    await give("elif", [])
    expect((await call("POST", `/undo/${removed.headers.get("Undo-Token")}`)).status).toBe(200)
    signed.ece = await api.signIn("ece.ak@yesilova.example")
  })

  it("does not undo the own restriction with another's token", async () => {
    await give("elif", [])
    const token = (await put("elif", ["draws.read"], "ece")).headers.get("Undo-Token")
    expect((await call("POST", `/undo/${token}`)).status).toBe(403)
    expect(await permissionsOf("elif")).toEqual(["draws.read"])
  })
})

describe("PUT /tenant/update by a company", () => {
  const change = { phone: "0212 555 20 20", emails: ["iletisim@yesilova.example"] }
  const read = async () => (await api.db.select().from(tenants)).find(row => row.id === tenant.own)

  it("changes the own company's contact data and keeps the rest", async () => {
    const before = await read()
    const answer = await call("PUT", "/tenant/update", "elif", { tenantId: tenant.own, ...change })
    expect([answer.status, answer.value.phone, answer.value.emails]).toEqual([200, change.phone, change.emails])
    expect(await read()).toEqual({ ...before, ...change, version: (before?.version ?? 0) + 1, updatedAt: expect.any(Date) })
  })

  it.each([
    ["no company", () => ({ ...change }), 400, ["tenantId"]],
    ["another company", () => ({ ...change, tenantId: tenant.theirs }), 404, []],
    ["a subsidiary", () => ({ ...change, tenantId: tenant.sub }), 403, []],
    ["the own status", () => ({ ...change, tenantId: tenant.own, activeStatus: 0 }), 400, ["activeStatus"]],
    ["a bad address", () => ({ tenantId: tenant.own, emails: ["x"] }), 400, ["emails"]],
  ] as const)("refuses %s", async (_, body, status, fields) => {
    const before = await read()
    const answer = await call("PUT", "/tenant/update", "elif", body())
    expect([answer.status, fieldsOf(answer)]).toEqual([status, fields])
    expect(await read()).toEqual(before)
  })

  it("needs the permission of the own company, and no flag", async () => {
    await switchOff("subsidiaryManagement")
    expect((await call("PUT", "/tenant/update", "elif", { tenantId: tenant.own, ...change })).status).toBe(200)
    await give("elif", ["companies.read"])
    for (const path of ["/tenant/update", "/tenant/tenant-admin/update"])
      expect((await call("PUT", path, "elif", { tenantId: tenant.own, ...change })).status).toBe(403)
  })

  it("takes no subsidiaries with it", async () => {
    const before = await api.db.$count(tenants)
    const body = { tenantId: tenant.own, ...change, subTenants: [{ name: "Yeni" }] }
    expect((await call("PUT", "/tenant/update", "elif", body)).status).toBe(200)
    expect(await api.db.$count(tenants)).toBe(before)
  })
})
