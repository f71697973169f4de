import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { sql } from "drizzle-orm"
import { StartProblem } from "../errors/problem"
import { type Database, rowsOf } from "./open"

const here = dirname(fileURLToPath(import.meta.url))

/** The folder of the migrations: next to the bundle, or in the sources. */
export const migrationsDir = () => [join(here, "migrations"), join(here, "../../migrations")].find(existsSync) ?? here

const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter(name => /^\d{4}_.*\.sql$/.test(name))
    .sort()

const hasMigrations = async (db: Database): Promise<boolean> => {
  const [table] = await rowsOf<{ found: boolean }>(db, sql`select to_regclass('schema_migrations') is not null as found`)
  return table?.found === true
}

/**
 * Whether the role of the connection could take away what protects the tables of proofs and the audit log
 * (docs/operations.md#roles); undefined where there are no tables yet.
 */
export const ownsTables = async (db: Database): Promise<boolean | undefined> => {
  const [row] = await rowsOf<{ owns: boolean }>(
    db,
    sql`select pg_has_role(relowner, 'usage') as owns from pg_class where oid = to_regclass('audit')`,
  )
  return row?.owns
}

/** The names of the migrations that the database has not had. */
export const pendingMigrations = async (db: Database, folder = migrationsDir()): Promise<string[]> => {
  const known = (await hasMigrations(db)) ? await rowsOf<{ name: string }>(db, sql`select name from schema_migrations`) : []
  return filesIn(folder).filter(name => !known.some(row => row.name === name))
}

/** Returns how many migrations the next start applies. @throws StartProblem when the role of the connection may not apply them */
export const countPending = async (db: Database, folder?: string): Promise<number> => {
  const { length } = await pendingMigrations(db, folder)
  if (length && (await ownsTables(db)) === false) throw new StartProblem(mayNotMigrate)
  return length
}

/** The SQLSTATE of a statement that the role may not run. */
const insufficientPrivilege = "42501"

const mayNotMigrate =
  "Migrations are missing, which the role of DATABASE_URL may not apply: run `node dist/server/admin.js migrate` as the owner of the tables."

/** The SQLSTATE of a deadlock: calls of running processes hold what a migration wants, and want what it holds. */
const deadlock = "40P01"

/** How often the migrations are tried when calls of running processes are in their way. */
const tries = 10

/** An arbitrary number, the same in all processes. */
const migrationLock = 7_203_311

/**
 * Applies the migrations that are missing, in order, in one transaction, in one process at a time. After a deadlock with calls of
 * running processes it begins again, and locks all tables before the first change: calls wait meanwhile.
 * @returns the names of the applied files
 * @throws StartProblem when an applied file has been changed, or is missing: a later version has applied it; when the role of the
 *   connection may not apply them; when calls were in the way each time
 */
export const migrate = async (db: Database, folder = migrationsDir()): Promise<string[]> => {
  for (let attempt = 1; attempt <= tries; attempt++)
    try {
      return await applyMigrations(db, folder, attempt > 1)
    } catch (error) {
      const { code } = (error as { cause?: { code?: string } }).cause ?? {}
      if (code === insufficientPrivilege) throw new StartProblem(mayNotMigrate)
      if (code !== deadlock) throw error
    }
  throw new StartProblem(
    "The migrations were not applied: calls of running processes hold the tables. Try again, or stop these processes first.",
  )
}

const applyMigrations = async (db: Database, folder: string, locksAll: boolean): Promise<string[]> => {
  const files = filesIn(folder)
  return db.transaction(async tx => {
    // Waiting for another process, or building an index, may take longer than the limit of a request's statement.
    await tx.execute(sql`set local statement_timeout = 0`)
    // What Citus asks for where a migration changes triggers, functions and tables that are spread; nothing elsewhere.
    await tx.execute(sql`select set_config('citus.enable_unsafe_triggers', 'on', true)`)
    await tx.execute(sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`)
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
    if (locksAll) {
      const tables = await rowsOf<{ name: string }>(
        tx,
        sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and pg_has_role(tableowner, 'usage')`,
      )
      await tx.execute(sql.raw(`lock table ${tables.map(({ name }) => name).join(", ")} in access exclusive mode`))
    }
    // A role that owns nothing may not create a table, even one that exists.
    if (!(await hasMigrations(tx)))
      await tx.execute(
        sql`create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
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
