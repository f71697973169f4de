import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import { listen } from "../scripts/free-port.mjs"

/**
 * An AI service on loopback with the chat-completions call: answers well, badly, slowly or not at all. Pages of another
 * origin may call it (CORS).
 */

/** What a service answers well with, unless a test gives other content: a survey. */
export const surveyContent = {
  title: "Yemekhane memnuniyeti",
  description: "Öğle yemekleri üzerine kısa bir anket",
  questions: [
    { text: "Yemekleri ne sıklıkla yiyorsunuz?", type: "single_choice", options: ["Her gün", "Haftada birkaç kez", "Hiç"] },
    { text: "Hangi yemekleri daha sık görmek istersiniz?", type: "multiple_choice", options: ["Sebze", "Et", "Çorba", "Tatlı"] },
    { text: "Porsiyonlar yeterli mi?", type: "yes_no", options: [] },
    { text: "Yemekhaneye kaç puan verirsiniz?", type: "rating", options: [] },
    { text: "Kuyrukta ne kadar bekliyorsunuz?", type: "single_choice", options: ["5 dakikadan az", "5–10 dakika", "Daha çok"] },
  ],
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Replaces every text, number and boolean of a JSON value; names and structure stay. */
const mapLeaves = (value: unknown, replace: (leaf: string | number | boolean) => Json): Json => {
  if (Array.isArray(value)) return value.map(entry => mapLeaves(entry, replace))
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, mapLeaves(entry, replace)]))
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? replace(value) : null
}

/** Lists become texts, texts numbers or objects, numbers and booleans texts. */
const withWrongTypes = (value: unknown): Json => {
  if (Array.isArray(value)) return value.map((entry, at) => (at % 2 ? { entry: withWrongTypes(entry) } : withWrongTypes(entry)))
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, entry], at) => [
        name,
        Array.isArray(entry) && at % 2 ? entry.join(", ") : withWrongTypes(entry),
      ]),
    )
  return typeof value === "string" ? (value.length % 2 ? value.length : { text: value }) : String(value)
}

/** Lists of the first level have `count` entries, which repeat with another number at the end of their texts. */
const withEntries = (value: unknown, count: number): Json => {
  const repeat = (list: Json[]) =>
    Array.from({ length: count }, (_, at) =>
      mapLeaves(list[at % list.length], leaf => (typeof leaf === "string" && leaf.includes(" ") ? `${leaf} (${at + 1})` : leaf)),
    )
  return Object.fromEntries(
    Object.entries(value as { [name: string]: Json }).map(([name, entry]) => [
      name,
      Array.isArray(entry) && entry.length ? repeat(entry) : entry,
    ]),
  )
}

/** Values that are no sentences: question types, impacts and days. */
const isToken = (text: string) => /^[\w:.-]+$/.test(text)

const german = "Wie zufrieden sind Sie mit dem Essen in unserer Kantine?"
const markup = `<img src="x" onerror="window.attacked=true"><script>window.attacked=true</script>`

const textsOf = (content: unknown, replace: (text: string, at: number) => string) => {
  let at = 0
  return mapLeaves(content, leaf => (typeof leaf === "string" && !isToken(leaf) ? replace(leaf, ++at) : leaf))
}

type Behaviour = (answer: ServerResponse, content: unknown) => void

const sendJson = (answer: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  void answer.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body))

/** Answers with one completion. @param text the message of the assistant */
const sendText = (answer: ServerResponse, text: string | null, more: object = {}) =>
  sendJson(answer, 200, {
    id: "chatcmpl-1",
    object: "chat.completion",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text, ...more } }],
  })

const failureOf = (message: string) => ({ error: { message, type: "server_error", code: null } })

const opening = '{"id":"chatcmpl-1","choices":[{"index":0,"message":{"role":"assistant","content":"'

/** Sends text without end, as fast as it is taken. */
const stream = (answer: ServerResponse, text: string) => {
  const send = () => {
    while (!answer.destroyed && answer.write(text));
  }
  answer.on("drain", send)
  send()
}

