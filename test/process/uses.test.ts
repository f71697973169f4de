import { afterAll, afterEach, expect, it } from "vitest"
import { startPostgres } from "../../scripts/postgres.mjs"
import { openEmbedded, openPostgres, rowsOf } from "../../server/src/db/open"
import { reportAttack } from "../attacks"
import { rounds } from "../rounds"
import { wrongCounts } from "../server/campaign-uses-kit"
import { endAll, fresh, removeFolders, seeded, signIn, start } from "./kit"

/**
 * A server that is killed while four tills record uses, TEST_ROUNDS times on each engine: every acknowledged use is there, none twice,
 * and the figures of the campaign are those of its ledger and within its limits.
 */
afterAll(removeFolders)
afterEach(endAll)

const pause = (ms: number) => new Promise(done => setTimeout(done, ms))
const day = 86_400_000
const tills = 4
const rowsOfCall = 3
const paid = 12.34

type Outcome = { id?: string; known?: boolean; errors?: { message: string }[] }

const connect = async (url: string) => {
  const token = await signIn(url)
  return async <T>(method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" }
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: answer.status, value: ((await answer.json()) as { value: T }).value }
  }
}
type Call = Awaited<ReturnType<typeof connect>>

const engines: [string, () => Promise<{ folder: string; env: Record<string, string>; end: () => Promise<void> }>][] = [
  ["the embedded database", async () => ({ folder: seeded(), env: {}, end: async () => {} })],
  [
    "PostgreSQL",
    async () => {
      const postgres = await startPostgres()
      return { folder: fresh(), env: { DATABASE_URL: postgres.url }, end: postgres.stop }
    },
  ],
]

it.each(engines)(
  "a server on %s that is killed while uses are recorded loses none, and counts none twice",
  async (engine, begin) => {
    const { folder, env, end } = await begin()
    try {
      let server = await start(folder, env)
      let call: Call = await connect(server.url)
      const { value } = await call<{ users: { id: string }[] }>("GET", "/user/list?pageSize=100")
      const people = value.users.map(({ id }) => id)
      const brand = (await call<{ brands: { id: string; categoryId: string }[] }>("GET", "/brand/list?pageSize=1")).value
        .brands[0]
      const { value: campaign } = await call<{ id: string }>("POST", "/campaign/create", {
        title: "Kesintide sayılan",
        description: "Sunucu kapanırken kullanılır",
        startDate: new Date(Date.now() - 30 * day),
        endDate: new Date(Date.now() + 30 * day),
        rewardType: 1,
        rewardValue: 10,
        brandId: brand?.id,
        categoryId: brand?.categoryId,
        participantLimit: 40,
        usesPerPerson: null,
        budget: 10_000_000,
        status: 2,
      })
      const path = `/campaign/${campaign.id}/uses`
      /** Ids by acknowledged reference. */
      const acknowledged = new Map<string, string>()
      let sent: object[][] = []

      /** Records uses until the server is gone. */
      const record = async (till: string) => {
        for (let at = 0; ; at++) {
          const uses = Array.from({ length: rowsOfCall }, (_, row) => ({
            employeeId: people[(at * 7 + row * 13 + till.length) % people.length],
            amount: paid,
            reference: `${till}-${at}-${row}`,
          }))
          sent.push(uses)
          const answer = await call<Outcome[]>("POST", path, { uses }).catch(() => undefined)
          if (answer?.status === 503) continue
          if (answer?.status !== 200) return
          for (const [row, { id }] of answer.value.entries()) if (id) acknowledged.set(uses[row]?.reference ?? "", id)
        }
      }

      for (let kill = 0; kill < rounds; kill++) {
        sent = []
        const before = acknowledged.size
        const writers = Array.from({ length: tills }, (_, till) => record(`${kill}-${till}`))
        while (acknowledged.size < before + 6) await pause(5)
        await pause(((kill * 0.618034) % 1) * 120)
        server.child.kill("SIGKILL")
        await Promise.all([server.ended, ...writers])
        server = await start(folder, env)
        call = await connect(server.url)
        // Each call of this round again: what was acknowledged is known by the same id, and what was not is recorded once.
        for (const uses of sent) {
          const { value } = await call<Outcome[]>("POST", path, { uses })
          for (const [row, outcome] of value.entries()) {
            const { reference } = uses[row] as { reference: string }
            const id = acknowledged.get(reference)
            if (id) expect([engine, kill, reference, outcome.id, outcome.known]).toEqual([engine, kill, reference, id, true])
            if (outcome.id) acknowledged.set(reference, outcome.id)
          }
        }
        type Figures = { totalCount: number; participantCount: number; useCount: number; amountUsed: number }
        const { value } = await call<Figures>("GET", `${path}?pageSize=1`)
        const size = acknowledged.size
        expect([engine, kill, value.totalCount, value.useCount, Math.round(value.amountUsed * 100)]).toEqual([
          engine,
          kill,
          size,
          size,
          Math.round(size * paid * 100),
        ])
        expect(value.participantCount).toBeLessThanOrEqual(40)
      }
      expect(new Set(acknowledged.values()).size).toBe(acknowledged.size)
      await endAll()
      const opened = env.DATABASE_URL ? await openPostgres(env.DATABASE_URL) : await openEmbedded(folder)
      expect(await rowsOf(opened.db, wrongCounts)).toEqual([])
      await opened.close()
      reportAttack(`kills while uses are recorded on ${engine}`, rounds, 0, `${acknowledged.size} acknowledged uses`)
    } finally {
      await endAll()
      await end()
    }
  },
)
