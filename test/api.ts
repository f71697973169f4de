import { createHash, randomUUID } from "node:crypto"
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Logger, pino } from "pino"
import postgres from "postgres"
import { createApp, type Deps } from "../server/src/app"
import { type Config, readConfig } from "../server/src/config"
import { migrate, type Opened, openEmbedded, openPostgres } from "../server/src/db"
import type { Mail, Mailer } from "../server/src/mail"
import { seedDemo } from "../server/src/seed"

/** The reference API without a socket, on a database of its own: embedded, or PostgreSQL when TEST_DATABASE_URL is set. */

/** The demonstration is seeded around this moment. */
export const start = Date.parse("2026-03-10T09:00:00Z")

const sources = ["server/migrations", "server/src/seed", "server/src"].flatMap(folder =>
  readdirSync(folder)
    .filter(name => /\.(sql|ts)$/.test(name))
    .map(name => join(folder, name)),
)
const fingerprint = createHash("sha256")
  .update(sources.map(name => readFileSync(name, "utf8")).join("\n"))
  .digest("hex")
  .slice(0, 16)

/** A migrated and seeded data folder, made once and kept: a test file then starts in well under a second. */
const snapshot = async (dataDir: string): Promise<Blob> => {
  const file = join(tmpdir(), `campaign-console-${fingerprint}.tar`)
  if (!existsSync(file)) {
    const { db, dump, close } = await openEmbedded(undefined)
    await migrate(db)
    await seedDemo(db, { now: start, dataDir })
    const data = (await dump?.()) ?? new Blob()
    await close()
    const part = `${file}.${randomUUID()}`
    writeFileSync(part, Buffer.from(await data.arrayBuffer()))
    renameSync(part, file)
  }
  return new Blob([readFileSync(file)])
}

const openFresh = async (url: string, dataDir: string): Promise<Opened> => {
  const name = `t_${randomUUID().replaceAll("-", "")}`
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const opened = await openPostgres(own.href)
  await migrate(opened.db)
  await seedDemo(opened.db, { now: start, dataDir })
  return {
    ...opened,
    close: async () => {
      await opened.close()
      await admin.unsafe(`drop database ${name}`)
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
