import { chmodSync, lstatSync, readdirSync } from "node:fs"
import { Agent, get, request } from "node:http"
import { connect } from "node:net"
import { join } from "node:path"
import { SMTPServer } from "smtp-server"
import { afterAll, describe, expect, it, vi } from "vitest"
import { freePort } from "../../scripts/free-port.mjs"
import { accounts } from "../api"
import { allowedMs } from "../pace"
import { isLong, itInLongRuns, sample } from "../rounds"
import { endAll, fresh, removeFolders, run, seeded, start } from "./kit"

/** The server as an operator runs it: a process of its own, on the embedded database in a folder of its own. */
afterAll(async () => {
  await endAll()
  removeFolders()
})

const treeOf = (folder: string) => [folder, ...readdirSync(folder, { recursive: true }).map(name => join(folder, String(name)))]
const modeOf = (path: string) => lstatSync(path).mode & 0o777
const readableByOthers = (folder: string) => treeOf(folder).filter(path => (modeOf(path) & 0o077) !== 0)

describe("a start that cannot be", () => {
  it("names every bad setting at once and ends", async () => {
    const { ended, output } = run({ PORT: "many", TIME_ZONE: "Mars/Olympus", MODE: "production" })
    expect(await ended).toBe(1)
    for (const name of ["PORT", "TIME_ZONE", "SMTP_URL", "JWT_SECRET", "CODE_SECRET", "BOOTSTRAP_ADMIN_EMAIL"])
      expect(output()).toContain(name)
    expect(output()).not.toMatch(/\n\s+at /)
  })

  it.each(
    sample(
      [
        [{ HOST: "203.0.113.1" }, "203.0.113.1 is no address of this machine. Set HOST to one, or to 0.0.0.0 for all."],
        [{ DATA_DIR: "/dev/null/data" }, "/dev/null/data is no folder. Set DATA_DIR to a folder that this user may write."],
      ],
      1,
    ),
  )("with %o is refused in words", async (env, words) => {
    const { ended, output } = run({ MODE: "demo", PORT: String(await freePort()), DATA_DIR: fresh(), ...env })
    expect([await ended, output().trim()]).toEqual([1, words])
  })

  it("since PostgreSQL is not there says so in one line, without the password", async () => {
    const { ended, output } = run({
      DATABASE_URL: `postgres://user:hidden@127.0.0.1:${await freePort()}/x`,
      PORT: String(await freePort()),
      MODE: "demo",
      DATA_DIR: fresh(),
    })
    expect(await ended).toBe(1)
    expect(output().trim()).toMatch(/^The database at 127\.0\.0\.1:\d+ can't be used: [^\n]*$/)
    expect(output()).not.toContain("hidden")
  })
})

const ofProduction = {
  MODE: "production",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "kampanya@platform.example",
  JWT_SECRET: "j".repeat(48),
  CODE_SECRET: "c".repeat(48),
  BOOTSTRAP_ADMIN_EMAIL: "ilk@platform.example",
}

/** The most generous umask. */
const openUmask = ["sh", "-c", 'umask 0; exec "$0" "$@"']

describe("a start", () => {
  // Half a minute of seeding.
  itInLongRuns("of the demonstration, the first one, prints where it is and who may sign in", async () => {
    const { output, port } = await start(join(fresh(), "data"))
    expect(output()).toContain(`http://127.0.0.1:${port}`)
    for (const email of Object.values(accounts)) expect(output()).toContain(email)
  })

  // A quarter of a minute, for a database that is made from nothing.
  itInLongRuns("of production, the first one, keeps its folder private", async () => {
    const dataDir = join(fresh(), "data")
    const first = await start(dataDir, ofProduction, { under: openUmask })
    expect(treeOf(dataDir).length).toBeGreaterThan(1_000)
    expect(readableByOthers(dataDir)).toEqual([])
    first.child.kill("SIGTERM")
    expect(await first.ended).toBe(0)
  })

  it("later is quick, also without the bucket of pictures, and makes its folder private again", async () => {
    const dataDir = seeded()
    for (const path of treeOf(dataDir)) chmodSync(path, 0o777)
    const bucket = `http://key:secret@127.0.0.1:${await freePort()}/pictures`
    const second = await start(dataDir, { S3_URL: bucket }, { under: openUmask })
    expect(second.output()).toMatch(/^Pictures can't be read now: .*ECONNREFUSED/m)
    expect(second.ms).toBeLessThan(allowedMs(6_000))
    expect(readableByOthers(dataDir)).toEqual([])
    second.child.kill("SIGINT")
    expect(await second.ended).toBe(0)
  })
})

/** A call whose body comes in two halves; the server has begun it. @returns what sends the second, and the answer */
const begin = async ({ url, port }: { url: string; port: number }) => {
  const body = JSON.stringify({ refreshToken: "x".repeat(100) })
  const socket = connect(port, "127.0.0.1")
  let answer = ""
  socket.on("data", chunk => {
    answer += chunk
  })
  const closed = new Promise<string>(done => socket.once("close", () => done(answer)))
  const head = ["POST /backend/api/auth/refresh HTTP/1.1", "Host: x", `Content-Length: ${body.length}`]
  socket.write([...head, "Content-Type: application/json", "", body.slice(0, 9)].join("\r\n"))
  // This call and the one that asks.
  await vi.waitFor(async () => expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^http_requests_running 2$/m), 10_000)
  return { finish: () => socket.write(body.slice(9)), closed }
}

/** A mail server that takes a mail once it is told to. @returns its port, and to whom it has delivered */
const heldMail = async () => {
  const delivered: string[] = []
  let release = () => {}
  const isReleased = new Promise<void>(done => {
    release = done
  })
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData: (stream, session, done) => {
      stream.resume().on("end", async () => {
        await isReleased
        delivered.push(session.envelope.rcptTo[0]?.address ?? "")
        done()
      })
    },
  })
  const port = await freePort()
  await new Promise<void>(done => smtp.listen(port, "127.0.0.1", done))
  return { port, delivered, release, close: () => new Promise<void>(done => smtp.close(done)) }
}

