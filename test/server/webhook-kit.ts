import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll } from "vitest"

/** Receivers of webhooks on this machine. */

export type Received = { path: string; id: string; headers: Record<string, string>; body: string; at: number }

type Behaviour = (request: IncomingMessage, response: ServerResponse, received: Received) => void

const servers = new Set<Server>()
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** Starts a receiver that keeps what it gets. @param behave answers; 204 by default */
export const startReceiver = async (behave: Behaviour = (_, response) => void response.writeHead(204).end()) => {
  const received: Received[] = []
  const state = { behave }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", chunk => chunks.push(chunk))
    request.on("end", () => {
      const headers = request.headers as Record<string, string>
      const one = {
        path: request.url ?? "",
        id: headers["webhook-id"] ?? "",
        headers,
        body: Buffer.concat(chunks).toString(),
        at: performance.now(),
      }
      received.push(one)
      state.behave(request, response, one)
    })
  })
  server.on("clientError", () => {})
  servers.add(server)
  await new Promise<void>(done => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    received,
    /** Changes how it answers from now on. */
    answer: (next: Behaviour) => {
      state.behave = next
    },
  }
}

/** What a body holds. */
export const eventOf = ({ body }: { body: string }) =>
  JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> & { id: string } }
