import { randomUUID } from "node:crypto"
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Logger, pino } from "pino"
import { inject } from "vitest"
import { createApp } from "../server/src/app"
import { openSession, personOf } from "../server/src/auth/sessions"
import { type Config, readConfig } from "../server/src/config"
import { type Database, type Opened, openEmbedded, openPostgres, rowsOf } from "../server/src/db/open"
import type { Deps } from "../server/src/http/context"
import type { Mail, Mailer } from "../server/src/mail/mail"
import { openStore } from "../server/src/media/store"
import type { TokenPair } from "../src/contract/session"
import { start } from "./setup/database"
import { endSessions, nodesOf, onEach } from "./setup/nodes"

/** The reference API without a socket, on the demonstration's data: embedded, or PostgreSQL when TEST_DATABASE_URL is set. */

export { start }

/** An embedded database in memory: with the migrations alone, or with the demonstration's data. */
export const openTemplate = (name: "empty" | "seeded"): Promise<Opened> => {
  const { buffer } = readFileSync(inject("databaseTemplate")[name])
  // A blob of 46 MB would be copied when it is made and again when it is read: a fifth of the work of opening.
  const snapshot = Object.assign(new Blob(), { arrayBuffer: async () => buffer as ArrayBuffer })
  return openEmbedded(undefined, { snapshot })
}

/** Opens a database of PostgreSQL; through the pool in transaction mode that TEST_POOL_URL names. */
export const openServer = (url: string): Promise<Opened> => {
  const { TEST_POOL_URL: pool } = process.env
  return pool ? openPostgres(Object.assign(new URL(url), { host: new URL(pool).host }).href, url) : openPostgres(url)
}

/**
 * A copy of the seeded database on PostgreSQL, which takes a tenth of the time of seeding. The run's teardown drops it.
 * @param prepare given its address; returns the address to connect to, of another role
 */
export const openCopy = async (url: string, prepare = async (url: string) => url): Promise<Opened> => {
  const { database, run } = inject("databaseTemplate")
  const name = `${run}_${randomUUID().replaceAll("-", "")}`
  const nodes = await nodesOf(url)
  // The daemon of Citus.
  await onEach(nodes, ...(nodes.length > 1 ? [endSessions(database)] : []), `create database ${name} template ${database}`)
  return openServer(await prepare(Object.assign(new URL(url), { pathname: `/${name}` }).href))
}

/** The demonstration's data in a database that nobody else uses. */
const openSeeded = (): Promise<Opened> => {
  const url = process.env.TEST_DATABASE_URL
  return url ? openCopy(url) : openTemplate("seeded")
}

type Shared = { opened: Opened; reset: () => Promise<void>; users: number }
let shared: Promise<Shared> | undefined

/** The tables that Citus has on workers. */
const spreadTables = async (db: Database): Promise<string[]> => {
  const [found] = await rowsOf<{ citus: boolean }>(db, "select to_regclass('pg_dist_partition') is not null as citus")
  const rows = found?.citus ? await rowsOf<{ name: string }>(db, "select logicalrelid::text as name from pg_dist_partition") : []
  return rows.map(({ name }) => name)
}

type Table = { name: string; columns: string; key: string | null }

/** Opens the seeded database that the files of a worker share. */
const openShared = async (): Promise<Shared> => {
  const opened = await openSeeded()
  const { db } = opened
  const tables = await rowsOf<Table>(db, "select * from seeded.tables")
  const spread = await spreadTables(db)
  const transactionId = async () => (await rowsOf<{ id: string }>(db, "select pg_current_xact_id()::text as id"))[0]?.id
  let restored = await transactionId()
  const isNew = () => `xmin::text::bigint > ${restored}`

  /** Restores the rows that have changed from the copies in the template, without triggers and references. */
  const reset = async () => {
    const changed = tables
      .filter(({ name }) => !spread.includes(name))
      .map(
        ({ name }) => `select '${name}' as name where exists (select from "${name}" where ${isNew()})
        or (select count(*) from "${name}") <> (select count(*) from seeded."${name}")`,
      )
    const names = new Set((await rowsOf<{ name: string }>(db, changed.join(" union all "))).map(({ name }) => name))
    // Transactions have other numbers on each worker.
    for (const name of spread) {
      const sum = (table: string) =>
        `select count(*) || ' ' || coalesce(sum(hashtext(t::text)::bigint), 0) as sum from ${table} t`
      const [now, before] = [
        await rowsOf<{ sum: string }>(db, sum(name)),
        await rowsOf<{ sum: string }>(db, sum(`seeded.${name}`)),
      ]
      if (now[0]?.sum !== before[0]?.sum) names.add(name)
    }
    await db.transaction(async tx => {
      if (spread.length) await tx.execute("set local citus.propagate_set_commands = 'local'")
      await tx.execute("set local session_replication_role = replica")
      for (const { name, columns, key } of tables.filter(({ name }) => names.has(name))) {
        // Tallies have no key, and few rows.
        const [changed, missing] =
          key && !spread.includes(name) ? [`where ${isNew()}`, `where (${key}) not in (select ${key} from "${name}")`] : ["", ""]
        await tx.execute(`delete from "${name}" ${changed}`)
        await tx.execute(
          `insert into "${name}" (${columns}) overriding system value select ${columns} from seeded."${name}" ${missing}`,
        )
      }
    })
    restored = await transactionId()
  }
  return { opened, reset, users: 0 }
}

