import { sql } from "drizzle-orm"
import { type Database, rowsOf } from "../db/open"
import { withDeadline } from "../errors/deadline"
import { cachedCheck } from "../http/cached-answer"
import type { Deps } from "../http/context"
import { serveMetrics } from "../http/metrics"
import { demoHost } from "../http/request"
import { bare, type Route, route } from "../routes/route"
import { text } from "../routes/schemas"

/** How long the database's answer to a readiness probe is kept, and how long it is awaited, ms. */
const readyTtlMs = 1_000
const readyTimeoutMs = 5_000

/** A standby, and a server that was told to be read-only, answer reads and refuse writes. */
export const acceptsWrites = sql`select current_setting('transaction_read_only') = 'off' as writes`

const checks = new WeakMap<Database, () => Promise<boolean>>()

const isAnswering = ({ db, clock }: Deps) => {
  const ping = () =>
    withDeadline(readyTimeoutMs, () => rowsOf<{ writes: boolean }>(db, acceptsWrites)).then(
      ([row]) => row?.writes === true,
      () => false,
    )
  const check = checks.get(db) ?? cachedCheck(ping, readyTtlMs, clock)
  checks.set(db, check)
  return check()
}

const answer = bare("text/plain", text)

/** Calls by which machines watch the product. They are registered before what refuses calls (docs/operations.md#health-and-metrics). */
export const probes: readonly Route[] = [
  route.get("/healthz", "everybody", {
    summary: "Whether the process is alive",
    isProbe: true,
    errors: [503],
    answer,
    handler: async ({ c }) => (c.get("deps").isReady() ? c.text("ok") : c.text("stopping", 503)),
  }),
  route.get("/readyz", "everybody", {
    summary: "Whether the process can answer calls",
    isProbe: true,
    errors: [503],
    answer,
    handler: async ({ c, deps }) => {
      const isUp = deps.isReady() && (await isAnswering(deps))
      return isUp ? c.text("ready") : c.text("not ready", 503, { "Retry-After": "1" })
    },
  }),
  route.get("/metrics", "everybody", {
    summary: "Metrics for Prometheus, with METRICS_TOKEN",
    middleware: demoHost,
    isProbe: true,
    errors: [404],
    answer,
    handler: ({ c }) => serveMetrics(c),
  }),
]
