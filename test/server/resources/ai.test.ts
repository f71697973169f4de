import { createServer, type RequestListener } from "node:http"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { pino } from "pino"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { listen } from "../../../scripts/free-port.mjs"
import { countCalls } from "../../../server/src/http/rate-limit"
import { aiLimits } from "../../../server/src/resources/ai/routes"
import { type AiMode, aiModes, startAiService } from "../../ai-service"
import { accounts, createTestApi, type TestApi } from "../../api"

/** The AI pass-through, against a service on loopback of every kind that there is. */
const key = "sk-secret-0123456789"
const prompt = {
  messages: [{ role: "user", content: "Bir anket hazırla" }],
  temperature: 0.7,
  response_format: { type: "json_object" },
}
const completion = { id: "x1", choices: [{ message: { role: "assistant", content: '{"title":"Anket"}' } }] }

let stops: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const stop of stops.reverse()) await stop()
  stops = []
})

const startService = async (behave: RequestListener) => {
  const server = createServer(behave)
  const port = await listen(server)
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  stops.push(stop)
  return { url: `http://127.0.0.1:${port}/v1/chat/completions`, stop }
}

const log: string[] = []
let api: TestApi
let token = ""
beforeAll(async () => {
  const env = { AI_URL: "http://127.0.0.1:1/", AI_MODEL: "house-model", AI_KEY: key }
  api = await createTestApi({ env, log: pino({ level: "info" }, { write: line => log.push(line) }) })
})
// Some tests let more time pass than an access token lasts.
beforeEach(async () => {
  token = await api.signIn(accounts.elif)
})
afterAll(() => api.close())

/** The API, with that service behind it. */
const pointAt = (aiUrl: string | undefined) => {
  api.config.aiUrl = aiUrl
  log.length = 0
}

const ask = (body: unknown = prompt, who: string | undefined = token) =>
  api.call("POST", "/ai/chat/completions", { token: who, body })

type Seen = { headers: Record<string, unknown>; body: Record<string, unknown> }

/** A service that answers well. @returns what it was sent */
const startGood = async () => {
  const seen: Seen[] = []
  const service = await startService((request, answer) => {
    let text = ""
    request.on("data", chunk => {
      text += chunk
    })
    request.on("end", () => {
      seen.push({ headers: request.headers, body: JSON.parse(text) })
      answer.writeHead(200, { "Content-Type": "application/json", "X-Upstream": "internal", "Set-Cookie": "a=b" })
      answer.end(JSON.stringify(completion))
    })
  })
  return { ...service, seen }
}

describe("the AI pass-through", () => {
  it("forwards what was asked with the server's own key and model, and passes the answer on as it is", async () => {
    const { url, seen } = await startGood()
    pointAt(url)
    const answer = await ask({ ...prompt, model: "dear-model", stream: true, n: 50, user: accounts.elif })
    expect([answer.status, answer.body]).toEqual([200, completion])
    expect(answer.headers.get("Content-Type")).toContain("application/json")
    expect([answer.headers.get("X-Upstream"), answer.headers.get("Set-Cookie")]).toEqual([null, null])
    expect(seen).toHaveLength(1)
    expect(seen[0]?.body).toEqual({ ...prompt, model: "house-model" })
    expect(seen[0]?.headers.authorization).toBe(`Bearer ${key}`)
    expect(JSON.stringify(seen)).not.toContain(token)
  })

  it.each([
    ["a guest", "", 401],
    ["the ordinary user", accounts.user, 403],
    ["a platform administrator", accounts.admin, 200],
  ])("is answered for %s by role", async (_, email, status) => {
    const { url, seen } = await startGood()
    pointAt(url)
    expect((await ask(prompt, email && (await api.signIn(email)))).status).toBe(status)
    expect(seen).toHaveLength(status === 200 ? 1 : 0)
  })

  it.each([
    ["no messages", {}, 400],
    ["none of them", { messages: [] }, 400],
    ["an unknown role", { messages: [{ role: "tool", content: "x" }] }, 400],
    ["no words", { messages: [{ role: "user", content: [] }] }, 400],
    ["too many words", { messages: [{ role: "user", content: "x".repeat(32_001) }] }, 400],
    ["too many messages", { messages: Array.from({ length: 33 }, () => prompt.messages[0]) }, 400],
    ["too warm a mood", { ...prompt, temperature: 9 }, 400],
    ["too long an answer", { ...prompt, max_tokens: 1e9 }, 400],
    ["more than fits", { ...prompt, padding: "x".repeat(1024 * 1024) }, 413],
    ["broken JSON", "{", 400],
  ])("refuses %s before anybody is asked", async (_, body, status) => {
    const { url, seen } = await startGood()
    pointAt(url)
    const answer = await ask(body)
    expect([answer.status, answer.body.isSuccess]).toEqual([status, false])
    expect(seen).toEqual([])
  })

  it("says that none is set up", async () => {
    pointAt(undefined)
    const answer = await ask()
    expect([answer.status, answer.body.errors]).toEqual([503, ["Yapay zekâ servisi bu kurulumda tanımlı değil."]])
  })
})

