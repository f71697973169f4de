import { randomUUID } from "node:crypto"
import { resolve } from "node:path"
import { PGlite, type QueryOptions } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import type { SQL } from "drizzle-orm"
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core"
import { drizzle as drizzlePglite } from "drizzle-orm/pglite"
import { drizzle as drizzlePostgres } from "drizzle-orm/postgres-js"
import postgres from "postgres"
import { createSlices } from "../../../src/core/concurrency/slices"
import { StartProblem } from "../errors/problem"
import { beginInstallation, makePrivate } from "../folder"
import { hostNames, hostUrls } from "../postgres-url"
import { withAfterCommit } from "./after-commit"
import { connectionProblem } from "./connection-problem"
import { type DiskUse, hasDiskSpaceFor, requireDiskSpace } from "./disk-space"
import { DurableFS, durableParams } from "./durable-fs"
import { lockFolder } from "./lock"
import { createPool, findServer } from "./postgres-pool"
import * as schema from "./schema"
import { createSessionChanges, type SessionChanges, sessionChannel } from "./session-changes"

/** A Drizzle database on PGlite or PostgreSQL, with the same SQL for both. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

export type Opened = {
  db: Database
  engine: "pglite" | "postgres"
  /** Whether the disk has room for a use: with a full disk the embedded database would hang. */
  hasDiskSpace: (use: DiskUse) => Promise<boolean>
  /** Runs work that needs a session of its own, such as migrations and backups. */
  withSession: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  /** Begins to watch for changes of sessions, people and companies. */
  watchSessions: () => SessionChanges
  close: () => Promise<void>
  /** Dumps the folder of the embedded database, for tests. */
  dump?: () => Promise<Blob>
}

/** The rows of a raw query, whose results differ between the drivers. */
export const rowsOf = async <T>(db: Database, query: SQL | string): Promise<T[]> => {
  const result: unknown = await db.execute(query)
  return (Array.isArray(result) ? result : (result as { rows: T[] }).rows) as T[]
}

/**
 * Gives the event loop back between the statements of the embedded database, which works in this thread: those that wait would follow
 * each other without a connection being accepted or an answer being sent meanwhile.
 */
const withTurnsOfLoop = (client: PGlite): PGlite => {
  const slice = createSlices()
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const mine = last.then(slice).then(run)
    last = mine.catch(() => {})
    return mine
  }
  /**
   * Drizzle names its nine parsers with each statement, and the client merges them with those of all array types, of which each table
   * has one: a tenth of a statement's time. Here they become the client's own.
   */
  const withOwnParsers = ({ parsers, ...options }: QueryOptions = {}) => {
    Object.assign(client.parsers, parsers)
    return options
  }
  const query: PGlite["query"] = (text, params, options) => inTurn(() => client.query(text, params, withOwnParsers(options)))
  const transaction: PGlite["transaction"] = run =>
    inTurn(() =>
      client.transaction(tx => {
        const query: typeof tx.query = (text, params, options) =>
          slice().then(() => tx.query(text, params, withOwnParsers(options)))
        return run(Object.assign(Object.create(tx), { query }))
      }),
    )
  return Object.assign(Object.create(client), { query, transaction })
}

/** Clearing the usual 128 MB takes half of the time in which a database in memory opens. */
const buffersInMemory = "16MB"

