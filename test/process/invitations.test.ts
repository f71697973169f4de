import { SMTPServer } from "smtp-server"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { listen } from "../../scripts/free-port.mjs"
import { startPostgres } from "../../scripts/postgres.mjs"
import { openEmbedded, rowsOf } from "../../server/src/db/open"
import { accounts } from "../api"
import { reportAttack } from "../attacks"
import { rounds } from "../rounds"
import { endAll, fresh, removeFolders, seeded, start } from "./kit"

/**
 * A server that is killed while it invites people to a survey (docs/contract.md#survey-answers): the repeated call has the links of
 * everybody, and every mail arrives, at most as many of them twice as there are connections; and while it tells winners, of whom none gets two mails. TEST_ROUNDS is the number of kills of each kind.
 */
const people = 40
/** Mails of a survey that a process sends at the same time. */
const connections = 4
const received: { to: string; text: string }[] = []
/** As long as a mail takes. */
const mailMs = 20
let smtpUrl = ""

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["AUTH", "STARTTLS"],
  onData: (stream, session, done) => {
    let text = ""
    stream.on("data", chunk => {
      text += chunk
    })
    stream.on("end", () => {
      received.push({ to: session.envelope.rcptTo[0]?.address ?? "", text })
      setTimeout(done, mailMs)
    })
  },
})
smtp.on("error", () => {})

beforeAll(async () => {
  const port = await listen(smtp)
  smtpUrl = `smtp://127.0.0.1:${port}`
})
afterEach(endAll)
afterAll(async () => {
  await new Promise<void>(done => smtp.close(() => done()))
  removeFolders()
})

const pause = (ms: number) => new Promise(done => setTimeout(done, ms))
const until = async (isSo: () => boolean) => {
  for (const end = Date.now() + 120_000; !isSo(); await pause(20)) if (Date.now() > end) throw new Error("It did not happen.")
}

const dataDir = seeded()
const env = () => ({ SMTP_URL: smtpUrl, PUBLIC_URL: "http://localhost:1" })

const startProduct = async (folder = dataDir, ofEngine: Record<string, string> = {}) =>
  signIn(await start(folder, { ...env(), ...ofEngine }))

const signIn = async (server: Awaited<ReturnType<typeof start>>) => {
  const before = received.length
  await fetch(`${server.url}/Auth/GetCode/${accounts.elif}`)
  await until(() => received.slice(before).some(({ to }) => to === accounts.elif))
  const code = /\b\d{6}\b/.exec(received.slice(before).find(({ to }) => to === accounts.elif)?.text ?? "")?.[0]
  const answer = await fetch(`${server.url}/Auth/GetToken?email=${accounts.elif}&code=${code}`)
  const { token } = ((await answer.json()) as { value: { token: string } }).value
  const call = async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(server.url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    })
    return { status: answer.status, value: ((await answer.json()) as { value: Record<string, unknown> }).value }
  }
  return { server, call }
}

type Call = Awaited<ReturnType<typeof startProduct>>["call"]

/** A department of its own with people. */
const createPeople = async (call: Call, name: string) => {
  const { id: departmentId } = (await call("POST", "/department/create", { name })).value
  const users = Array.from({ length: people }, (_, at) => ({
    firstName: "Ada",
    lastName: "Deniz",
    email: `${name.replaceAll(" ", "-").toLowerCase()}.${at}@anket.example`,
    phoneNumber: "0212 000 00 00",
    departmentId,
  }))
  const rows = (await call("POST", "/user/bulk", { users })).value as unknown as { id?: string }[]
  expect(rows.filter(({ id }) => id)).toHaveLength(people)
  return { departmentId, emails: users.map(({ email }) => email) }
}

/** A survey that asks people of its own. */
const createSurvey = async ({ call }: { call: Call }, name: string) => {
  const { departmentId, emails } = await createPeople(call, name)
  const questions = [{ text: "Memnun musunuz?", type: "yes_no", options: [] }]
  const body = { title: name, description: "", type: 0, status: 1, questions, departmentIds: [departmentId] }
  const { status, value } = await call("POST", "/survey/create", body)
  expect(status).toBe(200)
  return { id: String(value.id), emails }
}

const day = 86_400_000

/** A draw in which people of its own have won. */
const createWinners = async ({ call }: { call: Call }, name: string) => {
  const { departmentId, emails } = await createPeople(call, name)
  const [startDate, endDate, drawDate] = [3, 2, 1].map(days => new Date(Date.now() - days * day).toISOString())
  const prizes = [{ name: "Kupa", type: 0, quantity: people }]
  const who = { method: 0, eligibility: 1, departmentId, status: 1 }
  const { value } = await call("POST", "/draw/create", {
    title: name,
    description: "Özet",
    ...who,
    prizes,
    startDate,
    endDate,
    drawDate,
  })
  for (const step of ["lock", "run"]) expect((await call("POST", `/draw/${value.id}/${step}`, {})).status).toBe(200)
  return { id: String(value.id), emails }
}

