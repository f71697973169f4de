import { gunzipSync, inflateSync } from "node:zlib"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openSession } from "../../server/src/auth/sessions"
import { rowsOf } from "../../server/src/db/open"
import { users } from "../../server/src/db/schema"
import { createRandom } from "../../server/src/seed/random"
import { accounts, createTestApi, type TestApi } from "../api"
import { isLong, rounds } from "../rounds"
import { type Fuzzed, fuzzed, type Harvest, harvestOf, idsIn, topicOf } from "./fuzz-requests"

/** Random calls on every route: TEST_ROUNDS multiplies their number, TEST_SEED draws others. */
const seed = Number(process.env.TEST_SEED ?? 20_260_310)
const total = isLong ? 500 * rounds : 80
/** The records are read anew after so many calls: what was stored comes back in. */
const step = 250
const slowest = 5_000

/** Stands in every record of the other company, and in no call's body. */
const word = "Gizlikelime7431"
/** What no answer may tell: where the code stands, and how it asks the database. */
const telling =
  /\n\s+at |node_modules|\.[cm]?[tj]s:\d+|Failed query|insert into "|select ".* from "|syntax error at|invalid input syntax|violates .* constraint|invalid byte sequence|(?:Postgres|Zod|Type|Range|Syntax|Drizzle\w*)Error/
/** Answers without the envelope (docs/contract.md#operations-calls). */
const bare = /^\/backend\/(healthz|readyz|metrics|outbox|openapi\.json|media\/[^/]*|ai\/.*)$/

type Who = keyof typeof accounts
let api: TestApi
let routes: [string, string][] = []
let foreign: Set<string>
let undoToken = ""
const tokens: Record<Who, string> = { admin: "", elif: "", mert: "", user: "" }
let reads: Harvest = { ids: [], bodies: new Map() }
let accountIds: string[] = []
let people: (typeof users.$inferSelect)[] = []

const open = async (who: Who) => {
  const person = people.find(({ email }) => email === accounts[who])
  if (!person) throw new Error(`${who} is gone`)
  tokens[who] = (await openSession(api.deps, person, "fuzz")).token
  return person.id
}

/** What one account can read: every list, and some of each list's records. */
const harvest = async (who: "elif" | "mert") => {
  const answers: [string, unknown][] = []
  const read = async (path: string) => {
    const answer = await api.call("GET", path.replace("/backend", ""), { token: tokens[who] })
    if (answer.status === 200 && answer.value !== undefined) answers.push([path, answer.value])
  }
  const gets = routes.filter(([method]) => method === "GET").map(([, path]) => path)
  for (const path of gets.filter(path => !path.includes(":") && !/auth|outbox|metrics/i.test(path))) await read(path)
  const { bodies } = harvestOf(answers)
  for (const path of gets.filter(path => /^\/backend\/(api\/)?[\w-]+\/:id$/.test(path)))
    for (const { id } of (bodies.get(topicOf(path)) ?? []).slice(0, 4)) await read(path.replace(":id", String(id)))
  return { harvest: harvestOf(answers), told: answers.filter(([, value]) => JSON.stringify(value).includes(word)).length }
}

/** Writes the word into every text of these companies that a person reads. */
const mark = async (family: string[]) => {
  const ids = family.map(id => `'${id}'`).join(", ")
  const columns = await rowsOf<{ table_name: string; column_name: string }>(
    api.db,
    `select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and is_generated = 'NEVER' and column_name in ('title', 'name',
        'card_name', 'subject', 'description', 'body', 'terms', 'first_name', 'last_name', 'user_name', 'product_name')`,
  )
  const owned = await rowsOf<{ table_name: string }>(
    api.db,
    "select table_name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'",
  )
  for (const { table_name: table, column_name: column } of columns) {
    const owner = table === "tenants" ? "id" : owned.some(row => row.table_name === table) ? "tenant_id" : undefined
    if (owner) await api.db.execute(`update ${table} set ${column} = ${column} || ' ${word}' where ${owner} in (${ids})`)
  }
}