/** @returns everything that a server sends for a text */
const send = (port: number, text: string) =>
  new Promise<string>(done => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text))
    let answer = ""
    socket.on("data", chunk => {
      answer += chunk
    })
    socket.on("error", () => {})
    socket.once("close", () => done(answer))
  })

const host = "Host: 127.0.0.1\r\nConnection: close\r\n"
const refusedByNode: [what: string, text: string, status: number][] = [
  ["no request line", "hello\r\n\r\n", 400],
  ["a header without a name", `GET / HTTP/1.1\r\n${host}: x\r\n\r\n`, 400],
  ["two lengths", `POST /backend/x HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx`, 400],
  ["no host", "GET /backend/healthz HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ["a host that is none", "GET /backend/healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n", 400],
  ["an unknown expectation", `GET /backend/healthz HTTP/1.1\r\n${host}Expect: tea\r\n\r\n`, 417],
  ["large headers", `GET / HTTP/1.1\r\n${host}X-Large: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ["a healthy request", `GET /backend/healthz HTTP/1.1\r\n${host}\r\n`, 200],
]

describe("a server that runs", () => {
  it.each(sample(["SIGTERM", "SIGINT"] as const, 1))(
    "shares neither folder nor port, refuses with all headers, and by %s ends well after what was begun",
    async signal => {
      const dataDir = seeded()
      const mail = await heldMail()
      const server = await start(dataDir, { SMTP_URL: `smtp://127.0.0.1:${mail.port}`, DRAIN_SECONDS: "2" })
      const { url, port, child } = server

      const second = run({ DATA_DIR: dataDir, PORT: String(await freePort()) })
      expect(await second.ended).toBe(1)
      for (const words of [dataDir, String(child.pid)]) expect(second.output()).toContain(words)
      expect(second.output()).not.toMatch(/\n\s+at /)
      const third = run({ DATA_DIR: fresh(), PORT: String(port) })
      expect(await third.ended).toBe(1)
      expect(third.output().trim()).toBe(`Port ${port} is in use. Stop what uses it, or set PORT to another one.`)

      for (const [what, text, status] of refusedByNode) {
        const answer = await send(port, text)
        const names = answer.split("\r\n").map(line => line.split(":")[0]?.toLowerCase())
        expect([what, answer.split(" ")[1]]).toEqual([what, String(status)])
        for (const name of ["content-security-policy", "x-content-type-options", "referrer-policy", "cache-control"])
          expect([what, names.filter(given => given === name)]).toEqual([what, [name]])
      }

      const agent = new Agent({ keepAlive: true })
      const ask = (path: string) =>
        new Promise<[number | undefined, string | undefined]>((done, fail) =>
          get(`${url}${path}`, { agent }, answer => {
            answer.resume().once("end", () => done([answer.statusCode, answer.headers.connection]))
          }).once("error", fail),
        )
      expect(await ask("/openapi.json")).toEqual([200, "keep-alive"])
      const begun = await begin(server)
      child.kill(signal)
      // For DRAIN_SECONDS it goes on serving, reports that it is not ready, and ends kept connections with an answer.
      await vi.waitFor(async () => expect(await ask("/readyz")).toEqual([503, "close"]))
      expect(await ask("/openapi.json")).toEqual([200, "close"])
      expect((await fetch(`${url}/Auth/GetCode/${accounts.elif}`)).status).toBe(200)
      await vi.waitFor(() => expect(ask("/openapi.json")).rejects.toThrow(), 10_000)
      expect(child.exitCode).toBeNull()
      const from = performance.now()
      begun.finish()
      expect(await begun.closed).toMatch(/^HTTP\/1\.1 401 [\s\S]*"isSuccess":false/)
      expect([child.exitCode, mail.delivered]).toEqual([null, []])
      mail.release()
      expect([await server.ended, mail.delivered]).toEqual([0, [accounts.elif]])
      // An idle connection, as of the calls above, would keep it until the stop is forced.
      expect(performance.now() - from).toBeLessThan(9_000)
      await mail.close()
    },
  )
})

