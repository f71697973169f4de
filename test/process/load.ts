import connect from "postgres"

/** Two writers and a reader for each process, which go on through a fault of the database (docs/scaling.md#faults). */
const pause = (ms: number) => new Promise(done => setTimeout(done, ms))

/** @param urls of processes; @param token of one session, which all of them take */
export const startLoad = (urls: readonly string[], token: string) => {
  const statuses = new Map<number, number>()
  /** Names by id. */
  const acknowledged = new Map<string, string>()
  const lastStored = urls.map(() => 0)
  const broken: unknown[] = []
  let [longestMs, isOver] = [0, false]
  const call = async (at: number, path: string, init: RequestInit = {}) => {
    const from = performance.now()
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...init.headers }
    try {
      const answer = await fetch(urls[at] + path, { ...init, headers, signal: AbortSignal.timeout(60_000) })
      const { errors, value } = (await answer.json()) as { errors: string[]; value?: { id: string } }
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.status !== 200 && !(answer.status === 503 && answer.headers.has("Retry-After") && errors[0]))
        broken.push([path, answer.status, errors])
      return answer.status === 200 ? value : undefined
    } catch (error) {
      broken.push([path, error])
      return undefined
    } finally {
      longestMs = Math.max(longestMs, performance.now() - from)
    }
  }
  const write = async (at: number, writer: number) => {
    for (let number = 0; !isOver; number++) {
      const name = `devir ${at} ${writer} ${number}`
      const init = { method: "POST", body: JSON.stringify({ name, activeStatus: 1 }), headers: { "Idempotency-Key": name } }
      // As the console does: once more under its key, until it is stored.
      for (; !isOver; await pause(100)) {
        const stored = await call(at, "/brand/create", init)
        if (!stored) continue
        acknowledged.set(stored.id, name)
        lastStored[at] = performance.now()
        break
      }
      await pause(30)
    }
  }
  const read = async (at: number) => {
    for (; !isOver; await pause(50)) await call(at, "/brand/list?keyword=devir")
  }
  const running = urls.flatMap((_, at) => [write(at, 0), write(at, 1), read(at)])
  return {
    /** Answers so far. */
    count: () => [...statuses.values()].reduce((sum, count) => sum + count, 0),
    /** Waits until so many more are stored. */
    stored: async (more: number) => {
      for (const goal = acknowledged.size + more; acknowledged.size < goal; ) await pause(20)
    },
    /** Waits until each process stores again. @returns ms from `since` to the first of each */
    recovered: async (since: number) => {
      while (lastStored.some(at => at < since) && performance.now() - since < 60_000) await pause(20)
      return lastStored.map(at => at - since)
    },
    /** Ends it. @returns what became of the writes, and answers that are neither 200 nor a 503 that says when to come again */
    end: async (databaseUrl: string) => {
      isOver = true
      await Promise.all(running)
      const client = connect(databaseUrl, { max: 1 })
      const kept = await client<{ id: string; name: string }[]>`select id, name from brands where name like 'devir %'`
      await client.end()
      const lost = [...acknowledged.keys()].filter(id => !kept.some(row => row.id === id)).length
      const doubled = kept.length - new Set(kept.map(({ name }) => name)).size
      const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ")
      const report = `${acknowledged.size} acknowledged, ${lost} lost, ${doubled} doubled; ${answers}; slowest answer ${Math.round(longestMs)} ms`
      return { lost, doubled, broken, longestMs, report }
    },
  }
}
