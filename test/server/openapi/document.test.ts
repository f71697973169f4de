import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { listen } from "../../../scripts/free-port.mjs"
import { unsubscribeUrl } from "../../../server/src/resources/unsubscribe-token"
import { exampleId } from "../../../server/src/routes/schemas"
import { approvableModules } from "../../../src/contract/approvals"
import { reportModules } from "../../../src/contract/reports"
import { accounts, createTestApi, type TestApi } from "../../api"
import { reportAttack } from "../../attacks"
import { png } from "../../pictures"
import { isLong, sample } from "../../rounds"
import { routes } from "../routes"

/** The document, held against itself, and against the running server. */
type Json = Record<string, unknown>
type Media = { schema: Json; example?: Json }
type Operation = {
  operationId: string
  summary?: string
  parameters: { name: string; in: string; schema: Json }[]
  requestBody?: { content: Record<string, Media> }
  security: { bearer: string[] }[]
  responses: Record<string, { content?: Record<string, Media>; $ref?: string }>
}
type Document = {
  openapi: string
  info: { license: { name: string } }
  webhooks: Record<string, Record<string, Operation>>
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}

let api: TestApi
let document: Document
let service = createServer()
const metricsToken = "m".repeat(32)
const tokens = { Administrator: "", TenantAdmin: "" }

beforeAll(async () => {
  service = createServer((_, answer) => answer.writeHead(200, { "Content-Type": "application/json" }).end('{"choices":[]}'))
  const port = await listen(service)
  api = await createTestApi({
    env: {
      AI_URL: `http://127.0.0.1:${port}/`,
      AI_MODEL: "house-model",
      METRICS_TOKEN: metricsToken,
      WEBHOOK_ALLOW: "127.0.0.1",
    },
  })
  tokens.Administrator = await api.signIn(accounts.admin)
  tokens.TenantAdmin = await api.signIn(accounts.elif)
  document = (await api.call("GET", "/openapi.json")).body
})
afterAll(async () => {
  service.close()
  await api.close()
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
      operation,
    })),
  )
let byRoute: Map<string, Operation> | undefined
const operationOf = (route: string) => {
  byRoute ??= new Map(operations().map(({ route, operation }) => [route, operation]))
  const found = byRoute.get(route)
  if (!found) throw new Error(`${route} is not documented`)
  return found
}

const registered = (pattern: RegExp) =>
  operations()
    .map(({ route }) => route)
    .filter(route => pattern.test(route))

const exampleOf = (route: string): Json => operationOf(route).requestBody?.content["application/json"]?.example ?? {}

const walk = (json: unknown, visit: (member: string, value: unknown) => void) => {
  if (typeof json !== "object" || json === null) return
  for (const [member, value] of Object.entries(json)) {
    visit(member, value)
    walk(value, visit)
  }
}

const at = (pointer: string) =>
  pointer
    .slice(2)
    .split("/")
    .reduce<unknown>((json, name) => (json as Json | undefined)?.[name], document)

/** A schema with what it refers to, and without room for members that it doesn't name. */
const sealed = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(sealed)
  if (typeof json !== "object" || json === null) return json
  const { $ref, example, ...rest } = json as { $ref?: string; example?: unknown }
  if ($ref) return sealed(at($ref))
  const whole = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, name === "const" ? part : sealed(part)]))
  return "properties" in whole && whole.type === "object" ? { additionalProperties: false, ...whole } : whole
}
const parsers = new WeakMap<object, z.ZodType>()
const parserOf = (schema: object) => {
  const parser = parsers.get(schema) ?? z.fromJSONSchema(sealed(schema) as never)
  parsers.set(schema, parser)
  return parser
}
const problemsOf = (schema: unknown, value: unknown) => {
  const result = parserOf(schema as object).safeParse(value)
  return result.success ? [] : result.error.issues.map(issue => `${issue.path.join(".")}: ${issue.message}`)
}

