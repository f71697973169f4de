import { existsSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server"
import { type Config, isLoopback, readConfig } from "./config"
import { migrate } from "./db/migrate"
import { openDatabase } from "./db/open"
import { failureText, StartProblem } from "./errors/problem"
import type { Deps } from "./http/context"
import { answerHeaders } from "./http/headers"
import { closeInQuietMoment, lacksHost, oneByOne, setRefusalHeaders } from "./http/listener"
import type { Mail } from "./mail/mail"
import { createMailer, trackPending } from "./mail/mailer"
import { openStore } from "./media/store"
import { startClockWatch } from "./operations/clock"
import { startHousekeeping } from "./operations/housekeeping"
import { lacksPictures } from "./operations/orphans"
import { createAuditLog, createLog, dropUnreadOutput } from "./output"
import { seedAdministrator, seedDemo } from "./seed"
import { demoAccounts } from "./seed/accounts"
import { createSite, hasOutbox, startDeliveries, startMails } from "./site"

/** Starts the product (configuration, database, console and API on one port) and shuts it down on SIGINT and SIGTERM. */

/**
 * Limits for slow clients, ms: receiving the headers, receiving the whole request, and an idle connection; the first two
 * begin with a request's first byte and are checked at an interval, which is 30 s unless it is set. Idle connections are kept
 * for longer than reverse proxies keep them: a proxy that reuses one while it is being closed answers its client with 502. A
 * missing Host is refused by `listen`, with headers.
 */
const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1_000,
  requireHostHeader: false,
}

/** How long a shutdown waits for running requests, and how often it closes idle connections meanwhile, ms. */
const shutdownTimeoutMs = 10_000
const closeIdleIntervalMs = 50

type Handler = (request: Request, env: HttpBindings) => Response | Promise<Response>

const print = (text: string) => process.stdout.write(`${text}\n`)

/** @throws StartProblem when the port is in use or reserved, or the host is not of this machine */
const bind = (server: Server, { port, host }: Config) =>
  new Promise<Server>((resolve, reject) => {
    const problems: Record<string, string> = {
      EADDRINUSE: `Port ${port} is in use. Stop what uses it, or set PORT to another one.`,
      EACCES: `Port ${port} may not be used by this user. Set PORT to one above 1023.`,
      EADDRNOTAVAIL: `${host} is no address of this machine. Set HOST to one, or to 0.0.0.0 for all.`,
      ENOTFOUND: `${host} is no address of this machine. Set HOST to one, or to 0.0.0.0 for all.`,
    }
    server.listen(port, host, () => resolve(server))
    server.once("error", (error: NodeJS.ErrnoException) => {
      const problem = problems[error.code ?? ""]
      reject(problem ? new StartProblem(problem) : error)
    })
  })

/**
 * Reports a port in use before the database is created. The server listens when it is ready: a proxy passes a call to another
 * process when a connection is refused, whatever its method.
 */
const requireFreePort = async (config: Config) => {
  const server = await bind(createServer(), config)
  await new Promise(resolve => server.close(resolve))
}

/**
 * Replaces the global Request and Response by the adapter's: their bodies are written without a stream.
 * @throws StartProblem when the port is in use
 */
const listen = (handler: Handler, config: Config) => {
  const headers = { ...answerHeaders(config), "Cache-Control": "no-store" }
  const answer = (status: number) => new Response(null, { status, headers })
  const listener = getRequestListener(
    (request, env) => (lacksHost(env.incoming) ? answer(400) : handler(request, env as HttpBindings)),
    { hostname: config.host, errorHandler: error => answer(error instanceof RequestError ? 400 : 500) },
  )
  const server = createServer(serverOptions, oneByOne(listener))
  setRefusalHeaders(server, headers)
  return bind(server, config)
}

/** The address to open in a browser. */
const urlOf = (server: Server, { publicUrl, host }: Config) => {
  const address = server.address()
  const port = typeof address === "object" && address ? address.port : 0
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host
  return publicUrl ?? `http://${name}:${port}`
}

