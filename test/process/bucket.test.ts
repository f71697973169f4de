import { createServer } from "node:http"
import { afterAll, afterEach, expect, it } from "vitest"
import { listen } from "../../scripts/free-port.mjs"
import { startPostgres } from "../../scripts/postgres.mjs"
import { png } from "../pictures"
import { endAll, fresh, removeFolders, signIn, start } from "./kit"
import { startLoad } from "./load"

/** A bucket of pictures (`S3_URL`) that is slow or gone: what needs it is refused in words, everything else goes on. */
const pause = (ms: number) => new Promise(done => setTimeout(done, ms))
const slowMs = 10_000
const faultMs = 20_000
afterAll(removeFolders)
afterEach(endAll)

it.each(["slow", "gone"] as const)(
  "pictures of a bucket that is %s for a while are refused within 10 s, other calls go on",
  async way => {
    const held = new Map<string, Buffer>()
    let isSlow = false
    const bucket = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      if (isSlow) await pause(slowMs)
      const found = held.get(request.url ?? "")
      if (request.method === "PUT") held.set(request.url ?? "", Buffer.concat(chunks))
      response.writeHead(request.method === "PUT" || found ? 200 : 404).end(found)
    })
    const port = await listen(bucket)
    const postgres = await startPostgres()
    const settings = { DATABASE_URL: postgres.url, S3_URL: `http://KEY:SECRET@127.0.0.1:${port}/pictures` }
    const { url } = await start(fresh(), { ...settings, JWT_SECRET: "j".repeat(40), CODE_SECRET: "c".repeat(40) })
    const token = await signIn(url)
    const load = startLoad([url], token)
    const acknowledged: string[] = []
    const statuses = new Map<number, number>()
    const broken: unknown[] = []
    let [isOver, longestMs, lastStored] = [false, 0, 0]
    const call = async (path: string, init: RequestInit = {}) => {
      const from = performance.now()
      const answer = await fetch(path, init)
      longestMs = Math.max(longestMs, performance.now() - from)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.status === 200) return answer
      const { errors } = (await answer.json()) as { errors: string[] }
      if (answer.status !== 503 || !answer.headers.has("Retry-After") || !errors[0]?.includes("Görsel deposu"))
        broken.push([path, answer.status, errors])
      return undefined
    }
    const upload = async (shade: number) => {
      while (!isOver) {
        const body = new FormData()
        body.set("file", new File([png(shade)], "a.png"))
        body.set("orderNo", "0")
        const answer = await call(`${url}/brand/media`, { method: "POST", headers: { Authorization: `Bearer ${token}` }, body })
        if (answer) {
          acknowledged.push(((await answer.json()) as { value: { url: string } }).value.url)
          lastStored = performance.now()
          return
        }
        await pause(200)
      }
    }
    const running = [
      (async () => {
        for (let shade = 1; !isOver && shade < 250; shade++, await pause(100)) await upload(shade)
      })(),
      (async () => {
        for (; !isOver; await pause(100)) if (acknowledged[0]) await call(new URL(acknowledged[0], url).href)
      })(),
    ]
    await load.stored(50)
    const others = load.count()
    if (way === "slow") isSlow = true
    else {
      bucket.closeAllConnections()
      await new Promise(done => bucket.close(done))
    }
    await pause(faultMs)
    const perSecond = Math.round(((load.count() - others) / faultMs) * 1_000)
    isSlow = false
    if (way === "gone") await new Promise<void>(done => bucket.listen(port, "127.0.0.1", done))
    const since = performance.now()
    while (lastStored < since && performance.now() - since < 60_000) await pause(20)
    const recoveredMs = lastStored - since
    await pause(1_000)
    isOver = true
    await Promise.all(running)
    const names = acknowledged.map(address => `/pictures/${address.split("/").at(-1)}`)
    const lost = names.filter(name => !held.has(name)).length
    const { report, ...rest } = await load.end(postgres.url)
    process.stdout.write(
      `bucket ${way} for ${faultMs / 1000} s: ${names.length} pictures acknowledged, ${lost} lost, ${names.length - new Set(names).size} doubled; ` +
        `${[...statuses].map(([status, count]) => `${count} × ${status}`).join(", ")}; stored again after ${Math.round(recoveredMs)} ms; ` +
        `slowest answer ${Math.round(longestMs)} ms; other calls, ${perSecond} a second meanwhile: ${report}\n`,
    )
    expect([lost, names.length - new Set(names).size, broken]).toEqual([0, 0, []])
    expect([rest.lost, rest.doubled, rest.broken]).toEqual([0, 0, []])
    expect(longestMs).toBeLessThan(10_000)
    expect(rest.longestMs).toBeLessThan(2_000)
    expect(perSecond).toBeGreaterThan(5)
    expect(recoveredMs).toBeLessThan(10_000)
    bucket.closeAllConnections()
    bucket.close()
    await postgres.stop()
  },
)
