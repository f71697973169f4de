import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type ServerType, serve } from "@hono/node-server"
import { pino } from "pino"
import { readConfig } from "./config"
import { migrate, openDatabase } from "./db"
import { startHousekeeping } from "./housekeeping"
import { createMailer, type Mail } from "./mail"
import { StartProblem } from "./problem"
import { demoAccounts, seedAdministrator, seedDemo } from "./seed"
import { createSite, hasOutbox } from "./site"

/** Starts the product: configuration, database, console and API on one port; stops cleanly. */
const say = (text: string) => process.stdout.write(`${text}\n`)

const listen = (fetch: (request: Request) => Response | Promise<Response>, port: number, host: string) =>
  new Promise<ServerType>((done, fail) => {
    const server = serve({ fetch, port, hostname: host, overrideGlobalObjects: false }, () => done(server))
    server.once("error", (error: NodeJS.ErrnoException) =>
      fail(
        error.code === "EADDRINUSE"
          ? new StartProblem(`Port ${port} is in use. Stop what uses it, or set PORT to another one.`)
          : error,
      ),
    )
  })

const banner = (url: string, isShown: boolean) => {
  say(`\nCampaign console: ${url}\n`)
  say("Demonstration accounts:")
  for (const { email, who } of demoAccounts) say(`  ${email.padEnd(32)} ${who}`)
  if (isShown) say(`\nSign-in codes are printed here and shown at ${url}/outbox\n`)
}

const start = async () => {
  const config = readConfig(process.env)
  const isDemo = config.mode === "demo"
  const log = pino({ level: config.logLevel })
  const database = await openDatabase(config)
  const { db } = database
  await migrate(db)
  if (isDemo) await seedDemo(db, { now: Date.now(), dataDir: config.dataDir })
  await seedAdministrator(db, config.bootstrapAdminEmail)

  let isReady = true
  const told = ({ to, subject }: Mail) => say(`✉ ${to}: ${subject}`)
  const mailer = createMailer(config, db, Date.now, {
    told,
    refused: code => log.warn({ mail: "a recipient was refused", code }),
  })
  const dist = join(fileURLToPath(new URL(".", import.meta.url)), "..")
  const deps = { db, config, mailer, clock: Date.now, log, hasRoom: database.hasRoom, isReady: () => isReady }
  const site = await createSite(deps, existsSync(join(dist, "index.html")) ? dist : undefined)

  const server = await listen(site.fetch, config.port, config.host).catch(async error => {
    await database.close()
    throw error
  })
  const address = server.address()
  const port = typeof address === "object" && address ? address.port : config.port
  const url = config.publicUrl ?? `http://${config.host === "0.0.0.0" ? "localhost" : config.host}:${port}`
  if (isDemo) banner(url, hasOutbox(config))
  else say(`Campaign console: ${url}`)

  const stopHousekeeping = startHousekeeping(db, log)
  // Running requests are finished; then the database is closed, and the folder is free for another process.
  const stop = () => {
    if (!isReady) return
    isReady = false
    stopHousekeeping()
    server.close(async () => {
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
