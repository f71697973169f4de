import connect from "postgres"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Pgbouncer, pgbouncerProgram, startPgbouncer } from "../../scripts/pgbouncer.mjs"
import { type Postgres, startPostgres } from "../../scripts/postgres.mjs"
import { rounds } from "../rounds"
import { endAll, fresh, removeFolders, run, signIn, start } from "./kit"
import { startLoad } from "./load"

/** A pool that shares connections between sessions (deploy/pgbouncer.ini), by real PgBouncer. */
const missing = pgbouncerProgram ? "" : ", left out: PgBouncer is not installed (Debian: apt-get install pgbouncer)"
const secrets = { JWT_SECRET: "j".repeat(40), CODE_SECRET: "c".repeat(40) }
const restarts = Math.max(3, rounds)

describe.skipIf(missing)(`behind PgBouncer in transaction mode${missing}`, () => {
  let postgres: Postgres
  let pool: Pgbouncer
  beforeAll(async () => {
    postgres = await startPostgres()
    pool = await startPgbouncer(postgres.url, ["default_pool_size = 5"])
  })
  afterEach(endAll)
  afterAll(async () => {
    await pool.stop()
    await postgres.stop()
    removeFolders()
  })
  const startTwo = async () => {
    const env = { DATABASE_URL: pool.url, DATABASE_DIRECT_URL: postgres.url, ...secrets }
    const folder = fresh()
    return [await start(folder, env), await start(folder, env)]
  }

  it.each([
    ["as it is", ""],
    [
      "told to drop settings that the role has anyway",
      "ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout, plan_cache_mode, client_min_messages, campaign_console.direct",
    ],
  ])("a start without the server itself is refused in words: a pool %s", async (_, setting) => {
    const other = await startPgbouncer(postgres.url, [setting])
    const { ended, output } = run({ MODE: "demo", DATA_DIR: fresh(), DATABASE_URL: other.url })
    expect([await ended, output()]).toEqual([1, expect.stringContaining("Name PostgreSQL itself in DATABASE_DIRECT_URL")])
    await other.stop()
  })

  it("a role without limits is refused at the start in words, since a pool would not pass them on", async () => {
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

  it("all work goes through the pool, and notifications come directly", async () => {
    const [first, second] = await startTwo()
    const token = await signIn(first?.url ?? "")
    const call = async (at: number, path: string, body?: object) =>
      (
        await fetch(([first, second][at]?.url ?? "") + path, {
          headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
          ...(body && { method: "POST", body: JSON.stringify(body) }),
        })
      ).status
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, number) => call(number % 2, "/brand/create", { name: `Havuz ${number}`, activeStatus: 1 })),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await call(1, "/campaign/list?keyword=a&sortBy=title")).toBe(200)
    // The end of the session in one process reaches what the other one has kept of it.
    expect(await call(1, "/api/auth/me")).toBe(200)
    expect(await call(0, "/api/auth/logout", {})).toBe(200)
    await expect.poll(() => call(1, "/api/auth/me")).toBe(401)
    const client = connect(postgres.url)
    const [{ direct = 0, shared = 0 } = {}] = await client`
      select count(*) filter (where query like 'listen%')::int as direct, count(*) filter (where query not like 'listen%')::int as shared
      from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
    await client.end()
    expect([direct, shared <= 5]).toEqual([2, true])
  })

  it(`two processes go on after the pool was killed under load, and after PostgreSQL behind it was restarted, ${restarts} times each`, async () => {
    const urls = (await startTwo()).map(({ url }) => url)
    const load = startLoad(urls, await signIn(urls[0] ?? ""))
    const recovered: number[] = []
    for (let number = 0; number < 2 * restarts; number++) {
      await load.stored(20)
      // At once, and away for a while.
      const downMs = (number % 3) * 1_500
      if (number % 2) await postgres.restart("SIGQUIT", downMs)
      else await pool.restart(downMs)
      recovered.push(...(await load.recovered(performance.now())))
    }
    const { report, longestMs, ...wrong } = await load.end(postgres.url)
    process.stdout.write(
      `${restarts} restarts of the pool, ${restarts} of the server: ${report}; writing again at most ${Math.round(Math.max(...recovered))} ms after the restart\n`,
    )
    expect(wrong).toEqual({ lost: 0, doubled: 0, broken: [] })
    expect(Math.max(...recovered)).toBeLessThan(5_000)
    expect(longestMs).toBeLessThan(10_000)
  }, 600_000)
})
