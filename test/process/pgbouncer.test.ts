import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import connect from "postgres"
import { afterAll, beforeAll, expect, it } from "vitest"
import { freePort } from "../../scripts/free-port.mjs"
import { startPostgres } from "../../scripts/postgres.mjs"
import { endAll, fresh, removeFolders, run, signIn, start } from "./kit"

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

/** @returns the address of a pool in transaction mode */
const startPool = async (setting: string) => {
  const [folder, port] = [fresh(), await freePort()]
  chmodSync(folder, 0o755)
  const { hostname, port: behind } = new URL(postgres.url)
  const file = join(folder, "pgbouncer.ini")
  writeFileSync(
    file,
    `[databases]\n* = host=${hostname} port=${behind} user=test\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any\npool_mode = transaction\ndefault_pool_size = 5\n${setting}\n`,
  )
  pools.push(spawn("/usr/sbin/pgbouncer", [file], { ...user(), stdio: "ignore" }))
  await new Promise(done => setTimeout(done, 1_000))
  return Object.assign(new URL(postgres.url), { port: String(port) }).href
}

it.each([
  ["as it is", ""],
  [
    "told to drop settings that the role has anyway",
    "ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout, plan_cache_mode, client_min_messages, campaign_console.direct",
  ],
])("PgBouncer in transaction mode, %s, is refused at the start in words", async (_, setting) => {
  const { ended, output } = run({ MODE: "demo", DATA_DIR: fresh(), DATABASE_URL: await startPool(setting) })
  expect([await ended, output()]).toEqual([1, expect.stringContaining("Name PostgreSQL itself in DATABASE_DIRECT_URL")])
})

it("a role without limits is refused at the start in words, where a pool would not pass them on", async () => {
  const client = connect(postgres.url)
  await client.unsafe("create role unlimited login superuser")
  await client.end()
  const { ended, output } = run({
    MODE: "demo",
    DATA_DIR: fresh(),
    DATABASE_URL: postgres.url.replace("test@", "unlimited@"),
    DATABASE_DIRECT_URL: postgres.url,
  })
  expect([await ended, output()]).toEqual([1, expect.stringContaining("alter role … set statement_timeout = '15s'")])
})

it("behind PgBouncer in transaction mode, all work goes through the pool, and notifications come directly", async () => {
  for (const pool of pools.splice(0)) pool.kill("SIGKILL")
  const env = {
    DATABASE_URL: await startPool(""),
    DATABASE_DIRECT_URL: postgres.url,
    JWT_SECRET: "j".repeat(40),
    CODE_SECRET: "c".repeat(40),
  }
  const folder = fresh()
  const [first, second] = [await start(folder, env), await start(folder, env)]
  const token = await signIn(first.url)
  const call = async (url: string, path: string, body?: object) =>
    (
      await fetch(url + path, {
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        ...(body && { method: "POST", body: JSON.stringify(body) }),
      })
    ).status
  const statuses = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      call([first, second][at % 2]?.url ?? "", "/brand/create", { name: `Havuz ${at}`, activeStatus: 1 }),
    ),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await call(second.url, "/campaign/list?keyword=a&sortBy=title")).toBe(200)
  // The end of the session in one process reaches what the other one has kept of it.
  expect(await call(second.url, "/api/auth/me")).toBe(200)
  expect(await call(first.url, "/api/auth/logout", {})).toBe(200)
  await expect.poll(() => call(second.url, "/api/auth/me")).toBe(401)
  const client = connect(postgres.url)
  const [{ direct = 0, shared = 0 } = {}] = await client`
    select count(*) filter (where query like 'listen%')::int as direct, count(*) filter (where query not like 'listen%')::int as shared
    from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
  await client.end()
  expect([direct, shared <= 5]).toEqual([2, true])
})