describe("the document", () => {
  it("keeps the rules that linters recommend: each operation has an id of its own, words and security, each required member a schema", () => {
    const all = [document.paths, document.webhooks].flatMap(part => Object.values(part).flatMap(Object.values)) as Operation[]
    expect(all.filter(({ summary, security }) => !summary || !security)).toEqual([])
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length)
    const undefinedMembers: unknown[] = []
    walk(document, (_, value) => {
      const { required, properties } = (value ?? {}) as { required?: unknown; properties?: Json }
      if (Array.isArray(required)) undefinedMembers.push(...required.filter(name => !properties || !(name in properties)))
    })
    expect([undefinedMembers, document.info.license.name]).toEqual([[], "Proprietary"])
  })

  it("needs no session, no envelope, and is the same every time", async () => {
    const answer = await api.call("GET", "/openapi.json")
    expect([answer.status, answer.body]).toEqual([200, document])
    expect(document.openapi).toBe("3.1.0")
    expect(answer.headers.get("Content-Type")).toContain("application/json")
  })

  it("is whole: references lead somewhere, ids are unique, path parameters are named", () => {
    const references = new Set<string>()
    walk(document, (member, value) => member === "$ref" && references.add(String(value)))
    expect(references.size).toBeGreaterThan(50)
    expect([...references].filter(reference => at(reference) === undefined)).toEqual([])
    const ids = operations().map(one => one.operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { route, operation } of operations()) {
      const named = operation.parameters.filter(parameter => parameter.in === "path").map(parameter => parameter.name)
      expect([route, named]).toEqual([route, [...route.matchAll(/:(\w+)/g)].map(([, name]) => name)])
      const success = Object.keys(operation.responses).filter(status => /^[23]/.test(status))
      expect([route, success.length]).toEqual([route, 1])
    }
  })

  it("holds no shape that says nothing, and no mark of the schemas' maker", () => {
    const members = new Set<string>()
    walk(document, member => members.add(member))
    expect(["$schema", "$defs", "~standard"].filter(mark => members.has(mark))).toEqual([])
    for (const { route, operation } of operations())
      for (const { schema, example } of Object.values(operation.requestBody?.content ?? {}).filter(one => one.example))
        expect([route, problemsOf(schema, example)]).toEqual([route, []])
  })

  it("names the roles that each route asks for", () => {
    const rolesOf = (route: string) => operationOf(route).security
    const staff = { bearer: ["Administrator", "TenantAdmin"] }
    expect(rolesOf("GET /campaign/list")).toEqual([staff, { token: ["campaigns.read"] }])
    expect(rolesOf("PUT /user/:id/permissions")).toEqual([staff])
    expect(rolesOf("GET /token")).toEqual([staff])
    expect(rolesOf("POST /category/create")).toEqual([{ bearer: ["Administrator"] }])
    expect(rolesOf("POST /department/create")[0]).toEqual({ bearer: ["TenantAdmin"] })
    expect(rolesOf("GET /api/auth/me")).toEqual([{ bearer: [] }])
    expect(rolesOf("GET /Auth/GetToken")).toEqual([])
  })
})

/** Real ids in the place of the examples' one, by the member's name. */
const real: Record<string, string> = {}
let made = 0
const isAccount = (email: string) => (Object.values(accounts) as string[]).includes(email)
/** Names and addresses are new each time: most may not be there twice. */
const filled = (example: unknown): Json =>
  JSON.parse(JSON.stringify(example ?? {}), (name, value) => {
    if (value === exampleId) return real[name] ?? value
    if (typeof value !== "string" || isAccount(value)) return value
    return name === "name" ? `${value} ${++made}` : value.replace(/^[^@\s]+(?=@)/, user => `${user}${++made}`)
  })

type Path = readonly (string | number)[]

const typeOf = ({ type }: Json) => [type].flat()

/** The texts of a body by their paths: those that are no id, role, code or instant, with their documented limit. */
const textsIn = (schema: Json, path: Path = []): { path: Path; limit: unknown }[] => {
  const { $ref, anyOf, properties, items, maxLength } = schema as Json & { $ref?: string; anyOf?: Json[]; items?: Json }
  if ($ref) return textsIn(at($ref) as Json, path)
  const isId = /(^id|Id|^role)$/.test(String(path.at(-1)))
  const isText = typeOf(schema).includes("string") && !isId && !("enum" in schema || "format" in schema || "pattern" in schema)
  return [
    ...(isText ? [{ path, limit: maxLength }] : []),
    ...(anyOf ?? []).flatMap(part => textsIn(part, path)),
    ...Object.entries((properties ?? {}) as Json).flatMap(([name, part]) => textsIn(part as Json, [...path, name])),
    ...(items ? textsIn(items, [...path, 0]) : []),
  ]
}

