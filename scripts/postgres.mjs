import { execFileSync, spawn, spawnSync } from "node:child_process"
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "./free-port.mjs"

const home = "/usr/lib/postgresql"

/** Returns the folder of the newest installed server's programs, or of those on the PATH; undefined without any. */
export const findPostgres = () => {
  const versions = existsSync(home) ? readdirSync(home).filter(version => existsSync(`${home}/${version}/bin/initdb`)) : []
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  if (newest) return `${home}/${newest}/bin`
  return (process.env.PATH ?? "").split(":").find(folder => existsSync(join(folder, "initdb")))
}

const install = () => {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return
  console.log("Installing PostgreSQL…")
  const options = { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }
  execFileSync("apt-get", ["update", "-qq"], options)
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "postgresql"], options)
}

/** Returns user and group of the server process: PostgreSQL refuses to run as root. */
const serverUser = () => {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag, name) => Number(execFileSync("id", [flag, name]).toString())
  const name = ["postgres", "nobody"].find(name => {
    try {
      return idOf("-u", name) >= 0
    } catch {
      return false
    }
  })
  if (!name) throw new Error("PostgreSQL can't run as root, and there is no user postgres or nobody.")
  return { uid: idOf("-u", name), gid: idOf("-g", name) }
}

/** Installs a server where none is installed and this user may. @returns the folder of its programs, or undefined */
export const providePostgres = () => {
  if (!findPostgres()) install()
  return findPostgres()
}

/** Clock ticks of a second in /proc. */
const ticks = 100

/** Processor time of a server, its connections and what has ended of them, seconds; undefined where there is no /proc. */
const processorSecondsOf = server => {
  if (process.platform !== "linux") return undefined
  const statOf = pid => {
    try {
      return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").map(Number)
    } catch {
      return []
    }
  }
  const sum = values => values.reduce((all, value) => all + value, 0)
  // The 4th value is the parent, the 14th to 17th are user and system time of the process and of its ended children.
  const connections = readdirSync("/proc")
    .map(statOf)
    .filter(([, parent]) => parent === server)
  return sum([...statOf(server).slice(11, 15), ...connections.flatMap(stat => stat.slice(11, 13))]) / ticks
}

/**
 * Starts a temporary server on loopback and a free port.
 * @param options.of another server whose standby it becomes, named `standby`; `port`: instead of a free one
 * @returns its URL; `stop`, which also removes its data; `promote`, which makes a standby a primary; `signal`, such as SIGSTOP for a server
 *   that is gone without a word; `restart`, which stops it by SIGINT ("fast") or SIGQUIT ("immediate")
 *   and starts it after `downMs`; `processorSeconds`, its processor time so far. @throws when no server is installed and none may be installed
 */
export const startPostgres = async ({ of, port: given } = {}) => {
  const bin = providePostgres()
  if (!bin) throw new Error("PostgreSQL was not found: install its server package (Debian: apt-get install postgresql).")
  const user = serverUser()
  const folder = mkdtempSync(join(tmpdir(), "campaigns-postgres-"))
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, "data")
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" } }
  const port = given ?? (await freePort())
  const prepare = (program, ...args) =>
    execFileSync(join(bin, program), args, { ...options, stdio: ["ignore", "ignore", "inherit"] })
  if (of) prepare("pg_basebackup", "-D", data, "-d", `${of.url}?application_name=standby`, "-R", "-X", "stream", "-c", "fast")
  else prepare("initdb", "-D", data, "-U", "test", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
  const settings = { listen_addresses: "127.0.0.1", port, unix_socket_directories: folder, fsync: "off", max_connections: 200 }
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  const launch = () => spawn(join(bin, "postgres"), ["-D", data, ...flags], { ...options, stdio: "ignore" })
  let server = launch()
  const end = async signal => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise(resolve => server.once("exit", resolve))
    server.kill(signal)
    await ended
  }
  const stop = async () => {
    await end("SIGINT")
    rmSync(folder, { recursive: true, force: true })
  }
  const isReady = () => {
    try {
      execFileSync(join(bin, "pg_isready"), ["-h", "127.0.0.1", "-p", String(port), "-q"])
      return true
    } catch {
      return false
    }
  }
  const untilReady = async () => {
    for (const last = Date.now() + 30_000; !isReady(); await new Promise(resolve => setTimeout(resolve, 100)))
      if (Date.now() > last || server.exitCode !== null) {
        await stop()
        throw new Error("PostgreSQL did not start.")
      }
  }
  const restart = async (signal, downMs = 0) => {
    await end(signal)
    await new Promise(resolve => setTimeout(resolve, downMs))
    server = launch()
    await untilReady()
  }
  await untilReady()
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    stop,
    restart,
    port,
    signal: name => {
      spawnSync("pkill", [`-${name.replace("SIG", "")}`, "-P", String(server.pid)])
      server.kill(name)
    },
    promote: () => prepare("pg_ctl", "promote", "-D", data, "-w", "-s"),
    processorSeconds: () => processorSecondsOf(server.pid),
  }
}
