import { existsSync } from "node:fs"
import { statfs } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import type { SQL } from "drizzle-orm"
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core"
import { drizzle as drizzlePglite } from "drizzle-orm/pglite"
import { drizzle as drizzlePostgres } from "drizzle-orm/postgres-js"
import postgres from "postgres"
import { StartProblem } from "../errors/problem"
import { beginInstallation, makePrivate } from "../folder"
import { DurableFS, durableParams } from "./durable-fs"
import { lockFolder } from "./lock"
import * as schema from "./schema"
import {
  createSessionChanges,
  createWorks,
  hearChanges,
  type SessionChanges,
  sessionChannel,
  type Works,
} from "./session-changes"
import { announcing, createHeardChanges, createReadChanges, type TableChanges, tableChannel } from "./table-changes"

/** A Drizzle database on PGlite or PostgreSQL, with the same SQL for both. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

export type Opened = {
  db: Database
  engine: "pglite" | "postgres"
  /** Whether the disk has room for a use: with a full disk the embedded database would hang. */
  hasRoom: (use: RoomUse) => Promise<boolean>
  /** Begins to watch for changes of sessions, people and companies. */
  watchSessions: () => SessionChanges
  /** Begins to watch for changes of tables, once they are migrated. */
  watchTables: () => TableChanges
  close: () => Promise<void>
  /** Dumps the folder of the embedded database, for tests. */
  dump?: () => Promise<Blob>
}

/** What needs room on the disk: writes of records, and those of signing in, staying signed in and signing out. */
export type RoomUse = "record" | "session"

const mebibyte = 1024 * 1024

/** Free space below which the embedded database refuses each use, bytes: sessions live on a reserve of their own. */
const roomFor: Record<RoomUse, number> = { record: 256 * mebibyte, session: 64 * mebibyte }
/** Free space that a start needs, and one that creates the database, of which records can be written afterwards, bytes. */
const roomForStart = { existing: 8 * mebibyte, first: 320 * mebibyte }

const freeBytes = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The folder, or the nearest one above it that exists. */
const existingFolder = (folder: string): string => (existsSync(folder) ? folder : existingFolder(dirname(folder)))

/** @throws StartProblem with the figures: a start without room would hang, or break in the middle */
const refuseWithoutRoom = async (dbFolder: string) => {
  const isFirst = !existsSync(join(dbFolder, "PG_VERSION"))
  const needed = isFirst ? roomForStart.first : roomForStart.existing
  const free = await freeBytes(existingFolder(dbFolder))
  if (free >= needed) return
  const [has, needs] = [free, needed].map(bytes => Math.floor(bytes / mebibyte))
  throw new StartProblem(
    `The disk of ${dbFolder} has ${has} MB free; a ${isFirst ? "first " : ""}start needs ${needs} MB. Free some, or set DATA_DIR to a folder on another disk.`,
  )
}

/** The rows of a raw query, whose results differ between the drivers. */
export const rowsOf = async <T>(db: Database, query: SQL | string): Promise<T[]> => {
  const result: unknown = await db.execute(query)
  return (Array.isArray(result) ? result : (result as { rows: T[] }).rows) as T[]
}

type Arrays = { execute: unknown[][]; all: never; values: never }

/** The rows of a statement as arrays, as the driver gives them: instants and days as text. @throws as the ORM does */
export const readArrays = (db: Database, text: string, values: unknown[]): Promise<unknown[][]> =>
  db._.session.prepareQuery<Arrays>({ sql: text, params: values }, undefined, undefined, true, rows => rows).execute()