const say =
  (status: number, body: string, headers: Record<string, string> = { "Content-Type": "application/json" }): RequestListener =>
  (_, answer) =>
    answer.writeHead(status, headers).end(body)

const internals = `{"error":{"message":"Incorrect API key provided: ${key}; pod-7.internal"}}`

describe("a service that", () => {
  it.each<[string, RequestListener, number]>([
    ["answers with a page", say(200, `<!doctype html><h1>pod-7.internal ${key}</h1>`, { "Content-Type": "text/html" }), 503],
    ["says that it is JSON and is not", say(200, "pod-7.internal"), 503],
    ["answers nothing", say(200, ""), 503],
    ["refuses the key", say(401, internals), 503],
    ["forbids", say(403, internals), 503],
    ["refuses the request", say(400, internals), 503],
    ["fails", say(500, internals), 503],
    [
      "sends elsewhere",
      (request, answer) =>
        request.url === "/elsewhere"
          ? answer.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(completion))
          : answer.writeHead(307, { Location: "/elsewhere" }).end("pod-7.internal"),
      503,
    ],
    ["repeats the key", say(200, JSON.stringify({ ...completion, system: `pod-7.internal ${key}` })), 503],
    ["never stops talking", say(200, `{"x":"pod-7.internal ${"x".repeat(3 * 1024 * 1024)}"}`), 503],
    ["hangs up", request => request.socket.destroy(), 503],
    [
      "hangs up in the middle",
      (_, answer) => {
        answer.writeHead(200, { "Content-Type": "application/json" }).write('{"pod-7.internal":')
        setTimeout(() => answer.destroy(), 20)
      },
      503,
    ],
    ["is asked too often", say(429, internals, { "Retry-After": "17" }), 429],
  ])("%s is told in the envelope, without a word of its own", async (_, behave, status) => {
    const { url } = await startService(behave)
    pointAt(url)
    const answer = await ask()
    expect([answer.status, answer.body.isSuccess, answer.body.value]).toEqual([status, false, null])
    expect(answer.headers.get("Retry-After")).toBe(status === 429 ? "17" : "5")
    expect(log.some(line => line.includes("the service gave no answer"))).toBe(true)
    for (const told of [JSON.stringify([answer.body, [...answer.headers]]), log.join("")])
      for (const secret of [key, "pod-7", url, "127.0.0.1:", prompt.messages[0]?.content ?? ""])
        expect(told).not.toContain(secret)
  })

  it("hangs keeps no more than twenty callers waiting, ten of one company, and nobody from anything else", async () => {
    const waiting: Parameters<RequestListener>[1][] = []
    const { url } = await startService((_, answer) => void waiting.push(answer))
    pointAt(url)
    const companies = [token, await api.signIn(accounts.mert), await api.signIn(accounts.admin)]
    const statusesOf = (asked: ReturnType<typeof ask>[]) =>
      Promise.all(asked).then(answers => answers.map(({ status }) => status).sort())
    const [own, second] = companies.slice(0, 2).map(who => Array.from({ length: 12 }, () => ask(prompt, who)))
    await vi.waitFor(() => expect(waiting).toHaveLength(20), 10_000)
    const [tooMany] = await Promise.all([Promise.race(own ?? []), Promise.race(second ?? [])])
    expect([tooMany?.status, tooMany?.headers.get("Retry-After")]).toEqual([429, "5"])
    const busy = await ask(prompt, companies[2])
    expect([busy.status, busy.headers.get("Retry-After")]).toEqual([503, "5"])
    expect((await api.call("GET", "/brand/list", { token })).status).toBe(200)
    for (const answer of waiting) answer.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(completion))
    const expected = [...Array.from({ length: 10 }, () => 200), 429, 429]
    expect(await statusesOf(own ?? [])).toEqual(expected)
    expect(await statusesOf(second ?? [])).toEqual(expected)
  })

  it("is down is told in the envelope", async () => {
    const { url, stop } = await startGood()
    stop()
    pointAt(url)
    const answer = await ask()
    expect([answer.status, answer.body.isSuccess]).toEqual([503, false])
    expect(log.join("")).not.toContain(new URL(url).host)
  })

  it.each<[string, RequestListener]>([
    ["never answers", () => {}],
    [
      "drips its answer",
      (_, answer) => {
        answer.writeHead(200, { "Content-Type": "application/json" })
        const timer = setInterval(() => answer.write(" "), 20)
        answer.on("close", () => clearInterval(timer))
      },
    ],
  ])("%s is given up after 30 s, whatever the garbage collector takes", async (_, behave) => {
    const { url } = await startService(behave)
    setFlagsFromString("--expose-gc")
    const collect = setInterval(runInNewContext("gc"), 50)
    stops.push(() => clearInterval(collect))
    pointAt(url)
    const timer = setTimeout
    const asked = vi
      .spyOn(globalThis, "setTimeout")
      .mockImplementation(((run: () => void, ms: number) => timer(run, ms === 30_000 ? 300 : ms)) as typeof setTimeout)
    const answer = await ask()
    expect(asked.mock.calls.filter(([, ms]) => ms === 30_000)).toHaveLength(1)
    expect([answer.status, answer.body.isSuccess]).toEqual([503, false])
  })
})

