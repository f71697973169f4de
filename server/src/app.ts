import { randomUUID } from "node:crypto"
import { Hono } from "hono"
import { cors } from "hono/cors"
import { accountOf } from "./auth/access-token"
import type { DiskUse } from "./db/disk-space"
import { isTransient, loggable } from "./errors/faults"
import { Refusal } from "./errors/problem"
import type { Deps, Env } from "./http/context"
import { errorAnswer, problemAnswer } from "./http/envelope"
import { withSecurityHeaders } from "./http/headers"
import { loadLimit } from "./http/load/load-limit"
import { readOnlyMode } from "./http/maintenance"
import { languageOf } from "./http/messages"
import { createMetrics } from "./http/metrics"
import { rateLimit } from "./http/rate-limit"
import { addressOf, loggablePath, networkOf } from "./http/request"
import { prefix } from "./prefix"
import { build } from "./release"
import { routesOf } from "./resources"
import { probes } from "./resources/probes"
import { register } from "./routes/route"

/** A request id of the client that may be written to the log. */
const safeId = /^[\w-]{8,64}$/
const writes = new Set(["POST", "PUT", "PATCH", "DELETE"])

/** Calls by which machines watch the product: they are not logged. */
const isProbe = (path: string) => /\/(healthz|readyz|metrics)$/.test(path)
/** The trace of a W3C `traceparent`. */
const traceIdOf = (header: string | undefined) => /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/.exec(header ?? "")?.[1]

/** What a call writes: those of sign-in also by GET, and with a reserve of their own. */
const roomUseOf = (method: string, path: string): DiskUse | undefined => {
  if (/\/Auth\/Get(Code|Token)\b/i.test(path)) return "session"
  if (!writes.has(method)) return undefined
  return /\/api\/auth\/(?!register$)/.test(path) ? "session" : "record"
}

/** Writes of more than a session; that of the announcement itself ends the mode. */
const isRefusedWhenReadOnly = (method: string, path: string) =>
  (roomUseOf(method, path) === "record" || (writes.has(method) && path.endsWith("/api/auth/me"))) &&
  !path.endsWith("/maintenance")

/** The API under its prefix: middleware in order, then one line per resource. */
export const createApp = (deps: Deps) => {
  const { config, log } = deps
  // One router with the prefix: mounted below another, each of its middlewares would be composed with the error handler.
  const app = new Hono<Env>().basePath(prefix)

  app.use(withSecurityHeaders(config))
  app.use(async (c, next) => {
    const given = c.req.header("X-Request-Id")
    c.set("requestId", given && safeId.test(given) ? given : randomUUID())
    c.set("deps", deps)
    c.set("language", languageOf(c.req.header("Accept-Language"), config.defaultLanguage))
    c.set("address", networkOf(addressOf(c, config.trustedProxy)))
    const start = performance.now()
    const endCall = deps.sessionChanges.beginCall()
    await next()
    endCall()
    c.res.headers.set("X-Request-Id", c.get("requestId"))
    if (!c.res.headers.has("Date")) c.res.headers.set("Date", new Date(deps.clock()).toUTCString())
    if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store")
    if (isProbe(c.req.path)) c.res.headers.set("X-Release", build)
    if (isProbe(c.req.path) || !log.isLevelEnabled("info")) return
    const actor = c.get("actor")
    const traceId = traceIdOf(c.req.header("traceparent"))
    log.info({
      requestId: c.get("requestId"),
      method: c.req.method,
      path: loggablePath(c),
      status: c.res.status,
      ...(c.get("refusal") && { refused: c.get("refusal") }),
      ms: Math.round(performance.now() - start),
      ...(actor && { userId: actor.userId, tenantId: actor.tenantId, ...(actor.isViewing && { isViewing: true }) }),
      ...(actor?.token && { tokenId: actor.token.id }),
      ...(config.logAddresses && { address: c.get("address") }),
      ...(traceId && { traceId }),
    })
  })
  app.use(createMetrics(deps))
  register(app, probes)
  // Before any middleware that refuses calls: a console on another origin must be able to read the refusal.
  if (config.corsOrigins.length)
    app.use(
      cors({
        origin: origin => (config.corsOrigins.includes(origin) ? origin : null),
        allowHeaders: ["Authorization", "Content-Type", "Accept-Language", "If-Match", "Idempotency-Key", "X-Request-Id"],
        exposeHeaders: ["ETag", "Undo-Token", "Retry-After", "X-Request-Id", "Date"],
        maxAge: 600,
      }),
    )
  app.use(loadLimit(deps, accountOf))
  app.use(async (c, next) => {
    const use = roomUseOf(c.req.method, c.req.path)
    if (use && !(await deps.hasDiskSpace(use))) return problemAnswer(c, { kind: "full" })
    await next()
  })
  app.use(readOnlyMode(deps, isRefusedWhenReadOnly))

  app.use(rateLimit(accountOf))

  // Probes once more, of which the first registration answers.
  register(app, routesOf(config))
  app.all("*", c => problemAnswer(c, { kind: "missing" }))
  app.onError((error, c) => {
    if (error instanceof Refusal) return problemAnswer(c, error.problem)
    log.error({ requestId: c.get("requestId"), ...loggable(error) })
    return isTransient(error)
      ? problemAnswer(c, { kind: "unavailable", key: "error.generic", cause: "database" })
      : errorAnswer(c)
  })
  return app
}
