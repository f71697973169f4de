/**
 * `npm run bench -w server [-- --sizes demo,medium --seconds 10]`: calls a second, p50 and p99 of the API, on the embedded
 * database and on PostgreSQL with one, two and four processes. 200 sessions of the platform and of companies ask for lists (90 %),
 * records (5 %) and changes (5 %) by addresses of `api-addresses.mjs`; printed too are the share of them that was asked for in
 * the second before (by the same session, by anybody) and the processor time of server and database for a call, which other work on
 * the machine changes least. Then, one call after the other, the reports of the modules over a month, a year and ten years, and
 * other calls that read many rows, for the platform and for a company. `--seconds 0` leaves out the first part, `--database
 * postgres://…` measures on a database that is there already, `--engine embedded` or `postgres` on one of both, `--calls no`
 * leaves out the second part. `--growth postgres://…` measures what may grow with companies and people (`growth.mjs`).
 */
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { freePort } from "../../scripts/free-port.mjs"
import { startPostgres } from "../../scripts/postgres.mjs"
import { stopWithNpm } from "../../scripts/stop-with-npm.mjs"
import { createRandom, listAddress, readChoices } from "./api-addresses.mjs"
import { measureGrowth } from "./growth.mjs"

const root = fileURLToPath(new URL("../../", import.meta.url))
const option = fallback => ({ type: "string", default: fallback })
const known = {
  sizes: option("medium"),
  seconds: option("10"),
  callers: option("8"),
  sessions: option("200"),
  engine: option(""),
  calls: option("yes"),
  database: { type: "string" },
  growth: { type: "string" },
}
const allowed = { engine: ["", "embedded", "postgres"], calls: ["yes", "no"] }
/** Exits for options that are not known, and for values that an option does not have. */
const readOptions = () => {
  try {
    const { values } = parseArgs({ options: known })
    for (const [name, choices] of Object.entries(allowed))
      if (!choices.includes(values[name])) throw new Error(`--${name} is one of ${choices.filter(Boolean).join(", ")}.`)
    return values
  } catch ({ message }) {
    console.error(
      `${message}\nOptions: ${Object.keys(known)
        .map(name => `--${name}`)
        .join(" ")}`,
    )
    return process.exit(1)
  }
}
const options = readOptions()
const sizes = options.sizes.split(",")
const [seconds, callers, sessionCount] = [options.seconds, options.callers, options.sessions].map(Number)
const { database } = options
/** The goals, calls a second, and p99 of lists, ms. */
const goals = { embedded: 300, "PostgreSQL, one process": 700 }
const goalMs = 100

/** What is to be stopped or removed when the benchmark ends early. */
const cleanups = new Set()
const addCleanup = run => {
  cleanups.add(run)
  return async () => {
    cleanups.delete(run)
    await run()
  }
}
const endEarly = async () => {
  for (const run of [...cleanups].reverse()) await run()
  process.exit(1)
}
process.once("SIGINT", endEarly).once("SIGTERM", endEarly)
stopWithNpm()

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "campaigns-bench-"))
  return { folder, remove: addCleanup(() => rmSync(folder, { recursive: true, force: true })) }
}

/** @returns the function that ends the process, when it has not ended, and waits for it */
const stopOf = child => {
  const ended = new Promise(done => child.once("exit", done))
  return addCleanup(() => {
    child.kill("SIGTERM")
    return ended
  })
}

const run = async (file, args, env) => {
  const child = spawn(process.execPath, [join(root, "dist/server", file), ...args], { env: { ...process.env, ...env } })
  const stop = stopOf(child)
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", text => (said += text))
  const code = await new Promise(done => child.on("exit", done))
  await stop()
  if (code !== 0) throw new Error(said)
}

const serve = async env => {
  const port = await freePort()
  const child = spawn(process.execPath, [join(root, "dist/server/main.js")], {
    env: { ...process.env, NODE_ENV: "production", MODE: "demo", LOG_LEVEL: "silent", PORT: String(port), ...env },
    stdio: "ignore",
  })
  const stop = stopOf(child)
  const url = `http://127.0.0.1:${port}/backend`
  for (let tries = 0; ; tries++) {
    const isUp = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) break
    if (tries > 600) throw new Error("The server did not start.")
    await new Promise(done => setTimeout(done, 100))
  }
  return { url, stop, pid: child.pid }
}

