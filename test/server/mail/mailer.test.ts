import { connect, createServer, type Socket } from "node:net"
import { pino } from "pino"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { freePort, listen } from "../../../scripts/free-port.mjs"
import { readConfig } from "../../../server/src/config"
import { type Mail, MailDeferred, MailDown, type Mailer, MailRefused } from "../../../server/src/mail/mail"
import { createMailer } from "../../../server/src/mail/mailer"
import { accounts, createTestApi, type TestApi } from "../../api"
import { allowedMs } from "../../pace"
import { itInLongRuns } from "../../rounds"

/** Real mail: the reference API against an SMTP server on loopback. */
const nobody = "nobody@nowhere.example"

let stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.reverse()) await stop()
  stops = []
})

type Received = { from: string; to: string[]; text: string }

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
  const port = await listen(server)
  stops.push(() => new Promise<void>(done => server.close(done)))
  return { url: `smtp://127.0.0.1:${port}`, received, connections: () => connections }
}

/** An API whose mail server is named later, and again for each test. */
const createApi = async (env: Record<string, string> = {}) => {
  const log: string[] = []
  const logger = pino({ level: "info" }, { write: line => log.push(line) })
  const hooks = { onStored: () => {}, onRefused: (code: number) => logger.warn({ mail: "a recipient was refused", code }) }
  let mailer: Mailer | undefined
  const api = await createTestApi({
    env: { SMTP_URL: "smtp://127.0.0.1:1", MODE: "demo", MAIL_FROM: "Console <console@platform.example>", ...env },
    log: logger,
    mailer: { open: async () => mailer?.open(), send: async mail => mailer?.send(mail) },
  })
  const use = (smtpUrl: string) => {
    log.length = 0
    mailer = createMailer({ ...api.config, smtpUrl }, undefined as never, () => 0, hooks)
  }
  return { api, log, use }
}

/** The API of all tests that need none of their own. */
let common: ReturnType<typeof createApi> | undefined
afterAll(async () => (await common)?.api.close())

/** @param env of an API of its own. @returns the API, and the log's lines */
const startApi = async (smtpUrl: string, env?: Record<string, string>): Promise<{ api: TestApi; log: string[] }> => {
  common ??= createApi()
  const one = await (env ? createApi(env) : common)
  if (env) stops.push(() => one.api.close())
  one.use(smtpUrl)
  return one
}

const setLanguage = (api: TestApi, language: string) =>
  api.db.execute(`update users set language = '${language}' where email = '${accounts.elif}'`)

const ask = async (api: TestApi, email: string) => {
  const from = performance.now()
  const { status, body } = await api.call("GET", `/Auth/GetCode/${email}`)
  return { status, body, ms: performance.now() - from }
}

/** A part of a message, decoded. */
const partOf = (text: string, type: string) => {
  const boundary = /boundary="([^"]+)"/.exec(text)?.[1] ?? "none"
  const part = text.split(`--${boundary}`).find(part => part.includes(`Content-Type: ${type}`)) ?? ""
  const [head = "", ...body] = part.split("\r\n\r\n")
  const words = body.join("\r\n\r\n").trim()
  if (/base64/i.test(head)) return Buffer.from(words, "base64").toString("utf8")
  if (!/quoted-printable/i.test(head)) return words
  const joined = words
    .replace(/=\r\n/g, "")
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(joined, "latin1").toString("utf8")
}

describe("a code by mail", () => {
  it("goes to the person alone, in the person's language, and signs in", async () => {
    const smtp = await startSmtp()
    const { api } = await startApi(smtp.url)
    await setLanguage(api, "en")
    expect((await ask(api, accounts.elif)).status).toBe(200)
    await expect.poll(() => smtp.received.length).toBe(1)
    const [mail] = smtp.received
    expect(mail).toMatchObject({ from: "console@platform.example", to: [accounts.elif] })
    const code = /Your verification code: (\d{6})/.exec(mail?.text ?? "")?.[1] ?? ""
    expect((await api.call("GET", `/Auth/GetToken?email=${accounts.elif}&code=${code}`)).status).toBe(200)
  })

  it.each([
    ["tr", "Doğrulama kodunuz", "Kod 3 dakika boyunca geçerlidir"],
    ["en", "Your verification code", "The code is valid for 3 minutes"],
  ])("says the same as text and as HTML in %s", async (language, subject, validity) => {
    const smtp = await startSmtp()
    const { api } = await startApi(smtp.url)
    await setLanguage(api, language)
    await ask(api, accounts.elif)
    await expect.poll(() => smtp.received.length).toBe(1)
    const message = smtp.received[0]?.text ?? ""
    expect(message).toContain("multipart/alternative")
    const [text, html] = [partOf(message, "text/plain"), partOf(message, "text/html")]
    const code = /\d{6}/.exec(text)?.[0] ?? ""
    expect(text).toContain(validity)
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain(`<title>${subject}: ${code}</title>`)
    expect(html).toContain(validity)
    expect(html).toMatch(new RegExp(`<strong[^>]*>${code}</strong>`))
    expect((await api.call("GET", `/Auth/GetToken?email=${accounts.elif}&code=${code}`)).status).toBe(200)
  })

  it("opens the mail server's session for an unknown address too, answers the same, and sends nothing", async () => {
    const smtp = await startSmtp()
    const { api } = await startApi(smtp.url)
    const unknown = await ask(api, nobody)
    expect(smtp.connections()).toBe(1)
    const known = await ask(api, accounts.elif)
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    await expect.poll(() => smtp.received.length).toBe(1)
    expect(smtp.received[0]?.to).toEqual([accounts.elif])
  })

  it("that is asked for too often is refused without bothering the mail server", async () => {
    const smtp = await startSmtp()
    const { api } = await startApi(smtp.url, { CODE_SEND_INTERVAL: "60" })
    const email = "impatient@nowhere.example"
    expect((await ask(api, email)).status).toBe(200)
    for (let at = 0; at < 5; at++) expect((await ask(api, email)).status).toBe(429)
    expect(smtp.connections()).toBe(1)
  })

  it("whose recipient is refused is logged without the address and answered as sent", async () => {
    const refusal = Object.assign(new Error(`no such mailbox ${accounts.elif}`), { responseCode: 550 })
    const smtp = await startSmtp({ onRcptTo: (_, __, done) => done(refusal) })
    const { api, log } = await startApi(smtp.url)
    expect((await ask(api, accounts.elif)).status).toBe(200)
    await expect.poll(() => log.join("\n")).toMatch(/refused.*550/)
    expect(log.join("")).not.toContain("elif")
  })
})