/** @param folder undefined keeps the data in memory; @param options.snapshot a dumped folder, for tests */
export const openEmbedded = async (folder: string | undefined, options: { snapshot?: Blob } = {}): Promise<Opened> => {
  const dbFolder = folder === undefined ? undefined : resolve(folder, "db")
  if (dbFolder !== undefined) await requireDiskSpace(dbFolder)
  const unlock = dbFolder === undefined ? undefined : await lockFolder(dbFolder)
  const create = async () => {
    if (folder !== undefined && dbFolder) {
      makePrivate(folder)
      makePrivate(dbFolder)
    }
    const complete = dbFolder === undefined ? undefined : beginInstallation(dbFolder)
    const created = await PGlite.create({
      extensions: { pg_trgm },
      ...(dbFolder
        ? { fs: new DurableFS(dbFolder), startParams: durableParams(PGlite.defaultStartParams) }
        : { startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${buffersInMemory}`] }),
      ...(options.snapshot && { loadDataDir: options.snapshot }),
    })
    complete?.()
    return created
  }
  const client = await create().catch(error => {
    unlock?.()
    throw error
  })
  const db = withAfterCommit(drizzlePglite(withTurnsOfLoop(client), { schema }) as unknown as Database)
  return {
    db,
    engine: "pglite",
    withSession: work => work(db),
    hasDiskSpace: async use => dbFolder === undefined || (await hasDiskSpaceFor(use, dbFolder)),
    watchSessions: () => {
      const changes = createSessionChanges()
      // A notification is in the answer to the statement that commits: it arrives before the statement's caller continues.
      const listening = client.listen(sessionChannel, changes.changed)
      listening.then(
        () => changes.receiving(true),
        () => {},
      )
      return changes
    },
    close: async () => {
      await client.close()
      unlock?.()
    },
    dump: () => client.dumpDataDir("none"),
  }
}

/** Delay before a lost connection is opened again, seconds: at most one, so that a restarted database is used soon. */
const backoff = (tries: number) => Math.min(2 ** tries / 100, 1)

/**
 * A setting of each connection that no pool has for its own connections: such a pool refuses or drops it, also where the
 * database's role has the others.
 */
const direct = { "campaign_console.direct": "yes" }

/** Prepared statements, notifications and limits belong to a session, which such a pool does not keep. */
const sharedConnections =
  "it is behind a pool that shares connections, such as PgBouncer. Name PostgreSQL itself in DATABASE_DIRECT_URL, for what needs a session."

const limits = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 }

/** What a pool that shares connections leaves to the role: which limits it lacks. */
const limitsMissing = (missing: readonly string[]) =>
  `the role has no ${missing.join(" and no ")}, which a pool does not pass on: ${missing
    .map(name => `alter role … set ${name} = '${limits[name as keyof typeof limits] / 1000}s'`)
    .join("; ")}`

/**
 * @param directUrl the server itself, where `url` is a pool in transaction mode (docs/operations.md#a-pool): for notifications and
 *   migrations. @throws StartProblem when the database can't be reached or refuses the connection; the message has no password
 */
export const openPostgres = async (url: string, directUrl?: string): Promise<Opened> => {
  const changes = createSessionChanges()
  const isShared = directUrl !== undefined
  const options = {
    connect_timeout: 5,
    backoff,
    // The driver's query for array types is not awaited: a connection lost during it would end the process.
    fetch_types: false,
    onnotice: ({ message, detail = "" }: { message?: string; detail?: string }) => {
      if (message === sessionChannel) changes.noticed(detail)
    },
  } satisfies postgres.Options<Record<string, never>>
  const ofSession = {
    ...options,
    connection: { ...limits, plan_cache_mode: "force_custom_plan", client_min_messages: "notice", ...direct },
  }
  let listen = async () => {}
  let stopListening = async () => {}
  const ofPool = { max: 10, ...(isShared ? { ...options, prepare: false } : ofSession) }
  const pool = await createPool(hostUrls(url), ofPool, () => void listen())
  const { client } = pool
  const refuseStart = async (reason: string): Promise<never> => {
    await pool.close()
    throw new StartProblem(`The database at ${hostNames(url)} can't be used: ${reason}`)
  }
  const [session] = await client<Record<"is" | "statement_timeout" | "idle_in_transaction_session_timeout", string | null>[]>`
    select current_setting('campaign_console.direct', true) as is, current_setting('statement_timeout') as statement_timeout,
      current_setting('idle_in_transaction_session_timeout') as idle_in_transaction_session_timeout`.catch((error: Error) =>
    refuseStart(/startup parameter/.test(error.message) ? sharedConnections : connectionProblem(error)),
  )
  const missing = Object.keys(limits).filter(name => session?.[name as keyof typeof limits] === "0")
  if (!isShared && session?.is !== "yes") await refuseStart(sharedConnections)
  if (isShared && missing.length) await refuseStart(limitsMissing(missing))
  const ormOf = (client: postgres.Sql) => withAfterCommit(drizzlePostgres(client, { schema }) as unknown as Database)
  const db = ormOf(client)
  return {
    db,
    engine: "postgres",
    hasDiskSpace: async () => true,
    withSession: async work => {
      if (!isShared) return work(db)
      const session = await createPool(hostUrls(directUrl), { max: 1, ...ofSession }, () => {})
      return work(ormOf(session.client)).finally(session.close)
    },
    watchSessions: () => {
      let listener: postgres.Sql | undefined
      // Again with new connections: of the old ones none may tell that it is lost.
      listen = async () => {
        changes.receiving(false)
        const of = isShared ? (await findServer(hostUrls(directUrl), ofSession)).server?.url : pool.url()
        void listener?.end({ timeout: 0 }).catch(() => {})
        const current = postgres(of ?? hostUrls(directUrl ?? url)[0] ?? "", { ...ofSession, max: 1 })
        listener = current
        // Arrives unless a proxy shares the connections, which would receive no notifications.
        const proof = randomUUID()
        const received = (payload: string) => (payload === proof ? changes.receiving(true) : changes.changed(payload))
        // Called again after each lost connection, during which notifications may have been missed.
        const connected = () => {
          if (current !== listener) return
          changes.receiving(false)
          client.unsafe("select pg_notify($1, $2)", [sessionChannel, proof]).catch(() => {})
        }
        current.listen(sessionChannel, received, connected).catch(() => {})
      }
      void listen()
      stopListening = async () => listener?.end({ timeout: 5 })
      return changes
    },
    close: async () => {
      await stopListening()
      await pool.close()
    },
  }
}

type DatabaseConfig = { databaseUrl: string | undefined; databaseDirectUrl?: string | undefined; dataDir: string }

export const openDatabase = ({ databaseUrl, databaseDirectUrl, dataDir }: DatabaseConfig): Promise<Opened> =>
  databaseUrl ? openPostgres(databaseUrl, databaseDirectUrl) : openEmbedded(dataDir)