/** The ways in which a service answers. */
const behaviours = {
  wellFormed: (answer, content) => sendText(answer, JSON.stringify(content)),
  fenced: (answer, content) => sendText(answer, `\`\`\`json\n${JSON.stringify(content, null, 2)}\n\`\`\``),
  /** Text around the JSON, with braces and quotes of its own. */
  surrounded: (answer, content) =>
    sendText(answer, `Tabii! İşte "anketiniz" {taslak}:\n\n${JSON.stringify(content)}\n\nBaşka bir isteğiniz var mı? :}`),
  /** Cut off in the middle. */
  brokenJson: (answer, content) => sendText(answer, JSON.stringify(content).slice(0, -JSON.stringify(content).length / 3)),
  wrongTypes: (answer, content) => sendText(answer, JSON.stringify(withWrongTypes(content))),
  /** Forty entries in each list of the first level. */
  fortyQuestions: (answer, content) => sendText(answer, JSON.stringify(withEntries(content, 40))),
  /** Texts in German, whatever language was asked for. */
  otherLanguage: (answer, content) => sendText(answer, JSON.stringify(textsOf(content, (_, at) => `${german} (${at})`))),
  /** Markup and scripts in every text. */
  html: (answer, content) => sendText(answer, JSON.stringify(textsOf(content, text => `${text} ${markup}`))),
  /** A page in place of the call's answer. */
  htmlPage: answer =>
    void answer.writeHead(200, { "Content-Type": "text/html" }).end(`<!doctype html><title>Gateway</title>${markup}`),
  refusal: answer => sendText(answer, "Üzgünüm, bu konuda yardımcı olamam."),
  /** The refusal as a member of its own, without content. */
  refusalMember: answer => sendText(answer, null, { refusal: "I’m sorry, I can’t help with that." }),
  tooMany: answer => sendJson(answer, 429, failureOf("Rate limit reached"), { "Retry-After": "17" }),
  failing: answer => sendJson(answer, 500, failureOf("The server had an error")),
  badKey: answer => sendJson(answer, 401, failureOf("Incorrect API key provided")),
  /** A byte every 20 ms, for ever. */
  slowDrip: answer => {
    answer.writeHead(200, { "Content-Type": "application/json" })
    answer.write(opening)
    const timer = setInterval(() => answer.write("x"), 20)
    answer.on("close", () => clearInterval(timer))
  },
  /** Text without end, as fast as it is taken. */
  endlessStream: answer => {
    answer.writeHead(200, { "Content-Type": "application/json" })
    answer.write(opening)
    stream(answer, "x".repeat(64 * 1024))
  },
  /** 200 without a body. */
  nothing: answer => void answer.writeHead(200, { "Content-Type": "application/json" }).end(),
  emptyContent: answer => sendText(answer, ""),
  noChoices: answer => sendJson(answer, 200, { id: "chatcmpl-1", choices: [] }),
  /** Takes the call and never answers. */
  silent: () => {},
  hangUp: answer => void answer.destroy(),
} satisfies Record<string, Behaviour>

export type AiMode = keyof typeof behaviours
export const aiModes = Object.keys(behaviours) as AiMode[]

/** A call as the service received it. */
export type AiCall = {
  headers: IncomingHttpHeaders
  body: { messages: { role: string; content: string }[]; [name: string]: unknown }
}

/** `content` is the JSON that it answers well with, or makes it from the call. */
type AiAnswers = { mode?: AiMode; content?: object | ((call: AiCall) => unknown); delayMs?: number }

const cors = (origin: string | undefined) =>
  origin
    ? {
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Allow-Methods": "POST",
        "Access-Control-Allow-Headers": "Accept, Accept-Language, Authorization, Content-Type, X-Request-Id",
        "Access-Control-Expose-Headers": "Retry-After",
      }
    : {}

/**
 * Starts a service. `close` ends what is still being answered.
 * @param given what it answers with; `answerWith` and `answerWithText` change it for the calls that follow
 */
export const startAiService = async (given: AiAnswers = {}) => {
  const calls: AiCall[] = []
  const next: Required<AiAnswers> = { mode: "wellFormed", content: surveyContent, delayMs: 0, ...given }
  let text: string | undefined
  const timers = new Set<NodeJS.Timeout>()
  const server = createServer((request, answer) => {
    for (const [name, value] of Object.entries(cors(request.headers.origin))) answer.setHeader(name, value)
    if (request.method === "OPTIONS") return void answer.writeHead(204).end()
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const call: AiCall = { headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString("utf8")) }
      calls.push(call)
      const { mode, content, delayMs } = next
      const value: unknown = typeof content === "function" ? content(call) : content
      const message = text
      const respond = () => {
        if (answer.destroyed) return
        if (message === undefined) behaviours[mode](answer, value)
        else sendText(answer, message)
      }
      if (!delayMs) return respond()
      const timer = setTimeout(() => {
        timers.delete(timer)
        respond()
      }, delayMs)
      timers.add(timer)
    })
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}/v1/chat/completions`,
    /** The calls so far, oldest first. */
    calls,
    answerWith: (mode: AiMode, content: AiAnswers["content"] = next.content) => {
      text = undefined
      Object.assign(next, { mode, content })
    },
    /** Answers with this message of the assistant. */
    answerWithText: (message: string) => {
      text = message
    },
    /** How long it waits before it answers, ms. */
    delay: (delayMs: number) => {
      next.delayMs = delayMs
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

export type AiService = Awaited<ReturnType<typeof startAiService>>
