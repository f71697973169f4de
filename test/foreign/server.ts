import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { listen } from "../../scripts/free-port.mjs"
import { png } from "../pictures"
import { categories, companies, dashboard, departments, identity, makeRecords, type Shape, surveyReport } from "./records"

/**
 * A server of docs/contract.md that shares no line with the reference API: another origin, numeric ids, no extensions,
 * refusals as HTTP 200. It runs in the process of the test, which changes its switches and reads what it received. Members and
 * parameters that the contract marks as extensions are noted, so that no test sends any.
 */

export type Switches = {
  /** How the next refreshes are answered. */
  refresh: "works" | "refused" | "empty" | "withoutTokens" | "unauthorised"
  /** How a wrong code is refused: HTTP 200 with `isSuccess: false`, or 401. */
  wrongCode: 200 | 401
  /** Codes can't be mailed: HTTP 503 with a text. */
  isMailDown: boolean
  /** A create is carried out, and its answer ends in the middle. */
  cutsCreates: boolean
  /** How calls that do not exist are answered. */
  missing: "bare" | "envelope"
  role: "TenantAdmin" | "Administrator" | "User"
  /** How long access tokens live, s. */
  tokenSeconds: number
  /** An update is refused with HTTP 409 and the stored record. */
  conflicts: boolean
}

export type Received = {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingMessage["headers"]
  body?: Shape
}

export type ForeignServer = {
  url: string
  switches: Switches
  /** Calls in their order, preflights left out. */
  received: Received[]
  /** What was sent that this server does not know: `POST /draw/create newDays`, `GET /tenant/12/subsidiaries?sortBy`. */
  unknown: Set<string>
  /** Answers as the server does, without a socket. */
  fetch: (url: string, init?: RequestInit) => Promise<Response>
  /** A stored record, as it is sent. */
  record: (kind: string, id: number) => Shape | undefined
  count: (kind: string) => number
  /** Stores a copy of a record that differs in a member. @returns its id */
  copy: (kind: string, id: number, member: string, value: string) => number
  /** Every switch and record as at the start. */
  reset: () => void
  /** Every access token that was given out counts for nothing from now on. */
  expireTokens: () => void
  stop: () => Promise<void>
}

/** The one code that is right. */
export const foreignCode = "123456"

type Kind = {
  /** Name of the list's member, in the server's own spelling. */
  list: string
  /** The member of an update that names the record. */
  updateId: string
  remove: string
  isPascal?: boolean
  /** Members of a body by the specification. A body may have those too that the server has sent with the record. */
  members: string
  /** Parameters of the list besides page, pageSize, keyword and status. */
  query?: string
  /** Calls that are extensions, which the server does not have. */
  lacks?: ("PUT" | "DELETE")[]
  /** Whether the server names the owners of such records. */
  hasOwner?: boolean
}

const period = "startDate endDate"
const sort = "sortBy sortOrder"
const kinds: Record<string, Kind> = {
  campaign: {
    list: "campaigns",
    updateId: "campaignId",
    remove: "/campaign/delete/",
    members: `title description terms rewardType rewardValue currency giftCardId productName categoryId brandId ${period} participantLimit tenantIds status media`,
    query: `categoryId brandId ${period} ${sort}`,
    hasOwner: true,
  },
  announcement: {
    list: "announcements",
    updateId: "announcementId",
    remove: "/announcement/delete/",
    members: `title description body type status ${period} media`,
    query: `type ${period} ${sort}`,
    hasOwner: true,
  },
  brand: {
    list: "brands",
    updateId: "id",
    remove: "/brand/",
    members: "name description logo location tenantIds categoryId contactPersons emails phones status",
    query: `categoryId ${sort}`,
    hasOwner: true,
  },
  payment: {
    list: "Payments",
    updateId: "id",
    remove: "/payment/",
    isPascal: true,
    members: "name description logo tenantIds categoryIds contactPerson email phone website address",
    query: "categoryId",
    hasOwner: true,
  },
  gift: {
    list: "Gifts",
    updateId: "id",
    remove: "/gift/",
    isPascal: true,
    members:
      "cardName brandId description cardImage validityStart validityEnd maxUsage apiIntegrationCode categories status terms tenantIds metadata",
    query: "categoryId",
    hasOwner: true,
  },
  draw: {
    list: "draws",
    updateId: "id",
    remove: "/draw/delete/",
    members: `tenantId title description method eligibility departmentId employeeIds prizes ${period} drawDate status media`,
    query: `departmentId ${period} ${sort}`,
    lacks: ["DELETE"],
  },
  survey: {
    list: "surveys",
    updateId: "id",
    remove: "/survey/delete/",
    members: `title description type status ${period} tenantIds questions`,
    query: `type ${period} ${sort}`,
    lacks: ["PUT", "DELETE"],
  },
  user: {
    list: "users",
    updateId: "id",
    remove: "/user/delete/",
    members: "firstName lastName email phoneNumber logo role status departmentId",
    // Company and role are asked for, and compared with the rows of the answer.
    query: `departmentId tenantId role ${sort}`,
    lacks: ["PUT", "DELETE"],
    hasOwner: true,
  },
  tenant: {
    list: "Tenants",
    updateId: "tenantId",
    remove: "/tenant/delete/",
    isPascal: true,
    members:
      "name emails contactPersons phone domain activeStatus location logo website description industry companySize primaryColor secondaryColor visualIdentity socialMedia subTenants",
    query: `industry companySize ${sort}`,
  },
  feedback: {
    list: "feedbacks",
    updateId: "id",
    remove: "/feedback/delete/",
    members:
      "type subject description userId userName email priority category tenantId internalNotes resolutionStep attachments status",
    query: `type priority category tenantId assignedTo ${sort}`,
  },
}