type Begun = { folder: string; ofEngine: Record<string, string>; end: () => Promise<void> }
const engines: [string, () => Promise<Begun>][] = [
  ["the embedded database", async () => ({ folder: dataDir, ofEngine: {}, end: async () => {} })],
  [
    "PostgreSQL",
    async () => {
      const { url, stop } = await startPostgres()
      return { folder: fresh(), ofEngine: { DATABASE_URL: url }, end: async () => stop() }
    },
  ],
]

/** When to kill, ms after the call: the golden ratio spreads any number of kills evenly. */
const killTime = (kill: number, reachMs: number) => ((kill * 0.618034) % 1) * reachMs

describe("a server that is killed while it invites", () => {
  it(
    `answers the repeated call with the links of everybody, once each, ${rounds} times`,
    async () => {
      let product = await startProduct()
      let lost = 0
      for (let kill = 0; kill < rounds; kill++) {
        const { id } = await createSurvey(product, `Link ${kill}`)
        const key = { "Idempotency-Key": `invite ${id}` }
        const first = product.call("POST", `/survey/${id}/invitations`, {}, key).catch(() => undefined)
        await pause(killTime(kill, 400))
        product.server.child.kill("SIGKILL")
        await product.server.ended
        const answered = await first
        product = await startProduct()
        const again = await product.call("POST", `/survey/${id}/invitations`, {}, key)
        const tokens = again.value.tokens as { token: string }[]
        if (tokens.length !== people || new Set(tokens.map(({ token }) => token)).size !== people) lost++
        if (answered) expect(answered.value).toEqual(again.value)
        for (const { token } of tokens.slice(0, 1))
          expect((await fetch(`${product.server.url}/go/survey/${token}`)).status).toBe(200)
      }
      reportAttack("kills while links are made", rounds, lost, `${rounds * people} people`)
      expect(lost).toBe(0)
    },
    300_000 * rounds,
  )

  it(
    `mails everybody, at most ${connections} people twice, ${rounds} times`,
    async () => {
      let [twice, missing] = [0, 0]
      for (let kill = 0; kill < rounds; kill++) {
        let product = await startProduct()
        const { id, emails } = await createSurvey(product, `Mail ${kill}`)
        const key = { "Idempotency-Key": `mail ${id}` }
        product.call("POST", `/survey/${id}/invitations`, { mail: true }, key).catch(() => undefined)
        await pause(100 + killTime(kill, people * mailMs))
        product.server.child.kill("SIGKILL")
        await product.server.ended
        const folder = await openEmbedded(dataDir)
        const doubts = await rowsOf(
          folder.db,
          "update jobs set taken_until = null where tries > 0 and kind = 'invitation' returning id",
        )
        await folder.close()
        expect(doubts.length).toBeLessThanOrEqual(connections)
        product = await startProduct()
        expect((await product.call("POST", `/survey/${id}/invitations`, { mail: true }, key)).status).toBe(200)
        const copies = () => received.filter(({ to }) => emails.includes(to)).map(({ to }) => to)
        await until(() => new Set(copies()).size === people)
        // What is in doubt may still come.
        await pause(10 * mailMs)
        twice += copies().length - people
        missing += people - new Set(copies()).size
        expect(copies().length - people).toBeLessThanOrEqual(doubts.length)
        await endAll()
      }
      reportAttack("kills while mails are sent", rounds, missing, `${rounds * people} mails, ${twice} of them twice`)
      expect([missing, twice <= rounds * connections]).toEqual([0, true])
    },
    300_000 * rounds,
  )

  it.each(engines)(
    `tells winners at most once on %s, and misses at most the one that it was telling, ${rounds} times`,
    async (engine, begin) => {
      const { folder, ofEngine, end } = await begin()
      try {
        let [twice, missing] = [0, 0]
        let first = await startProduct(folder, ofEngine)
        for (let kill = 0; kill < rounds; kill++) {
          const { id, emails } = await createWinners(first, `${engine} ${kill}`)
          expect((await first.call("POST", `/draw/${id}/winner-mails`, {})).status).toBe(200)
          first.server.child.kill("SIGKILL")
          await first.server.ended
          const told = () => received.filter(({ to }) => emails.includes(to)).map(({ to }) => to)
          // The next process begins to send as it starts.
          const second = await start(folder, { ...env(), ...ofEngine })
          await until(() => told().length > 0)
          await pause(killTime(kill, people * mailMs))
          second.child.kill("SIGKILL")
          await second.ended
          first = await startProduct(folder, ofEngine)
          await until(() => new Set(told()).size >= people - 1)
          await pause(10 * mailMs)
          twice += told().length - new Set(told()).size
          missing += people - new Set(told()).size
        }
        const known = `${rounds * people} mails, ${missing} of them not known to have left`
        reportAttack(`kills while winners are told on ${engine}`, rounds, twice, known)
        expect([twice, missing <= rounds]).toEqual([0, true])
      } finally {
        await endAll()
        await end()
      }
    },
    300_000 * rounds,
  )
})
