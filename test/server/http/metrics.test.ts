import { readFileSync } from "node:fs"
import { pino } from "pino"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { createApp } from "../../../server/src/app"
import { readConfig } from "../../../server/src/config"
import { MailDown } from "../../../server/src/mail/mail"
import { accounts, createTestApi, type TestApi } from "../../api"

/**
 * What an operator and a monitor ask of the API: health, metrics (docs/operations.md#health-and-metrics), limits
 * (docs/security.md#rate-limits).
 */
let api: TestApi
let strict: TestApi
beforeAll(async () => {
  api = await createTestApi()
  strict = await createTestApi({
    env: {
      MODE: "production",
      SMTP_URL: "smtp://127.0.0.1:1",
      JWT_SECRET: "j".repeat(32),
      CODE_SECRET: "c".repeat(32),
      BOOTSTRAP_ADMIN_EMAIL: "yonetici@platform.example",
      METRICS_TOKEN: "read-me",
      CORS_ORIGINS: "https://console.example",
      TRUSTED_PROXY: "1",
    },
  })
})
afterAll(async () => {
  await api.close()
  await strict.close()
})

describe("health", () => {
  it("and readiness answer in plain text, without a session", async () => {
    for (const [path, text] of [
      ["/backend/healthz", "ok"],
      ["/backend/readyz", "ready"],
    ] as const) {
      const answer = await api.fetch(path)
      expect([answer.status, await answer.text()]).toEqual([200, text])
    }
  })
})

describe("what guests may read", () => {
  /** The API with a database that counts what it is asked. */
  const counted = () => {
    let asked = 0
    const db = new Proxy(api.db, {
      get: (target, name) => {
        if (name === "execute") asked++
        return Reflect.get(target, name)
      },
    })
    return { app: createApp({ ...api.deps, db }), asked: () => asked }
  }

  it("readiness asks the database once a second, however many ask", async () => {
    const { app, asked } = counted()
    const all = async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => app.request("/backend/readyz")))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      await app.request("/backend/readyz")
    }
    await all()
    expect(asked()).toBe(1)
    api.advance(1_000)
    await all()
    expect(asked()).toBe(2)
  })

  it("readiness that was refused is asked again", async () => {
    let isDown = true
    const db = new Proxy(api.db, {
      get: (target, name) => (name === "execute" && isDown ? () => Promise.reject(new Error("away")) : Reflect.get(target, name)),
    })
    const app = createApp({ ...api.deps, db })
    expect((await app.request("/backend/readyz")).status).toBe(503)
    isDown = false
    api.advance(1_000)
    expect((await app.request("/backend/readyz")).status).toBe(200)
  })

  it("the OpenAPI document is made and compressed once", async () => {
    const { app } = counted()
    const gzip = { "Accept-Encoding": "gzip" }
    await app.request("/backend/openapi.json", { headers: gzip })
    const stringify = vi.spyOn(JSON, "stringify")
    try {
      for (let at = 0; at < 20; at++) {
        const answer = await app.request("/backend/openapi.json", { headers: gzip })
        expect([answer.status, answer.headers.get("Content-Encoding")]).toEqual([200, "gzip"])
      }
      expect(stringify.mock.calls.filter(([value]) => (value as { openapi?: string } | null)?.openapi)).toEqual([])
    } finally {
      stringify.mockRestore()
    }
    const plain = await app.request("/backend/openapi.json")
    expect([plain.headers.get("Content-Encoding"), ((await plain.json()) as { openapi: string }).openapi]).toEqual([
      null,
      "3.1.0",
    ])
  })
})

