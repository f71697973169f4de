import { sql } from "drizzle-orm"
import type { MiddlewareHandler } from "hono"
import type { Env } from "../app"
import { claimsOf } from "../auth/tokens"
import { type Database, rowsOf } from "../db/open"
import { refuse } from "../errors/problem"
import { problemAnswer } from "./envelope"

/** How often calls may be made, per address and per account, counted in the database over all processes; and how many at once. */
const minute = 60_000

type Limit = { name: string; calls: number; window: number }

/** Calls per window. Reading is not counted: what guards it is the number of calls at once. */
const limits = {
  sessions: { name: "sessions", calls: 120, window: minute },
  registrations: { name: "registrations", calls: 10, window: 60 * minute },
  ai: { name: "ai", calls: 60, window: minute },
  uploads: { name: "uploads", calls: 120, window: minute },
  writes: { name: "writes", calls: 600, window: minute },
} satisfies Record<string, Limit>

/** A demonstration is tried by programs too: its limits are this many times wider. */
const demoFactor = 100

const limitOf = (method: string, path: string): Limit | undefined => {
  if (/\/api\/auth\/register$/.test(path)) return limits.registrations
  if (/\/api\/auth\/(refresh|login)$|\/Auth\/GetToken$/i.test(path)) return limits.sessions
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return undefined
  if (path.endsWith("/ai/chat/completions")) return limits.ai
  return /\/(media|logo)$/.test(path) ? limits.uploads : limits.writes
}

/** Counts one call. @returns the calls of the running window, this one included */
const count = async (db: Database, key: string, windowStart: Date): Promise<number> => {
  const [row] = await rowsOf<{ calls: number }>(
    db,
    sql`insert into limits (key, window_start, calls) values (${key}, ${windowStart.toISOString()}, 1)
      on conflict (key, window_start) do update set calls = limits.calls + 1 returning calls`,
  )
  return Number(row?.calls ?? 0)
}

/**
 * Refuses with 429 and Retry-After what comes too often (quality page, Speed and Security). Counted is the address, and
 * the account whose token it is: a forged one must not use up somebody else's calls.
 */
export const limited: MiddlewareHandler<Env> = async (c, next) => {
  const limit = limitOf(c.req.method, c.req.path)
  if (!limit) return next()
  const { db, clock, config } = c.get("deps")
  const now = clock()
  const start = now - (now % limit.window)
  const most = limit.calls * (config.mode === "demo" ? demoFactor : 1)
  const account = (await claimsOf(c))?.nameidentifier
  for (const who of [`address ${c.get("address")}`, ...(account ? [`account ${account}`] : [])])
    if ((await count(db, `${limit.name} ${who}`, new Date(start))) > most)
      refuse({ kind: "tooMany", seconds: Math.max(1, Math.ceil((start + limit.window - now) / 1000)) })
  await next()
}

/** Windows that are over say nothing any more. */
export const sweepLimits = (db: Database, now: number) =>
  db.execute(sql`delete from limits where window_start < ${new Date(now - 60 * minute).toISOString()}`)

/**
 * Turns calls away while too many are under way, so that those that are in finish.
 * @param most calls at once; @param each of them from one address: who sends slowly takes nobody else's place
 */
export const unhurried = (most: number, each = most): MiddlewareHandler<Env> => {
  let running = 0
  const near = new Map<string, number>()
  return async (c, next) => {
    const address = c.get("address")
    const own = near.get(address) ?? 0
    if (running >= most || own >= each) return problemAnswer(c, { kind: "unavailable", key: "api.busy" })
    running++
    near.set(address, own + 1)
    try {
      await next()
    } finally {
      running--
      const left = (near.get(address) ?? 1) - 1
      if (left) near.set(address, left)
      else near.delete(address)
    }
  }
}
