import { sql } from "drizzle-orm"
import type { Context, MiddlewareHandler } from "hono"
import { type Database, rowsOf } from "../db/open"
import { deleteRows } from "../db/slices"
import { refuse } from "../errors/problem"
import type { Deps, Env } from "./context"
import { widerNetworksOf } from "./request"

/** Limits of calls per window, counted in the database across all processes. */
const minute = 60_000

/** `cost`: as how many calls one counts, 1 by default. */
export type Limit = { name: string; calls: number; windowMs: number; cost?: number }

/** Calls per window. Reads are limited by `loadLimit`. */
const limits = {
  sessions: { name: "sessions", calls: 120, windowMs: minute },
  registrations: { name: "registrations", calls: 10, windowMs: 60 * minute },
  /** Of wider IPv6 networks; auth/codes.ts counts those of 64 bits, and IPv4 addresses. */
  codes: { name: "codes", calls: 30, windowMs: 5 * minute },
  ai: { name: "ai", calls: 60, windowMs: minute },
  uploads: { name: "uploads", calls: 120, windowMs: minute },
  writes: { name: "writes", calls: 600, windowMs: minute },
  /** The tills of a company may have one address. */
  uses: { name: "uses", calls: 6_000, windowMs: minute },
  /** A company's directory sends its people in one run. */
  provisioning: { name: "provisioning", calls: 12_000, windowMs: minute },
} satisfies Record<string, Limit>

/** Demonstrations are also used by test programs: their limits are multiplied by this. */
const demoFactor = 100

const limitOf = (method: string, path: string): Limit | undefined => {
  if (/\/api\/auth\/register$/.test(path)) return limits.registrations
  if (/\/api\/auth\/(refresh|login|passkey(\/\w+)?)$|\/Auth\/(GetToken|provider)$/i.test(path)) return limits.sessions
  if (/\/Auth\/GetCode\//i.test(path)) return limits.codes
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return undefined
  if (path.endsWith("/ai/chat/completions")) return limits.ai
  if (/\/campaign\/[^/]+\/uses$/.test(path)) return limits.uses
  if (/\/scim\/v2\/Users/.test(path)) return limits.provisioning
  return /\/(media|logo)$/.test(path) ? limits.uploads : limits.writes
}

/** The current window of a limit, and the calls that it allows. */
const windowOf = ({ clock, config }: Pick<Deps, "clock" | "config">, { calls, windowMs }: Limit) => {
  const now = clock()
  const start = now - (now % windowMs)
  return {
    start: new Date(start),
    maxCalls: calls * (config.mode === "demo" ? demoFactor : 1),
    refuse: () => refuse({ kind: "tooMany", seconds: Math.max(1, Math.ceil((start + windowMs - now) / 1000)) }),
  }
}

/** As many times the calls of one network may those of a wider one be, in which there may be others. */
const factorOf = (key: string) => (key.endsWith("/48") ? 16 : key.endsWith("/56") ? 4 : 1)

/** Adds calls to the counts of a window. @returns the largest of these counts, of a wider network by its factor */
export const addCalls = async (db: Database, keys: readonly string[], windowStart: Date, calls: number): Promise<number> => {
  const counts = keys.map(key => sql`(${key}, ${windowStart.toISOString()}, ${calls})`)
  const rows = await rowsOf<{ key: string; calls: number }>(
    db,
    sql`insert into limits (key, window_start, calls) values ${sql.join(counts, sql`, `)}
      on conflict (key, window_start) do update set calls = limits.calls + excluded.calls returning key, calls`,
  )
  return Math.max(...rows.map(row => Number(row.calls) / factorOf(row.key)))
}

/** Counts calls for each of the callers. @returns the most calls that one has in the current window, these included */
const countForAll = (deps: Deps, limit: Limit, callers: readonly string[], calls: number): Promise<number> =>
  addCalls(
    deps.db,
    callers.map(caller => `${limit.name} ${caller}`),
    windowOf(deps, limit).start,
    calls,
  )

/** Counts calls of a caller. @returns the calls of the current window, these included */
export const countCalls = (deps: Deps, limit: Limit, caller: string, calls = 1): Promise<number> =>
  countForAll(deps, limit, [caller], calls)

/**
 * Counts one call of each caller, in one statement. Callers are given in the order networks, account everywhere: statements
 * that lock the same counts wait for each other, and never in a circle.
 * @throws Refusal 429 with the time to wait when one of them is above the limit
 */
export const enforceLimit = async (deps: Deps, limit: Limit, ...callers: readonly string[]) => {
  const { maxCalls, refuse } = windowOf(deps, limit)
  if ((await countForAll(deps, limit, callers, limit.cost ?? 1)) > maxCalls) refuse()
}

/**
 * Counts one call in advance, unless the caller has used up the limit: calls at the same time then do not all pass as the
 * last one that is allowed. `countCalls` with -1 takes it back.
 * @param more the calls that are allowed in addition, given the start of the window; asked for once the limit is reached
 * @throws Refusal 429 with the time to wait, without counting
 */
export const reserveCall = async (deps: Deps, limit: Limit, caller: string, more: (windowStart: Date) => Promise<number>) => {
  const { start, maxCalls, refuse } = windowOf(deps, limit)
  const used = await countCalls(deps, limit, caller)
  if (used <= maxCalls || used <= maxCalls + (await more(start))) return
  await countCalls(deps, limit, caller, -1)
  refuse()
}

const day = 24 * 60 * minute

/** The beginning of the keys of counts by the day, which are kept for two. */
export const dailyKey = "mails"

/** The networks of a call as callers, the widest first. */
const widerCallers = (c: Context<Env>) => widerNetworksOf(c.get("address")).map(network => `address ${network}`)
export const networkCallers = (c: Context<Env>) => [...widerCallers(c), `address ${c.get("address")}`]

/**
 * Answers 429 with Retry-After when an address, or an account, makes too many calls per window.
 * @param accountOf the account of the call's verified token; an unverified token must not consume another account's calls
 */
export const rateLimit =
  (accountOf: (c: Context<Env>) => Promise<string | undefined>): MiddlewareHandler<Env> =>
  async (c, next) => {
    const limit = limitOf(c.req.method, c.req.path)
    if (!limit) return next()
    const account = limit === limits.codes ? undefined : await accountOf(c)
    const networks = limit === limits.codes ? widerCallers(c) : networkCallers(c)
    const callers = account ? [...networks, `account ${account}`] : networks
    if (callers.length) await enforceLimit(c.get("deps"), limit, ...callers)
    await next()
  }

/** Deletes the counts of windows that are over. */
export const deleteOldLimits = (db: Database, now: number) => {
  const isOver = sql`(window_start < ${new Date(now - 2 * day).toISOString()}
    or (window_start < ${new Date(now - 60 * minute).toISOString()} and key not like ${`${dailyKey} %`}))`
  return deleteRows(db, sql`limits`, isOver)
}