/** A body with another value at a path. The list of a single member is left out. */
const withValue = (body: unknown, [name, ...rest]: Path, value: unknown): unknown => {
  if (name === undefined) return value
  if (typeof name === "number") return [withValue((body as unknown[] | undefined)?.[name], rest, value)]
  const { [name]: member, [`${name}s`]: _, ...others } = (body ?? {}) as Json
  return { ...others, [name]: withValue(member, rest, value) }
}

const roleFor = (operation: Operation): keyof typeof tokens =>
  operation.security[0]?.bearer.includes("Administrator") === false && operation.security[0].bearer.length
    ? "TenantAdmin"
    : "Administrator"

type Sent = { path?: string; body?: unknown; token?: string; headers?: Record<string, string> }

/** Makes a documented call. @returns the answer, and how it differs from what is documented */
const make = async (route: string, { path, body, token, headers }: Sent = {}) => {
  const operation = operationOf(route)
  const [method = "", pattern = ""] = route.split(" ")
  const json = operation.requestBody?.content["application/json"]
  const target = path ?? pattern.replace(/:id/, real.id ?? "")
  const bearer = token ?? (operation.security.length ? tokens[roleFor(operation)] : undefined)
  const answer = operation.requestBody?.content["multipart/form-data"]
    ? await upload(target, bearer)
    : await api.call(method, target, { token: bearer, body: json ? (body ?? filled(json.example)) : undefined, headers })
  const documented = operation.responses[answer.status]
  if (!documented) return { answer, problems: [`${answer.status} is not documented`] }
  const { content } = documented.$ref ? (at(documented.$ref) as typeof documented) : documented
  const schema = (content?.["application/json"] ?? content?.["application/scim+json"])?.schema
  if (!schema) return { answer, problems: [] }
  const [envelope, inner] = (schema.allOf ?? [schema]) as { properties?: { value: Json } }[]
  const problems = problemsOf(envelope, inner ? { ...answer.body, value: {} } : answer.body)
  return { answer, problems: [...problems, ...(inner ? problemsOf(inner.properties?.value, answer.value) : [])] }
}

const upload = async (path: string, token = "") => {
  const form = new FormData()
  form.set("file", new File([png()], "a.png"))
  form.set("orderNo", "1")
  const answer = await api.fetch(`/backend${path}`, { method: "POST", body: form, headers: { Authorization: `Bearer ${token}` } })
  const body = await answer.json()
  return { status: answer.status, headers: answer.headers, body, value: body.value }
}

/** Calls that add something: each is carried out once for a key (docs/contract.md#idempotency). */
const isOnce = (route: string) =>
  /^POST .*\/(create|bulk|token|view|webhook|secret|codes|uses|respond|entries|invitations|reminders|admins)$/.test(route) ||
  ["PUT /feedback/status", "PUT /draw/:id/winner/:n"].includes(route)

