import { spawn } from "node:child_process"
import { createServer, type ServerResponse } from "node:http"
import { connect } from "node:net"
import { expect, it, vi } from "vitest"
import { listen } from "../../../scripts/free-port.mjs"
import { closeInQuietMoment, oneByOne, setRefusalHeaders } from "../../../server/src/http/listener"
import { itInLongRuns } from "../../rounds"

/** A process that makes some calls at once, each by a connection of its own, and prints how each ended. */
const callers = (port: number, calls: number) => `
  const { connect } = require("node:net")
  for (let call = 0; call < ${calls}; call++) {
    let answer = ""
    connect(${port}, "127.0.0.1", function () { this.write("POST / HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n") })
      .on("data", text => (answer += text))
      .on("error", error => (answer = error.code))
      .on("close", () => console.log(answer.slice(0, 12)))
  }`

itInLongRuns("a listener closes after the connections that wait at the end of a drain, so that none is reset", async () => {
  const server = createServer((_, response) => response.end("ok"))
  const child = spawn(process.execPath, ["-e", callers(await listen(server), 5)])
  let output = ""
  child.stdout.on("data", text => {
    output += text
  })
  const ended = new Promise(done => child.once("close", done))
  // The calls arrive while this process is busy.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000)
  closeInQuietMoment(server, () => server.close())
  await ended
  expect(output.trim().split("\n")).toEqual(Array.from({ length: 5 }, () => "HTTP/1.1 200"))
})

it("requests that a client sends ahead are handled one after the other, in their order, those of other connections meanwhile", async () => {
  const running: [string, ServerResponse][] = []
  const server = createServer(oneByOne((request, response) => void running.push([request.url ?? "", response])))
  const port = await listen(server)
  const open = (paths: string[]) => {
    const socket = connect(port, "127.0.0.1")
    socket.write(paths.map(path => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(""))
    return socket
  }
  const socket = open(["/1", "/2", "/3"])
  await vi.waitFor(() => expect(running).toHaveLength(1))
  const other = open(["/other"])
  await vi.waitFor(() => expect(running.map(([path]) => path)).toEqual(["/1", "/other"]))
  for (const at of [0, 2, 3]) {
    running[at]?.[1].end(`answer ${at}`)
    if (at < 3) await vi.waitFor(() => expect(running).toHaveLength(at === 0 ? 3 : 4))
  }
  expect(running.map(([path]) => path)).toEqual(["/1", "/other", "/2", "/3"])
  const gone = open(["/4", "/5"])
  await vi.waitFor(() => expect(running).toHaveLength(5))
  gone.destroy()
  await new Promise(done => setTimeout(done, 50))
  expect(running).toHaveLength(5)
  for (const one of [socket, other]) one.destroy()
  server.close()
})

it.each([
  ["whose answer has begun", true, /^HTTP\/1\.1 200 OK[\s\S]*begun\r\n$/],
  ["whose answer has not begun", false, /^HTTP\/1\.1 400 Bad Request\r\nX-Product: yes/],
])("what cannot be read after a request %s is refused only where no answer is broken", async (_, isBegun, told) => {
  const server = createServer((_, response) => void (isBegun && response.write("begun")))
  setRefusalHeaders(server, { "X-Product": "yes" })
  const socket = connect(await listen(server), "127.0.0.1")
  let text = ""
  socket.on("data", data => {
    text += data
  })
  socket.on("error", () => {})
  const ended = new Promise(done => socket.once("close", done))
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
  if (isBegun) await vi.waitFor(() => expect(text).toContain("begun"))
  socket.write("no request\r\n\r\n")
  await ended
  expect(text).toMatch(told)
  server.close()
})