describe("any mail", () => {
  const send = async (url: string, mail: Partial<Mail> = {}, retryDelaysMs = [10, 30]) => {
    const refusals: number[] = []
    const config = readConfig({ MODE: "production", SMTP_URL: url, ...secrets })
    const hooks = { onStored: () => {}, onRefused: (code: number) => void refusals.push(code) }
    const mailer = createMailer(config, undefined as never, () => 0, hooks, retryDelaysMs)
    const outcome = await mailer.send({ to: accounts.elif, subject: "S", text: "T", ...mail }).then(
      () => "sent",
      error => error,
    )
    return { outcome, refusals }
  }
  const secrets = { JWT_SECRET: "j".repeat(32), CODE_SECRET: "c".repeat(32), BOOTSTRAP_ADMIN_EMAIL: "a@b.example" }

  it("can be refused by its recipient when it goes to many, and a code cannot", async () => {
    const smtp = await startSmtp()
    await send(smtp.url, { isWritten: true })
    await send(smtp.url, {})
    for (const { text } of smtp.received) {
      expect(text).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
      expect(text).toMatch(/^X-Auto-Response-Suppress: All\r?$/m)
    }
    const headers = smtp.received.map(({ text }) => /^List-Unsubscribe: (.*)\r?$/m.exec(text)?.[1]?.trim())
    expect(headers).toEqual(["<mailto:konsol@localhost?subject=unsubscribe>", undefined])
  })

  it("escapes every value, and links nothing but its own link", async () => {
    const smtp = await startSmtp()
    const company = `<img src=x onerror="alert(1)"> & Söhne 'Ltd' https://evil.example/`
    const link = "https://console.example/login?email=a%40b.example&x=1"
    await send(smtp.url, { subject: `Davet: ${company}`, text: `${company}\nsatır\n\n${link}`, link, language: "tr" })
    const message = smtp.received[0]?.text ?? ""
    expect(partOf(message, "text/plain").replaceAll("\r", "")).toBe(`${company}\nsatır\n\n${link}`)
    const html = partOf(message, "text/html")
    const tags = [...new Set([...html.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag))].sort()
    expect(tags).toEqual(["a", "body", "br", "head", "html", "meta", "p", "title"])
    expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; Söhne")
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([link.replace("&", "&amp;")])
  })

  it("never links what is no address of the web", async () => {
    const smtp = await startSmtp()
    await send(smtp.url, { text: "javascript:alert(1)", link: "javascript:alert(1)" })
    expect(partOf(smtp.received[0]?.text ?? "", "text/html")).not.toContain("href")
  })

  const failing = (at: "onMailFrom" | "onRcptTo", code: number, times: number) => {
    let tries = 0
    const behaviour = {
      [at]: (_: unknown, __: unknown, done: (error?: Error) => void) =>
        done(++tries <= times ? Object.assign(new Error("later"), { responseCode: code }) : undefined),
    }
    return { behaviour, tries: () => tries }
  }

  it.each([
    ["onMailFrom", 451, 1, 2, 1, []],
    ["onRcptTo", 450, 2, 3, 1, []],
    ["onRcptTo", 450, 9, 3, 0, [450]],
    ["onRcptTo", 550, 9, 1, 0, [550]],
  ] as const)(
    "that %s answers with %d, %d times, is tried %d times and arrives %d times",
    async (at, code, times, tries, arrived, refused) => {
      const server = failing(at, code, times)
      const smtp = await startSmtp(server.behaviour)
      expect(await send(smtp.url)).toEqual({ outcome: "sent", refusals: refused })
      expect([server.tries(), smtp.received.length]).toEqual([tries, arrived])
    },
  )

  it.each([
    ["is deferred to the end", "onRcptTo", 450, { isWritten: true }, MailDeferred, undefined],
    ["is refused for good", "onRcptTo", 550, { isWritten: true }, MailRefused, undefined],
    ["meets no server", undefined, 0, {}, MailDown, true],
  ] as const)("that %s is reported to who sends many", async (_, at, code, mail, outcome, isUnsent) => {
    const smtp = at ? await startSmtp(failing(at, code, 9).behaviour) : { url: "smtp://127.0.0.1:1" }
    const { outcome: found } = await send(smtp.url, mail)
    expect([found instanceof outcome, found.isUnsent]).toEqual([true, isUnsent])
  })

  it("that the server put off after all of it was said is sent again, and taken once", async () => {
    let tries = 0
    const smtp = await startSmtp({
      onData: (stream, _, done) => {
        stream.resume()
        stream.on("end", () => done(++tries === 1 ? Object.assign(new Error("later"), { responseCode: 451 }) : undefined))
      },
    })
    expect(await send(smtp.url)).toEqual({ outcome: "sent", refusals: [] })
    expect(tries).toBe(2)
  })

  it("that may have been taken is not sent twice, is reported as in doubt, and has the id that it was given", async () => {
    const taken: string[] = []
    let text = ""
    const smtp = await startSmtp({
      onData: (stream, session) => {
        stream.on("data", chunk => {
          text += chunk
        })
        stream.on("end", () => {
          taken.push(session.id)
          for (const socket of sockets) socket.destroy()
        })
      },
    })
    const relay = createServer(socket => {
      const inner = connect(Number(new URL(smtp.url).port), "127.0.0.1")
      sockets.push(socket)
      socket.on("error", () => {})
      inner.on("error", () => {})
      socket.on("close", () => inner.destroy())
      socket.pipe(inner).pipe(socket)
    })
    const sockets: Socket[] = []
    const port = await listen(relay)
    stops.push(() => relay.close())
    const { outcome } = await send(`smtp://127.0.0.1:${port}`, { id: "ab12" })
    expect([outcome instanceof MailDown, outcome.isUnsent]).toEqual([true, false])
    expect(taken).toHaveLength(1)
    expect(text).toMatch(/^Message-ID: <ab12@localhost>\r?$/m)
  })

  it("waits out a server that starts again", async () => {
    const first = await startSmtp()
    const port = Number(new URL(first.url).port)
    await stops.pop()?.()
    const sending = send(first.url, {}, [300, 1_000])
    await new Promise(done => setTimeout(done, 100))
    const received: string[] = []
    const again = new SMTPServer({
      authOptional: true,
      disabledCommands: ["AUTH", "STARTTLS"],
      onData: (stream, session, done) => {
        stream.resume()
        stream.on("end", () => {
          received.push(session.id)
          done()
        })
      },
    })
    await new Promise<void>(done => again.listen(port, "127.0.0.1", () => done()))
    stops.push(() => new Promise<void>(done => again.close(done)))
    expect((await sending).outcome).toBe("sent")
    expect(received).toHaveLength(1)
  })
})

