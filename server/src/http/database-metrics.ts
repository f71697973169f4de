import { sql } from "drizzle-orm"
import { Gauge, type Registry } from "prom-client"
import { singleFlight } from "../../../src/core/concurrency/single-flight"
import { freeBytesAt } from "../db/disk-space"
import type { JobKind } from "../db/job-tables"
import { rowsOf } from "../db/open"
import { withDeadline } from "../errors/deadline"
import type { Deps } from "./context"

/** What the database knows of all processes, read with each call of the metrics (docs/operations.md#health-and-metrics). */

const kinds: readonly JobKind[] = ["delivery", "invitation", "reminder", "summary", "report", "message"]

/** A database that answers later counts as one that does not, ms. */
const timeoutMs = 4_000
/** A session that was used within this time is in use, ms. */
const inUseMs = 15 * 60_000

type Figures = {
  jobs: Partial<Record<JobKind, [waiting: number, oldestSeconds: number]>>
  sessions: number
  bytes: number
  connections: Record<string, number>
  maxConnections: number
}

const instant = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`

const readFigures = async ({ db, clock }: Deps): Promise<Figures | undefined> => {
  const now = clock()
  const query = sql`select
    (select coalesce(json_object_agg(kind, json_build_array(waiting, seconds)), '{}') from (select kind, count(*)::int as waiting,
      greatest(0, extract(epoch from ${instant(now)} - min(created_at)))::float8 as seconds
      from jobs where state = 'waiting' group by kind) as waiting) as jobs,
    (select count(*)::int from sessions where revoked_at is null and last_used_at > ${instant(now - inUseMs)}) as sessions,
    pg_database_size(current_database())::float8 as bytes,
    (select coalesce(json_object_agg(state, connections), '{}') from (select coalesce(state, 'other') as state, count(*)::int as connections
      from pg_stat_activity where datname = current_database() group by 1) as activity) as connections,
    current_setting('max_connections')::int as "maxConnections"`
  const [figures] = await withDeadline(timeoutMs, () => rowsOf<Figures>(db, query)).catch(() => [])
  return figures
}

export const registerDatabaseMetrics = (deps: Deps, registry: Registry) => {
  // All gauges are collected at the same time, and share one reading.
  const read = singleFlight(() => readFigures(deps))
  const gauge = (name: string, help: string, set: (gauge: Gauge, figures: Figures) => void, labelNames: string[] = []) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const figures = await read()
        this.reset()
        if (figures) set(this, figures)
        else if (!labelNames.length) this.remove()
      },
    })
  new Gauge({
    name: "database_up",
    help: "1 while the database answers, else 0",
    registers: [registry],
    async collect() {
      this.set((await read()) ? 1 : 0)
    },
  })
  const ofJobs =
    (at: 0 | 1) =>
    (of: Gauge, { jobs }: Figures) => {
      for (const kind of kinds) of.set({ kind }, jobs[kind]?.[at] ?? 0)
    }
  gauge("jobs_waiting", "Mails and webhook deliveries of all processes that wait", ofJobs(0), ["kind"])
  gauge("jobs_oldest_seconds", "Age of the oldest one that waits; 0 without one", ofJobs(1), ["kind"])
  gauge("sessions_in_use", "Sessions used within 15 minutes", (of, { sessions }) => of.set(sessions))
  gauge("database_size_bytes", "Size of the database", (of, { bytes }) => of.set(bytes))
  const ofConnections = (of: Gauge, { connections }: Figures) => {
    for (const [state, count] of Object.entries(connections)) of.set({ state }, count)
  }
  gauge("database_connections", "Connections to the database, of all programs", ofConnections, ["state"])
  gauge("database_connections_max", "Connections that the server accepts", (of, { maxConnections }) => of.set(maxConnections))
  new Gauge({
    name: "data_folder_free_bytes",
    help: "Free room on the disk of DATA_DIR",
    registers: [registry],
    async collect() {
      this.set(await freeBytesAt(deps.config.dataDir))
    },
  })
}