type Reply = { status: number; body?: unknown; isCut?: boolean }

const ok = (value: unknown): Reply => ({ status: 200, body: { value, isSuccess: true, errors: [], status: 0 } })
const okPascal = (value: unknown): Reply => ({ status: 200, body: { Value: value, IsSuccess: true, Errors: [], Status: 0 } })
/** A refusal as this server words it. */
const refused = (text: string, status = 200): Reply => ({
  status,
  body: { value: null, isSuccess: false, errors: [text], status: 2 },
})

const idOf = (shape: Shape) => Number(shape.id ?? shape.Id)
const memberOf = (shape: Shape, name: string) => shape[name] ?? shape[name.charAt(0).toUpperCase() + name.slice(1)]
const pascal = (shape: Shape): Shape =>
  Object.fromEntries(Object.entries(shape).map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]))
/** Ids arrive as the console sends them, and are stored as numbers. */
const numeric = (name: string, value: unknown): unknown => {
  if (/(^i|I)ds?$|^categories$/.test(name)) {
    if (Array.isArray(value)) return value.map(Number)
    return typeof value === "string" ? (value ? Number(value) : null) : value
  }
  return value
}

const claim = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/"
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const jsonIn = (body: Buffer): Shape | undefined => {
  try {
    return JSON.parse(body.toString()) as Shape
  } catch {
    return undefined
  }
}

