import { timingSafeEqual } from "node:crypto"
import type { Context, MiddlewareHandler } from "hono"
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import { isLoopback } from "../config"
import { rowsOf } from "../db/open"
import { minuteStep } from "../db/steps"
import { refuse } from "../errors/problem"
import { build } from "../release"
import { cachedCheck } from "./cached-answer"
import type { Deps, Env } from "./context"
import { registerDatabaseMetrics } from "./database-metrics"
import { bearerOf, routeOf } from "./request"

/** How long is kept whether the mail server answers, ms. */
const mailTtlMs = 60_000

/**
 * Metrics of one process for Prometheus (docs/operations.md#health-and-metrics). Routes are labelled by their pattern,
 * without ids or addresses.
 */
export const createMetrics = (deps: Deps) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const isMailUp = cachedCheck(
    () =>
      deps.mailer.open().then(
        () => true,
        () => false,
      ),
    mailTtlMs,
    deps.clock,
  )
  new Gauge({ name: "release_info", help: "Release of the product", labelNames: ["release"], registers }).set(
    { release: build },
    1,
  )
  const seconds = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of API calls",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const running = new Gauge({ name: "http_requests_running", help: "API calls being handled", registers })
  const refused = new Counter({
    name: "http_requests_refused_total",
    help: "API calls refused that may succeed later, by what is missing",
    labelNames: ["status", "cause"],
    registers,
  })

  registerDatabaseMetrics(deps, registry)
  new Counter({
    name: "webhook_tries_total",
    help: "Tries to send a webhook delivery",
    labelNames: ["result"],
    registers,
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(deps.deliveries?.counts ?? {})) this.inc({ result }, count)
    },
  })

  new Counter({
    name: "mails_total",
    help: "Mails by what the mail server did with them",
    labelNames: ["result"],
    registers,
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(deps.mailer.counts ?? {})) this.inc({ result }, count)
    },
  })
  if (deps.config.smtpUrl)
    new Gauge({
      name: "mail_server_up",
      help: "1 when the mail server answered last, else 0; asked once a minute at most",
      registers,
      async collect() {
        this.set((await isMailUp()) ? 1 : 0)
      },
    })
  const signIns = new Counter({
    name: "sign_ins_total",
    help: "Sign-ins and refused ones, by way",
    labelNames: ["way", "result"],
    registers,
  })

  new Gauge({
    name: "housekeeping_last_success_timestamp_seconds",
    help: "Last success of a step of housekeeping in any process; 0 without one",
    labelNames: ["step"],
    registers,
    async collect() {
      const query = `select step, coalesce(extract(epoch from succeeded_at), 0)::float8 as seconds from housekeeping where step not like '%${minuteStep}'`
      this.reset()
      for (const { step, seconds } of await rowsOf<{ step: string; seconds: number }>(deps.db, query).catch(() => []))
        this.set({ step }, seconds)
    },
  })

  const measure: MiddlewareHandler<Env> = async (c, next) => {
    c.set("registry", registry)
    c.set("countSignIn", (way, result) => signIns.inc({ way, result }))
    const stop = seconds.startTimer()
    running.inc()
    try {
      await next()
    } finally {
      running.dec()
      const status = String(c.res.status)
      const route = routeOf(c) ?? "none"
      stop({ method: c.req.method, route, status })
      const cause = c.get("refusal")
      if (cause) refused.inc({ status, cause })
    }
  }
  return measure
}

const isEqual = (given: string, token: string) => {
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Headers by which a proxy shows itself. */
const proxyHeaders = ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via"]

/**
 * Answers with METRICS_TOKEN as bearer token. Without a configured token only a demonstration answers, and only direct
 * calls from loopback: a proxy on the same machine calls from there as well, for anybody. 404 otherwise.
 */
export const serveMetrics = async (c: Context<Env>): Promise<Response> => {
  const registry = c.get("registry")
  const { mode, metricsToken, trustedProxy } = c.get("deps").config
  const bearer = bearerOf(c)
  const isDirect = trustedProxy === 0 && isLoopback(c.get("address")) && !proxyHeaders.some(name => c.req.header(name))
  const mayRead = metricsToken ? isEqual(bearer, metricsToken) : mode === "demo" && isDirect
  if (!mayRead) return refuse({ kind: "missing" })
  return c.text(await registry.metrics(), 200, { "Content-Type": registry.contentType })
}
