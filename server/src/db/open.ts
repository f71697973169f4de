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

/** One Drizzle database over PGlite or PostgreSQL: the same SQL on both. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

export type Opened = {
  db: Database
  engine: "pglite" | "postgres"
  /** Whether writes may go on: a full disk under the write-ahead log would make the embedded database spin. */
  hasRoom: () => Promise<boolean>
  close: () => Promise<void>
  /** The embedded database's whole folder: a backup, or a test's starting point. */
  dump?: () => Promise<Blob>
}

/** Below this much free space the embedded database takes no writes, bytes. */
const leastRoom = 256 * 1024 * 1024

/** Rows of a raw query, whichever driver answered. */
export const rowsOf = async <T>(db: Database, query: SQL | string): Promise<T[]> => {
  const result: unknown = await db.execute(query)
  return (Array.isArray(result) ? result : (result as { rows: T[] }).rows) as T[]
}

const here = dirname(fileURLToPath(import.meta.url))

/** The numbered migrations: beside the bundle, or in the sources. */
const migrationsDir = () => [join(here, "migrations"), join(here, "../../migrations")].find(existsSync) ?? here

/** @param options.snapshot a data folder dumped earlier, for tests */
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
      return bavail * bsize >= leastRoom
    },
    close: async () => {
      await client.close()
      unlock?.()
    },
    dump: () => client.dumpDataDir("none"),
  }
}

/** The driver's own word (it adds the parameters) that the connection is gone, or its server's that it is about to go. */
const isGone = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  const isSo = "parameters" in error && /^(57P0|25P03|08|CONNECTION_|ECONN|EPIPE|ETIMEDOUT)/.test(String(code))
  return isSo || isGone(error.cause)
}

/**
 * A client whose statements are parsed once per connection: the ORM builds the same few texts over and over, and asks for
 * each to be parsed, described and planned anew. What carries no values goes as it is.
 */
const preparing = <C extends postgres.ISql>(client: C): C => {
  const unsafe = client.unsafe.bind(client)
  const prepared: typeof unsafe = (text, values = [], options = {}) =>
    unsafe(text, values, { ...options, prepare: values.length > 0 })
  return Object.assign(client, { unsafe: prepared })
}

/**
 * A transaction whose connection goes away ends by that alone. The driver would write its rollback to a socket that is
 * not there any more, which ends the process (porsager/postgres #1208).
 */
const endingWithItsConnection = <C extends postgres.Sql>(client: C): C => {
  const begin = client.begin.bind(client) as (work: (tx: postgres.TransactionSql) => Promise<unknown>) => Promise<unknown>
  return Object.assign(client, {
    begin: (work: (tx: postgres.TransactionSql) => Promise<unknown>) =>
      begin(tx =>
        work(preparing(tx)).catch(error => {
          // What begins a transaction waits for its connection's end too, and tells it.
          if (isGone(error)) return new Promise(() => {})
          throw error
        }),
      ),
  })
}

/** How long until a lost connection is tried again, seconds: never so long that a database that is back waits for us. */
const backoff = (tries: number) => Math.min(2 ** tries / 100, 1)

/** @throws StartProblem when nothing answers there, or refuses; the password is never told */
export const openPostgres = async (url: string): Promise<Opened> => {
  const client = postgres(url, {
    max: 10,
    connect_timeout: 5,
    backoff,
    // Nobody waits for the driver's own question about array types: a connection that ends over it ends the process.
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
    db: drizzlePostgres(endingWithItsConnection(preparing(client)), { schema }) as unknown as Database,
    engine: "postgres",
    hasRoom: async () => true,
    close: () => client.end({ timeout: 5 }),
  }
}

export const openDatabase = (config: { databaseUrl: string | undefined; dataDir: string }): Promise<Opened> =>
  config.databaseUrl ? openPostgres(config.databaseUrl) : openEmbedded(config.dataDir)

/** Any number; all processes of the product take the same. */
const migrationLock = 7_203_311

/**
 * Brings the database up to date: numbered files in order, all or nothing, one process at a time.
 * @returns the names that were applied now
 * @throws StartProblem when an applied file has changed since, or is not there: the database is then a later version's
 */
export const migrate = async (db: Database, folder = migrationsDir()): Promise<string[]> => {
  const files = readdirSync(folder)
    .filter(name => /^\d{4}_.*\.sql$/.test(name))
    .sort()
  return db.transaction(async tx => {
    // Waiting for another process, or building an index, may take longer than a request's statement.
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

/** Comments, quoted text and bodies between dollar signs are each one piece: a semicolon in them ends nothing. */
const pieces = /--.*|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|[^;'$-]+|[\s\S]/g

/** A migration's statements: one at a time is what both drivers take. */
export const statementsOf = (text: string): string[] => {
  const statements = [""]
  for (const [piece] of text.matchAll(pieces)) {
    if (piece === ";") statements.push("")
    else if (!piece.startsWith("--")) statements.push(statements.pop() + piece)
  }
  return statements.map(statement => statement.trim()).filter(Boolean)
}
