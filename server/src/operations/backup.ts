import { createReadStream, createWriteStream } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { basename, dirname, extname } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { type SQL, sql } from "drizzle-orm"
import { type Database, rowsOf } from "../db/open"
import { StartProblem } from "../errors/problem"
import { syncFolder } from "../folder"
import type { Store } from "../media/store"
import { columnsOf, name, tablesOf } from "./tables"

/**
 * A backup is one compressed file with every table as JSON lines, and the pictures. It does not depend on the engine: a
 * backup of the embedded database can be restored into PostgreSQL, and back.
 */
const format = "campaign-console-backup"
/** Rows of one line. */
const batchSize = 500

type Line = { format: string; migrations: string[] } | { table: string; rows: unknown[] } | { media: string; data: string }

/**
 * Tables that are not part of a backup: counts of the current minute, tallies and references, which triggers rebuild, what
 * housekeeping has done, an announced maintenance, and the migrations.
 */
export const notBackedUp = new Set([
  "limits",
  "people_tallies",
  "campaign_tallies",
  "campaign_totals",
  "picture_references",
  "housekeeping",
  "maintenance",
  "usage",
  "schema_migrations",
  "spread_keys",
])

const backedUp = async (db: Database) => (await tablesOf(db)).filter(table => !notBackedUp.has(table))

const migrationsOf = async (db: Database) =>
  (await rowsOf<{ name: string }>(db, sql`select name from schema_migrations order by 1`)).map(row => row.name)

/**
 * A company comes before its subsidiaries, which reference it. The order of used invitations would tell in which order people answered
 * (docs/security.md#respondents-of-surveys).
 */
const orderOf = (columns: readonly string[]): SQL => {
  if (columns.includes("parent_id")) return sql`order by t.parent_id nulls first`
  return columns.includes("token_hash") ? sql`order by t.token_hash collate "C"` : sql``
}

/** What a backup holds, where it is not everything. */
export type Part = {
  /** The rows of a table `t`; undefined for none. */
  rowsOf: (table: string) => SQL | undefined
  /** A column of a row `t`, where it is not what is stored. */
  valueOf: (table: string, column: string) => SQL | undefined
  /** Whether a picture is in it, by its name in the store. */
  hasPicture: (name: string) => boolean
}

async function* linesOf(tx: Database, store: Store, part?: Part): AsyncGenerator<Line> {
  yield { format, migrations: await migrationsOf(tx) }
  for (const table of await backedUp(tx)) {
    const condition = part ? part.rowsOf(table) : sql`true`
    if (!condition) continue
    const columns = await columnsOf(tx, table)
    // Citus would lose the names of the columns of a whole row.
    const members = sql.join(
      columns.map(column => sql`${sql.raw(`'${column}'`)}, ${part?.valueOf(table, column) ?? sql`t.${name(column)}`}`),
      sql`, `,
    )
    const order = orderOf(columns)
    const cursor = name(`backup_${table}`)
    await tx.execute(
      sql`declare ${cursor} cursor for select jsonb_build_object(${members}) as row from ${name(table)} t where ${condition} ${order}`,
    )
    for (;;) {
      const rows = await rowsOf<{ row: unknown }>(tx, sql`fetch ${sql.raw(String(batchSize))} from ${cursor}`)
      if (rows.length === 0) break
      yield { table, rows: rows.map(({ row }) => row) }
    }
    await tx.execute(sql`close ${cursor}`)
  }
  const pictures = (await store.names()).filter(name => !part || part.hasPicture(name))
  for (const media of pictures) yield { media, data: Buffer.from((await store.get(media)) ?? []).toString("base64") }
}

/**
 * Writes a consistent snapshot of the database to a file, or no file at all.
 * @param partOf reads what the file is to hold; without it, everything. @returns rows per table
 */
export const backup = async (
  db: Database,
  store: Store,
  file: string,
  partOf?: (tx: Database) => Promise<Part>,
): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  const unfinished = `${file}.part`
  // One that an interrupted backup has left would keep its rights.
  await rm(unfinished, { force: true })
  try {
    await db.transaction(
      async tx => {
        await tx.execute(sql`set local statement_timeout = 0`)
        const text = async function* () {
          for await (const line of linesOf(tx, store, await partOf?.(tx))) {
            if ("table" in line) counts[line.table] = (counts[line.table] ?? 0) + line.rows.length
            if ("media" in line) counts.pictures = (counts.pictures ?? 0) + 1
            yield `${JSON.stringify(line)}\n`
          }
        }
        await pipeline(Readable.from(text()), createGzip(), createWriteStream(unfinished, { flush: true, mode: 0o600 }))
      },
      { isolationLevel: "repeatable read" },
    )
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
  syncFolder(dirname(file))
  return counts
}

const hasUsers = async (db: Database) =>
  Number((await rowsOf<{ used: number }>(db, sql`select count(*)::int as used from users`))[0]?.used) > 0

