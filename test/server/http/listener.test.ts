import { spawn } from "node:child_process"
import { createServer } from "node:http"
import { expect, it } from "vitest"
import { listen } from "../../../scripts/free-port.mjs"
import { closeInQuietMoment } from "../../../server/src/http/listener"

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

it("a listener closes after the connections that wait at the end of a drain, so that none is reset", async () => {
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
