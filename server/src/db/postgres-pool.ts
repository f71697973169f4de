import postgres from "postgres"
import { withDeadline } from "../errors/deadline"
import { isReadOnly } from "../errors/faults"
import { createPlaces, isConnectionLost, type Watch, withoutRollbackAfterLoss, withSafeStatements } from "./postgres-client"

/**
 * Connections that are replaced when the server behind them is gone without a word, or has become a standby: a statement on them would
 * wait for minutes (docs/operations.md#several-addresses).
 */

type Pool = {
  /** What the ORM uses: it stays the same while its connections are replaced. */
  client: postgres.Sql
  /** The address of the server of the connections. */
  url: () => string
  close: () => Promise<void>
}

/** Statements that wait while none was answered for so long are reason to look at the server, ms. */
const silenceMs = 3_000
const watchMs = 1_000
const probeMs = 2_000
/** How often in a row the server does not answer before the connections are given up: a loaded one may be slow once. */
const maxMisses = 2
/** Statements have ended after 15 s, but for those without a limit, which the server knows to be running. */
const deadMs = 20_000

/** As the driver reports a lost connection. */
const gone = () => Object.assign(new Error("The server of the database is gone."), { code: "CONNECTION_CLOSED", parameters: [] })

type Options = postgres.Options<Record<string, never>>

/**
 * A server that accepts writes. `started` tells it from another one at the same address. `isBusy`: a statement of this role runs for
 * longer than the limit of most.
 */
export type Server = { url: string; started: string; isBusy: boolean }

/** @returns undefined for a standby, and for a server that answers that it takes no connection now. @throws when none answers */
const askServer = async (url: string, options: Options): Promise<Server | undefined> => {
  const client = postgres(url, { ...options, max: 1, connect_timeout: probeMs / 1000, onnotice: () => {} })
  try {
    const ask = async () => client<(Omit<Server, "url"> & { isStandby: boolean })[]>`
      select pg_postmaster_start_time()::text as started, pg_is_in_recovery() as "isStandby",
        exists (select from pg_stat_activity where usename = current_user and state = 'active' and pid <> pg_backend_pid()
          and query_start < now() - interval '15 seconds') as "isBusy"`
    const [server] = await withDeadline(probeMs, ask)
    return server && !server.isStandby ? { url, ...server } : undefined
  } catch (error) {
    if (error instanceof postgres.PostgresError) return undefined
    throw error
  } finally {
    void client.end({ timeout: 0 }).catch(() => {})
  }
}

/** Asks some servers. @returns the one that accepts writes; without one, `isSilent`: that at `current` has not answered either */
export const findServer = async (urls: readonly string[], options: Options, current = "") => {
  const asked = urls.map(url => askServer(url, options))
  const accepting = asked.map(async one => (await one) ?? Promise.reject())
  const server = await Promise.any(accepting).catch(() => undefined)
  const answers = server ? [] : await Promise.allSettled(asked)
  return { server, isSilent: answers[urls.indexOf(current)]?.status === "rejected" }
}

/** @param urls of the hosts; the connections are to the one that accepts writes. @param replaced called when they were replaced */
export const createPool = async (urls: readonly string[], options: Options, replaced: () => void): Promise<Pool> => {
  const waiting = new Set<{ since: number; reject: (error: Error) => void }>()
  let answeredAt = 0
  const wait: Watch["wait"] = reject => {
    const one = { since: performance.now(), reject }
    waiting.add(one)
    return {
      begun: () => {
        one.since = Number.POSITIVE_INFINITY
      },
      end: () => {
        answeredAt = performance.now()
        waiting.delete(one)
      },
    }
  }
  const prepares = options.prepare !== false
  const failed = (error: unknown) => {
    if (isReadOnly(error) || isConnectionLost(error)) void look(true)
  }
  let { server } = await findServer(urls, options)
  let url = server?.url ?? urls[0] ?? ""
  const connect = () => {
    const watch = { wait, failed, prepares, places: prepares ? undefined : createPlaces(options.max ?? 1) }
    return withoutRollbackAfterLoss(withSafeStatements(postgres(url, options), watch), watch)
  }
  let client = connect()
  let isLooking = false
  let misses = 0
  const replace = (found: Server | undefined) => {
    const old = client
    const { parsers, serializers } = old.options
    server = found
    url = found?.url ?? url
    client = connect()
    // The ORM has set those of the first ones.
    Object.assign(client.options.parsers, parsers)
    Object.assign(client.options.serializers, serializers)
    for (const { reject } of waiting) reject(gone())
    waiting.clear()
    void old.end({ timeout: 0 }).catch(() => {})
    replaced()
  }
  /** @param hasFailed a statement has; without it one that waits for long is reason enough */
  const look = async (hasFailed = false) => {
    // While others are answered, one that waits is slow, or has no connection yet.
    const silentMs = () => performance.now() - Math.max(answeredAt, Math.min(...[...waiting].map(({ since }) => since)))
    if (isLooking || !(hasFailed || silentMs() > silenceMs)) return
    isLooking = true
    const { server: found, isSilent } = await findServer(urls, options, url)
    misses = isSilent ? misses + 1 : 0
    const isOther = found && (found.url !== url || found.started !== server?.started)
    const isDead = found && !found.isBusy && silentMs() > deadMs
    const isGone = misses >= maxMisses && silentMs() > silenceMs
    if (isOther || isDead || isGone) replace(found)
    // Failures come in crowds.
    setTimeout(() => {
      isLooking = false
    }, watchMs).unref()
  }
  const timer = setInterval(() => void look(), watchMs)
  timer.unref()

  const bound = ["unsafe", "begin"]
  const stable = new Proxy(client, {
    get: (_, name) => {
      const value = Reflect.get(client, name)
      return bound.includes(String(name)) ? value.bind(client) : value
    },
    apply: (_, __, args) => Reflect.apply(client as never, undefined, args),
  })
  return {
    client: stable,
    url: () => url,
    close: async () => {
      clearInterval(timer)
      await client.end({ timeout: 5 })
    },
  }
}