type RestoreOptions = {
  /** Asked before each batch of rows: on a full disk the embedded database would hang. */
  hasDiskSpace?: () => Promise<boolean>
  /** Whether unsent mails stay, and webhooks active: those of a backup may have been sent since it was made. */
  keepsMails?: boolean
}

/**
 * Restores a backup into a migrated database without users, in one transaction.
 * @returns rows per table, and as `dropped mails` the unsent mails that were left out
 * @throws StartProblem when the database has users, or the file is no backup of this version
 */
export const restore = async (
  db: Database,
  store: Store,
  file: string,
  { hasDiskSpace = async () => true, keepsMails = false }: RestoreOptions = {},
): Promise<Record<string, number>> => {
  if (await hasUsers(db)) throw new StartProblem("The database is in use: a backup is restored into an empty one.")
  const counts: Record<string, number> = {}
  await db.transaction(async tx => {
    await tx.execute(sql`set local statement_timeout = 0`)
    const tables = await backedUp(tx)
    // An empty database has few rows, of its migrations; tables of proofs refuse to be truncated.
    for (const table of tables.toReversed()) await tx.execute(sql`delete from ${name(table)}`)
    let isFirst = true
    const restoreLine = async (text: string) => {
      const line = JSON.parse(text) as Line
      if (isFirst) {
        if (!("format" in line) || line.format !== format) throw new StartProblem(`${file} is not a backup of this product.`)
        if (line.migrations.join() !== (await migrationsOf(tx)).join())
          throw new StartProblem(`${file} was written by another version: restore it with that one, and upgrade then.`)
        isFirst = false
      } else if (!(await hasDiskSpace())) {
        throw new StartProblem("The disk is nearly full: nothing was restored. Free some space, and restore again.")
      } else if ("table" in line) {
        if (!tables.includes(line.table)) throw new StartProblem(`${file} holds ${line.table}, which is not known here.`)
        const columns = sql.join((await columnsOf(tx, line.table)).map(name), sql`, `)
        await tx.execute(
          sql`insert into ${name(line.table)} (${columns}) overriding system value
            select ${columns} from jsonb_populate_recordset(null::${name(line.table)}, ${JSON.stringify(line.rows)}::text::jsonb)`,
        )
        counts[line.table] = (counts[line.table] ?? 0) + line.rows.length
      } else if ("media" in line) {
        await store.put(basename(line.media), Buffer.from(line.data, "base64"), `image/${extname(line.media).slice(1)}`)
        counts.pictures = (counts.pictures ?? 0) + 1
      }
    }
    // The pipeline reports the first error as an abort of its other streams: the cause is kept here.
    let cause: unknown
    const decoder = new TextDecoder()
    const restoreAll = async (source: AsyncIterable<Uint8Array>) => {
      let rest = ""
      for await (const chunk of source) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n")
        rest = lines.pop() ?? ""
        for (const line of lines) await restoreLine(line)
      }
      if (rest.trim()) await restoreLine(rest)
    }
    await pipeline(createReadStream(file), createGunzip(), source =>
      restoreAll(source).catch((error: unknown) => {
        cause = error
        throw error
      }),
    ).catch((error: NodeJS.ErrnoException) => {
      const failure = (cause ?? error) as NodeJS.ErrnoException
      // The codes of zlib.
      if (failure.code?.startsWith("Z_")) throw new StartProblem(`${file} is cut off or damaged: nothing was restored.`)
      throw failure
    })
    if (isFirst) throw new StartProblem(`${file} is empty.`)
    if (!keepsMails) await tx.execute(sql`update webhooks set state = 'paused' where state = 'active'`)
    if (!keepsMails) {
      const jobs = await rowsOf(
        tx,
        sql`delete from jobs where kind <> 'delivery' and (kind <> 'message' or state = 'waiting') returning id`,
      )
      const mails = await rowsOf(tx, sql`delete from survey_mails returning id`)
      if (counts.jobs) counts.jobs -= jobs.length
      delete counts.survey_mails
      if (jobs.length + mails.length) counts["dropped mails"] = jobs.length + mails.length
    }
    for (const table of tables) {
      const [sequence] = await rowsOf<{ sequence: string | null }>(
        tx,
        sql`select case when exists (select from information_schema.columns where table_schema = 'public'
          and table_name = ${table} and column_name = 'id' and is_identity = 'YES')
          then pg_get_serial_sequence(${table}, 'id') end as sequence`,
      )
      if (sequence?.sequence)
        await tx.execute(sql`select setval(${sequence.sequence}, (select coalesce(max(id), 0) + 1 from ${name(table)}), false)`)
    }
  })
  return counts
}

/** Copies a database into another one, through a temporary file. */
export const move = async (from: Database, to: Database, store: Store, file: string) => {
  try {
    await backup(from, store, file)
    return await restore(to, store, file, { keepsMails: true })
  } finally {
    await rm(file, { force: true })
  }
}
