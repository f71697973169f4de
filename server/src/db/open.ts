import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { statfs } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { PGlite } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { type SQL, sql } from "drizzle-orm"
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core"
import { drizzle as drizzlePglite } from "drizzle-orm/pglite"
import { drizzle as drizzlePostgres } from "drizzle-orm/postgres-js"
import postgres from "postgres"
import { StartProblem } from "../errors/problem"
import { DurableFS, durableParams } from "./durable-fs"
import { lockFolder } from "./lock"
import * as schema from "./schema"

/** A Drizzle database on PGlite or PostgreSQL, with the same SQL for both. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

export type Opened = {
  db: Database
  engine: "pglite" | "postgres"
  /** Whether the disk has room for writes: with a full disk the embedded database would hang. */
  hasRoom: () => Promise<boolean>
  close: () => Promise<void>
  /** Dumps the folder of the embedded database, for tests. */
  dump?: () => Promise<Blob>
}

/** With less free space the embedded database accepts no writes, bytes. */
const minFreeBytes = 256 * 1024 * 1024

/** The rows of a raw query, whose results differ between the drivers. */
export const rowsOf = async <T>(db: Database, query: SQL | string): Promise<T[]> => {
  const result: unknown = await db.execute(query)
  return (Array.isArray(result) ? result : (result as { rows: T[] }).rows) as T[]
}

const here = dirname(fileURLToPath(import.meta.url))

/** The folder of the migrations: next to the bundle, or in the sources. */
const migrationsDir = () => [join(here, "migrations"), join(here, "../../migrations")].find(existsSync) ?? here

/** @param folder undefined keeps the data in memory; @param options.snapshot a dumped folder, for tests */
export const openEmbedded = async (folder: string | undefined, options: { snapshot?: Blob } = {}): Promise<Opened> => {
  const unlock = folder === undefined ? undefined : await lockFolder(folder)
  const dbFolder = folder === undefined ? undefined : join(folder, "db")
  if (dbFolder) mkdirSync(dbFolder, { recursive: true })
  const client = await PGlite.create({
    extensions: { pg_trgm },
    ...(dbFolder && { fs: new DurableFS(dbFolder), startParams: durableParams(PGlite.defaultStartParams) }),
    ...(options.snapshot && { loadDataDir: options.snapshot }),
  }).catch(error => {
    unlock?.()
    throw error
  })
  return {
    db: drizzlePglite(client, { schema }) as unknown as Database,
    engine: "pglite",
    hasRoom: async () => {
      if (!dbFolder) return true
      const { bavail, bsize } = await statfs(dbFolder)
      return bavail * bsize >= minFreeBytes
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

/**
 * Makes a client prepare statements with parameters once per connection. The ORM sends the same few statements again and
 * again, and by default each is parsed every time.
 */
const withPreparedStatements = <C extends postgres.ISql>(client: C): C => {
  const unsafe = client.unsafe.bind(client)
  const prepared: typeof unsafe = (text, values = [], options = {}) =>
    unsafe(text, values, { ...options, prepare: values.length > 0 })
  return Object.assign(client, { unsafe: prepared })
}

/**
 * Prevents the rollback of a transaction whose connection is lost: the driver would write it to a closed socket, which
 * ends the process (porsager/postgres #1208).
 */
const withoutRollbackAfterLoss = <C extends postgres.Sql>(client: C): C => {
  const begin = client.begin.bind(client) as (work: (tx: postgres.TransactionSql) => Promise<unknown>) => Promise<unknown>
  return Object.assign(client, {
    begin: (work: (tx: postgres.TransactionSql) => Promise<unknown>) =>
      begin(tx =>
        work(withPreparedStatements(tx)).catch(error => {
          // `begin` itself rejects when the connection is lost.
          if (isConnectionLost(error)) return new Promise(() => {})
          throw error
        }),
      ),
  })
}

/** Delay before a lost connection is opened again, seconds: at most one, so that a restarted database is used soon. */
const backoff = (tries: number) => Math.min(2 ** tries / 100, 1)

/** @throws StartProblem when the database can't be reached or refuses the connection; the message has no password */
export const openPostgres = async (url: string): Promise<Opened> => {
  const client = postgres(url, {
    max: 10,
    connect_timeout: 5,
    backoff,
    // The driver's query for array types is not awaited: a connection lost during it would end the process.
    fetch_types: false,
    onnotice: () => {},
    connection: { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000, plan_cache_mode: "force_custom_plan" },
  })
  await client`select 1`.catch(async (error: Error) => {
    await client.end({ timeout: 0 })
    const { hostname, port } = new URL(url)
    throw new StartProblem(`The database at ${hostname}:${port || 5432} can't be used: ${error.message}`)
  })
  return {
    db: drizzlePostgres(withoutRollbackAfterLoss(withPreparedStatements(client)), { schema }) as unknown as Database,
    engine: "postgres",
    hasRoom: async () => true,
    close: () => client.end({ timeout: 5 }),
  }
}

export const openDatabase = (config: { databaseUrl: string | undefined; dataDir: string }): Promise<Opened> =>
  config.databaseUrl ? openPostgres(config.databaseUrl) : openEmbedded(config.dataDir)

/** An arbitrary number, the same in all processes. */
const migrationLock = 7_203_311

/**
 * Applies the migrations that are missing, in order, in one transaction, in one process at a time.
 * @returns the names of the applied files
 * @throws StartProblem when an applied file has been changed, or is missing: a later version has applied it
 */
export const migrate = async (db: Database, folder = migrationsDir()): Promise<string[]> => {
  const files = readdirSync(folder)
    .filter(name => /^\d{4}_.*\.sql$/.test(name))
    .sort()
  return db.transaction(async tx => {
    // Waiting for another process, or building an index, may take longer than the limit of a request's statement.
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
    await tx.execute(
      sql`create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const known = new Map(
      (await rowsOf<{ name: string; checksum: string }>(tx, sql`select name, checksum from schema_migrations`)).map(row => [
        row.name,
        row.checksum,
      ]),
    )
    const applied: string[] = []
    for (const name of files) {
      const text = readFileSync(join(folder, name), "utf8")
      const checksum = createHash("sha256").update(text).digest("hex")
      const before = known.get(name)
      if (before === checksum) continue
      if (before !== undefined) throw new StartProblem(`The migration ${name} was changed after it had been applied.`)
      for (const statement of statementsOf(text)) await tx.execute(sql.raw(statement))
      await tx.execute(sql`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`)
      applied.push(name)
    }
    const later = [...known.keys()].filter(name => !files.includes(name))
    if (later.length) throw new StartProblem(`The database is of a later version: ${later.join(", ")} is not known here.`)
    return applied
  })
}

/** Comments, quoted text and dollar-quoted bodies are tokens: a semicolon inside them does not end a statement. */
const tokens = /--.*|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|[^;'$-]+|[\s\S]/g

/** The statements of a migration, because both drivers execute one at a time. */
export const statementsOf = (text: string): string[] => {
  const statements = [""]
  for (const [token] of text.matchAll(tokens)) {
    if (token === ";") statements.push("")
    else if (!token.startsWith("--")) statements.push(statements.pop() + token)
  }
  return statements.map(statement => statement.trim()).filter(Boolean)
}
