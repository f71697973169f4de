import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { createRandom } from "../../server/src/seed/random"

/** A proxy before the product that breaks a seeded part of the API's answers in every way a network can. */

/** What happens to an answer. `lost`, `cut`, `truncated`, `empty` and `deep` come after the server has done what was asked. */
export const kinds = [
  "latency",
  "drop",
  "lost",
  "cut",
  "500",
  "503",
  "429",
  "401",
  "html",
  "truncated",
  "type",
  "10 MB",
  "empty",
  "deep",
] as const
export type Kind = (typeof kinds)[number]

/** What the server answered. */
type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

export type Faulty = {
  url: string
  /** Faults so far, by kind. */
  counts: Record<Kind, number>
  /** Writes that the server carried out while the console was told of a failure. */
  unheard: () => number
  calls: () => number
  /** Refreshes that the server granted. */
  refreshes: () => number
  /** Without faults from here on, or with them again. */
  calm: (isCalm: boolean) => void
  stop: () => Promise<void>
}

const hash = (text: string) => [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 17)

/** So many faults in a row meet one kind of call at most: whoever asks again gets through. */
const mostInRow = 3
/** Longer than calls that were refused take to be made again, ms. */
const freshFor = 4_000
const isAuth = (path: string) => /^\/backend\/(api\/auth|Auth)\//.test(path)
const isApi = (path: string) => path.startsWith("/backend/") && !/^\/backend\/(media|outbox|healthz)/.test(path)
/** Calls of one kind share one deck: identifiers, addresses and tokens don't count. */
const sortOf = (method: string, path: string) =>
  `${method} ${path.replace(/(\/undo\/|\/GetCode\/).+/, "$1").replace(/\/[0-9a-f-]{36}/g, "/id")}`

const html = "<!doctype html><title>Ağ girişi</title><script>document.title = 'x'</script><h1>Kablosuz ağa hoş geldiniz</h1>"
const deep = `{"isSuccess":true,"value":${'{"a":['.repeat(20_000)}1${"]}".repeat(20_000)}}`
const refused = (text: string) => JSON.stringify({ isSuccess: false, errors: [text] })

