import { randomUUID } from "node:crypto"
import postgres from "postgres"
import { Webhook } from "standardwebhooks"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { findPostgres, startPostgres } from "../../scripts/postgres.mjs"
import { openEmbedded, rowsOf } from "../../server/src/db/open"
import { reportAttack } from "../attacks"
import { slowdown } from "../pace"
import { rounds } from "../rounds"
import { startReceiver } from "../server/webhook-kit"
import { endAll, fresh, removeFolders, seeded, signIn, start } from "./kit"

/**
 * Processes that are killed while they store and send what webhooks hear: every committed change arrives, signed and in the order of its
 * record (docs/contract.md#webhook-deliveries). A long run kills TEST_ROUNDS times on PostgreSQL, and a third as often on the embedded
 * database.
 */
afterEach(endAll)
afterAll(removeFolders)

/** Each changes a record of its own once a second; in a long run, with the calls that a kill loses, 50 changes a second are left. */
const writerCount = 75
const pause = (ms: number) => new Promise(done => setTimeout(done, ms))
type Server = Awaited<ReturnType<typeof start>>
type Committed = { id: string; name: string }

/** Names of a record in the order of its changes. */
const namesOf = (rows: readonly Committed[]) => {
  const names = new Map<string, string[]>()
  for (const { id, name } of rows) names.set(id, [...(names.get(id) ?? []), name])
  return names
}
const committedQuery = `select entity_id as id, after ->> 'name' as name from audit
  where entity = 'brand' and action = 'update' and after ->> 'name' like 'Kayıt%' order by audit.id`

const numberOf = (name: string) => Number(name.split(" ").at(-1))

type Scenario = {
  kills: number
  /** The processes; the one at the index is dead until it is replaced. */
  servers: Server[]
  restart: () => Promise<Server>
  /** The committed changes, in their order. */
  readCommitted: () => Promise<Committed[]>
}

const killWhileSending = async ({ kills, servers, restart, readCommitted }: Scenario) => {
  let token = await signIn(servers[0]?.url ?? "")
  const alive = () => servers.filter(({ child }) => child.signalCode === null && child.exitCode === null)
  const call = async (method: string, path: string, body?: object, server = alive()[0]) => {
    if (!server) throw new Error("no process")
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Idempotency-Key": randomUUID() }
    const answer = await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: answer.status, value: ((await answer.json()) as { value: Record<string, unknown> & { id: string } }).value }
  }
  const receiver = await startReceiver()
  const counts = { unsigned: 0, disordered: 0, acknowledged: 0 }
  const added = await call("POST", "/webhook", { url: receiver.url, description: "", events: ["brand.updated"] })
  const key = new Webhook(String(added.value.secret))
  /** Names by record, as they arrived; repetitions too. */
  const arrived = new Map<string, string[]>()
  receiver.answer((_, response, { headers, body }) => {
    response.writeHead(204).end()
    try {
      const { data } = key.verify(body, headers) as { data: { id: string; name: string } }
      const names = arrived.get(data.id) ?? []
      if (numberOf(data.name) < numberOf(names.at(-1) ?? "0")) counts.disordered++
      arrived.set(data.id, [...names, data.name])
    } catch {
      counts.unsigned++
    }
  })
  const categoryId = (await call("GET", "/category/list")).value as unknown as { id: string }[]
  const brands: string[] = []
  for (let at = 0; at < writerCount; at++)
    brands.push((await call("POST", "/brand/create", { name: `Kayıt ${at}`, categoryId: categoryId[0]?.id })).value.id)

  let isOver = false
  const write = async (id: string, writer: number) => {
    for (let number = 1; !isOver; ) {
      const next = pause(1_000)
      const server = alive()[writer % Math.max(1, alive().length)]
      const answer = await call("PUT", "/brand/update", { id, name: `Kayıt ${writer} ${number}` }, server).catch(() => undefined)
      if (answer?.status === 401 && server) token = await signIn(server.url).catch(() => token)
      if (answer?.status === 200) counts.acknowledged++
      // Committed or not, the next change has another name.
      number++
      await next
    }
  }
  const from = performance.now()
  const writers = brands.map(write)
  for (let kill = 0; kill < kills; kill++) {
    await pause(700 + ((kill * 0.618034) % 1) * 1_300)
    const at = kill % servers.length
    const victim = servers[at]
    victim?.child.kill("SIGKILL")
    await victim?.ended
    servers[at] = await restart()
  }
  await pause(1_000)
  isOver = true
  await Promise.all(writers)
  const seconds = (performance.now() - from) / 1_000
  const waiting = async () => ((await call("GET", "/webhook")).value as unknown as { waiting: number }[])[0]?.waiting
  await expect.poll(waiting, { timeout: 600_000, interval: 500 }).toBe(0)
  const committed = namesOf(await readCommitted())
  const lost: string[] = []
  const invented: string[] = []
  let [changes, deliveries] = [0, 0]
  for (const id of brands) {
    const [wanted, got] = [committed.get(id) ?? [], arrived.get(id) ?? []]
    changes += wanted.length
    deliveries += got.length
    lost.push(...wanted.filter(name => !got.includes(name)))
    invented.push(...got.filter(name => !wanted.includes(name)))
    // Without repetitions, the order of the commits.
    expect(got.filter((name, at) => got.indexOf(name) === at)).toEqual(wanted)
  }
  const figures = `${changes} committed changes (${Math.round(changes / seconds)} a second, ${counts.acknowledged} acknowledged), ${deliveries} deliveries, ${counts.unsigned} unsigned, ${counts.disordered} out of order`
  reportAttack(`kills while webhooks are sent, ${servers.length} processes`, kills, lost.length + invented.length, figures)
  expect([lost, invented, counts.unsigned, counts.disordered]).toEqual([[], [], 0, 0])
  expect(changes).toBeGreaterThanOrEqual(counts.acknowledged)
  expect(counts.acknowledged).toBeGreaterThan(kills)
}

