import { createServer, type Server } from "node:net"
import { pino } from "pino"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { afterEach, describe, expect, it } from "vitest"
import { createMailer } from "../../server/src/mail"
import { users } from "../../server/src/schema"
import { accounts, createTestApi, type TestApi } from "../api"

/** Real mail: the reference API against an SMTP server on loopback. */
const nobody = "nobody@nowhere.example"

let stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.reverse()) await stop()
  stops = []
})

type Received = { from: string; to: string[]; text: string }

const listening = (server: Server) =>
  new Promise<number>(done => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      done(typeof address === "object" && address ? address.port : 0)
    })
  })

/** A mail server. @param behaviour what it does that another would not */
const startSmtp = async (behaviour: Partial<SMTPServerOptions> = {}) => {
  const received: Received[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onConnect: (_, done) => {
      connections++
      done()
    },
    onData: (stream, session, done) => {
      let text = ""
      stream.on("data", chunk => {
        text += chunk
      })
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({ from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address), text })
        done()
      })
    },
    ...behaviour,
  })
  server.on("error", () => {})
  const port = await new Promise<number>(done => {
    const inner = server.listen(0, "127.0.0.1", () => {
      const address = inner.address()
      done(typeof address === "object" && address ? address.port : 0)
    })
  })
  stops.push(() => new Promise<void>(done => server.close(done)))
  return { url: `smtp://127.0.0.1:${port}`, received, connections: () => connections }
}

/** @returns the API, and the log's lines */
const startApi = async (smtpUrl: string, env: Record<string, string> = {}): Promise<{ api: TestApi; log: string[] }> => {
  const log: string[] = []
  const logger = pino({ level: "info" }, { write: line => log.push(line) })
  const api = await createTestApi({
    env: { SMTP_URL: smtpUrl, MODE: "demo", MAIL_FROM: "Console <console@platform.example>", ...env },
    log: logger,
    mailer: config =>
      createMailer(config, undefined as never, () => 0, {
        told: () => {},
        refused: code => logger.warn({ mail: "a recipient was refused", code }),
      }),
  })
  stops.push(() => api.close())
  return { api, log }
}

const ask = async (api: TestApi, email: string) => {
  const from = performance.now()
  const { status, body } = await api.call("GET", `/Auth/GetCode/${email}`)
  return { status, body, ms: performance.now() - from }
}

const until = async (isSo: () => boolean) => {
  for (let at = 0; at < 300 && !isSo(); at++) await new Promise(done => setTimeout(done, 10))
  expect(isSo()).toBe(true)
}

describe("a code by mail", () => {
  it("goes to the person alone, in the person's language, and signs in", async () => {
    const smtp = await startSmtp()
    const { api } = await startApi(smtp.url)
    await api.db.update(users).set({ language: "en" })
    expect((await ask(api, accounts.elif)).status).toBe(200)
    await until(() => smtp.received.length === 1)
    const [mail] = smtp.received
    expect(mail).toMatchObject({ from: "console@platform.example", to: [accounts.elif] })
    const code = /Your verification code: (\d{6})/.exec(mail?.text ?? "")?.[1] ?? ""
    expect((await api.call("GET", `/Auth/GetToken?email=${accounts.elif}&code=${code}`)).status).toBe(200)
  })

  it("opens the mail server's session for an unknown address too, answers the same, and sends nothing", async () => {
    const smtp = await startSmtp()
    const { api } = await startApi(smtp.url)
    const unknown = await ask(api, nobody)
    expect(smtp.connections()).toBe(1)
    const known = await ask(api, accounts.elif)
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    await until(() => smtp.received.length === 1)
    expect(smtp.received[0]?.to).toEqual([accounts.elif])
  })

  it("that is asked for too often is refused without bothering the mail server", async () => {
    const smtp = await startSmtp()
    const { api } = await startApi(smtp.url, { CODE_SEND_INTERVAL: "60" })
    expect((await ask(api, nobody)).status).toBe(200)
    for (let at = 0; at < 5; at++) expect((await ask(api, nobody)).status).toBe(429)
    expect(smtp.connections()).toBe(1)
  })

  it.each([450, 550])("whose recipient is refused with %d is logged without the address and answered as sent", async code => {
    const refusal = Object.assign(new Error(`no such mailbox ${accounts.elif}`), { responseCode: code })
    const smtp = await startSmtp({ onRcptTo: (_, __, done) => done(refusal) })
    const { api, log } = await startApi(smtp.url)
    expect((await ask(api, accounts.elif)).status).toBe(200)
    await until(() => log.some(line => line.includes("refused") && line.includes(String(code))))
    expect(log.join("")).not.toContain("elif")
  })
})

describe("a mail server that fails", () => {
  const alike = async (smtpUrl: string) => {
    const { api } = await startApi(smtpUrl)
    const answers = await Promise.all([ask(api, accounts.elif), ask(api, nobody)])
    for (const { status, body, ms } of answers) {
      expect([status, body.errors]).toEqual([503, ["Kod gönderme başarısız"]])
      expect(ms).toBeLessThan(5_000)
    }
  }

  it("by being down is told to everybody alike", async () => {
    const probe = createServer()
    const port = await listening(probe)
    await new Promise(done => probe.close(done))
    await alike(`smtp://127.0.0.1:${port}`)
  })

  it("by a 4xx greeting is told to everybody alike", async () => {
    const server = createServer(socket => socket.end("421 too busy\r\n"))
    const port = await listening(server)
    stops.push(() => server.close())
    await alike(`smtp://127.0.0.1:${port}`)
  })

  it.each([
    ["never greets", () => {}],
    [
      // Each step comes before its own time-out; together they would take far longer than 5 s.
      "drips its words",
      (write: (text: string) => void) => {
        let at = 0
        const timer = setInterval(() => write(["220-slow\r\n", "220 slow\r\n", "250-slow\r\n"][Math.min(at++, 2)] ?? ""), 1_500)
        stops.push(() => clearInterval(timer))
      },
    ],
  ])("because it %s is given up within 5 s", async (_, greet: (write: (text: string) => void) => void) => {
    const server = createServer(socket => {
      socket.on("error", () => {})
      stops.push(() => socket.destroy())
      greet(text => socket.writable && socket.write(text))
    })
    const port = await listening(server)
    stops.push(() => server.close())
    await alike(`smtp://127.0.0.1:${port}`)
  })
})