describe("every documented call", () => {
  const made = new Set<string>()
  const hold = async (route: string, given: Sent = {}) => {
    made.add(route)
    const sent = { body: filled(exampleOf(route)), ...given, headers: { "Idempotency-Key": randomUUID() } }
    await refuseLongTexts(route, given)
    const { answer, problems } = await make(route, sent)
    expect([route, answer.status, problems, answer.status < 400 ? [] : answer.body]).toEqual([
      route,
      Number(Object.keys(operationOf(route).responses).find(status => /^[23]/.test(status))),
      [],
      [],
    ])
    if (isOnce(route)) {
      // Beyond the time in which the same body counts as a repetition.
      api.advance(10_001)
      const again = await make(route, sent)
      expect([route, again.answer.status, again.answer.value]).toEqual([route, answer.status, answer.value])
      expect([route, again.answer.headers.get("Undo-Token")]).toEqual([route, null])
    }
    return answer
  }
  let texts = 0
  let lengths = 0
  afterAll(() => reportAttack("texts above the limit of their member, and of 1 MB", lengths, 0))
  /** Each text of the body that a call takes has a limit, beyond which the call is refused. A short run sends a tenth of them. */
  const refuseLongTexts = async (route: string, sent: Sent = {}) => {
    const { schema, example } = operationOf(route).requestBody?.content["application/json"] ?? {}
    if (!schema) return
    for (const { path, limit } of textsIn(schema)) {
      expect([route, path.join("."), limit]).toEqual([route, path.join("."), expect.any(Number)])
      if (++texts % 10 && !isLong) continue
      for (const length of [Number(limit) + 1, ...(isLong || texts % 50 === 0 ? [1_000_000] : [])]) {
        // The example has a list of entries, beside which the single one is ignored.
        if (/^POST \/(draw\/:id\/entries|campaign\/:id\/uses)$/.test(route) && path.length === 1) continue
        // The address of a picture or of a page is one in all but its length.
        const text = (length > 300 ? "https://a.example/" : "").padEnd(length, "a")
        const { answer } = await make(route, { ...sent, body: withValue(sent.body ?? filled(example), path, text) })
        lengths++
        const isRowRefused = Array.isArray(answer.value) && answer.value.some(row => row.errors)
        expect([route, path.join("."), isRowRefused ? 400 : answer.status]).toEqual([route, path.join("."), 400])
      }
    }
  }
  const first = async (path: string, members?: string) => {
    const { value } = await api.call("GET", path, { token: tokens.TenantAdmin })
    return (members ? value[members] : value)[0]
  }

  it("answers as the document says", async () => {
    real.tenantId = (await api.call("GET", "/tenant/getcurrenttenantid", { token: tokens.TenantAdmin })).value
    real.categoryId = (await first("/category/list")).id
    const tenantAdmin = { token: tokens.TenantAdmin }

    // A record of each kind is made by its example, read, listed, changed, and deleted.
    for (const create of registered(/^POST \/(campaign|gift|payment|announcement|draw|survey|feedback|brand)\/create$/).sort()) {
      const path = create.split(" ")[1]?.replace("/create", "") ?? ""
      if (path !== "/brand") real.brandId ??= (await first("/brand/list", "brands")).id
      const answer = await hold(create, tenantAdmin)
      Object.assign(real, {
        id: answer.value.id,
        campaignId: answer.value.id,
        announcementId: answer.value.id,
        feedbackId: answer.value.id,
      })
      for (const route of registered(
        new RegExp(
          `^(GET|PUT|POST) ${path}/(list|stats|update|status|assign|respond|report/:id|:id|:id/(codes|codes/give|uses|uses/days|funnel|participants|recommendations|action-plans))$`,
        ),
      ))
        if (await hold(route, tenantAdmin)) made.add(route)
      if (path === "/campaign") {
        const running = { ...filled(exampleOf("PUT /campaign/update")), startDate: "2026-03-01T00:00:00Z" }
        await api.call("PUT", "/campaign/update", { ...tenantAdmin, body: running })
        await api.call("POST", `/campaign/${real.id}/uses`, { ...tenantAdmin, body: { email: accounts.user, amount: 1 } })
        const { codes } = (await api.call("GET", `/campaign/${real.id}/codes`, tenantAdmin)).value
        await hold("GET /campaign/code/:code", { ...tenantAdmin, path: `/campaign/code/${codes[0].code}` })
        const use = `/campaign/${real.id}/uses/1`
        await hold("DELETE /campaign/:id/uses/:useId", { ...tenantAdmin, path: use, body: { reason: "İade" } })
      }
      const change = await api.call("PUT", `${path}/update`, {
        ...tenantAdmin,
        body: filled(exampleOf(`PUT ${path}/update`)),
      })
      const token = change.headers.get("Undo-Token")
      if (token) await hold("POST /undo/:token", { ...tenantAdmin, path: `/undo/${token}` })
      const [entry] = (await api.call("GET", `/audit/list?entityId=${change.value?.id}&pageSize=1`, tenantAdmin)).value.entries
      if (entry) await hold("POST /audit/:entryId/restore", { ...tenantAdmin, path: `/audit/${entry.id}/restore` })
      for (const route of registered(new RegExp(`^DELETE ${path}/(delete/)?:id$`))) await hold(route, tenantAdmin)
    }

    // A change that waits for approval, of each kind that can need it.
    const ask = { tenantId: real.tenantId ?? "", modules: [...approvableModules] }
    await hold("PUT /approval/settings", { ...tenantAdmin, body: ask })
    for (const route of registered(/^GET .*\/:id\/proposal$/)) {
      const [entity = ""] = /\w+(?=\/:id)/.exec(route) ?? []
      const created = exampleOf(`POST /${entity}/create`)
      const { value } = await api.call("POST", `/${entity}/create?propose=true`, {
        ...tenantAdmin,
        body: { ...filled(created), status: 1 },
      })
      const path = `/${entity}/${value.id}/proposal`
      const idMember = Object.keys(exampleOf(`PUT /${entity}/update`))[0] ?? ""
      const send = () =>
        api.call("PUT", `/${entity}/update?propose=true`, { ...tenantAdmin, body: { [idMember]: value.id, status: 1 } })
      await hold(route, { ...tenantAdmin, path })
      await hold(`DELETE /${entity}/:id/proposal`, { ...tenantAdmin, path })
      await send()
      const byOther = { token: tokens.Administrator }
      await hold(`POST /${entity}/:id/proposal/return`, { ...byOther, path: `${path}/return` })
      await send()
      await hold(`POST /${entity}/:id/proposal/approve`, { ...byOther, path: `${path}/approve` })
    }
    const setting = `/approval/settings/${ask.tenantId}`
    const narrow = () => api.call("PUT", "/approval/settings", { ...tenantAdmin, body: { ...ask, modules: [] } })
    await narrow()
    await hold("DELETE /approval/settings/:owner/change", { ...tenantAdmin, path: `${setting}/change` })
    await narrow()
    await hold("POST /approval/settings/:owner/approve", { token: tokens.Administrator, path: `${setting}/approve` })

    // Entries of a draw that goes by their time.
    const time = (days: number) => new Date(api.now() + days * 86_400_000).toISOString()
    const dates = { startDate: time(-1), endDate: time(1), drawDate: time(2) }
    const { value: byTime } = await api.call("POST", "/draw/create", {
      ...tenantAdmin,
      body: { ...filled(exampleOf("POST /draw/create")), ...dates, method: 2, status: 1 },
    })
    const [entry] = (await hold("POST /draw/:id/entries", { ...tenantAdmin, path: `/draw/${byTime.id}/entries` })).value
    await hold("DELETE /draw/:id/entries/:employeeId", {
      ...tenantAdmin,
      path: `/draw/${byTime.id}/entries/${entry.employeeId}`,
    })
    await hold("POST /draw/funnel", tenantAdmin)

    // The steps of a draw whose date has come.
    const past = { startDate: time(-3), endDate: time(-2), drawDate: time(-1) }
    const { value: ready } = await api.call("POST", "/draw/create", {
      ...tenantAdmin,
      body: { ...filled(exampleOf("POST /draw/create")), ...past, status: 1 },
    })
    for (const step of ["rehearse", "lock", "run", "winner", "winner-mails", "void"]) {
      if (step === "winner-mails")
        await hold("GET /draw/:id/winner-mails", { ...tenantAdmin, path: `/draw/${ready.id}/winner-mails` })
      const route = step === "winner" ? "PUT /draw/:id/winner/:n" : `POST /draw/:id/${step}`
      await hold(route, { ...tenantAdmin, path: `/draw/${ready.id}/${step}${step === "winner" ? "/0" : ""}` })
    }
    await hold("GET /draw/register/:id", { path: `/draw/register/${ready.tenantId}` })
    await hold("PUT /maintenance", { body: { text: "Bakım", textEn: "", startDate: null, endDate: null, isReadOnly: false } })
    await hold("GET /maintenance")
    await hold("DELETE /maintenance")
    await hold("POST /tenant/:id/view-as", { path: `/tenant/${ready.tenantId}/view-as` })
    const erasure = `/tenant/${ready.tenantId}/erasure`
    await hold("POST /tenant/:id/erasure", { path: erasure, body: {} })
    await api.db.execute("update company_erasures set requested_by = gen_random_uuid()")
    await hold("POST /tenant/:id/erasure/approve", { path: `${erasure}/approve`, body: {} })
    await hold("DELETE /tenant/:id/erasure", { path: erasure })
    const { userId } = (await hold("GET /api/auth/me", tenantAdmin)).value
    for (const topic of ["summary", "approvals", "monthly-report"] as const) {
      const path = unsubscribeUrl(api.deps, topic, userId).split("/backend").at(-1) ?? ""
      for (const method of ["GET", "POST"]) await hold(`${method} /${topic}/unsubscribe/:token`, { path })
    }
    await hold("GET /draw/:id/audit", { path: `/draw/${ready.id}/audit` })

    // Invitations to a survey, and the answers of a respondent.
    const { value: survey } = await api.call("POST", "/survey/create", {
      ...tenantAdmin,
      body: { ...filled(exampleOf("POST /survey/create")), startDate: time(-1), endDate: time(1), status: 1 },
    })
    const { tokens: given } = (
      await hold("POST /survey/:id/invitations", { ...tenantAdmin, path: `/survey/${survey.id}/invitations` })
    ).value
    await hold("GET /survey/:id/invitations", { ...tenantAdmin, path: `/survey/${survey.id}/invitations` })
    const { value: mailed } = await api.call("POST", "/survey/create", {
      ...tenantAdmin,
      body: { ...filled(exampleOf("POST /survey/create")), startDate: time(-9), endDate: time(9), status: 1 },
    })
    await api.call("POST", `/survey/${mailed.id}/invitations`, { ...tenantAdmin, body: { mail: true } })
    await api.db.execute(`update surveys set invited_at = invited_at - interval '3 days' where id = '${mailed.id}'`)
    await hold("POST /survey/:id/reminders", { ...tenantAdmin, path: `/survey/${mailed.id}/reminders` })
    const [{ token: invited }] = given
    const { questions } = (await hold("GET /go/survey/:token", { path: `/go/survey/${invited}` })).value
    const answers = questions.map((question: { id: string }) => ({ questionId: question.id, value: 4 }))
    await hold("POST /survey/:id/test", { ...tenantAdmin, path: `/survey/${mailed.id}/test` })
    await hold("POST /survey/:id/answers", { path: `/survey/${survey.id}/answers`, body: { token: invited, answers } })
    await hold("GET /survey/report/:id/texts", {
      ...tenantAdmin,
      path: `/survey/report/${survey.id}/texts?questionId=${questions[0].id}`,
    })

    // People.
    for (const create of ["POST /user/create", "POST /api/users/create"]) real.id = (await hold(create)).value.id
    const administrator = (await api.call("GET", "/api/auth/me", { token: tokens.TenantAdmin })).value.userId
    for (const route of registered(/^(GET|PUT) \/(user|api\/users)(\/|$)/))
      await hold(route, route.endsWith("/permissions") ? { path: `/user/${administrator}/permissions` } : undefined)
    await hold("DELETE /api/users/delete/:id")
    await hold("DELETE /api/users/hard-delete/:id")
    const { value: second } = await hold("POST /user/admins")
    await hold("POST /user/:id/invitation", { path: `/user/${second.id}/invitation` })
    await api.db.execute(`update jobs set state = 'failed' where record_id = '${second.id}'`)
    const { messages } = (await hold("GET /message")).value
    await hold("POST /message/:id/resend", { path: `/message/${messages[0].id}/resend` })
    await hold("DELETE /user/admins/:userId", { path: `/user/admins/${second.id}` })

    // People from the directory.
    const directory = (route: string) => hold(route, { ...tenantAdmin, path: route.split(" ")[1]?.replace(":id", scimId) })
    let scimId = ""
    for (const part of ["Schemas", "ResourceTypes"]) {
      scimId = (await directory(`GET /scim/v2/${part}`)).body.Resources[0].id
      await directory(`GET /scim/v2/${part}/:id`)
    }
    await directory("GET /scim/v2/ServiceProviderConfig")
    scimId = (await directory("POST /scim/v2/Users")).body.id
    await directory("GET /scim/v2/Users")
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) await directory(`${method} /scim/v2/Users/:id`)

    // Companies.
    for (const create of registered(/^POST \/(tenant\/(tenant-)?admin|api\/company)\/create$/)) {
      const { value } = await hold(create)
      real.id = value.id
      real.tenantId = value.id
      const { value: admin } = await hold("POST /tenant/:id/admins", {
        body: { ...exampleOf("POST /tenant/:id/admins"), email: `ada.${value.id.slice(0, 8)}@deniz.example` },
      })
      const isOwn = create.includes("tenant-admin")
      for (const route of registered(/^(GET|PUT) \/(tenant|api\/company)(\/|$)/))
        if (/tenant-admin/.test(route) === isOwn || route.startsWith("GET")) await hold(route)
      await hold("DELETE /tenant/:id/admins/:userId", { path: `/tenant/${value.id}/admins/${admin.id}` })
      await hold(create.includes("api") ? "DELETE /api/company/delete/:id" : "DELETE /tenant/delete/:id")
    }
    const { value } = await hold("POST /api/company/create", {
      body: { name: "Bir şirket daha", emails: ["bilgi@daha.example"] },
    })
    await hold("DELETE /api/company/soft-delete/:id", { path: `/api/company/soft-delete/${value.id}` })

    // Sessions and sign-in.
    const email = accounts.mert
    await hold("GET /Auth/GetCode/:email", { path: `/Auth/GetCode/${email}` })
    const code = () => api.outbox.findLast(mail => mail.to === email)?.code
    await hold("GET /Auth/GetToken", { path: `/Auth/GetToken?email=${email}&code=${code()}` })
    await api.call("GET", `/Auth/GetCode/${email}`)
    const pair = (await hold("POST /api/auth/login", { body: { email, code: code() } })).value
    await hold("POST /api/auth/refresh", { body: { refreshToken: pair.refreshToken } })
    const { token } = await api.tokensFor(email)
    const own = await hold("GET /api/auth/sessions", { token })
    const other = own.value.find((session: { current: boolean }) => !session.current)
    await hold("DELETE /api/auth/sessions/:id", { token, path: `/api/auth/sessions/${other.id}` })
    await hold("POST /api/auth/logout", { token })

    // Sign-in by a provider. Its answers: test/server/auth/provider.test.ts.
    await hold("GET /Auth/provider", { path: `/Auth/provider?email=${email}` })
    await hold("GET /Auth/provider/callback")
    made.add("POST /api/auth/exchange")
    await hold("GET /sign-in/connection")
    await hold("PUT /sign-in/connection")
    await hold("POST /sign-in/connection/test", { body: {} })
    await hold("POST /sign-in/connection/try", { body: { path: "/user/connections?signIn" } })
    await hold("DELETE /sign-in/connection")

    // Passkeys. The answers of an authenticator: test/server/auth/passkeys.test.ts.
    for (const name of ["", "/first", "/recovery"]) made.add(`POST /api/auth/passkey${name}`)
    for (const call of ["POST /api/auth/passkeys", "PUT /api/auth/passkeys/:id", "DELETE /api/auth/passkeys/:id"]) made.add(call)
    made.add("POST /api/auth/recovery-codes")
    made.add("DELETE /user/:id/passkeys")
    await hold("POST /api/auth/passkey/options", { body: {} })
    await hold("POST /api/auth/passkeys/options", { body: {} })
    await hold("GET /api/auth/passkeys")
    await hold("GET /sign-in/passkeys")
    await hold("PUT /sign-in/passkeys")
    await hold("POST /api/auth/logout-all", { token: await api.signIn(email) })

    await hold("GET /metrics", { token: metricsToken })

    for (const module of reportModules)
      await hold("GET /report/:module", { path: `/report/${module}?from=2026-01-01&to=2026-03-31` })

    await hold("GET /calendar/list", { path: "/calendar/list?from=2026-01-01&to=2026-12-31" })

    const { token: access } = (await hold("POST /token")).value
    await hold("DELETE /token/:id", { path: `/token/${access.id}` })
    const hook = { ...exampleOf("POST /webhook"), url: api.config.aiUrl }
    const { webhook } = (await hold("POST /webhook", { body: hook })).value
    await hold("GET /webhook")
    for (const route of registered(/^(GET|PUT|POST|DELETE) \/webhook\/:id/).sort())
      if (!route.startsWith("DELETE")) await hold(route, { path: route.split(" ")[1]?.replace(":id", webhook.id) })
    await hold("DELETE /webhook/:id", { path: `/webhook/${webhook.id}` })

    const saved = (await hold("POST /view", tenantAdmin)).value
    for (const route of ["PUT /view/:id", "DELETE /view/:id"]) await hold(route, { ...tenantAdmin, path: `/view/${saved.id}` })

    for (const kind of ["category", "department"]) {
      const [one, other, into] = (await api.call("GET", `/${kind}/usage`, { token: tokens.Administrator })).value
      real.into = into.id
      await hold(`PUT /${kind}/:id`, { path: `/${kind}/${one.id}` })
      await hold(`POST /${kind}/:id/merge`, { path: `/${kind}/${one.id}/merge` })
      await hold(`DELETE /${kind}/:id`, { path: `/${kind}/${other.id}` })
    }

    // Pictures, and what is left: reads without an id, and creates of names.
    for (const route of registered(/\/(media|logo)$/)) await hold(route)
    const { url } = (await upload("/brand/media", tokens.Administrator)).value
    await hold("GET /media/:name", { path: url.replace("/backend", "") })
    const missing = () => registered(/./).filter(route => !made.has(route))
    for (const route of missing()) if (!/:/.test(route)) await hold(route)
    expect(missing()).toEqual([])
  })

  it("refuses a guest with the documented answer, unless it needs no session", async () => {
    const guarded = operations().filter(({ operation }) => operation.security.length)
    expect(guarded.length).toBeGreaterThan(100)
    for (const { route } of guarded) {
      const { answer, problems } = await make(route, { token: "", path: route.split(" ")[1]?.replaceAll(/:\w+/g, exampleId) })
      expect([route, answer.status, problems]).toEqual([route, 401, []])
      const envelope = { isSuccess: false, value: null, errors: [expect.any(String)] }
      expect([route, answer.body]).toMatchObject([route, route.includes("/scim/") ? { status: "401" } : envelope])
    }
  })

  it("asks for the members that it says it needs, takes no blank for them, and names each in its refusal", async () => {
    real.tenantId = (await api.call("GET", "/tenant/getcurrenttenantid", { token: tokens.TenantAdmin })).value
    const idOf = async (entity: string): Promise<string> => {
      const { value } = await api.call("GET", `/${entity}/list`, { token: tokens.Administrator })
      return (value[`${entity}s`] ?? value)[0].id
    }
    const needed = new Map(routes.map(({ name, required }) => [name, required]))
    for (const route of registered(/^POST/)) {
      const example = exampleOf(route)
      for (const name of needed.get(route) ?? []) {
        const { [name]: value, ...rest } = filled(example)
        const [, entity] = /^POST \/(\w+)\/:id\/(?:proposal|merge)/.exec(route) ?? []
        const id = entity ? await idOf(entity) : (real.tenantId ?? "")
        for (const body of [rest, ...(typeof value === "string" ? [{ ...rest, [name]: " \t" }] : [])]) {
          const { answer, problems } = await make(route, { body, path: route.split(" ")[1]?.replace(":id", id) })
          expect([route, name, answer.status, problems]).toEqual([route, name, 400, []])
          const fields = answer.body.validationErrors.map((entry: { propertyName: string }) => entry.propertyName)
          expect([route, name, fields]).toEqual([route, name, expect.arrayContaining([name])])
        }
      }
      const required = operationOf(route).requestBody?.content["application/json"]?.schema.required as string[] | undefined
      if (!required || route.includes("/auth/") || route.includes("respond")) continue
      // With these alone nothing is missing; what may not be there twice is the only thing left to say.
      const least = Object.fromEntries(Object.entries(filled(example)).filter(([name]) => required.includes(name)))
      const token = operationOf(route).security[0]?.bearer.includes("TenantAdmin") ? tokens.TenantAdmin : undefined
      const { answer } = await make(route, { token, body: least, path: route.split(" ")[1]?.replace(":id", real.tenantId ?? "") })
      const fields = answer.body.validationErrors?.map((entry: { propertyName: string }) => entry.propertyName) ?? []
      expect([route, fields.filter((field: string) => !required.includes(field))]).toEqual([route, []])
    }
  })

  it("takes every parameter that it documents", async () => {
    // The calendar is no list of pages: it requires a period.
    for (const { route, operation } of operations().filter(one =>
      /^GET (?!\/calendar).*\/(list|users|company)$/.test(one.route),
    )) {
      const path = route.split(" ")[1] ?? ""
      const token = tokens.TenantAdmin
      const whole = (await api.call("GET", path, { token })).value
      for (const { name, schema } of operation.parameters) {
        // test/server/records/lists.test.ts sorts by each key.
        const values = (schema.enum as string[] | undefined) ?? [String(schema.default ?? "1")]
        for (const value of sample(values, name === "sortBy" ? 1 : 3)) {
          const pageSize = name === "pageSize" ? "" : `&pageSize=${isLong ? 100 : 5}`
          const { answer, problems } = await make(route, { token, path: `${path}?${name}=${value}${pageSize}` })
          expect([route, name, value, answer.status, problems]).toEqual([route, name, value, 200, []])
        }
      }
      if (operation.parameters.some(parameter => parameter.name === "pageSize"))
        expect([route, whole.totalCount]).toEqual([route, expect.any(Number)])
    }
  })
})