// Half a minute of waiting.
if (isLong)
  describe("slow bodies", () => {
    /** Makes one call on a connection and leaves it idle. @returns what makes the next call on it */
    const keepConnection = async (port: number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const ask = () =>
        new Promise<{ isReused: boolean; keepAlive: string }>((done, fail) => {
          const call = request({ agent, port, host: "127.0.0.1", path: "/backend/healthz" }, answer => {
            answer.resume()
            answer.once("end", () => done({ isReused: call.reusedSocket, keepAlive: String(answer.headers["keep-alive"]) }))
          })
          call.once("error", fail)
          call.end()
        })
      await ask()
      return { askAgain: () => ask().finally(() => agent.destroy()) }
    }

    /** A call from an address of this machine whose body stays away. @returns the answer's status line, and the ms until it came */
    const beginSlow = (port: number, localAddress: string) => {
      const from = performance.now()
      const socket = connect({ port, host: "127.0.0.1", localAddress })
      let answer = ""
      socket.on("data", chunk => {
        answer += chunk
      })
      socket.on("error", () => {})
      const head = ["POST /backend/api/auth/refresh HTTP/1.1", "Host: x", "Content-Length: 100", "Content-Type: application/json"]
      socket.write([...head, "", "{"].join("\r\n"))
      const closed = new Promise<{ status: string; ms: number }>(done =>
        socket.once("close", () => done({ status: answer.split("\r\n")[0] ?? "", ms: performance.now() - from })),
      )
      return { closed, destroy: () => socket.destroy() }
    }

    it("of two addresses shut nobody out, and end within seconds; an idle connection stays open", async () => {
      const server = await start(seeded())
      const idle = await keepConnection(server.port)
      const begun = Array.from({ length: 240 }, (_, at) => beginSlow(server.port, `127.0.0.${2 + (at % 2)}`))
      await new Promise(done => setTimeout(done, 1_000))
      const body = JSON.stringify({ refreshToken: "x".repeat(100) })
      const headers = { "Content-Type": "application/json" }
      const calls = Array.from({ length: 60 }, (_, at) =>
        at % 2
          ? fetch(`${server.url}/campaign/list`)
          : fetch(`${server.url}/api/auth/refresh`, { method: "POST", body, headers }),
      )
      expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([401]))
      const ended = await Promise.all(begun.map(({ closed }) => closed))
      // Those that come faster than calls are counted are turned away at once.
      for (const { status } of ended) expect(status).toMatch(/ (408|503) /)
      expect(Math.max(...ended.map(({ ms }) => ms))).toBeLessThan(allowedMs(14_000))
      // By now the connection was idle for longer than headers and bodies may take. Proxies keep theirs for 60 s.
      const { isReused, keepAlive } = await idle.askAgain()
      expect(isReused).toBe(true)
      expect(Number(/^timeout=(\d+)$/.exec(keepAlive)?.[1])).toBeGreaterThan(60)
    })
  })
