import { randomUUID } from "node:crypto"
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Logger, pino } from "pino"
import postgres from "postgres"
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

/** The reference API without a socket, on the demonstration's data: embedded, or PostgreSQL when TEST_DATABASE_URL is set. */

export { start }

/** An embedded database in memory: with the migrations alone, or with the demonstration's data. */
export const openTemplate = (name: "empty" | "seeded"): Promise<Opened> => {
  const { buffer } = readFileSync(inject("databaseTemplate")[name])
  // A blob of 46 MB would be copied when it is made and again when it is read: a fifth of the work of opening.
  const snapshot = Object.assign(new Blob(), { arrayBuffer: async () => buffer as ArrayBuffer })
  return openEmbedded(undefined, { snapshot })
}

/** A database on PostgreSQL of its own: copying the seeded one takes a tenth of the time of seeding. */
const openCopy = async (url: string): Promise<Opened> => {
  const name = `t_${randomUUID().replaceAll("-", "")}`
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name} template ${inject("databaseTemplate").database}`)
  const opened = await openPostgres(Object.assign(new URL(url), { pathname: `/${name}` }).href)
  return {
    ...opened,
    close: async () => {
      await opened.close()
      await admin.unsafe(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/** The demonstration's data and pictures, for one test file. */
const openSeeded = async (dataDir: string): Promise<Opened> => {
  cpSync(inject("databaseTemplate").media, join(dataDir, "media"), { recursive: true })
  const url = process.env.TEST_DATABASE_URL
  return url ? openCopy(url) : ((await takeShared()) ?? openTemplate("seeded"))
}

type Shared = { opened: Opened; reset: () => Promise<void>; isInUse: boolean }
let shared: Promise<Shared> | undefined

/** Opens the seeded database that the files of a worker share, with a copy of each table to restore it from. */
const openShared = async (): Promise<Shared> => {
  const opened = await openTemplate("seeded")
  const { db } = opened
  const tables = await rowsOf<{ name: string; columns: string }>(
    db,
    `select table_name as name, string_agg(quote_ident(column_name), ', ') as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' group by table_name`,
  )
  await db.execute("create schema seeded")
  for (const { name } of tables) await db.execute(`create table seeded."${name}" as table "${name}"`)
  const transactionId = async () => (await rowsOf<{ id: string }>(db, "select pg_current_xact_id()::text as id"))[0]?.id
  let restored = await transactionId()

  /** Restores the tables that have changed, without their triggers and references. */
  const reset = async () => {
    await db.transaction(async tx => {
      await tx.execute("set local session_replication_role = replica")
      for (const { name, columns } of tables) {
        const [row] = await rowsOf<{ changed: boolean }>(
          tx as unknown as Database,
          `select count(*) filter (where xmin::text::bigint > ${restored}) > 0
             or count(*) <> (select count(*) from seeded."${name}") as changed from "${name}"`,
        )
        if (!row?.changed) continue
        await tx.execute(`delete from "${name}"`)
        await tx.execute(`insert into "${name}" (${columns}) overriding system value select ${columns} from seeded."${name}"`)
      }
    })
    restored = await transactionId()
  }
  return { opened, reset, isInUse: false }
}

/**
 * The worker's shared database, unless another API of the file uses it. Its client is another object each time: what the server
 * caches by client belongs to one file.
 */
const takeShared = async (): Promise<Opened | undefined> => {
  shared ??= openShared()
  const its = await shared
  if (its.isInUse) return
  its.isInUse = true
  return {
    ...its.opened,
    db: Object.create(its.opened.db),
    close: async () => {
      await its.reset()
      its.isInUse = false
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
    log?: Logger
  } = {},
) => {
  const dataDir = mkdtempSync(join(tmpdir(), "campaign-api-"))
  const opened = await openSeeded(dataDir)
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
    hasDiskSpace: options.hasDiskSpace ?? (async () => true),
    isReady: () => true,
  }
  const app = createApp(deps)
  const running = new Set<Promise<Response>>()
  const fetch = async (path: string, init: RequestInit = {}) => {
    const answer = Promise.resolve(app.request(path, init))
    running.add(answer)
    return answer.finally(() => running.delete(answer))
  }

  /** Opens a session as a sign-in with a code does. @throws where the person may not sign in */
  const tokensFor = async (email: string): Promise<TokenPair> => {
    const person = await personOf(deps, email)
    if (!person) throw new Error(`${email} may not sign in.`)
    return openSession(deps, person, "")
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

  /** One call as JSON. */
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