/** @param folder undefined keeps the data in memory; @param options.snapshot a dumped folder, for tests */
export const openEmbedded = async (folder: string | undefined, options: { snapshot?: Blob } = {}): Promise<Opened> => {
  const dbFolder = folder === undefined ? undefined : resolve(folder, "db")
  if (dbFolder !== undefined) await refuseWithoutRoom(dbFolder)
  const unlock = dbFolder === undefined ? undefined : await lockFolder(dbFolder)
  const create = async () => {
    if (folder !== undefined && dbFolder) {
      makePrivate(folder)
      makePrivate(dbFolder)
    }
    const complete = dbFolder === undefined ? undefined : beginInstallation(dbFolder)
    const created = await PGlite.create({
      extensions: { pg_trgm },
      ...(dbFolder && { fs: new DurableFS(dbFolder), startParams: durableParams(PGlite.defaultStartParams) }),
      ...(options.snapshot && { loadDataDir: options.snapshot }),
    })
    complete?.()
    return created
  }
  const client = await create().catch(error => {
    unlock?.()
    throw error
  })
  const db = drizzlePglite(client, { schema }) as unknown as Database
  return {
    db,
    engine: "pglite",
    hasRoom: async use => dbFolder === undefined || (await freeBytes(dbFolder)) >= roomFor[use],
    watchSessions: () => {
      const changes = createSessionChanges()
      // A notification is in the answer to the statement that commits: it is heard before the statement's caller goes on.
      const listening = client.listen(sessionChannel, changes.changed)
      listening.then(
        () => changes.hearing(true),
        () => {},
      )
      return changes
    },
    watchTables: () => {
      const changes = createHeardChanges()
      const listening = client.listen(tableChannel, changes.changed).then(() => client.exec(announcing))
      listening.then(changes.hearing, () => {})
      return changes
    },
    close: async () => {
      await client.close()
      unlock?.()
    },
    dump: () => client.dumpDataDir("none"),
  }
}

/** Whether an error of the driver, recognised by its parameters, reports that the connection is lost or about to be closed. */
const isConnectionLost = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  const isLost = "parameters" in error && /^(57P0|25P03|08|CONNECTION_|ECONN|EPIPE|ETIMEDOUT)/.test(String(code))
  return isLost || isConnectionLost(error.cause)
}

/** What the driver calls when all rows of a query have come, or an error. They are not in the driver's types. */
type Resolvable = { resolve: (result: unknown) => void; reject: (error: unknown) => void }

/**
 * Removes the empty places at the beginning of a result. The driver does not reset its count of rows when a statement
 * breaks after some of them, as one that is stopped for its time, and the next result on that connection begins at this
 * count (porsager/postgres #1181). Its rows are complete, and only their places are wrong. Closing the connection would
 * be too late: the next statements on it are on their way before the error comes.
 */
const withoutEmptyPlaces = <Q extends object>(query: Q): Q => {
  const resolvable = query as Q & Resolvable
  const { resolve } = resolvable
  resolvable.resolve = result => {
    if (Array.isArray(result) && result.length > 0 && !(0 in result))
      result.splice(
        0,
        result.findIndex((_, at) => at in result),
      )
    resolve(result)
  }
  return query
}

/** Counts a statement as work of this process until its result, or its error, is given to who waits for it. */
const asWork = <Q extends object>(works: Works | undefined, query: Q): Q => {
  if (!works) return query
  const settling = query as Q & Resolvable
  const { resolve, reject } = settling
  const work = works.begin()
  settling.resolve = result => {
    works.end(work)
    resolve(result)
  }
  settling.reject = error => {
    works.end(work)
    reject(error)
  }
  return query
}

/** Statements with more parameters are not prepared: they hold many rows, and one with as many seldom follows. */
const maxPrepared = 100

/**
 * Makes a client prepare statements with parameters once per connection, and give results without empty places. The ORM
 * sends the same few statements again and again, and asks not to prepare them: each would take two round trips.
 * @param works undefined for the statements of a transaction, which is one work
 */
const withSafeStatements = <C extends postgres.ISql>(client: C, works?: Works): C => {
  const unsafe = client.unsafe.bind(client)
  const prepared: typeof unsafe = (text, values = [], options = {}) => {
    const prepare = options.prepare || (values.length > 0 && values.length <= maxPrepared)
    return asWork(works, withoutEmptyPlaces(unsafe(text, values, { ...options, prepare })))
  }
  return Object.assign(client, { unsafe: prepared })
}