export const startFaulty = async (target: string, seed: number): Promise<Faulty> => {
  const counts = Object.fromEntries(kinds.map(kind => [kind, 0])) as Record<Kind, number>
  const decks = new Map<string, { random: ReturnType<typeof createRandom>; cards: (Kind | undefined)[]; inRow: number }>()
  /** Bearers that a storm refuses from now on: only a refresh ends it, and a fresh one is spared (a second 401 signs out). */
  const refusedBearers = new Set<string>()
  const seenAt = new Map<string, number>()
  const sockets = new Set<ServerResponse>()
  let isCalm = false
  let calls = 0
  let unheard = 0
  let refreshes = 0

  /**
   * Each sort of call draws from a deck of its own, as many faults as none, so that every kind comes and the order in
   * which calls of other sorts arrive changes nothing.
   */
  const draw = (method: string, path: string, bearer: string | undefined): { kind: Kind | undefined; whole: Whole } => {
    const sort = sortOf(method, path)
    const deck = decks.get(sort) ?? { random: createRandom(seed ^ hash(sort)), cards: [], inRow: 0 }
    decks.set(sort, deck)
    const { whole } = deck.random
    if (!deck.cards.length) {
      deck.cards = kinds.flatMap(kind => (kind === "401" && isAuth(path) ? [] : [kind, undefined]))
      for (let at = deck.cards.length - 1; at > 0; at--) {
        const other = whole(0, at)
        ;[deck.cards[at], deck.cards[other]] = [deck.cards[other], deck.cards[at]]
      }
    }
    const drawn = deck.cards.pop()
    const isFresh = Date.now() - (seenAt.get(bearer ?? "") ?? 0) < freshFor
    const kind = deck.inRow >= mostInRow || (drawn === "401" && (!bearer || isFresh)) ? undefined : drawn
    deck.inRow = kind && kind !== "latency" && kind !== "type" ? deck.inRow + 1 : 0
    if (kind) counts[kind]++
    return { kind, whole }
  }

  const forward = (asked: IncomingMessage, body: Buffer) =>
    new Promise<Answer>((done, fail) => {
      const { "accept-encoding": _, connection: __, ...headers } = asked.headers
      const through = request(new URL(asked.url ?? "/", target), { method: asked.method, headers }, answer => {
        const parts: Buffer[] = []
        answer.on("data", part => parts.push(part))
        answer.on("end", () => done({ status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(parts) }))
        answer.on("error", fail)
      })
      through.on("error", fail)
      through.end(body)
    })

  const give = (to: ServerResponse, { status, headers, body }: Answer, more: Record<string, string> = {}) => {
    const { "transfer-encoding": _, "content-length": __, connection: ___, ...kept } = headers
    to.writeHead(status, { ...kept, ...more })
    to.end(body)
  }
  const json = (to: ServerResponse, status: number, body: string, more: Record<string, string> = {}) =>
    to.writeHead(status, { "Content-Type": "application/json", ...more }).end(body)

  const serve = async (asked: IncomingMessage, to: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of asked) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const [path = ""] = (asked.url ?? "").split("?")
    const method = asked.method ?? "GET"
    if (!isApi(path)) return give(to, await forward(asked, body))
    calls++
    const { authorization } = asked.headers
    if (authorization && !seenAt.has(authorization)) seenAt.set(authorization, Date.now())
    if (authorization && refusedBearers.has(authorization) && !isAuth(path)) return json(to, 401, refused("Oturum yok"))
    const { kind, whole } = isCalm ? { kind: undefined, whole: () => 0 } : draw(method, path, authorization)

    // Some faults may strike before the server was asked or after it has done the work; nobody can tell from outside.
    const isDone = whole(0, 1) === 1
    const early = { drop: true, "401": true, html: !isDone, "500": !isDone, "503": !isDone, "429": true }[kind as string]
    const answer = early ? undefined : await forward(asked, body)
    const isFine = answer && answer.status < 300
    if (isFine && path.endsWith("/auth/refresh")) refreshes++
    const isHeard = !kind || ["latency", "type", "10 MB", "empty", "deep"].includes(kind)
    if (isFine && !isHeard && method !== "GET") unheard++

    switch (kind) {
      case "drop":
      case "lost":
        return void to.destroy()
      case "cut": {
        const whole = answer?.body.length ? answer.body : Buffer.from(html)
        to.writeHead(answer?.status === 204 ? 200 : (answer?.status ?? 200), {
          "Content-Type": "application/json",
          "Content-Length": String(whole.length),
        })
        return void to.write(whole.subarray(0, whole.length / 2), () => to.destroy())
      }
      case "500":
        return json(to, 500, refused(""))
      case "503":
        return json(to, 503, "Service Unavailable", { "Content-Type": "text/plain", "Retry-After": "1" })
      case "429":
        return json(to, 429, refused("Çok fazla istek"), { "Retry-After": "1" })
      case "401":
        refusedBearers.add(authorization ?? "")
        return json(to, 401, refused("Oturum yok"))
      case "html":
        return json(to, 200, html, { "Content-Type": "text/html" })
    }
    if (!answer) throw new Error(`There is no answer to break for ${kind}.`)
    switch (kind) {
      case "latency":
        await new Promise(done => setTimeout(done, whole(100, 700)))
        return give(to, answer)
      case "truncated":
        // 204 has no body that could be cut.
        return answer.body.length
          ? give(to, { ...answer, body: answer.body.subarray(0, -2) })
          : json(to, 200, '{"isSuccess":true,"val')
      case "type":
        return give(to, answer, { "content-type": "image/png" })
      case "10 MB": {
        const text = answer.body.toString()
        const padded = text.startsWith("{") ? `{"padding":"${"x".repeat(10_000_000)}",${text.slice(1)}` : text
        return give(to, { ...answer, body: Buffer.from(padded) })
      }
      case "empty":
        return give(to, { ...answer, body: Buffer.alloc(0) })
      case "deep":
        return give(to, isFine ? { ...answer, status: 200, body: Buffer.from(deep) } : answer)
      default:
        return give(to, answer)
    }
  }

  const server = createServer((asked, to) => {
    sockets.add(to)
    to.on("close", () => sockets.delete(to))
    serve(asked, to).catch(() => to.destroy())
  })
  await new Promise<void>(done => server.listen(0, "127.0.0.1", done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    unheard: () => unheard,
    calls: () => calls,
    refreshes: () => refreshes,
    calm: is => {
      isCalm = is
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise(done => server.close(() => done()))
    },
  }
}

type Whole = (least: number, most: number) => number
