import postgres from "postgres"
import { withDeadline } from "../errors/deadline"
import { isReadOnly } from "../errors/faults"
import { isConnectionLost, type Watch, withoutRollbackAfterLoss, withSafeStatements } from "./postgres-client"

/**
 * Connections that are replaced when the server behind them is gone without a word, or has become a standby: a statement on them would
 * wait for minutes (docs/operations.md#several-addresses).
 */

export type Pool = {
  /** What the ORM uses: it stays the same while its connections are replaced. */
  client: postgres.Sql
  /** The address of the server of the connections. */
  url: () => string
  close: () => Promise<void>
}

/** A statement that waits for so long is reason to look at the server, ms. */
const silenceMs = 3_000
const watchMs = 1_000
const probeMs = 2_000
/** No statement of ours takes as long: the server ends it after 15 s. */
const deadMs = 20_000

/** As the driver reports a lost connection. */
const gone = () => Object.assign(new Error("The server of the database is gone."), { code: "CONNECTION_CLOSED", parameters: [] })

type Options = postgres.Options<Record<string, never>>

/** A server that accepts writes. `started` tells it from another one at the same address. */
export type Server = { url: string; started: string }

const askServer = async (url: string, options: Options): Promise<Server> => {
  const client = postgres(url, { ...options, max: 1, connect_timeout: probeMs / 1000, onnotice: () => {} })
  try {
    const ask = async () => client<{ started: string; standby: boolean }[]>`
      select pg_postmaster_start_time()::text as started, pg_is_in_recovery() as standby`
    const [server] = await withDeadline(probeMs, ask)
    if (!server || server.standby) throw new Error("The server is a standby.")
    return { url, started: server.started }
  } finally {
    void client.end({ timeout: 0 }).catch(() => {})
  }
}

/** Returns the one of some servers that accepts writes; undefined where none answers. */
export const findServer = (urls: readonly string[], options: Options): Promise<Server | undefined> =>
  Promise.any(urls.map(url => askServer(url, options))).catch(() => undefined)

/** @param urls of the hosts; the connections are to the one that accepts writes. @param replaced called when they were replaced */
export const createPool = async (urls: readonly string[], options: Options, replaced: () => void): Promise<Pool> => {
  const waiting = new Set<{ since: number; reject: (error: Error) => void }>()
  const wait: Watch["wait"] = reject => {
    const one = { since: performance.now(), reject }
    waiting.add(one)
    return {
      begun: () => {
        one.since = Number.POSITIVE_INFINITY
      },
      end: () => {
        waiting.delete(one)
      },
    }
  }
  const prepares = options.prepare !== false
  const failed = (error: unknown) => {
    if (isReadOnly(error) || isConnectionLost(error)) void look(true)
  }
  const watch = { wait, failed, prepares }
  let server = await findServer(urls, options)
  let url = server?.url ?? urls[0] ?? ""
  const connect = () => withoutRollbackAfterLoss(withSafeStatements(postgres(url, options), watch), watch)
  let client = connect()
  let isLooking = false
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
    const silentMs = () => performance.now() - Math.min(...[...waiting].map(({ since }) => since))
    if (isLooking || !(hasFailed || silentMs() > silenceMs)) return
    isLooking = true
    const found = await findServer(urls, options)
    const isOther = found && (found.url !== url || found.started !== server?.started)
    if (isOther || silentMs() > (found ? deadMs : silenceMs)) replace(found)
    // Failures come in crowds.
    setTimeout(() => {
      isLooking = false
    }, watchMs).unref()
  }
  const timer = setInterval(() => void look(), watchMs)
  timer.unref()

  const bound = ["unsafe", "begin", "notify"]
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
