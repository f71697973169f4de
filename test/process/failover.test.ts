import connect from "postgres"
import { afterAll, afterEach, expect, it } from "vitest"
import { pgbouncerProgram, startPgbouncer } from "../../scripts/pgbouncer.mjs"
import { type Postgres, startPostgres } from "../../scripts/postgres.mjs"
import { openPostgres } from "../../server/src/db/open"
import { accounts } from "../api"
import { isLong, itInLongRuns, rounds } from "../rounds"
import { endAll, fresh, removeFolders, signIn, start } from "./kit"
import { startLoad } from "./load"

/**
 * Two processes with the addresses of a primary and a synchronous standby (docs/operations.md#several-addresses), which takes its place:
 * after a kill, a server that answers no more, and a planned switch-over.
 */
const pause = (ms: number) => new Promise(done => setTimeout(done, ms))
afterAll(removeFolders)
afterEach(endAll)

const ways = ["killed", "silent", "switched over"] as const
type Way = (typeof ways)[number]

const end = async (primary: Postgres, way: Way) => {
  if (way === "silent") primary.signal("SIGSTOP")
  else if (way === "killed") primary.signal("SIGKILL")
  else await primary.stop()
}

/** Adds a standby that takes part in each commit. */
const addStandby = async (primary: Postgres, port?: number) => {
  const standby = await startPostgres({ of: primary, ...(port && { port }) })
  const client = connect(primary.url, { max: 1, onnotice: () => {} })
  await client.unsafe("alter system set synchronous_standby_names = 'standby'")
  await client.unsafe("select pg_reload_conf()")
  for (;;) {
    const [row] = await client.unsafe("select sync_state from pg_stat_replication")
    if (row?.sync_state === "sync") break
    await pause(50)
  }
  await client.end()
  return standby
}

const tries = isLong
  ? ways.flatMap(way => Array<Way>(way === "killed" ? rounds : Math.ceil(rounds / 2)).fill(way))
  : ways.slice(0, 1)

/** A pool on each node, before its own server. */
const forms = isLong && pgbouncerProgram ? (["directly", "through pools"] as const) : (["directly"] as const)

it.each(forms)(
  `a standby that takes the primary's place is found by each process, nothing acknowledged is lost, ${tries.length} times, %s`,
  async form => {
    let primary = await startPostgres()
    let standby = await addStandby(primary)
    const { pathname } = new URL(primary.url)
    const addressesOf = (ports: readonly number[]) =>
      `postgres://test@${ports.map(port => `127.0.0.1:${port}`).join()}${pathname}?target_session_attrs=read-write`
    const direct = addressesOf([primary.port, standby.port])
    const pools = form === "directly" ? [] : [await startPgbouncer(primary.url), await startPgbouncer(standby.url)]
    const pooled = addressesOf(pools.map(({ url }) => Number(new URL(url).port)))
    const env: Record<string, string> = pools.length
      ? { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct }
      : { DATABASE_URL: direct }
    const folder = fresh()
    const secrets = { JWT_SECRET: "j".repeat(40), CODE_SECRET: "c".repeat(40) }
    const servers = [await start(folder, { ...env, ...secrets })]
    servers.push(await start(folder, { ...env, ...secrets }))
    const token = await signIn(servers[0]?.url ?? "", accounts.elif)
    const load = startLoad(
      servers.map(({ url }) => url),
      token,
    )
    const recovered: number[] = []
    for (const way of tries) {
      await load.stored(20)
      await end(primary, way)
      await pause(way === "switched over" ? 0 : 1_500)
      standby.promote()
      const promoted = performance.now()
      recovered.push(...(await load.recovered(promoted)))
      const { port } = primary
      if (way !== "switched over") primary.signal("SIGKILL")
      await primary.stop()
      primary = standby
      standby = await addStandby(primary, port)
    }
    const { report, longestMs, ...wrong } = await load.end(primary.url)
    process.stdout.write(
      `${tries.length} changes of the primary, ${form}: ${report}; writing again at most ${Math.round(Math.max(...recovered))} ms after the promotion\n`,
    )
    expect(wrong).toEqual({ lost: 0, doubled: 0, broken: [] })
    expect(Math.max(...recovered)).toBeLessThan(10_000)
    expect(longestMs).toBeLessThan(12_000)
    for (const pool of pools) await pool.stop()
    await standby.stop()
    await primary.stop()
  },
  300_000 * tries.length,
)

itInLongRuns("a statement without a limit runs for as long as it takes", async () => {
  const postgres = await startPostgres()
  const { db, close } = await openPostgres(postgres.url)
  await db.transaction(async tx => {
    await tx.execute("set local statement_timeout = 0")
    await tx.execute("select pg_sleep(25)")
  })
  await close()
  await postgres.stop()
})
