import { createHash } from "node:crypto"
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { build } from "esbuild"
import postgres from "postgres"
import type { TestProject } from "vitest/node"
import { migrate } from "../../server/src/db/migrate"
import { type Database, openEmbedded, openPostgres, rowsOf } from "../../server/src/db/open"
import { folderStore } from "../../server/src/media/store"
import { distribute } from "../../server/src/operations/distribute"
import { seedDemo } from "../../server/src/seed"
import { createDatabase, endSessions, nodesOf, onEach } from "./nodes"

/**
 * Builds the databases that test files start from, once for a run and kept for the next ones: an empty one with every
 * migration applied, and one with the demonstration's data. On PostgreSQL when TEST_DATABASE_URL is set.
 */

declare module "vitest" {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate
  }
}

export type DatabaseTemplate = {
  /** The demonstration's pictures. */
  media: string
  /** Dumped data folders of the embedded database. */
  empty: string
  seeded: string
  /** The name of the seeded database on PostgreSQL, and how the names of a run's copies begin. */
  database: string
  run: string
}

/** The demonstration is seeded around this moment. */
export const start = Date.parse("2026-03-10T09:00:00Z")

/** The tables of the product, with the columns that are written and those of the primary key: 0.5 s on the embedded database. */
const listTables = `
  select t.table_name as name, string_agg(quote_ident(column_name), ', ') as columns,
    (select string_agg(quote_ident(attname), ', ') from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
      where indisprimary and indrelid = quote_ident(t.table_name)::regclass) as key
  from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' group by t.table_name`

/** Copies each table, and the list of them, into the schema `seeded`: a database that files share is restored from there. */
const copyTables = async (db: Database) => {
  await db.execute("create schema seeded")
  await db.execute(`create table seeded.tables as ${listTables}`)
  for (const { name } of await rowsOf<{ name: string }>(db, "select name from seeded.tables"))
    await db.execute(`create table seeded."${name}" as table "${name}"`)
}

/** A hash of everything that a seeded database depends on: the code that migrates and seeds, the migrations, and this file. */
const computeFingerprint = async () => {
  const { outputFiles } = await build({
    entryPoints: ["server/src/db/open.ts", "server/src/db/migrate.ts", "server/src/media/store.ts", "server/src/seed/index.ts"],
    outdir: "none",
    write: false,
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    packages: "external",
  })
  const hash = createHash("sha256").update(String(start))
  for (const { text } of outputFiles) hash.update(text)
  const migrations = readdirSync("server/migrations").map(name => `server/migrations/${name}`)
  for (const name of ["test/setup/database.ts", "test/setup/nodes.ts", "server/package.json", ...migrations.sort()])
    hash.update(name).update(readFileSync(name))
  return hash.digest("hex").slice(0, 16)
}

/** Each user of the machine has templates of their own: others may not touch them. */
const prefix = `campaign-console-${userInfo().uid}-`
const keepMs = 24 * 60 * 60_000

/** Removes the templates of earlier sources that no run has used for a day. */
const sweep = () => {
  for (const name of readdirSync(tmpdir()).filter(name => name.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    if (Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > keepMs)
      rmSync(folder, { recursive: true, force: true })
  }
}

/** Fills a new folder and moves it to its place, so that a folder is there whole or not at all, whoever else builds it. */
const buildOnce = async (folder: string, fill: (part: string) => Promise<void>): Promise<string> => {
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date())
    return folder
  }
  sweep()
  const part = mkdtempSync(`${folder}-`)
  try {
    await fill(part)
    if (!existsSync(folder)) renameSync(part, folder)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
  return folder
}

/** Drops two databases that no test connects to: 600 of 1,300 files. */
export const dropTemplates = async (db: Database) => {
  await db.execute("update pg_database set datistemplate = false where datname like 'template_'")
  for (const name of ["template0", "template1"]) await db.execute(`drop database ${name}`)
}

/** The embedded database's dumped data folders, and the pictures that belong to the seeded one. */
export const buildEmbedded = async (given?: string) => {
  const fingerprint = given ?? (await computeFingerprint())
  const folder = await buildOnce(join(tmpdir(), prefix + fingerprint), async part => {
    const { db, dump, close } = await openEmbedded(undefined)
    // Each test file reads a whole dump when it opens its database: half of it would be segments of the log that wait for reuse.
    await db.execute("set wal_recycle = off")
    const keep = async (name: string) => {
      // Otherwise each test file's database would repeat all writes from the log when it opens.
      await db.execute("select pg_switch_wal()")
      await db.execute("checkpoint")
      const data = (await dump?.()) ?? new Blob()
      writeFileSync(join(part, name), Buffer.from(await data.arrayBuffer()))
    }
    await migrate(db)
    await keep("empty.tar")
    await seedDemo(db, { now: start, store: folderStore(join(part, "media")) })
    await dropTemplates(db)
    await copyTables(db)
    await keep("seeded.tar")
    await close()
  })
  return { empty: join(folder, "empty.tar"), seeded: join(folder, "seeded.tar"), media: join(folder, "media") }
}

/** @returns the folder with the pictures of the seeded database, which bears the folder's name */
const buildPostgres = async (url: string, fingerprint: string): Promise<string> => {
  const at = (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const name = `campaign_console_${fingerprint}`
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  const nodes = await nodesOf(url)
  try {
    // Another run may build it at the same time.
    await admin.unsafe("select pg_advisory_lock(7203312)")
    const folder = join(tmpdir(), `${prefix}${fingerprint}-postgres`)
    const [known] = await admin`select 1 from pg_database where datname = ${name}`
    if (!known) rmSync(folder, { recursive: true, force: true })
    return await buildOnce(folder, async part => {
      await onEach(nodes, `drop database if exists ${name}`, `drop database if exists ${name}_part with (force)`)
      await createDatabase(nodes, `${name}_part`)
      const { db, close } = await openPostgres(at(`${name}_part`))
      await migrate(db)
      await seedDemo(db, { now: start, store: folderStore(join(part, "media")) })
      await copyTables(db)
      if (nodes.length > 1) await distribute(db)
      await close()
      await onEach(nodes, endSessions(`${name}_part`), `alter database ${name}_part rename to ${name}`)
    })
  } finally {
    await admin.end()
  }
}

/** Drops the copies that a run's workers have opened. */
const dropCopies = async (url: string, run: string) => {
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  const nodes = await nodesOf(url)
  for (const { name } of await admin<
    { name: string }[]
  >`select datname as name from pg_database where starts_with(datname, ${run})`)
    await onEach(nodes, `drop database if exists ${name} with (force)`)
  await admin.end()
}

export default async (project: TestProject) => {
  const url = project.config.env?.TEST_DATABASE_URL
  const fingerprint = await computeFingerprint()
  const embedded = await buildEmbedded(fingerprint)
  const run = `run_${process.pid}_${Date.now().toString(36)}`
  project.provide("databaseTemplate", {
    ...embedded,
    ...(url && { media: join(await buildPostgres(url, fingerprint), "media") }),
    database: `campaign_console_${fingerprint}`,
    run,
  })
  if (url) return () => dropCopies(url, run)
}
