import { createServer } from "node:net"

/** Returns the free port on which the server now listens. */
export const listen = server =>
  new Promise((done, fail) => {
    const inner = server.listen(0, "127.0.0.1", () => done(inner.address().port)).once("error", fail)
  })

/** Returns a port that nothing listens on. */
export const freePort = async () => {
  const probe = createServer()
  const port = await listen(probe)
  await new Promise(done => probe.close(done))
  return port
}
