import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import connect from "postgres"
import { afterAll, expect, it } from "vitest"
import { freePort } from "../../scripts/free-port.mjs"
import { findPostgres } from "../../scripts/postgres.mjs"
import { rounds } from "../rounds"
import { endAll, fresh, removeFolders, signIn, start } from "./kit"
import { startLoad } from "./load"

/** Two nodes of PostgreSQL by deploy/patroni.yml with one etcd, and two processes with both addresses. */
const programs = ["/usr/bin/patroni", "/usr/bin/patronictl", "/usr/bin/etcd"]
const isPossible = programs.every(file => existsSync(file)) && process.getuid?.() === 0
const reason = isPossible ? "" : ", left out: needs root, Patroni and etcd (Debian: apt-get install patroni etcd-server)"
const pause = (ms: number) => new Promise(done => setTimeout(done, ms))
const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"]))

type Node = { name: string; port: number; rest: number; config: string; data: string; patroni?: ChildProcess }
const running: ChildProcess[] = []
const nodes: Node[] = []

const killTree = (pid: number) => {
  spawnQuietly("pkill", ["-KILL", "-P", String(pid)])
  process.kill(pid, "SIGKILL")
}
const spawnQuietly = (program: string, args: string[]) => {
  try {
    execFileSync(program, args)
  } catch {
    // pkill found nobody.
  }
}
/** What the end of a machine does: nothing is told to anybody. */
const killMachine = async ({ patroni, data }: Node) => {
  patroni?.kill("SIGKILL")
  const file = join(data, "postmaster.pid")
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, "utf8").split("\n")[0])
  try {
    killTree(pid)
  } catch {
    // It has ended.
  }
}

afterAll(async () => {
  await endAll()
  for (const node of nodes) await killMachine(node)
  for (const child of running) child.kill("SIGKILL")
  removeFolders()
})

const superuser = (port: number) => `postgres://postgres:SUPERUSER_PASSWORD@127.0.0.1:${port}/postgres`
const ask = async (port: number, text: string) => {
  const client = connect(superuser(port), { max: 1, connect_timeout: 1, onnotice: () => {} })
  try {
    return (await client.unsafe(text)) as Record<string, unknown>[]
  } finally {
    void client.end({ timeout: 0 })
  }
}
const isPrimary = async ({ port }: Node) => {
  const rows = await ask(port, "select pg_is_in_recovery() as standby").catch(() => [])
  return rows[0]?.standby === false
}
const untilPrimary = async (node: Node) => {
  while (!(await isPrimary(node))) await pause(20)
}
/** Only then may a standby be promoted: its primary commits nothing without it, and etcd knows. */
const untilSynchronous = async ({ rest }: Node) => {
  while (!(await fetch(`http://127.0.0.1:${rest}/sync`).catch(() => undefined))?.ok) await pause(200)
}

it.skipIf(reason)(
  `a cluster under Patroni fails over and is switched over under load${reason}`,
  async () => {
    const user = { uid: idOf("-u"), gid: idOf("-g") }
    const folder = fresh()
    chmodSync(folder, 0o755)
    const asPostgres = (program: string, args: string[]) => {
      const child = spawn(program, args, { ...user, cwd: "/", stdio: "ignore", env: { PATH: process.env.PATH, HOME: folder } })
      running.push(child)
      return child
    }
    const [client, peer] = [await freePort(), await freePort()].map(port => `http://127.0.0.1:${port}`)
    mkdirSync(join(folder, "etcd"), { mode: 0o700 })
    chownSync(join(folder, "etcd"), user.uid, user.gid)
    asPostgres("/usr/bin/etcd", [
      ...["--data-dir", join(folder, "etcd"), "--listen-client-urls", client, "--advertise-client-urls", client].map(String),
      ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", `default=${peer}`].map(String),
    ])
    const startNode = (node: Node) => {
      node.patroni = asPostgres("/usr/bin/patroni", [node.config])
    }
    for (const name of ["a", "b"]) {
      const [port, rest] = [await freePort(), await freePort()]
      const place = join(folder, name)
      mkdirSync(place, { mode: 0o700 })
      chownSync(place, user.uid, user.gid)
      const text = readFileSync("deploy/patroni.yml", "utf8")
        .replace("name: a", `name: ${name}`)
        .replace(/hosts: \[.*\]/, `hosts: [${new URL(client ?? "").host}]`)
        .replaceAll("10.0.0.1:8008", `127.0.0.1:${rest}`)
        .replaceAll("10.0.0.1:5432", `127.0.0.1:${port}`)
        .replaceAll("10.0.0.0/24", "127.0.0.0/8")
        .replaceAll("/var/lib/postgresql/15/console", join(place, "data"))
        .replaceAll("/var/lib/postgresql/.patroni-pgpass", join(place, "pgpass"))
        .replaceAll("/usr/lib/postgresql/15/bin", findPostgres() ?? "")
        .replace("max_connections: 100", `max_connections: 100\n        unix_socket_directories: ${place}`)
      const config = join(folder, `${name}.yml`)
      writeFileSync(config, text)
      const node = { name, port, rest, config, data: join(place, "data") }
      nodes.push(node)
      startNode(node)
      if (name === "a") await untilPrimary(node)
    }
    const [first, second] = nodes as [Node, Node]
    await untilSynchronous(second)
    for (const text of ["create role console login password 'PASSWORD'", "create database console owner console"])
      await ask(first.port, text)
    const url = `postgres://console:PASSWORD@127.0.0.1:${first.port},127.0.0.1:${second.port}/console?target_session_attrs=read-write`
    const env = { DATABASE_URL: url, JWT_SECRET: "j".repeat(40), CODE_SECRET: "c".repeat(40) }
    const data = fresh()
    const urls = [(await start(data, env)).url, (await start(data, env)).url]
    const load = startLoad(urls, await signIn(urls[0] ?? ""))
    let [primary, standby] = [first, second]
    const times: Record<string, { promoted: number[]; recovered: number[] }> = {}
    for (let number = 0; number < 2 * Math.max(2, rounds); number++) {
      const way = number % 2 ? "switched over" : "killed"
      await load.stored(20)
      const from = performance.now()
      if (way === "killed") await killMachine(primary)
      else {
        const args = [
          "-c",
          standby.config,
          "switchover",
          "console",
          "--leader",
          primary.name,
          "--candidate",
          standby.name,
          "--force",
        ]
        asPostgres("/usr/bin/patronictl", args)
      }
      await untilPrimary(standby)
      const promoted = performance.now()
      times[way] ??= { promoted: [], recovered: [] }
      times[way].recovered.push(...(await load.recovered(promoted)))
      times[way].promoted.push(promoted - from)
      if (way === "killed") startNode(primary)
      ;[primary, standby] = [standby, primary]
      await untilSynchronous(standby)
    }
    const { report, longestMs, ...wrong } = await load.end(superuser(primary.port).replace(/\/postgres$/, "/console"))
    const most = (all: number[]) => (Math.max(...all) / 1000).toFixed(1)
    process.stdout.write(
      `Patroni: ${report}; ${Object.entries(times)
        .map(
          ([way, { promoted, recovered }]) =>
            `${promoted.length} times ${way}: promoted after ${promoted.map(ms => (ms / 1000).toFixed(1)).join(", ")} s, writing again ${most(recovered)} s later at most`,
        )
        .join("; ")}\n`,
    )
    expect(wrong).toEqual({ lost: 0, doubled: 0, broken: [] })
    expect(longestMs).toBeLessThan(12_000)
  },
  1_200_000,
)