beforeAll(async () => {
  api = await createTestApi({ env: { TRUSTED_PROXY: "1" } })
  routes = [...new Set(api.app.routes.map(({ method, path }) => `${method} ${path}`))]
    .sort()
    .map(route => route.split(" ") as [string, string])
    .filter(([method, path]) => method !== "ALL" && path.startsWith("/backend"))
  people = await api.db.select().from(users)
  accountIds = [await open("admin"), await open("elif"), await open("mert"), await open("user")]
  const companies = (await api.call("GET", "/tenant/get-all", { token: tokens.mert })).value as { id: string }[]
  await mark(companies.map(({ id }) => id))
  const own = await harvest("elif")
  const theirs = await harvest("mert")
  expect(own.told).toBe(0)
  expect(theirs.told).toBeGreaterThan(8)
  foreign = new Set(theirs.harvest.ids.filter(id => !own.harvest.ids.includes(id)))
  const campaign = theirs.harvest.bodies.get("campaign")?.find(({ id }) => foreign.has(String(id)))
  const { value } = await api.call("GET", `/campaign/${campaign?.id}`, { token: tokens.mert })
  const changed = await api.call("PUT", "/campaign/update", { token: tokens.mert, body: { ...value, campaignId: value.id } })
  undoToken = changed.headers.get("Undo-Token") ?? ""
  expect(undoToken).not.toBe("")
})
afterAll(() => api.close())

const textOf = async (answer: Response) => {
  const bytes = Buffer.from(await answer.arrayBuffer())
  const encoding = answer.headers.get("Content-Encoding")
  return (encoding === "gzip" ? gunzipSync(bytes) : encoding === "deflate" ? inflateSync(bytes) : bytes).toString("utf8")
}

const isEnvelope = (text: string, status: number) => {
  try {
    const body = JSON.parse(text) as Record<string, unknown>
    const members = ["errors", "isSuccess", "status", "successMessage", "validationErrors", "value"]
    const { isSuccess, errors, validationErrors } = body
    if (JSON.stringify(Object.keys(body).sort()) !== JSON.stringify(members)) return false
    if (!Array.isArray(errors) || !Array.isArray(validationErrors)) return false
    return isSuccess === status < 300 && errors.length > 0 !== isSuccess && (status === 200 || status >= 400)
  } catch {
    return false
  }
}

/** What is wrong with an answer. */
const isScim = (path: string) => path.includes("/scim/v2")

const faultsOf = (answer: Response, text: string, path: string, method: string, who: Who | "guest", ms: number) => {
  const { status } = answer
  const faults: string[] = []
  if (status >= 500) faults.push(`answered ${status}`)
  if (ms > slowest) faults.push(`took ${Math.round(ms)} ms`)
  if (telling.test(text)) faults.push(`tells ${telling.exec(text)?.[0]}`)
  if (who !== "admin" && text.includes(word)) faults.push("tells another company's words")
  // A redirect has no body, and answers of SCIM have a form of their own (docs/contract.md#scim).
  const isEmpty = status === 204 || status === 302 || method === "HEAD"
  if (isScim(path) && !isEmpty) return text.includes('"schemas"') ? faults : [...faults, "has not the form of SCIM"]
  if (isEmpty ? text !== "" : !isEnvelope(text, status) && !(status === 200 && bare.test(path))) faults.push("has no envelope")
  return faults
}

const send = async ({ method, path, headers, body }: Fuzzed) => {
  const from = performance.now()
  let timer: NodeJS.Timeout | undefined
  const hang = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error("no answer in 20 s")), 20_000)
  })
  try {
    const init = { method, headers, ...(body && { body: new Uint8Array(body) }) }
    const answer = await Promise.race([api.fetch(path, init), hang])
    const text = await Promise.race([textOf(answer), hang])
    return { answer, text, ms: performance.now() - from }
  } finally {
    clearTimeout(timer)
  }
}