/**
 * The worker's database, which the APIs of a file share: the last one that closes restores it. Its client is another object for
 * each API: what the server caches by client belongs to one.
 */
const takeShared = async (): Promise<Opened> => {
  shared ??= openShared()
  const its = await shared
  its.users++
  return {
    ...its.opened,
    db: Object.create(its.opened.db),
    close: async () => {
      if (--its.users === 0) await its.reset()
    },
  }
}

export type TestApi = Awaited<ReturnType<typeof createTestApi>>

export const createTestApi = async (
  options: {
    env?: Record<string, string>
    /** Given the configuration: a real mail server's, when the settings name one. */
    mailer?: Mailer | ((config: Config) => Mailer)
    hasDiskSpace?: Deps["hasDiskSpace"]
    /** Most tests read as fast as they can, from one account. */
    pausesReads?: boolean
    log?: Logger
    auditLog?: Deps["auditLog"]
    /** For what changes more than rows. */
    hasOwnDatabase?: boolean
    /** A database with the demonstration's data. */
    opened?: Opened
  } = {},
) => {
  const dataDir = mkdtempSync(join(tmpdir(), "campaign-api-"))
  // The demonstration's pictures.
  cpSync(inject("databaseTemplate").media, join(dataDir, "media"), { recursive: true })
  const opened = options.opened ?? (await (options.hasOwnDatabase ? openSeeded() : takeShared()))
  const config: Config = readConfig({ DATA_DIR: dataDir, MODE: "demo", ...options.env })
  const outbox: Mail[] = []
  let now = start
  const kept: Mailer = { open: async () => {}, send: async mail => void outbox.push(mail) }
  const deps: Deps = {
    db: opened.db,
    sessionChanges: opened.watchSessions(),
    config,
    store: openStore(config),
    mailer: typeof options.mailer === "function" ? options.mailer(config) : (options.mailer ?? kept),
    clock: () => now,
    log: options.log ?? pino({ level: "silent" }),
    ...(options.auditLog && { auditLog: options.auditLog }),
    hasDiskSpace: options.hasDiskSpace ?? (async () => true),
    isReady: () => true,
    pausesReads: options.pausesReads ?? false,
  }
  const app = createApp(deps)
  const running = new Set<Promise<Response>>()
  const fetch = async (path: string, init: RequestInit = {}) => {
    const answer = Promise.resolve(app.request(path, init))
    running.add(answer)
    return answer.finally(() => running.delete(answer))
  }

  /** Opens a session as a sign-in with a code does. @throws where the person may not sign in */
  const tokensFor = async (email: string, userAgent = ""): Promise<TokenPair> => {
    const person = await personOf(deps, email)
    if (!person) throw new Error(`${email} may not sign in.`)
    return openSession(deps, person, userAgent)
  }
  /** @returns an access token */
  const signIn = async (email: string) => (await tokensFor(email)).token

  /** Signs in through the front door, with a code. @returns null where the person may not sign in */
  const signInByCode = async (email: string): Promise<TokenPair | null> => {
    await fetch(`/backend/Auth/GetCode/${email}`)
    const code = outbox.findLast(mail => mail.to === email)?.code ?? ""
    const answer = await fetch(`/backend/Auth/GetToken?email=${email}&code=${code}`)
    return ((await answer.json()) as { value: TokenPair | null }).value
  }

  /**
   * One call as JSON. Each POST has a key of its own unless it is given another: calls with one body, which follow each other without
   * a moment between them, are separate ones.
   */
  const call = async (
    method: string,
    path: string,
    options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const answer = await fetch(`/backend${path}`, {
      method,
      headers: {
        ...(options.token && { Authorization: `Bearer ${options.token}` }),
        ...(options.body !== undefined && { "Content-Type": "application/json" }),
        ...(method === "POST" && { "Idempotency-Key": randomUUID() }),
        ...options.headers,
      },
      ...(options.body !== undefined && { body: typeof options.body === "string" ? options.body : JSON.stringify(options.body) }),
    })
    const text = await answer.text()
    const body = text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text
    return { status: answer.status, headers: answer.headers, body, value: body?.value }
  }

  return {
    app,
    deps,
    db: opened.db,
    config,
    outbox,
    fetch,
    call,
    signIn,
    tokensFor,
    signInByCode,
    now: () => now,
    advance: (ms: number) => {
      now += ms
    },
    close: async () => {
      await Promise.allSettled(running)
      await opened.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export const accounts = {
  admin: "yonetici@platform.example",
  elif: "elif.yilmaz@yesilova.example",
  mert: "mert.aydin@sarikum.example",
  user: "kullanici@yesilova.example",
} as const