/**
 * Prevents the rollback of a transaction whose connection is lost: the driver would write it to a closed socket, which
 * ends the process (porsager/postgres #1208).
 */
const withoutRollbackAfterLoss = <C extends postgres.Sql>(client: C, works: Works): C => {
  const begin = client.begin.bind(client) as (run: (tx: postgres.TransactionSql) => Promise<unknown>) => Promise<unknown>
  return Object.assign(client, {
    begin: (run: (tx: postgres.TransactionSql) => Promise<unknown>) => {
      const work = works.begin()
      return begin(tx =>
        run(withSafeStatements(tx)).catch(error => {
          // `begin` itself rejects when the connection is lost.
          if (isConnectionLost(error)) return new Promise(() => {})
          throw error
        }),
      ).finally(() => works.end(work))
    },
  })
}

/** For statements without parameters that are sent again and again: they are planned once. `simple` is not in the driver's types. */
const planned = { prepare: true, simple: false } as postgres.UnsafeQueryOptions

/** Delay before a lost connection is opened again, seconds: at most one, so that a restarted database is used soon. */
const backoff = (tries: number) => Math.min(2 ** tries / 100, 1)

/** @throws StartProblem when the database can't be reached or refuses the connection; the message has no password */
export const openPostgres = async (url: string): Promise<Opened> => {
  const changes = createSessionChanges()
  const works = createWorks(changes.changed)
  const options = {
    connect_timeout: 5,
    backoff,
    // The driver's query for array types is not awaited: a connection lost during it would end the process.
    fetch_types: false,
    connection: {
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 30_000,
      plan_cache_mode: "force_custom_plan",
      client_min_messages: "notice",
    },
  }
  const client = postgres(url, {
    ...options,
    max: 10,
    onclose: () => tableChanges.lost(),
    onnotice: ({ message }) => {
      if (message === sessionChannel) works.noticed()
    },
  })
  await client`select 1`.catch(async (error: Error) => {
    await client.end({ timeout: 0 })
    const { hostname, port } = new URL(url)
    throw new StartProblem(`The database at ${hostname}:${port || 5432} can't be used: ${error.message}`)
  })
  const watch = () => {
    const onnotify = (_: string, payload: string) => hearing.heard(payload)
    // `onnotify` is not in the driver's types; its `listen` does not tell of a lost connection.
    const listener = postgres(url, {
      ...options,
      max: 1,
      max_lifetime: null,
      onnotice: () => {},
      onclose: () => hearing.lost(),
      onnotify,
    } as postgres.Options<Record<never, never>>)
    const hearing = hearChanges(changes, {
      listen: () => listener.unsafe(`listen ${sessionChannel}`),
      notify: payload => client.unsafe("select pg_notify($1, $2)", [sessionChannel, payload]),
    })
    return () => {
      hearing.close()
      return listener.end({ timeout: 0 })
    }
  }
  let stopWatching: (() => Promise<void>) | undefined
  const safe = withoutRollbackAfterLoss(withSafeStatements(client, works), works)
  const db = drizzlePostgres(safe, { schema }) as unknown as Database
  const tableChanges = createReadChanges(async statement =>
    (await safe.unsafe(statement, [], planned).values()).map(([value]) => String(value)),
  )
  return {
    db,
    engine: "postgres",
    hasRoom: async () => true,
    watchSessions: () => {
      stopWatching ??= watch()
      return changes
    },
    watchTables: () => tableChanges,
    close: async () => {
      await stopWatching?.()
      await client.end({ timeout: 5 })
    },
  }
}

export const openDatabase = (config: { databaseUrl: string | undefined; dataDir: string }): Promise<Opened> =>
  config.databaseUrl ? openPostgres(config.databaseUrl) : openEmbedded(config.dataDir)
