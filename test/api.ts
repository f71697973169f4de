import { createHash, randomUUID } from "node:crypto"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Logger, pino } from "pino"
import postgres from "postgres"
import { createApp } from "../server/src/app"
import { type Config, readConfig } from "../server/src/config"
import { migrate, type Opened, openEmbedded, openPostgres } from "../server/src/db/open"
import type { Deps } from "../server/src/http/context"
import type { Mail, Mailer } from "../server/src/mail/mail"
import { folderStore, openStore } from "../server/src/media/store"
import { seedDemo } from "../server/src/seed"

/** The reference API without a socket, on a database of its own: embedded, or PostgreSQL when TEST_DATABASE_URL is set. */

/** The demonstration is seeded around this moment. */
export const start = Date.parse("2026-03-10T09:00:00Z")

/** What the seeded folder depends on. */
const sources = [
  ...["server/migrations", "server/src/seed"].flatMap(folder => readdirSync(folder).map(name => join(folder, name))),
  ...[
    "server/src/db/schema.ts",
    "server/src/db/open.ts",
    "server/src/resources/media/routes.ts",
    "server/src/media/store.ts",
    "server/package.json",
  ],
]
const fingerprint = createHash("sha256")
  .update(sources.map(name => readFileSync(name, "utf8")).join("\n"))
  .digest("hex")
  .slice(0, 16)

const template = join(tmpdir(), `campaign-console-${fingerprint}`)
const tar = join(template, "data.tar")
const pause = (ms: number) => new Promise(done => setTimeout(done, ms))

/** Makes the seeded folder and its pictures, whole or not at all. */
const makeTemplate = async () => {
  const part = mkdtempSync(`${template}-`)
  const { db, dump, close } = await openEmbedded(undefined)
  await migrate(db)
  await seedDemo(db, { now: start, store: folderStore(join(part, "media")) })
  const data = (await dump?.()) ?? new Blob()
  await close()
  writeFileSync(join(part, "data.tar"), Buffer.from(await data.arrayBuffer()))
  renameSync(part, template)
}

/**
 * A migrated and seeded data folder, made once and kept: a test file then starts in well under a second. One worker
 * makes it, the others wait; one that died over it is not waited for.
 */
const snapshot = async (dataDir: string): Promise<Blob> => {
  const lock = `${template}.lock`
  while (!existsSync(tar)) {
    try {
      mkdirSync(lock)
    } catch {
      if (existsSync(lock) && Date.now() - statSync(lock).mtimeMs > 60_000) rmSync(lock, { recursive: true, force: true })
      await pause(50)
      continue
    }
    try {
      if (!existsSync(tar)) await makeTemplate()
    } finally {
      rmSync(lock, { recursive: true, force: true })
    }
  }
  cpSync(join(template, "media"), join(dataDir, "media"), { recursive: true })
  return new Blob([readFileSync(tar)])
}

/** One database for each test file, copied from a seeded one: seeding takes a second, copying a tenth of it. */
const openFresh = async (url: string, dataDir: string): Promise<Opened> => {
  const at = (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const [model, name] = [`campaign_console_${fingerprint}`, `t_${randomUUID().replaceAll("-", "")}`]
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  const media = `${template}-postgres`
  await admin.unsafe("select pg_advisory_lock(7203312)")
  const [known] = await admin`select 1 from pg_database where datname = ${model}`
  if (!known || !existsSync(media)) {
    await admin.unsafe(`drop database if exists ${model}`)
    await admin.unsafe(`drop database if exists ${model}_part`)
    await admin.unsafe(`create database ${model}_part`)
    const opened = await openPostgres(at(`${model}_part`))
    await migrate(opened.db)
    await seedDemo(opened.db, { now: start, store: folderStore(join(media, "media")) })
    await opened.close()
    await admin.unsafe(`alter database ${model}_part rename to ${model}`)
  }
  await admin.unsafe(`create database ${name} template ${model}`)
  await admin.unsafe("select pg_advisory_unlock(7203312)")
  cpSync(join(media, "media"), join(dataDir, "media"), { recursive: true })
  const opened = await openPostgres(at(name))
  return {
    ...opened,
    close: async () => {
      await opened.close()
      await admin.unsafe(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

export type TestApi = Awaited<ReturnType<typeof createTestApi>>

export const createTestApi = async (
  options: {
    env?: Record<string, string>
    /** Given the configuration: a real mail server's, when the settings name one. */
    mailer?: Mailer | ((config: Config) => Mailer)
    hasRoom?: () => Promise<boolean>
    log?: Logger
  } = {},
) => {
  const dataDir = mkdtempSync(join(tmpdir(), "campaign-api-"))
  const url = process.env.TEST_DATABASE_URL
  const opened = url ? await openFresh(url, dataDir) : await openEmbedded(undefined, { snapshot: await snapshot(dataDir) })
  const config: Config = readConfig({ DATA_DIR: dataDir, MODE: "demo", ...options.env })
  const outbox: Mail[] = []
  let now = start
  const kept: Mailer = { open: async () => {}, send: async mail => void outbox.push(mail) }
  const deps: Deps = {
    db: opened.db,
    config,
    store: openStore(config),
    mailer: typeof options.mailer === "function" ? options.mailer(config) : (options.mailer ?? kept),
    clock: () => now,
    log: options.log ?? pino({ level: "silent" }),
    hasRoom: options.hasRoom ?? (async () => true),
    isReady: () => true,
  }
  const app = createApp(deps)
  const fetch = async (path: string, init: RequestInit = {}) => app.request(path, init)

  /** Signs in through the front door. @returns the access token */
  const signIn = async (email: string) => (await tokensFor(email)).token
  const tokensFor = async (email: string): Promise<{ token: string; refreshToken: string; refreshTokenExpiryTime: string }> => {
    await fetch(`/backend/Auth/GetCode/${email}`)
    const code = outbox.findLast(mail => mail.to === email)?.code ?? ""
    const answer = await fetch(`/backend/Auth/GetToken?email=${email}&code=${code}`)
    return ((await answer.json()) as { value: { token: string; refreshToken: string; refreshTokenExpiryTime: string } }).value
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
    // biome-ignore lint/suspicious/noExplicitAny: a test reads answers of every shape
    const body = (text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text) as any
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
    now: () => now,
    advance: (ms: number) => {
      now += ms
    },
    close: async () => {
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
