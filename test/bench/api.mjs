/**
 * `npm run bench -w server [-- --sizes demo,medium --seconds 10]`: requests a second, p50 and p99 of the API's lists and
 * reads, on the embedded database and on PostgreSQL with one and two processes. 90 % lists, 5 % reads, 5 % writes. Then, one
 * call after the other, the reports of the modules over a month, a year and ten years, and other calls that read many rows, for
 * the platform and for a company. `--seconds 0` leaves out the first part; `--database postgres://…` measures the second part
 * on a database that is there already.
 */
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { Agent, request } from "node:http"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { startPostgres } from "../../scripts/postgres.mjs"

const root = fileURLToPath(new URL("../../", import.meta.url))
const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : process.argv[at + 1]
}
const sizes = option("sizes", "demo,medium").split(",")
const seconds = Number(option("seconds", "10"))
const callers = Number(option("callers", "8"))
const database = option("database", undefined)

const freePort = () =>
  new Promise(done => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })

const run = (file, args, env) =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(root, "dist/server", file), ...args], { env: { ...process.env, ...env } })
    let said = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", text => (said += text))
    child.on("exit", code => (code === 0 ? done() : fail(new Error(said))))
  })

const serve = async env => {
  const port = await freePort()
  const child = spawn(process.execPath, [join(root, "dist/server/main.js")], {
    env: { ...process.env, NODE_ENV: "production", MODE: "demo", LOG_LEVEL: "silent", PORT: String(port), ...env },
    stdio: "ignore",
  })
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
  return { url, stop: () => new Promise(done => child.once("exit", done) && child.kill("SIGTERM")) }
}

const accounts = { platform: "yonetici@platform.example", company: "elif.yilmaz@yesilova.example" }

const signIn = async (url, email = accounts.company) => {
  await fetch(`${url}/Auth/GetCode/${encodeURIComponent(email)}`)
  const mails = await (await fetch(`${url}/outbox`)).json()
  const mail = mails.find(({ to }) => to === email)
  const answer = await (await fetch(`${url}/Auth/GetToken?email=${email}&code=${mail.code}`)).json()
  return { Authorization: `Bearer ${answer.value.token}` }
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

/** Calls as fast as the answers come, over all servers in turn. */
const measure = async urls => {
  const headers = await signIn(urls[0])
  const list = await (await fetch(`${urls[0]}/campaign/list?pageSize=100`, { headers })).json()
  const own = list.value.campaigns.find(({ tenantId }) => tenantId)
  const { value: record } = await (await fetch(`${urls[0]}/campaign/${own.id}`, { headers })).json()
  const write = { ...record, campaignId: own.id }
  const lists = [
    "/campaign/list",
    "/campaign/list?page=3&sortBy=endDate&sortOrder=desc",
    "/campaign/list?status=2",
    "/campaign/list?keyword=kahve",
    "/user/list",
    "/user/list?page=2&sortBy=createdDate",
    "/user/list?keyword=demir",
    "/user/list?status=1",
  ]
  const took = { list: [], get: [], write: [] }
  let errors = 0
  let count = 0
  const until = performance.now() + seconds * 1000
  const caller = async () => {
    while (performance.now() < until) {
      const number = count++
      const url = urls[number % urls.length]
      const kind = number % 20 === 0 ? "write" : number % 20 === 10 ? "get" : "list"
      const from = performance.now()
      const status = await (kind === "list"
        ? call(url + lists[number % lists.length], { headers })
        : kind === "get"
          ? call(`${url}/campaign/${own.id}`, { headers })
          : call(`${url}/campaign/update`, {
              method: "PUT",
              headers: { ...headers, "Content-Type": "application/json" },
              body: JSON.stringify(write),
            }))
      took[kind].push(performance.now() - from)
      if (status >= 400) errors++
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const every = Object.values(took).flat()
  const figures = Object.fromEntries(
    Object.entries(took).map(([kind, times]) => {
      const sorted = times.sort((a, b) => a - b)
      return [kind, `${at(sorted, 0.5).toFixed(1)} / ${at(sorted, 0.99).toFixed(1)}`]
    }),
  )
  return { perSecond: Math.round(every.length / seconds), errors, ...figures }
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

/** Times of each call, alone on the server. @returns ms of the first call and the median of ten more, by call and account */
const measureCalls = async url => {
  const times = {}
  for (const [who, email] of Object.entries(accounts)) {
    const headers = await signIn(url, email)
    for (const [name, path] of await callsOf(url, headers)) {
      const took = []
      for (let round = 0; round < 11; round++) {
        const from = performance.now()
        const status = await call(url + path, { headers })
        took.push(status === 200 ? performance.now() - from : Number.NaN)
      }
      const [first, ...others] = took
      const median = at(
        others.sort((a, b) => a - b),
        0.5,
      )
      times[name] = { ...times[name], [`${who}, first`]: Math.round(first), [`${who}, median`]: Math.round(median) }
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
const bench = async (engine, size, env, processes = 1) => {
  const servers = []
  for (let number = 0; number < processes; number++) servers.push(await serve(env))
  try {
    if (seconds) {
      await measure(servers.map(({ url }) => url))
      rows.push({ engine, size, ...(await measure(servers.map(({ url }) => url))) })
      console.log(rows.at(-1))
    }
    if (processes === 1) reports.push({ engine, size, times: await measureCalls(servers[0].url) })
  } finally {
    for (const server of servers) await server.stop()
  }
}

if (database) {
  const media = mkdtempSync(join(tmpdir(), "campaigns-bench-"))
  await bench("PostgreSQL", "given", { DATA_DIR: media, DATABASE_URL: database })
  rmSync(media, { recursive: true, force: true })
}
for (const size of database ? [] : sizes) {
  const folder = mkdtempSync(join(tmpdir(), "campaigns-bench-"))
  try {
    await run("admin.js", ["grow", size], { DATA_DIR: folder })
    await bench("embedded", size, { DATA_DIR: folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const postgres = await startPostgres()
  const media = mkdtempSync(join(tmpdir(), "campaigns-bench-"))
  try {
    const env = { DATA_DIR: media, DATABASE_URL: postgres.url }
    await run("admin.js", ["grow", size], env)
    await bench("PostgreSQL, one process", size, env)
    if (seconds) await bench("PostgreSQL, two processes", size, env, 2)
  } finally {
    await postgres.stop()
    rmSync(media, { recursive: true, force: true })
  }
}
if (rows.length) {
  console.log(`\n${callers} callers, ${seconds} s each after as long a warm-up; ms are p50 / p99.`)
  console.table(rows)
}
for (const { engine, size, times } of reports) {
  console.log(`\n${engine}, ${size}: ms of the first call, and the median of ten more.`)
  console.table(times)
}