const env = { WEBHOOK_ALLOW: "127.0.0.1" }
const embeddedKills = Math.ceil(rounds * 0.3)

describe("the embedded database", () => {
  it(
    `loses no delivery of a committed change when its process is killed, ${embeddedKills} times`,
    async () => {
      const dataDir = seeded()
      const servers = [await start(dataDir, env)]
      const readCommitted = async () => {
        const [server] = servers
        server?.child.kill("SIGTERM")
        expect(await server?.ended).toBe(0)
        const opened = await openEmbedded(dataDir)
        const rows = await rowsOf<Committed>(opened.db, committedQuery)
        await opened.close()
        return rows
      }
      await killWhileSending({ kills: embeddedKills, servers, restart: () => start(dataDir, env), readCommitted })
    },
    900_000 + 60_000 * embeddedKills,
  )
})

/** A skipped test counts as a failure. */
if (findPostgres())
  describe("PostgreSQL", () => {
    it(
      `loses no delivery of a committed change when one of two processes is killed, ${rounds} times`,
      async () => {
        const server = await startPostgres()
        const db = postgres(server.url, { max: 1 })
        try {
          const dataDir = fresh()
          const restart = () => start(dataDir, { ...env, DATABASE_URL: server.url })
          const servers = [await restart(), await restart()]
          const readCommitted = async () => [...(await db.unsafe<Committed[]>(committedQuery))]
          await killWhileSending({ kills: rounds, servers, restart, readCommitted })
        } finally {
          await endAll()
          await db.end()
          await server.stop()
        }
      },
      900_000 + 60_000 * rounds,
    )

    it("sends 10,000 waiting deliveries at 200 a second or more, by one process, to one endpoint", async () => {
      const server = await startPostgres()
      const db = postgres(server.url, { max: 1 })
      const waiting = 10_000
      try {
        const receiver = await startReceiver()
        const { url } = await start(fresh(), { ...env, DATABASE_URL: server.url })
        const token = await signIn(url)
        const call = async (method: string, path: string, body: object) => {
          const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" }
          const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
          return ((await answer.json()) as { value: { webhook: { id: string } } }).value
        }
        const { webhook } = await call("POST", "/webhook", { url: receiver.url, description: "", events: ["brand.created"] })
        await call("PUT", `/webhook/${webhook.id}`, { state: "paused" })
        await db`insert into jobs (webhook_id, type, record_id, body, next_try_at, created_at)
            select ${webhook.id}, 'brand.created', gen_random_uuid(), repeat('x', 1000), now(), now() from generate_series(1, ${waiting})`
        const from = performance.now()
        await call("PUT", `/webhook/${webhook.id}`, { state: "active" })
        const delivered = async () => (await db`select count(*)::int as count from jobs where state = 'delivered'`)[0]?.count
        await expect.poll(delivered, { timeout: 600_000, interval: 100 }).toBe(waiting)
        const perSecond = Math.round((waiting * 1_000) / (performance.now() - from))
        expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(waiting)
        reportAttack("waiting deliveries, drained", waiting, 0, `${perSecond} a second`)
        expect(perSecond * slowdown()).toBeGreaterThanOrEqual(200)
      } finally {
        await endAll()
        await db.end()
        await server.stop()
      }
    }, 900_000)
  })