/** Answers that are no JSON, or no answers. */
const refusedModes: AiMode[] = ["htmlPage", "tooMany", "failing", "badKey", "endlessStream", "nothing", "hangUp"]
/** Services that keep the caller waiting are tested with a shorter time above. */
const waitingModes: AiMode[] = ["slowDrip", "silent"]

describe("a service's answer", () => {
  it.each(aiModes.filter(mode => !waitingModes.includes(mode)))(
    "%s is passed on when it is JSON, and refused else",
    async mode => {
      const service = await startAiService({ mode })
      stops.push(service.close)
      pointAt(service.url)
      const answer = await ask()
      const status = mode === "tooMany" ? 429 : refusedModes.includes(mode) ? 503 : 200
      expect(answer.status).toBe(status)
      expect(service.calls).toHaveLength(1)
      expect(Array.isArray(answer.body.choices)).toBe(status === 200)
    },
  )
})

describe("the limits of the pass-through", () => {
  const start = async () => {
    const service = await startAiService()
    stops.push(service.close, () => {
      api.config.mode = "demo"
    })
    pointAt(service.url)
    api.config.mode = "production"
    api.advance(2 * 3_600_000)
    return { service, elif: await api.signIn(accounts.elif), mert: await api.signIn(accounts.mert) }
  }
  const refusal = ({ status, headers, body }: Awaited<ReturnType<typeof ask>>) => [
    status,
    body.isSuccess,
    Number(headers.get("Retry-After")) > 0,
  ]
  const isPassed = [200, undefined, false]

  it("are those of one account for a minute", async () => {
    const { service, elif, mert } = await start()
    for (let at = 0; at < aiLimits.account.calls; at++) expect((await ask(prompt, elif)).status).toBe(200)
    const answer = await ask(prompt, elif)
    expect(refusal(answer)).toEqual([429, false, true])
    expect(Number(answer.headers.get("Retry-After"))).toBeLessThanOrEqual(60)
    expect(service.calls).toHaveLength(aiLimits.account.calls)
    expect(refusal(await ask(prompt, mert))).toEqual(isPassed)
    api.advance(60_000)
    expect(refusal(await ask(prompt, elif))).toEqual(isPassed)
  })

  it("are those of one company for an hour, whoever asks", async () => {
    const { service, elif, mert } = await start()
    const { value: company } = await api.call("GET", "/tenant/getcurrenttenantid", { token: elif })
    await countCalls(api.deps, aiLimits.company, company, aiLimits.company.calls - 1)
    expect(refusal(await ask(prompt, elif))).toEqual(isPassed)
    const answer = await ask(prompt, elif)
    expect(refusal(answer)).toEqual([429, false, true])
    expect(Number(answer.headers.get("Retry-After"))).toBeLessThanOrEqual(3600)
    expect(service.calls).toHaveLength(1)
    expect(refusal(await ask(prompt, mert))).toEqual(isPassed)
    api.advance(3_600_000)
    expect(refusal(await ask(prompt, await api.signIn(accounts.elif)))).toEqual(isPassed)
  })

  it("are those of one address for a minute", async () => {
    const { service, elif } = await start()
    await countCalls(api.deps, { name: "ai", calls: 60, windowMs: 60_000 }, "address unknown", 60)
    expect(refusal(await ask(prompt, elif))).toEqual([429, false, true])
    expect(service.calls).toHaveLength(0)
  })

  it("do not count what is refused before the service is asked", async () => {
    const { elif } = await start()
    for (let at = 0; at < aiLimits.account.calls; at++) expect((await ask({}, elif)).status).toBe(400)
    expect(refusal(await ask(prompt, elif))).toEqual(isPassed)
  })
})
