import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Http2Bindings, type HttpBindings, type ServerType, serve } from "@hono/node-server"
import { pino } from "pino"
import { type Config, readConfig } from "./config"
import { migrate, openDatabase } from "./db/open"
import { StartProblem } from "./errors/problem"
import { securityHeaders } from "./http/headers"
import { awaited, createMailer, type Mail } from "./mail/mail"
import { openStore } from "./media/store"
import { startHousekeeping } from "./operations/housekeeping"
import { demoAccounts, seedAdministrator, seedDemo } from "./seed"
import { createSite, hasOutbox } from "./site"

/** Starts the product: configuration, database, console and API on one port; stops cleanly. */
const say = (text: string) => process.stdout.write(`${text}\n`)

/** How long a client may take to send its headers, and its whole call, ms. */
const slowClients = { headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 10_000 }

type Answer = (request: Request, env: HttpBindings) => Response | Promise<Response>

/** @throws StartProblem when something else listens there */
const listen = (answer: Answer, port: number, host: string) =>
  new Promise<ServerType>((done, fail) => {
    const fetch = (request: Request, env: HttpBindings | Http2Bindings) => answer(request, env as HttpBindings)
    const server = serve({ fetch, port, hostname: host, overrideGlobalObjects: false, serverOptions: slowClients }, () =>
      done(server),
    )
    server.once("error", (error: NodeJS.ErrnoException) =>
      fail(
        error.code === "EADDRINUSE"
          ? new StartProblem(`Port ${port} is in use. Stop what uses it, or set PORT to another one.`)
          : error,
      ),
    )
  })

const isLoopback = (host: string) => host === "localhost" || host === "::1" || host.startsWith("127.")

/** Where a person reaches it. */
const addressOf = (server: ServerType, { publicUrl, host }: Config) => {
  const address = server.address()
  const port = typeof address === "object" && address ? address.port : 0
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host
  return publicUrl ?? `http://${name}:${port}`
}

const banner = (url: string, config: Config) => {
  say(`\nCampaign console: ${url}\n`)
  say("Demonstration accounts:")
  for (const { email, who } of demoAccounts) say(`  ${email.padEnd(32)} ${who}`)
  if (!hasOutbox(config)) return
  say(`\nSign-in codes are printed here and shown at ${url}/outbox\n`)
  if (!isLoopback(config.host)) say("Whoever reaches this address can read them there: a demonstration is not for real data.\n")
}

const start = async () => {
  const config = readConfig(process.env)
  const isDemo = config.mode === "demo"
  const log = pino({ level: config.logLevel })
  // The port is taken first: one that is not free is told at once, and nothing has been made yet.
  const headers = { ...securityHeaders(config), "Retry-After": "1", "Cache-Control": "no-store" }
  let answer: Answer = () => new Response("starting", { status: 503, headers })
  const server = await listen((request, env) => answer(request, env), config.port, config.host)
  const database = await openDatabase(config)
  const { db } = database
  await migrate(db)
  const store = openStore(config)
  if (isDemo) await seedDemo(db, { now: Date.now(), store })
  await seedAdministrator(db, config.bootstrapAdminEmail)

  let isReady = true
  const told = ({ to, subject }: Mail) => say(`✉ ${to}: ${subject}`)
  const refused = (code: number) => log.warn({ mail: "a recipient was refused", code })
  const { mailer, settled } = awaited(createMailer(config, db, Date.now, { told, refused }))
  const dist = join(fileURLToPath(new URL(".", import.meta.url)), "..")
  const deps = { db, config, store, mailer, clock: Date.now, log, hasRoom: database.hasRoom, isReady: () => isReady }
  const site = await createSite(deps, existsSync(join(dist, "index.html")) ? dist : undefined)

  answer = site.fetch
  const url = addressOf(server, config)
  if (isDemo) banner(url, config)
  else say(`Campaign console: ${url}`)

  const stopHousekeeping = startHousekeeping(database, store, log)
  // Running requests and mails are finished; then the database is closed, and the folder is free for another process.
  const stop = () => {
    if (!isReady) return
    isReady = false
    stopHousekeeping()
    server.close(async () => {
      await settled()
      await database.close()
      process.exit(0)
    })
    // A connection that has had its answer must not be waited for until it times out.
    if ("closeIdleConnections" in server) setInterval(() => server.closeIdleConnections(), 50)
    setTimeout(() => process.exit(1), 10_000).unref()
  }
  process.on("SIGINT", stop)
  process.on("SIGTERM", stop)
}

/** What the operator can mend is told in plain words: a setting, a folder, a port, a server that is not there. */
const isPlain = (error: unknown) => error instanceof StartProblem || (error instanceof Error && "syscall" in error)

start().catch((error: unknown) => {
  const { message, stack } = error as Error
  process.stderr.write(`${isPlain(error) ? message : stack}\n`)
  process.exit(1)
})