/** A skipped test counts as a failure. */

describe("a mail server that fails", () => {
  const alike = async (smtpUrl: string, env?: Record<string, string>) => {
    const { api } = await startApi(smtpUrl, env)
    const answers = await Promise.all([ask(api, accounts.elif), ask(api, nobody)])
    for (const { status, body, ms } of answers) {
      expect([status, body.errors]).toEqual([503, ["Kod gönderme başarısız"]])
      expect(ms).toBeLessThan(allowedMs(5_000))
    }
  }

  it("by being down is told to everybody alike", async () => {
    await alike(`smtp://127.0.0.1:${await freePort()}`)
  })

  it("by a 4xx greeting is told to everybody alike", async () => {
    const server = createServer(socket => socket.end("421 too busy\r\n"))
    const port = await listen(server)
    stops.push(() => server.close())
    await alike(`smtp://127.0.0.1:${port}`)
  })

  const greetings: ((write: (text: string) => void) => void)[] = [
    () => {},
    // Each step comes before its own time-out; together they would take far longer than 5 s.
    write => {
      let at = 0
      const timer = setInterval(() => write(["220-slow\r\n", "220 slow\r\n", "250-slow\r\n"][Math.min(at++, 2)] ?? ""), 1_500)
      stops.push(() => clearInterval(timer))
    },
  ]

  // It waits for 5 s.
  itInLongRuns("because it never greets, or drips its words, is given up within 5 s", async () => {
    const given = async (greet: (typeof greetings)[number]) => {
      const server = createServer(socket => {
        socket.on("error", () => {})
        stops.push(() => socket.destroy())
        greet(text => socket.writable && socket.write(text))
      })
      const port = await listen(server)
      stops.push(() => server.close())
      await alike(`smtp://127.0.0.1:${port}`, {})
    }
    await Promise.all(greetings.map(given))
  })
})