const shown = ({ method, path, headers, body }: Fuzzed) => {
  const text = body ? Buffer.from(body.subarray(0, 600)).toString("latin1") : ""
  const own = Object.values(tokens).map(token => `Bearer ${token}`)
  const sent = headers.filter(([, value]) => !own.includes(value)).map(([name, value]) => [name, value.slice(0, 120)])
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(sent)} ${JSON.stringify(text)}`
}

/** One more pass over what each account reads, and proof that the accounts still are who they were. */
const renew = async () => {
  // An administrator may rightly shut a person or a company out: the four go on.
  const [ids, companies] = [accountIds, people.filter(({ id }) => accountIds.includes(id)).map(({ tenantId }) => tenantId)]
  const listed = (all: (string | null)[]) => all.flatMap(id => (id ? [`'${id}'`] : [])).join(", ")
  await api.db.execute(`update users set status = 1, deleted_at = null where id in (${listed(ids)})`)
  await api.db.execute(
    `update tenants set active_status = 1, deleted_at = null, parent_id = null where id in (${listed(companies)})`,
  )
  for (const who of Object.keys(accounts) as Who[]) {
    await open(who)
    const me = await api.call("GET", "/api/auth/me", { token: tokens[who] })
    const role = who === "admin" ? "Administrator" : who === "user" ? "User" : "TenantAdmin"
    expect([who, me.status, me.value?.role]).toEqual([who, 200, role])
  }
  reads = (await harvest("elif")).harvest
}

it(
  `no call of ${total} meets an error of the server's, a hang, an answer without its shape or another company's words`,
  async () => {
    const random = createRandom(seed)
    const found = new Map<string, { times: number; first: string }>()
    const statuses = new Map<number, number>()
    let [stored, longest] = [0, 0]
    let own: string[] = []
    let all: string[] = []
    for (let at = 0; at < total; at++) {
      if (at % step === 0) {
        api.advance(61_000)
        await renew()
        own = reads.ids.filter(id => !foreign.has(id) && !accountIds.includes(id))
        all = [...own, ...foreign, undoToken]
      }
      const who = random.pick(["guest", "user", "elif", "elif", "elif", "admin", "admin"] as const)
      const route = random.pick(routes)
      const ids = who === "admin" ? own : all
      const token = who === "guest" || random.chance(0.03) ? undefined : tokens[who]
      const words = who === "admin" ? ["x"] : [word, word.toLowerCase()]
      const request = fuzzed(random, route, { ids, bodies: reads.bodies }, { token, words })
      // The platform may rightly give one company's records to another; what it would give away is not sent.
      const whole = request.path + Buffer.from(request.body ?? []).toString("latin1")
      if (who === "admin" && idsIn(whole).some(id => foreign.has(id))) {
        at--
        continue
      }
      const note = (fault: string) => {
        const key = `${route.join(" ")} ${fault}`
        const known = found.get(key)
        found.set(key, { times: (known?.times ?? 0) + 1, first: known?.first ?? `#${at} as ${who}: ${shown(request)}` })
      }
      const outcome = await send(request).catch((error: Error) => note(`broke: ${error.message}`))
      if (outcome) {
        const { answer, text, ms } = outcome
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        longest = Math.max(longest, ms)
        if (answer.status < 300 && request.method !== "GET") stored++
        const path = request.path.split("?")[0] ?? ""
        for (const fault of faultsOf(answer, text, path, request.method, who, ms)) note(fault)
      }
      if (/auth/i.test(route[1]) && who !== "guest") await open(who)
    }
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
    process.stdout.write(
      `fuzz: ${total} calls, ${routes.length} routes, seed ${seed}; ${counts.join(", ")}; ${stored} writes done; ` +
        `slowest ${Math.round(longest)} ms; ${found.size} kinds of fault\n`,
    )
    expect([...found].map(([key, { times, first }]) => `${key} (${times} times) ${first}`)).toEqual([])
    // The few calls of a short run may all be refused.
    if (isLong) expect(stored).toBeGreaterThan(total / 100)
  },
  60_000 * rounds + 60_000,
)
