import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import connect from "postgres"
import { afterAll, beforeAll, expect, it } from "vitest"
import { freePort } from "../../scripts/free-port.mjs"
import { startPostgres } from "../../scripts/postgres.mjs"
import { endAll, fresh, removeFolders, run } from "./kit"

/** A pool that shares connections between sessions, by real PgBouncer. */
let postgres: Awaited<ReturnType<typeof startPostgres>>
const pools: ChildProcess[] = []
beforeAll(async () => {
  postgres = await startPostgres()
  const client = connect(postgres.url)
  for (const setting of ["statement_timeout = '15s'", "idle_in_transaction_session_timeout = '30s'"])
    await client.unsafe(`alter role test set ${setting}`)
  await client.end()
})
afterAll(async () => {
  for (const pool of pools) pool.kill("SIGKILL")
  await endAll()
  await postgres.stop()
  removeFolders()
})

/** PgBouncer refuses to run as root. */
const user = () => (process.getuid?.() === 0 ? { uid: Number(execFileSync("id", ["-u", "postgres"])) } : {})

it.each([
  ["as it is", ""],
  [
    "told to drop settings that the role has anyway",
    "ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout, plan_cache_mode, client_min_messages, campaign_console.direct",
  ],
])("PgBouncer in transaction mode, %s, is refused at the start in words", async (_, setting) => {
  const [folder, port] = [fresh(), await freePort()]
  chmodSync(folder, 0o755)
  const { hostname, port: behind } = new URL(postgres.url)
  const file = join(folder, "pgbouncer.ini")
  writeFileSync(
    file,
    `[databases]\n* = host=${hostname} port=${behind} user=test\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any\npool_mode = transaction\n${setting}\n`,
  )
  pools.push(spawn("/usr/sbin/pgbouncer", [file], { ...user(), stdio: "ignore" }))
  await new Promise(done => setTimeout(done, 1_000))
  const url = Object.assign(new URL(postgres.url), { port: String(port) }).href
  const { ended, output } = run({ MODE: "demo", DATA_DIR: fresh(), DATABASE_URL: url })
  expect([await ended, output()]).toEqual([
    1,
    expect.stringContaining("behind a pool that shares connections, such as PgBouncer"),
  ])
})