export const startForeignServer = async (): Promise<ForeignServer> => {
  const records = makeRecords()
  const received: Received[] = []
  const unknown = new Set<string>()
  const live = new Set<string>()
  let count = 100
  const initial: Switches = {
    refresh: "works",
    wrongCode: 200,
    isMailDown: false,
    cutsCreates: false,
    missing: "bare",
    role: "TenantAdmin",
    tokenSeconds: 900,
    conflicts: false,
  }
  const switches = { ...initial }

  /** Tokens say when they end, and not when they were made. */
  const tokens = (email: string) => {
    const exp = Math.floor(Date.now() / 1000) + switches.tokenSeconds
    const payload = {
      [`${claim}emailaddress`]: email,
      [`${claim}nameidentifier`]: 7,
      role: [switches.role],
      ...(switches.role === "TenantAdmin" && { TenantId: 12 }),
      exp,
      jti: ++count,
    }
    const token = `${part({ alg: "none" })}.${part(payload)}.x`
    live.add(token)
    return { token, refreshToken: `refresh-${count} ${email}`, refreshTokenExpiryTime: "2030-01-01T00:00:00" }
  }

  const missing = (): Reply => (switches.missing === "bare" ? { status: 404 } : refused("Böyle bir adres yok.", 404))

  const refresh = ({ body }: Received): Reply => {
    const email = String(body?.refreshToken ?? "").split(" ")[1]
    switch (switches.refresh) {
      case "refused":
        return refused("Oturum bulunamadı.")
      case "empty":
        return { status: 204 }
      case "withoutTokens":
        return ok({})
      case "unauthorised":
        return refused("Oturum bulunamadı.", 401)
      default:
        return email ? ok(tokens(email)) : refused("Oturum bulunamadı.")
    }
  }

  const signIn = (call: Received): Reply => {
    if (call.path.startsWith("/Auth/GetCode/")) return switches.isMailDown ? refused("Kod gönderme başarısız", 503) : ok(null)
    if (call.query.code === foreignCode) return ok(tokens(call.query.email ?? ""))
    return refused("Doğrulama kodu hatalı", switches.wrongCode)
  }

  /** Notes the names that `known` does not hold. */
  const check = (call: string, sent: Shape | undefined, known: string) => {
    for (const name of Object.keys(sent ?? {})) if (!known.split(" ").includes(name)) unknown.add(call + name)
  }

  const listOf = (kind: Kind, query: Record<string, string>, all: Shape[]): Reply => {
    const size = Number(query.pageSize ?? 8)
    const from = Number(query.page ?? 0) * size
    const found = all.filter(
      shape =>
        (!query.keyword || JSON.stringify(shape).toLowerCase().includes(query.keyword.toLowerCase())) &&
        (!query.status || String(memberOf(shape, "status")) === query.status),
    )
    // The lists of gifts and payments take no sort parameters.
    const rows = query.sortBy && !kind.isPascal ? found.toSorted((a, b) => idOf(a) - idOf(b)) : found
    const page = { [kind.list]: rows.slice(from, from + size) }
    return kind.isPascal ? okPascal({ ...page, TotalCount: found.length }) : ok({ ...page, totalCount: found.length })
  }

  const stored = (body: Shape, kind: Kind, id: number): Shape => {
    const { [kind.updateId]: _, ...members } = body
    const shape = {
      id,
      ...(kind.hasOwner && { tenantId: 12 }),
      ...Object.fromEntries(Object.entries(members).map(([name, value]) => [name, numeric(name, value)])),
    }
    return kind.isPascal ? pascal(shape) : shape
  }

  const change = (name: string, kind: Kind, body: Shape): Reply => {
    const own = records[name] ?? []
    const id = Number(body[kind.updateId])
    const at = own.findIndex(shape => idOf(shape) === id)
    const before = own[at]
    if (!before) return refused("Kayıt bulunamadı.", 404)
    if (switches.conflicts) return { status: 409, body: { value: before, isSuccess: false, errors: ["Başkası değiştirdi."] } }
    // The parent of a company is in no body.
    own[at] = { ...stored(body, kind, id), ...("ParentId" in before && { ParentId: before.ParentId }) }
    return { status: 204 }
  }

  const create = (name: string, kind: Kind, body: Shape): Reply => {
    if (
      memberOf(body, "title") === "Reddedilen" ||
      memberOf(body, "name") === "Reddedilen" ||
      body.subject === "Reddedilen" ||
      body.firstName === "Reddedilen" ||
      body.cardName === "Reddedilen"
    )
      return refused("Bu ad kullanılamaz.")
    const shape = stored(body, kind, ++count)
    records[name]?.push(shape)
    const answered = kind.isPascal
      ? okPascal({ Id: count }).body
      : { ...Object(ok({ id: count }).body), successMessage: "Onaya sunuldu." }
    return { status: 200, body: answered, isCut: switches.cutsCreates }
  }

  const ofKind = (name: string, kind: Kind, call: Received): Reply => {
    const { method, path, query, body = {} } = call
    const own = records[name] ?? []
    const rest = path.slice(name.length + 2).replace(/^(tenant-)?admin\//, "")
    const paging = "page pageSize keyword status"
    if (method === "GET" && rest === "list") {
      check(`GET ${path}?`, query, `${paging} ${kind.query}`)
      return listOf(kind, query, own)
    }
    if (method === "GET" && name === "tenant" && /^\d+\/subsidiaries$/.test(rest)) {
      check(`GET ${path}?`, query, paging)
      const parent = Number.parseInt(rest, 10)
      return listOf(
        kind,
        query,
        own.filter(shape => shape.ParentId === parent),
      )
    }
    if (method === "GET" && name === "survey" && rest.startsWith("report/")) return ok({ value: surveyReport })
    if (name === "feedback" && rest !== "update" && (method === "PUT" || rest === "respond" || rest === "stats"))
      return ofFeedback(rest, body)
    if (rest === "create" || rest === "update") {
      const shown = Object.keys(own.find(shape => idOf(shape) === Number(body[kind.updateId])) ?? {})
      const names = shown.map(name => name.charAt(0).toLowerCase() + name.slice(1))
      check(`${method} ${path} `, body, [kind.members, kind.updateId, ...names].join(" "))
    }
    if (kind.lacks?.includes(method as "PUT")) return missing()
    if (method === "POST" && rest === "create") return create(name, kind, body)
    if (method === "PUT" && rest === "update") return change(name, kind, body)
    if (method === "POST" && (rest === "media" || rest === "logo")) return ok({ Url: `/files/upload-${++count}.png` })
    if (method === "DELETE" && path.startsWith(kind.remove)) {
      const at = own.findIndex(shape => idOf(shape) === Number(path.slice(kind.remove.length)))
      if (at < 0) return refused("Kayıt bulunamadı.", 404)
      own.splice(at, 1)
      return { status: 200 }
    }
    const found = /^\d+$/.test(rest) && own.find(shape => idOf(shape) === Number(rest))
    if (method !== "GET" || !found) return missing()
    return kind.isPascal ? okPascal(found) : ok(found)
  }

  /** Members of the calls on one item. */
  const ofItem: Record<string, string> = {
    status: "id status response internalNotes resolutionStep",
    assign: "id assignedTo assignedToName",
    respond: "feedbackId message type isInternal authorName authorEmail attachments",
  }

  /** Status, assignee and replies; this server counts neither times nor notes. */
  const ofFeedback = (rest: string, body: Shape): Reply => {
    const all = records.feedback ?? []
    check(`feedback/${rest} `, body, ofItem[rest] ?? "")
    if (rest === "stats") return ok({ total: all.length, new: all.filter(({ status }) => status === 0).length })
    const found = all.find(shape => idOf(shape) === Number(body.id ?? body.feedbackId))
    if (!found) return refused("Feedback bulunamadı", 404)
    const { response, message = response, id: _, feedbackId: __, type, ...change } = body
    if (rest !== "respond") Object.assign(found, change)
    const entry = { id: ++count, type: type ?? 0, message, authorName: "Ada Deniz" }
    if (message) found.conversations = [...((found.conversations ?? []) as Shape[]), entry]
    return ok(found)
  }

  const answer = (call: Received): Reply => {
    const { method, path } = call
    if (path.startsWith("/Auth/")) return signIn(call)
    if (path === "/api/auth/refresh") return refresh(call)
    if (!live.has(String(call.headers.authorization).replace("Bearer ", ""))) return { status: 401 }
    if (path === "/api/auth/logout") return ok(true)
    if (method === "GET") {
      if (path === "/category/list") return okPascal(categories)
      if (path === "/department/list") return ok(departments)
      if (path === "/tenant/get-all") return okPascal(companies)
      if (path === "/tenant/mytenant") return okPascal(identity)
      if (path === "/tenant/getcurrenttenantid") return ok(12)
      if (path === "/city/list") return ok([{ id: 35, name: "İzmir" }])
      if (/^\/tenant\/\d+\/onboarding$/.test(path))
        return ok({ isCompleted: false, progress: 50, steps: { companyProfile: true, branding: true } })
      if (path === "/tenant/izinler") return ok([])
      if (path === "/tenant/12/modules") return okPascal({ Reports: true })
      if (path === "/api/dashboard/stats") return ok(dashboard.stats)
      if (path === "/api/dashboard/user-metrics") return ok(dashboard.userMetrics)
    }
    const [, name = ""] = path.split("/")
    const kind = kinds[name]
    return kind ? ofKind(name, kind, call) : missing()
  }

  const receive = (method: string, url: string, headers: Received["headers"], sent: Buffer): Reply => {
    const { pathname, searchParams } = new URL(url, "http://foreign")
    const body = jsonIn(sent)
    const path = decodeURIComponent(pathname.replace(/^\/v1/, ""))
    const call = { method, path, query: Object.fromEntries(searchParams), headers, ...(body && { body }) }
    received.push(call)
    return answer(call)
  }

  const send = (response: ServerResponse, { status, body, isCut }: Reply) => {
    const text = body === undefined ? "" : JSON.stringify(body)
    response.writeHead(status, {
      "Access-Control-Allow-Origin": "*",
      ...(text && { "Content-Type": "application/json; charset=utf-8", "Content-Length": Buffer.byteLength(text) }),
    })
    if (!isCut) return response.end(text)
    response.write(text.slice(0, text.length / 2), () => response.destroy())
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "GET" } = request
    if (method === "OPTIONS") {
      response.writeHead(204, {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
        "Access-Control-Allow-Headers": "Authorization, Content-Type, Accept-Language",
      })
      return response.end()
    }
    const url = request.url ?? "/"
    if (url.includes("/files/")) {
      response.writeHead(200, { "Content-Type": "image/png" })
      return response.end(png(url.length))
    }
    send(response, receive(method, url, request.headers, await readBody(request)))
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  const port = await listen(server)

  return {
    url: `http://127.0.0.1:${port}/v1`,
    switches,
    received,
    unknown,
    fetch: async (url, { method = "GET", headers, body } = {}) => {
      const sent = Buffer.from(typeof body === "string" ? body : "")
      const named = Object.entries((headers ?? {}) as Record<string, string>).map(([name, value]) => [name.toLowerCase(), value])
      const reply = receive(method, url, Object.fromEntries(named), sent)
      return new Response(reply.body === undefined ? null : JSON.stringify(reply.body), { status: reply.status })
    },
    record: (kind, id) => records[kind]?.find(shape => idOf(shape) === id),
    count: kind => records[kind]?.length ?? 0,
    copy: (kind, id, member, value) => {
      const shape = records[kind]?.find(record => idOf(record) === id)
      if (!shape) throw new Error(`There is no ${kind} ${id}.`)
      const change = { id: ++count, [member]: value }
      records[kind]?.push({ ...shape, ...(kinds[kind]?.isPascal ? pascal(change) : change) })
      return count
    },
    reset: () => {
      Object.assign(switches, initial)
      Object.assign(records, makeRecords())
    },
    expireTokens: () => live.clear(),
    stop: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
