import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http"
import type { Http2ServerRequest } from "node:http2"
import type { Duplex } from "node:stream"

/** Answers that Node gives before a call reaches the product, with the same headers as every other answer. */
const reasons: Record<number, string> = {
  400: "Bad Request",
  408: "Request Timeout",
  417: "Expectation Failed",
  431: "Request Header Fields Too Large",
}

const statusOf = ({ code }: NodeJS.ErrnoException) => {
  if (code === "HPE_HEADER_OVERFLOW") return 431
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400
}

/** Sets headers on what Node refuses itself: unreadable requests, unknown expectations, slow or too many headers. */
export const setRefusalHeaders = (server: Server, headers: Record<string, string>) => {
  const closing = { ...headers, Connection: "close", "Content-Length": "0" }
  const answers = new WeakMap<Duplex, Set<ServerResponse>>()
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const open = answers.get(socket) ?? new Set()
    answers.set(socket, open.add(response))
    response.once("close", () => open.delete(response))
  })
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    // As Node itself: nothing is written into an answer that has begun.
    const isAnswering = [...(answers.get(socket) ?? [])].some(response => response.headersSent)
    if (error.code === "ECONNRESET" || !socket.writable || isAnswering) return void socket.destroy(error)
    const status = statusOf(error)
    const lines = Object.entries(closing).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${status} ${reasons[status]}`, ...lines, "", ""].join("\r\n"))
  })
  server.on("checkExpectation", (_: IncomingMessage, response: ServerResponse) => response.writeHead(417, closing).end())
}

/**
 * Handles the requests of a connection one after the other. Node hands over at once all that a client has sent ahead, which would
 * occupy the event loop for as long as they take together.
 */
export const oneByOne = (listener: RequestListener): RequestListener => {
  const running = new WeakMap<object, Promise<unknown>>()
  return (request, response) => {
    const { socket } = request
    const before = running.get(socket)
    const ended: Promise<unknown> = new Promise(done => response.once("close", done)).then(() => {
      if (running.get(socket) === ended) running.delete(socket)
    })
    running.set(socket, ended)
    if (!before) return listener(request, response)
    before.then(() => setImmediate(() => socket.destroyed || listener(request, response)))
  }
}

/** Whether a request lacks the Host that HTTP/1.1 asks for; Node would answer it without headers. */
export const lacksHost = ({ httpVersion, headers }: IncomingMessage | Http2ServerRequest) =>
  httpVersion === "1.1" && !headers.host

/** How long the end of a drain waits for a moment without new connections, and what a turn of the event loop takes then, ms. */
const longestWaitMs = 1_000
const quietTurnMs = 1

/**
 * Calls `close` in a moment in which no connection waits to be accepted: the system resets those with the listener, and a proxy does
 * not repeat a write. A turn of the event loop accepts one connection.
 */
export const closeInQuietMoment = (server: Server, close: () => void): void => {
  const last = performance.now() + longestWaitMs
  let isQuiet = false
  const note = () => {
    isQuiet = false
  }
  server.on("connection", note)
  const turn = (from: number) => {
    const now = performance.now()
    if ((isQuiet && now - from <= quietTurnMs) || now > last) {
      server.off("connection", note)
      return close()
    }
    isQuiet = true
    setImmediate(turn, now)
  }
  // The first turn may end without a look at the listener.
  setImmediate(turn, 0)
}