const accounts = { platform: "yonetici@platform.example", company: "elif.yilmaz@yesilova.example" }

const readValue = async (url, headers) => {
  const answer = await fetch(url, { headers })
  if (!answer.ok) throw new Error(`${answer.status} ${url}`)
  return (await answer.json()).value
}

/** @returns the headers of a new session */
const signIn = async (url, email = accounts.company) => {
  await readValue(`${url}/Auth/GetCode/${encodeURIComponent(email)}`)
  const mails = await (await fetch(`${url}/outbox`)).json()
  const { code } = mails.find(({ to, code }) => to === email && code)
  const { token } = await readValue(`${url}/Auth/GetToken?email=${email}&code=${code}`)
  return { Authorization: `Bearer ${token}` }
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const agent = new Agent({ keepAlive: true })

/** A call as bare as it can be, since the caller shares the machine with what it measures. @returns the status */
const call = (url, { method = "GET", headers, body }) =>
  new Promise((done, fail) => {
    const sent = request(url, { agent, method, headers: { ...headers, "Accept-Encoding": "gzip" } }, answer => {
      answer.resume()
      answer.on("end", () => done(answer.statusCode))
      answer.on("error", fail)
    })
    sent.on("error", fail)
    sent.end(body)
  })

/** Opens the sessions: one in five of the platform, the others of administrators of up to 24 companies, who are invited. */
const openSessions = async url => {
  const platform = await signIn(url, accounts.platform)
  const { tenants } = await readValue(`${url}/tenant/list?pageSize=24&status=1`, platform)
  const people = []
  for (const [number, { id }] of tenants.entries()) {
    const email = `olcum${number}@sirket.example`
    const body = JSON.stringify({ email, firstName: "Ölçüm", lastName: String(number) })
    const headers = { ...platform, "Content-Type": "application/json" }
    const { ok } = await fetch(`${url}/tenant/${id}/admins`, { method: "POST", headers, body })
    if (ok) people.push({ email, company: id })
  }
  const seen = new Map()
  const sessions = []
  for (let number = 0; number < sessionCount; number++) {
    const { email, company } = number % 5 === 0 ? { email: accounts.platform } : people[number % people.length]
    const headers = await signIn(url, email)
    if (!seen.has(email)) {
      const choices = await readChoices(path => readValue(url + path, headers))
      const { campaigns } = await readValue(`${url}/campaign/list?pageSize=100`, headers)
      // A company may change its own campaigns alone, and also sees others that are offered to it.
      const own = campaigns.filter(({ tenantId }) => tenantId && (!company || tenantId === company)).map(({ id }) => id)
      const records = choices.slice(0, 3).flatMap(({ path, ids }) => ids.map(id => path.replace("list", id)))
      seen.set(email, { choices: choices.filter(({ ids }) => ids.length), own, records })
    }
    sessions.push({ number, headers, ...seen.get(email) })
  }
  return sessions
}

/** Processor time of a server so far, seconds. */
const processorSeconds = async url => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (.*)$/m.exec(text)?.[1])
}

const msPerSecond = 1_000

/**
 * Calls as fast as the answers come, over all servers in turn.
 * @param databaseSeconds processor time of the database's server so far; @param seed another one gives other calls
 */