describe("the metrics", () => {
  it("tell calls by their route's pattern, and never an id or an address", async () => {
    const token = await strict.signIn(accounts.elif)
    const { value } = await strict.call("GET", "/campaign/list", { token })
    const id: string = value.campaigns[0].id
    await strict.call("GET", `/campaign/${id}`, { token })
    const answer = await strict.fetch("/backend/metrics", { headers: { Authorization: "Bearer read-me" } })
    expect(answer.headers.get("Content-Type")).toContain("text/plain")
    const text = await answer.text()
    expect(text).toContain("process_cpu_seconds_total")
    expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="[^"]*\/campaign\/:id",status="200"\} 1/)
    expect([text.includes(id), text.includes(accounts.elif)]).toEqual([false, false])
  })

  it("have the last success of each step of housekeeping, 0 of one without", async () => {
    await strict.db.execute("insert into housekeeping values ('codes', to_timestamp(1700000000)), ('pictures', null)")
    const answer = await strict.fetch("/backend/metrics", { headers: { Authorization: "Bearer read-me" } })
    const lines = (await answer.text()).split("\n").filter(line => line.startsWith("housekeeping_"))
    expect(lines).toEqual([
      'housekeeping_last_success_timestamp_seconds{step="codes"} 1700000000',
      'housekeeping_last_success_timestamp_seconds{step="pictures"} 0',
    ])
  })

  const read = async () =>
    (await (await strict.fetch("/backend/metrics", { headers: { Authorization: "Bearer read-me" } })).text()).split("\n")

  it("have what waits, its age, sessions, connections and room", async () => {
    const at = new Date(strict.now() - 90_000).toISOString()
    await strict.db.execute(
      `insert into jobs (kind, body, created_at, next_try_at) values ('message', '{}', '${at}', now()), ('message', '{}', now() + interval '9 years', now())`,
    )
    await strict.signIn(accounts.elif)
    const lines = await read()
    expect(lines).toEqual(
      expect.arrayContaining([
        "database_up 1",
        'jobs_waiting{kind="message"} 2',
        'jobs_oldest_seconds{kind="message"} 90',
        'jobs_waiting{kind="delivery"} 0',
      ]),
    )
    const figure = (name: string) => Number(lines.find(line => line.startsWith(name))?.split(" ")[1])
    for (const name of ["sessions_in_use", "database_size_bytes", "database_connections_max", "data_folder_free_bytes"])
      expect(figure(`${name} `), name).toBeGreaterThan(0)
    expect(figure("database_connections{")).toBeGreaterThan(0)
  })

  it("tell a database that does not answer, and nothing of what it has", async () => {
    const db = new Proxy(api.db, {
      get: (target, name) => (name === "execute" ? () => Promise.reject(new Error("away")) : Reflect.get(target, name)),
    })
    const app = createApp({ ...api.deps, db })
    const answer = await app.request("/backend/metrics", {}, { incoming: { socket: { remoteAddress: "127.0.0.1" } } })
    const names = (await answer.text()).split("\n").filter(line => /^(database|jobs|sessions)_/.test(line))
    expect(names).toEqual(["database_up 0"])
  })

  it("name what a refused call lacked", async () => {
    const down = { open: () => Promise.reject(new MailDown("The mail server can't be reached.", { isUnsent: true })) }
    const lines: string[] = []
    const log = pino({ level: "info" }, { write: line => lines.push(line) })
    const app = createApp({ ...strict.deps, log, mailer: { ...strict.deps.mailer, ...down } })
    expect((await app.request(`/backend/Auth/GetCode/${accounts.elif}`)).status).toBe(503)
    const causes = lines.map(line => JSON.parse(line))
    expect(causes).toMatchObject([
      { mail: "the call is refused", error: "The mail server can't be reached." },
      { status: 503, refused: "mail" },
    ])
    const metrics = await app.request("/backend/metrics", { headers: { Authorization: "Bearer read-me" } })
    const text = await metrics.text()
    expect(text).toContain('http_requests_refused_total{status="503",cause="mail"} 1')
    expect(text).toContain("mail_server_up 0")
  })

  it("have every name that the alerts and the dashboard use", async () => {
    const known = new Set((await read()).flatMap(line => /^# TYPE (\w+)/.exec(line)?.[1] ?? []))
    const alerts = readFileSync("deploy/alerts.yml", "utf8")
    const dashboard = JSON.parse(readFileSync("deploy/dashboard.json", "utf8")) as { panels: { targets?: { expr: string }[] }[] }
    const exprs = [
      ...[...alerts.matchAll(/expr: ((?:>\n)?[\s\S]*?)\n {8}(?:for|labels):/g)].map(([, expr = ""]) => expr),
      ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ]
    expect(exprs.length).toBeGreaterThan(20)
    const used = exprs.flatMap(expr => [...expr.matchAll(/(\w+)\{job=/g)].map(([, name = ""]) => name))
    const unknown = used.filter(name => name !== "up" && !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, "")))
    expect(unknown).toEqual([])
    for (const expr of exprs) expect(expr).toMatch(/\{job=/)
  })

  it("have an alert and a paragraph on it for each", () => {
    const names = [...readFileSync("deploy/alerts.yml", "utf8").matchAll(/alert: (\w+)/g)].map(([, name]) => name)
    const told = [...readFileSync("docs/operations.md", "utf8").matchAll(/^\| `(Console\w+)` \|/gm)].map(([, name]) => name)
    expect(told).toEqual(names)
  })

  it.each([
    ["no token", {}],
    ["another token", { Authorization: "Bearer read-you" }],
    ["a longer token", { Authorization: "Bearer read-me-too" }],
  ])("are not there for %s", async (_, headers) => {
    expect((await strict.fetch("/backend/metrics", { headers })).status).toBe(404)
  })

  const production = {
    MODE: "production",
    SMTP_URL: "smtp://127.0.0.1:1",
    JWT_SECRET: "j".repeat(32),
    CODE_SECRET: "c".repeat(32),
    BOOTSTRAP_ADMIN_EMAIL: "yonetici@platform.example",
  }
  it.each<[string, Record<string, string>, Record<string, string>, string, number]>([
    ["a demonstration's own machine", {}, {}, "127.0.0.1", 200],
    ["a demonstration's own machine, over IPv6", {}, {}, "::1", 200],
    ["a demonstration's own machine, in IPv6 form", {}, {}, "::ffff:127.0.0.1", 200],
    ["another machine", {}, {}, "192.0.2.1", 404],
    ["a page whose name leads to this machine", {}, { Host: "rebound.example" }, "127.0.0.1", 403],
    ["a proxy on this machine that names its client", {}, { "X-Forwarded-For": "192.0.2.1" }, "127.0.0.1", 404],
    ["a proxy on this machine by X-Real-IP", {}, { "X-Real-IP": "192.0.2.1" }, "127.0.0.1", 404],
    ["a proxy on this machine by Via", {}, { Via: "1.1 proxy" }, "127.0.0.1", 404],
    ["whoever comes through a proxy that names nothing, in production", production, {}, "127.0.0.1", 404],
    [
      "a client that claims to be this machine",
      { ...production, TRUSTED_PROXY: "1" },
      { "X-Forwarded-For": "127.0.0.1" },
      "192.0.2.1",
      404,
    ],
  ])("without a token answer %s by where it comes from", async (_, env, headers, remoteAddress, status) => {
    const app = createApp({ ...api.deps, config: readConfig({ DATA_DIR: api.config.dataDir, ...env }) })
    const answer = await app.request("/backend/metrics", { headers }, { incoming: { socket: { remoteAddress } } })
    expect(answer.status).toBe(status)
  })

  it("are not there for an address that is not this machine's", async () => {
    expect((await api.fetch("/backend/metrics")).status).toBe(404)
  })
})
