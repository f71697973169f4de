import { execFileSync, spawn } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "./free-port.mjs"
import { findPostgres } from "./postgres.mjs"

/** The installed program, or undefined. */
export const pgbouncerProgram = ["/usr/sbin", "/usr/local/sbin", ...(process.env.PATH ?? "").split(":")]
  .map(folder => join(folder, "pgbouncer"))
  .find(file => existsSync(file))

/** PgBouncer refuses to run as root. */
const user = () => (process.getuid?.() === 0 ? { uid: Number(execFileSync("id", ["-u", "postgres"])) } : {})

const isOpen = port =>
  new Promise(resolve => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy()
      resolve(true)
    }).once("error", () => resolve(false))
  })

/**
 * Starts a pool in transaction mode by deploy/pgbouncer.ini, for all databases of a server and without passwords. The role of the
 * address gets the limits that a pool does not pass on.
 * @param url of the server; @param settings lines that come last
 * @returns its `url`; `stop`; `restart`, which kills it and starts it again after `downMs`. @throws when PgBouncer is not installed
 */
export const startPgbouncer = async (url, settings = []) => {
  if (!pgbouncerProgram) throw new Error("PgBouncer was not found: install it (Debian: apt-get install pgbouncer).")
  const limits = ["statement_timeout = '15s'", "idle_in_transaction_session_timeout = '30s'"]
  const alter = limits.map(limit => `alter role ${new URL(url).username} set ${limit};\n`).join("")
  // A standby has them from its primary.
  const input = `select pg_is_in_recovery() as standby \\gset\n\\if :standby\n\\else\n${alter}\\endif\n`
  execFileSync(join(findPostgres() ?? "", "psql"), ["-q", "-v", "ON_ERROR_STOP=1", url], { input })
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), "campaigns-pgbouncer-"))
  chmodSync(folder, 0o755)
  const file = join(folder, "pgbouncer.ini")
  const behind = new URL(url)
  const text = readFileSync("deploy/pgbouncer.ini", "utf8")
    .replace(/^console = .*$/m, `* = host=${behind.hostname} port=${behind.port} auth_user=${behind.username}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_type = .*$/m, "auth_type = trust")
    .replace(/^auth_file = .*$/m, `auth_file = ${join(folder, "users.txt")}`)
  writeFileSync(file, `${text}\nunix_socket_dir =\n${settings.join("\n")}\n`)
  // Other roles are looked up in the database.
  writeFileSync(join(folder, "users.txt"), `"${behind.username}" ""\n`)
  let child
  const launch = async () => {
    child = spawn(pgbouncerProgram, [file], { ...user(), stdio: "ignore" })
    while (!(await isOpen(port))) {
      if (child.exitCode !== null) throw new Error("PgBouncer did not start.")
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  const end = async () => {
    const ended = new Promise(resolve => child.once("exit", resolve))
    child.kill("SIGKILL")
    if (child.exitCode === null && child.signalCode === null) await ended
  }
  await launch()
  return {
    url: Object.assign(new URL(url), { port: String(port) }).href,
    restart: async (downMs = 0) => {
      await end()
      await new Promise(resolve => setTimeout(resolve, downMs))
      await launch()
    },
    stop: async () => {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
