import { afterAll, afterEach, expect, it } from "vitest"
import { startPostgres } from "../../scripts/postgres.mjs"
import { allowedMs } from "../pace"
import { rounds, sample } from "../rounds"
import { endAll, fresh, removeFolders, signIn, start } from "./kit"

/** The server on PostgreSQL, which goes away under load and comes back: once with `npm test -- --postgres`, TEST_ROUNDS times in a long run. */
const restarts = rounds
const pause = (ms: number) => new Promise(done => setTimeout(done, ms))

/** How it goes, and for how long, ms: a while is long enough for a client's waiting times to grow. */
const ways = sample<readonly ["SIGINT" | "SIGQUIT", number]>(
  [
    ["SIGINT", 0],
    ["SIGQUIT", 0],
    ["SIGINT", 4_000],
    ["SIGQUIT", 4_000],
  ],
  1,
  1,
)

afterAll(removeFolders)
afterEach(endAll)

it(
  `PostgreSQL restarted under load loses and doubles no acknowledged write, answers 503 with Retry-After, and is back in 5 s, ${ways.length * restarts} times`,
  async () => {
    const postgres = await startPostgres()
    try {
      const server = await start(fresh(), { DATABASE_URL: postgres.url })
      let token = await signIn(server.url)
      const faults: string[] = []
      const counts = { calls: 0, refused: 0, broken: 0 }
      let [longest, isOver, lastStored, slowest] = [0, false, 0, 0]

      const call = async (path: string, init: RequestInit = {}) => {
        const from = performance.now()
        counts.calls++
        const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...init.headers }
        try {
          const answer = await fetch(server.url + path, { ...init, headers })
          const { value, isSuccess } = (await answer.json()) as { value: Record<string, unknown>; isSuccess: boolean }
          if (answer.status === 503) counts.refused++
          const isRefused = answer.status === 503 && Number(answer.headers.get("Retry-After")) > 0 && !isSuccess
          if (answer.status !== 200 && !isRefused) faults.push(`${init.method ?? "GET"} ${path}: ${answer.status}`)
          return { status: answer.status, value }
        } catch (error) {
          counts.broken++
          faults.push(`${init.method ?? "GET"} ${path}: ${(error as Error).message}`)
          return undefined
        } finally {
          longest = Math.max(longest, performance.now() - from)
        }
      }
      const brandId = ((await call("/brand/list"))?.value.brands as { id: string }[] | undefined)?.[0]?.id
      const categoryId = ((await call("/category/list"))?.value as unknown as { id: string }[] | undefined)?.[0]?.id

      /** Titles by the id that was acknowledged. */
      const acknowledged = new Map<string, string>()
      const write = async (writer: number) => {
        for (let number = 0; !isOver; number++) {
          const title = `yeniden ${writer}-${number}`
          const body = JSON.stringify({
            title,
            description: "x",
            rewardType: 0,
            rewardValue: 5,
            brandId,
            categoryId,
            startDate: "2026-01-01T00:00:00Z",
            endDate: "2027-01-01T00:00:00Z",
          })
          const init = { method: "POST", body, headers: { "Idempotency-Key": `restart ${title}` } }
          for (;;) {
            const answer = await call("/campaign/create", init)
            if (answer?.status === 200) {
              acknowledged.set(String(answer.value.id), title)
              lastStored = performance.now()
              break
            }
            if (faults.length > 20) return
            await pause(50)
          }
        }
      }
      const read = async () => {
        for (; !isOver && faults.length <= 20; await pause(20)) await call("/campaign/list?keyword=yeniden")
      }
      const load = [write(1), write(2), write(3), read(), read()]

      for (let round = 0; round < ways.length * restarts && faults.length <= 20; round++) {
        const [signal, away] = ways[round % ways.length] ?? ["SIGINT", 0]
        const goal = acknowledged.size + 10
        while (acknowledged.size < goal && faults.length <= 20) await pause(5)
        await postgres.restart(signal, away)
        const ready = performance.now()
        while (lastStored < ready && performance.now() - ready < 60_000 && server.child.exitCode === null) await pause(10)
        slowest = Math.max(slowest, lastStored - ready)
        if (lastStored < ready) faults.push("not back in 60 s")
        if (round % 10 === 9) token = await signIn(server.url)
      }
      isOver = true
      await Promise.all(load)
      if (server.child.exitCode !== null) throw new Error(`The server ended: ${server.output()}`)

      const kept: [string, string][] = []
      for (let page = 0; ; page++) {
        const answer = await call(`/campaign/list?page=${page}&pageSize=100&keyword=yeniden&sortBy=createdDate`)
        const rows = (answer?.value?.campaigns ?? []) as { id: string; title: string }[]
        for (const { id, title } of rows) kept.push([id, title])
        if (rows.length < 100) break
      }
      const lost = [...acknowledged].filter(([id]) => !kept.some(([other]) => other === id))
      const doubled = kept.length - new Set(kept.map(([, title]) => title)).size
      process.stdout.write(
        `${ways.length * restarts} restarts of PostgreSQL, ${counts.calls} calls, ${acknowledged.size} acknowledged writes, ` +
          `${lost.length} lost, ${doubled} doubled; ${counts.refused} times 503, ${faults.length} other errors; ` +
          `back after ${Math.round(slowest)} ms at most; slowest answer ${Math.round(longest)} ms\n`,
      )
      expect(faults).toEqual([])
      expect([lost, doubled, kept.length]).toEqual([[], 0, acknowledged.size])
      expect(counts.refused).toBeGreaterThan(0)
      expect(slowest).toBeLessThan(allowedMs(5_000))
    } finally {
      await endAll()
      await postgres.stop()
    }
  },
  120_000 + 60_000 * ways.length * restarts,
)