const printBanner = (url: string, config: Config) => {
  print(`\nCampaign console: ${url}\n`)
  print("Demonstration accounts:")
  for (const { email, who } of demoAccounts) print(`  ${email.padEnd(32)} ${who}`)
  if (!hasOutbox(config)) return
  print(`\nSign-in codes are printed here and shown at ${url}/outbox\n`)
  if (!isLoopback(config.host)) print("Whoever reaches this address can read them there: a demonstration is not for real data.\n")
}

const start = async () => {
  const config = readConfig(process.env)
  const isDemo = config.mode === "demo"
  const log = createLog(config.logLevel)
  const auditLog = createAuditLog(config.auditLog)
  await requireFreePort(config)
  const database = await openDatabase(config)
  const { db } = database
  await database.withSession(migrate)
  const store = openStore(config)
  if (isDemo) await seedDemo(db, { now: Date.now(), store, codeSecret: config.codeSecret })
  if (!(await seedAdministrator(db, config.bootstrapAdminEmail)))
    print(
      "BOOTSTRAP_ADMIN_EMAIL is not used: the database has an administrator. Others are added in the console, or by create-admin.",
    )

  await store.requireRoom?.().catch((error: Error) => print(`Pictures can't be stored: ${failureText(error)}`))
  await lacksPictures(db, store).then(
    lacks =>
      lacks &&
      print("The newest picture of this database is not stored here: give all processes one DATA_DIR/media, or one S3_URL."),
    (error: Error) => print(`Pictures can't be read now: ${error.message}`),
  )

  let isReady = true
  const onStored = ({ to, subject }: Mail) => print(`✉ ${to}: ${subject}`)
  const onRefused = (code: number, tenantId?: string | null) => log.warn({ mail: "a recipient was refused", code, tenantId })
  const { mailer, settled } = trackPending(createMailer(config, db, Date.now, { onStored, onRefused }))
  const dist = join(fileURLToPath(new URL(".", import.meta.url)), "..")
  const deps: Deps = {
    db,
    sessionChanges: database.watchSessions(),
    config,
    store,
    mailer,
    clock: Date.now,
    log,
    ...(auditLog && { auditLog }),
    hasDiskSpace: database.hasDiskSpace,
    isReady: () => isReady,
  }
  const site = await createSite(deps, existsSync(join(dist, "index.html")) ? dist : undefined)

  const server = await listen(site.fetch, config)
  const url = urlOf(server, config)
  if (isDemo) printBanner(url, config)
  else print(`Campaign console: ${url}`)

  const stopClockWatch = startClockWatch(deps)
  const stopHousekeeping = startHousekeeping({ opened: database, deps })
  const deliveries = startDeliveries(deps)
  deps.deliveries = deliveries
  const stopMails = startMails(deps)
  /** Running requests, deliveries and pending mails finish first; then the database is closed and its folder is unlocked. */
  const close = () => {
    if (!server.listening) return
    const sent = deliveries.stop()
    server.close(async () => {
      await sent
      await settled()
      await database.close()
      process.exit(0)
    })
    // `close` waits for keep-alive connections, which would otherwise stay open until they time out.
    setInterval(() => server.closeIdleConnections(), closeIdleIntervalMs)
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
  }
  /** Goes on serving for DRAIN_SECONDS and ends each kept connection with its next answer. A second signal closes at once. */
  const stop = () => {
    if (!isReady) return close()
    isReady = false
    stopClockWatch()
    stopHousekeeping()
    stopMails()
    if (!config.drainMs) return close()
    server.prependListener("request", (_, response) => response.setHeader("Connection", "close"))
    setTimeout(() => closeInQuietMoment(server, close), config.drainMs)
  }
  process.on("SIGINT", stop)
  process.on("SIGTERM", stop)
}

dropUnreadOutput()
start().catch((error: unknown) => {
  process.stderr.write(`${failureText(error)}\n`)
  process.exit(1)
})