const measure = async ({ urls, databaseSeconds }, sessions, seed) => {
  const random = createRandom(seed)
  const times = { list: [], get: [], write: [] }
  const asked = { session: new Map(), anybody: new Map() }
  const repeated = { session: 0, anybody: 0 }
  const failures = {}
  const note = (who, key, now) => {
    if (now - (asked[who].get(key) ?? Number.NEGATIVE_INFINITY) < msPerSecond) repeated[who]++
    asked[who].set(key, now)
  }
  let count = 0
  const cpu = async () => (await Promise.all(urls.map(processorSeconds))).reduce((sum, each) => sum + each, 0)
  const [cpuBefore, databaseBefore] = [await cpu(), databaseSeconds()]
  const start = performance.now()
  const caller = async () => {
    while (performance.now() < start + seconds * msPerSecond) {
      const turn = count++
      const url = urls[turn % urls.length]
      const { number, headers, choices, own, records } = sessions[random(sessions.length)]
      const kind = turn % 20 === 0 && own.length ? "write" : turn % 20 === 10 ? "get" : "list"
      const one = among => among[random(among.length)]
      const from = performance.now()
      let status
      if (kind === "write") {
        const body = JSON.stringify({ campaignId: one(own), description: `Ölçüm ${turn}` })
        status = await call(`${url}/campaign/update`, {
          method: "PUT",
          headers: { ...headers, "Content-Type": "application/json" },
          body,
        })
      } else {
        const address = kind === "list" ? listAddress(choices, random) : one(records)
        note("session", `${number} ${address}`, from)
        note("anybody", address, from)
        status = await call(url + address, { headers })
      }
      times[kind].push(performance.now() - from)
      if (status >= 400) failures[`${kind} ${status}`] = (failures[`${kind} ${status}`] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const cpuMs = ((await cpu()) - cpuBefore) * msPerSecond
  const databaseMs = (databaseSeconds() - databaseBefore) * msPerSecond
  const elapsed = (performance.now() - start) / msPerSecond
  const reads = times.list.length + times.get.length
  const percent = part => `${((100 * part) / reads).toFixed(1)} %`
  const of = kind => {
    const sorted = times[kind].sort((a, b) => a - b)
    return `${at(sorted, 0.5).toFixed(1)} / ${at(sorted, 0.99).toFixed(1)}`
  }
  return {
    perSecond: Math.round(count / elapsed),
    list: of("list"),
    get: of("get"),
    write: of("write"),
    errors:
      Object.entries(failures)
        .map(([name, number]) => `${name}: ${number}`)
        .join() || 0,
    "repeated in 1 s": `${percent(repeated.session)}, by anybody ${percent(repeated.anybody)}`,
    "server ms a call": (cpuMs / count).toFixed(2),
    ...(databaseMs && { "database ms a call": (databaseMs / count).toFixed(2) }),
  }
}

const reported = ["campaigns", "draws", "announcements", "surveys", "gifts", "employees", "feedback"]
const dayMs = 86_400_000
const day = days => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
const periods = { month: 29, year: 364, "ten years": 3_600 }

/** The calls that read many rows, by name. */
const callsOf = async (url, headers) => {
  const { value } = await (await fetch(`${url}/survey/list?sortBy=responseCount&sortOrder=desc&pageSize=1`, { headers })).json()
  const [survey] = value.surveys
  const { value: log } = await (await fetch(`${url}/audit/list?pageSize=1`, { headers })).json()
  const [entry] = log.entries
  return [
    ...reported.flatMap(module =>
      Object.entries(periods).map(([name, days]) => [`${module}, ${name}`, `/report/${module}?from=${day(-days)}&to=${day(0)}`]),
    ),
    [`survey with ${survey.responseCount} answers`, `/survey/report/${survey.id}`],
    ["dashboard stats", "/api/dashboard/stats"],
    ["dashboard attention", "/api/dashboard/attention"],
    ["campaigns ending soon", "/campaign/list?attention=ending"],
    ["calendar, six weeks", `/calendar/list?from=${day(-20)}&to=${day(22)}`],
    ["audit log", "/audit/list"],
    ["audit log of campaigns in a month", `/audit/list?entity=campaign&from=${day(-30)}&to=${day(0)}`],
    ["audit log of one person", `/audit/list?actor=${encodeURIComponent(accounts.platform)}`],
    ...(entry ? [["history of a record", `/audit/list?entityId=${entry.entityId}`]] : []),
    ["feedback", "/feedback/list"],
    ["feedback overdue, by due date", "/feedback/list?overdue=true&sortBy=dueDate"],
    ["feedback by keyword", "/feedback/list?keyword=servis"],
    ["feedback stats", "/feedback/stats"],
  ]
}

/**
 * Times of each call, alone on the server. @returns ms of the first call, the median of twenty more, and the server's processor time
 * for each of those, by call and account
 */
const measureCalls = async url => {
  const times = {}
  for (const [who, email] of Object.entries(accounts)) {
    const headers = await signIn(url, email)
    for (const [name, path] of await callsOf(url, headers)) {
      const took = []
      let cpuBefore = 0
      for (let round = 0; round < 21; round++) {
        if (round === 1) cpuBefore = await processorSeconds(url)
        const from = performance.now()
        const status = await call(url + path, { headers })
        took.push(status === 200 ? performance.now() - from : Number.NaN)
      }
      const cpuMs = ((await processorSeconds(url)) - cpuBefore) * msPerSecond
      const [first, ...others] = took
      const median = at(
        others.sort((a, b) => a - b),
        0.5,
      )
      times[name] = {
        ...times[name],
        [`${who}, first`]: Math.round(first),
        [`${who}, median`]: Math.round(median),
        [`${who}, processor`]: Number((cpuMs / others.length).toFixed(1)),
      }
    }
  }
  return times
}

if (!existsSync(join(root, "dist/server/main.js"))) {
  console.error("dist/ is missing: run `npm run build` first.")
  process.exit(1)
}
const rows = []
const reports = []
const bench = async (engine, size, env, { processes = 1, databaseSeconds = () => 0 } = {}) => {
  const servers = []
  for (let number = 0; number < processes; number++) servers.push(await serve(env))
  try {
    const urls = servers.map(({ url }) => url)
    if (seconds) {
      const sessions = await openSessions(urls[0])
      await measure({ urls, databaseSeconds }, sessions, 1)
      rows.push({ engine, size, ...(await measure({ urls, databaseSeconds }, sessions, 2)), goal: goals[engine] })
      console.log(rows.at(-1))
    }
    if (processes === 1 && options.calls === "yes") reports.push({ engine, size, times: await measureCalls(urls[0]) })
  } finally {
    for (const server of servers) await server.stop()
  }
}

if (options.growth) {
  const { folder, remove } = newFolder()
  const { url, stop, pid } = await serve({ DATA_DIR: folder, DATABASE_URL: options.growth })
  await measureGrowth({ url, pid, signIn, accounts })
  await stop()
  await remove()
} else if (database) {
  const { folder, remove } = newFolder()
  await bench("PostgreSQL", "given", { DATA_DIR: folder, DATABASE_URL: database })
  await remove()
}
const benchEmbedded = async size => {
  const { folder, remove } = newFolder()
  try {
    await run("admin.js", ["grow", size], { DATA_DIR: folder, MODE: "demo" })
    await bench("embedded", size, { DATA_DIR: folder })
  } finally {
    await remove()
  }
}
const benchPostgres = async size => {
  const postgres = await startPostgres()
  const stop = addCleanup(postgres.stop)
  const { folder, remove } = newFolder()
  try {
    const env = { DATA_DIR: folder, DATABASE_URL: postgres.url }
    await run("admin.js", ["grow", size], { ...env, MODE: "demo" })
    const numbers = seconds ? { one: 1, two: 2, four: 4 } : { one: 1 }
    for (const [number, processes] of Object.entries(numbers)) {
      const name = `PostgreSQL, ${number} ${processes === 1 ? "process" : "processes"}`
      await bench(name, size, env, { processes, databaseSeconds: () => postgres.processorSeconds() ?? 0 })
    }
  } finally {
    await stop()
    await remove()
  }
}
for (const size of database || options.growth ? [] : sizes) {
  if (options.engine !== "postgres") await benchEmbedded(size)
  if (options.engine !== "embedded") await benchPostgres(size)
}
if (rows.length) {
  console.log(`\n${callers} callers, ${sessionCount} sessions, ${seconds} s each after as long a warm-up; ms are p50 / p99.`)
  console.log(`Goals: as many calls a second as the table says, lists within ${goalMs} ms (p99), no errors, under 5 % repeated.`)
  console.table(rows)
}
for (const { engine, size, times } of reports) {
  console.log(
    `\n${engine}, ${size}: ms of the first call, the median of twenty more, and the server's processor time for one of them.`,
  )
  console.table(times)
}
