import { randomUUID } from "node:crypto"
import type { ServerResponse } from "node:http"
import { createServer } from "node:net"
import { Webhook } from "standardwebhooks"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { seal } from "../../../server/src/auth/seal"
import { jobs as deliveries } from "../../../server/src/db/job-tables"
import { tenants, users } from "../../../server/src/db/schema"
import { webhooks } from "../../../server/src/db/webhook-tables"
import type { Deps } from "../../../server/src/http/context"
import { idFilter } from "../../../server/src/http/list"
import { startDeliveries } from "../../../server/src/webhooks/deliver"
import { send } from "../../../server/src/webhooks/send"
import { newSecret } from "../../../server/src/webhooks/signature"
import { accounts, createTestApi, type TestApi } from "../../api"
import { reportAttack } from "../../attacks"
import { allowedMs } from "../../pace"
import { isLong, itInLongRuns, rounds } from "../../rounds"
import { eventOf, type Received, startReceiver } from "../webhook-kit"

/** Sending: signatures, order, retries, slow receivers, several processes (docs/contract.md#webhook-deliveries). */
let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ env: { WEBHOOK_ALLOW: "127.0.0.1,localhost" } })
})
afterAll(() => api.close())

const minute = 60_000
const hour = 60 * minute
const running = new Set<ReturnType<typeof startDeliveries>>()
/** A process that sends; in a short run what hangs is given up sooner. */
const startProcess = (given: Partial<Deps> = {}) => {
  const process = startDeliveries({ ...api.deps, ...given }, isLong ? {} : { timeoutMs: 1_500, stopAfterMs: 300 })
  running.add(process)
  return process
}
afterEach(async () => {
  await Promise.all([...running].map(process => process.stop()))
  running.clear()
  await api.db.delete(webhooks)
})

type Values = Partial<typeof webhooks.$inferInsert>
const addEndpoint = async (url: string, values: Values = {}) => {
  const now = new Date(api.now())
  const secret = newSecret()
  const given = { url, description: "", events: ["brand.created"], createdAt: now, endsCheckedAt: now, ...values }
  const [row] = await api.db
    .insert(webhooks)
    .values({ secret: seal(api.config.codeSecret, secret), ...given })
    .returning()
  return { id: row?.id ?? "", secret }
}
/** Deliveries that wait, of records by their number. */
const addDeliveries = async (webhookId: string, records: readonly string[]) => {
  const createdAt = new Date(api.now())
  const rows = records.map((recordId, at) => ({
    webhookId,
    type: "brand.created",
    recordId,
    body: JSON.stringify({ type: "brand.created", timestamp: createdAt.toISOString(), data: { id: recordId, at } }),
    nextTryAt: createdAt,
    createdAt,
  }))
  await api.db.insert(deliveries).values(rows)
}
const stored = (webhookId: string) =>
  api.db.select().from(deliveries).where(idFilter(deliveries.webhookId, webhookId)).orderBy(deliveries.id)
const endpoint = async (id: string) => (await api.db.select().from(webhooks).where(idFilter(webhooks.id, id)))[0]
const untilSettled = (webhookId: string, count = 0) =>
  expect
    .poll(async () => (await stored(webhookId)).filter(({ state }) => state === "waiting").length, {
      timeout: 60_000,
      interval: 20,
    })
    .toBe(count)
const untilTried = (webhookId: string, tries: number) =>
  expect
    .poll(
      async () => {
        // A try that failed is stored at the next second otherwise.
        for (const process of running) process.wake()
        return (await stored(webhookId)).map(({ tries, takenUntil }) => [tries, takenUntil])
      },
      { interval: 20 },
    )
    .toEqual([[tries, null]])

describe("a signature", () => {
  it("is accepted by an independent library, and not with another body, time or secret", async () => {
    const { url, received } = await startReceiver()
    const { id, secret } = await addEndpoint(url)
    await addDeliveries(id, [randomUUID()])
    startProcess({ clock: Date.now })
    await untilSettled(id)
    const { headers, body } = received[0] as Received
    const receiver = new Webhook(secret)
    expect(receiver.verify(body, headers)).toEqual(JSON.parse(body))
    expect(headers["content-type"]).toBe("application/json")
    const [row] = await stored(id)
    expect([headers["webhook-id"], body]).toEqual([row?.messageId, row?.body])

    const refused: [string, () => unknown][] = [
      ...Array.from({ length: body.length }, (_, at): [string, () => unknown] => {
        const flipped = body.slice(0, at) + String.fromCharCode(body.charCodeAt(at) ^ 1) + body.slice(at + 1)
        return [`byte ${at}`, () => receiver.verify(flipped, headers)]
      }),
      ["another secret", () => new Webhook(newSecret()).verify(body, headers)],
      ["another id", () => receiver.verify(body, { ...headers, "webhook-id": randomUUID() })],
      [
        "a time moved on",
        () => receiver.verify(body, { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) }),
      ],
    ]
    for (const [what, verify] of refused) expect(verify, what).toThrow("No matching signature found")
    reportAttack("forged deliveries of webhooks", refused.length, 0)
  })

  it("of six minutes ago, or ahead, is refused there", async () => {
    for (const [minutes, message] of [
      [-6, "Message timestamp too old"],
      [6, "Message timestamp too new"],
    ] as const) {
      const { url, received } = await startReceiver()
      const { id, secret } = await addEndpoint(url)
      const [row] = await api.db.select().from(webhooks).where(idFilter(webhooks.id, id))
      if (!row) throw new Error("no endpoint")
      const clock = () => Date.now() + minutes * minute
      await send({ config: api.config, clock }, row, { messageId: randomUUID(), body: "{}" }, { timeoutMs: 5_000 })
      expect(() => new Webhook(secret).verify("{}", received[0]?.headers ?? {})).toThrow(message)
    }
  })

  it("is made with the old secret too for a day, and with the new one alone after it", async () => {
    const { url, received } = await startReceiver()
    const old = newSecret()
    const now = Date.now()
    const { id, secret } = await addEndpoint(url, {
      oldSecret: seal(api.config.codeSecret, old),
      oldSecretUntil: new Date(now + 1_000),
    })
    const row = await endpoint(id)
    if (!row) throw new Error("no endpoint")
    for (const clock of [() => now, () => now + 1_000])
      await send({ config: api.config, clock }, row, { messageId: randomUUID(), body: "{}" }, { timeoutMs: 5_000 })
    const verify = (secret: string, at: number) => new Webhook(secret).verify("{}", received[at]?.headers ?? {})
    expect([verify(secret, 0), verify(old, 0), verify(secret, 1)]).toEqual([{}, {}, {}])
    expect(() => verify(old, 1)).toThrow("No matching signature found")
  })
})

describe("a delivery", () => {
  it("follows the earlier ones of its record, with several processes, and does not wait for those of others", async () => {
    const failed = new Set<string>()
    const { url, received } = await startReceiver((_, response, { body }) => {
      // Each first try of every fifth fails, and some answers are slow.
      const key = body
      const at = Number(eventOf({ body }).data.at)
      const isFailure = at % 5 === 0 && !failed.has(key)
      if (isFailure) failed.add(key)
      setTimeout(() => response.writeHead(isFailure ? 500 : 200).end(), at % 7)
    })
    const { id } = await addEndpoint(url)
    const records = Array.from({ length: 6 }, () => randomUUID())
    const count = isLong ? 60 : 30
    await addDeliveries(
      id,
      Array.from({ length: count }, (_, at) => records[(at * 7) % records.length] ?? ""),
    )
    for (let at = 0; at < 3; at++) startProcess()
    for (let tries = 0; tries < 200 && (await stored(id)).some(({ state }) => state === "waiting"); tries++) {
      await new Promise(done => setTimeout(done, 100))
      api.advance(6_000)
      for (const process of running) process.wake()
    }
    expect((await stored(id)).every(({ state }) => state === "delivered")).toBe(true)
    expect(failed.size).toBe(count / 5)
    for (const record of records) {
      const numbers = received
        .map(eventOf)
        .filter(({ data }) => data.id === record)
        .map(({ data }) => Number(data.at))
      const first = numbers.filter((number, at) => numbers.indexOf(number) === at)
      expect(first).toEqual(first.toSorted((a, b) => a - b))
      // A failed one is repeated before the next one is sent.
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    }
    expect(received.length).toBe(count + count / 5)
  })

  it("is tried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and has failed then", async () => {
    const { url, received } = await startReceiver((_, response) => void response.writeHead(503).end("kapalı"))
    const { id } = await addEndpoint(url)
    await addDeliveries(id, [randomUUID()])
    const process = startProcess()
    await untilTried(id, 1)
    const delays = [5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]
    for (const [at, delay] of delays.entries()) {
      const [row] = await stored(id)
      const planned = (row?.nextTryAt?.getTime() ?? 0) - api.now()
      expect([row?.tries, row?.state, planned >= 0.9 * delay - 1_000 && planned <= 1.1 * delay]).toEqual([
        at + 1,
        "waiting",
        true,
      ])
      api.advance(planned - 1)
      process.wake()
      await new Promise(done => setTimeout(done, 30))
      expect(received.length).toBe(at + 1)
      api.advance(1)
      process.wake()
      await untilTried(id, at + 2)
    }
    const [row] = await stored(id)
    expect(row).toMatchObject({ state: "failed", tries: 10, nextTryAt: null, status: 503, error: "status", answer: "kapalı" })
    expect(new Set(received.map(({ id }) => id))).toEqual(new Set([row?.messageId]))
    expect(process.counts).toEqual({ delivered: 0, failed: 10 })
  })

  it("ends the endpoint when the answer is 410, and waits", async () => {
    const { url, received } = await startReceiver((_, response) => void response.writeHead(410).end())
    const { id } = await addEndpoint(url)
    await addDeliveries(id, [randomUUID(), randomUUID()])
    await api.db.update(webhooks).set({ failingSince: new Date(api.now()) })
    const process = startProcess()
    await expect.poll(async () => (await endpoint(id))?.state).toBe("ended")
    api.advance(48 * hour)
    process.wake()
    await new Promise(done => setTimeout(done, 100))
    expect([received.length, (await stored(id)).map(({ state }) => state)]).toEqual([1, ["waiting", "waiting"]])
  })

  it("waits for a paused endpoint, and for one that is deleted", async () => {
    const { url, received } = await startReceiver()
    const { id } = await addEndpoint(url, { state: "paused" })
    const deleted = await addEndpoint(url, { deletedAt: new Date(api.now()) })
    for (const webhookId of [id, deleted.id]) await addDeliveries(webhookId, [randomUUID()])
    const process = startProcess()
    await new Promise(done => setTimeout(done, 100))
    expect(received.length).toBe(0)
    await api.db.update(webhooks).set({ state: "active", deletedAt: null })
    process.wake()
    await untilSettled(id)
    await untilSettled(deleted.id)
  })

  it("that fails for five days pauses the endpoint, with a mail to each administrator of its company who has the page, in their language", async () => {
    const person = await api.db.query.users.findFirst({ where: (row, { eq }) => eq(row.email, accounts.elif) })
    const { url, answer } = await startReceiver((_, response) => void response.writeHead(500).end())
    const tenantId = person?.tenantId ?? ""
    const { id } = await addEndpoint(url, { userId: person?.id ?? null, tenantId })
    // Three more administrators: of one who is restricted to a module and of one whose account is off, neither is told.
    const others = await api.db.query.users.findMany({
      where: (row, { and, eq }) => and(eq(row.tenantId, tenantId), eq(row.role, "User"), eq(row.status, 1)),
      limit: 3,
    })
    const given = [{ language: "en" as const }, { permissions: ["campaigns.read"] }, { status: 0 }]
    for (const [at, values] of given.entries())
      await api.db
        .update(users)
        .set({ role: "TenantAdmin", ...values })
        .where(idFilter(users.id, others[at]?.id ?? ""))
    const told = [`${accounts.elif} tr`, `${others[0]?.email} en`].sort()
    api.outbox.length = 0
    const process = startProcess()
    const fail = async () => {
      await addDeliveries(id, [randomUUID()])
      await expect
        .poll(
          async () => {
            process.wake()
            return (await stored(id)).at(-1)?.tries
          },
          { interval: 20 },
        )
        .toBe(1)
    }
    await fail()
    const since = (await endpoint(id))?.failingSince?.getTime()
    expect(since).toBe(api.now())
    // A success in between begins anew.
    answer((_, response) => void response.writeHead(204).end())
    await addDeliveries(id, [randomUUID()])
    process.wake()
    await expect.poll(async () => (await endpoint(id))?.failingSince).toBeNull()
    answer((_, response) => void response.writeHead(500).end())
    await fail()
    api.advance(119 * hour)
    await fail()
    expect((await endpoint(id))?.state).toBe("active")
    api.advance(hour)
    process.wake()
    await expect.poll(async () => (await endpoint(id))?.state).toBe("paused")
    await expect.poll(() => api.outbox.map(({ to, language }) => `${to} ${language}`).sort()).toEqual(told)
    const mail = api.outbox.find(({ to }) => to === accounts.elif)
    expect(mail?.subject).toContain("127.0.0.1")
    expect([mail?.text.includes(url), /\/user\/connections$/.test(mail?.text ?? "")]).toEqual([true, true])
    expect(mail?.text).not.toMatch(/\{\{|webhook\./)
  })

  it("is sent by one process when another one was killed with it, once its lease has run out", async () => {
    const { url, received } = await startReceiver()
    const { id } = await addEndpoint(url)
    await addDeliveries(id, [randomUUID()])
    await api.db.update(deliveries).set({ takenUntil: new Date(api.now() + 30_000) })
    const process = startProcess()
    await new Promise(done => setTimeout(done, 100))
    expect(received.length).toBe(0)
    api.advance(30_000)
    process.wake()
    await untilSettled(id)
    expect(received.length).toBe(1)
  })

  it("goes to the address that was checked: a name is resolved again, and a redirect is not followed", async () => {
    const inner = await startReceiver()
    const { url, port } = await startReceiver((_, response) => void response.writeHead(307, { Location: inner.url }).end())
    const redirected = await addEndpoint(url)
    const named = await addEndpoint(`http://localhost:${port}/`)
    const refused = await addEndpoint("http://[::1]:8080/")
    for (const { id } of [redirected, named, refused]) await addDeliveries(id, [randomUUID()])
    startProcess()
    for (const { id } of [redirected, named, refused]) await untilTried(id, 1)
    const errors = await Promise.all([redirected, named, refused].map(async ({ id }) => (await stored(id))[0]))
    expect(errors.map(row => [row?.status, row?.error])).toEqual([
      [307, "status"],
      [307, "status"],
      [null, "address"],
    ])
    expect(inner.received.length).toBe(0)
  })
})

describe("an endpoint that refuses at once", () => {
  it("gets one delivery a second, however many wait for it, and the rest once it works", async () => {
    const { url, received, answer } = await startReceiver((_, response) => void response.writeHead(500).end())
    const { id } = await addEndpoint(url)
    await addDeliveries(
      id,
      Array.from({ length: 20 }, () => randomUUID()),
    )
    const from = performance.now()
    startProcess()
    await new Promise(done => setTimeout(done, 1_500))
    expect(received.length).toBeLessThanOrEqual(1 + (performance.now() - from) / 1_000)
    answer((_, response) => void response.writeHead(204).end())
    const failed = received.length
    await untilSettled(id, failed)
    expect(received.length).toBe(20)
  })
})

describe("slow receivers of one owner", () => {
  it("leave places to another owner's delivery, and half of the own ones to endpoints that work", async () => {
    const person = await api.db.query.users.findFirst({ where: (row, { eq }) => eq(row.email, accounts.elif) })
    const slow = await startReceiver(() => {})
    const working = { lastDeliveryAt: new Date(api.now() - 1_000) }
    const tenantId = person?.tenantId ?? ""
    for (let at = 0; at < 18; at++) {
      const { id } = await addEndpoint(slow.url, { tenantId, ...(at % 2 && working) })
      await addDeliveries(id, [randomUUID(), randomUUID(), randomUUID()])
    }
    const process = startProcess()
    await expect.poll(() => slow.received.length, { interval: 20 }).toBe(6)
    const other = await startReceiver()
    const { id } = await addEndpoint(other.url, working)
    await addDeliveries(id, [randomUUID()])
    process.wake()
    await untilSettled(id)
    expect([other.received.length, slow.received.length]).toEqual([1, 6])
  })

  it("that do not work take half of its places", async () => {
    const person = await api.db.query.users.findFirst({ where: (row, { eq }) => eq(row.email, accounts.elif) })
    const dead = await startReceiver(() => {})
    for (let at = 0; at < 10; at++)
      await addDeliveries((await addEndpoint(dead.url, { tenantId: person?.tenantId ?? "" })).id, [randomUUID()])
    const process = startProcess()
    await expect.poll(() => dead.received.length).toBe(3)
    const fine = await startReceiver()
    const { id } = await addEndpoint(fine.url, { tenantId: person?.tenantId ?? "", lastDeliveryAt: new Date(api.now()) })
    await addDeliveries(id, [randomUUID()])
    process.wake()
    await untilSettled(id)
    expect(dead.received.length).toBe(3)
  })
})

describe("an address whose scheme is in capitals", () => {
  it("is called by TLS", async () => {
    const { port, received } = await startReceiver()
    const { id } = await addEndpoint(`HTTPS://127.0.0.1:${port}/`)
    const row = await endpoint(id)
    if (!row) throw new Error("no endpoint")
    const { error } = await send(api.deps, row, { messageId: randomUUID(), body: "{}" }, { timeoutMs: 500 })
    expect([received.length, error === null]).toEqual([0, false])
  })
})

describe("a process that stops", () => {
  it("finishes what it sends, takes nothing further, and leaves what hangs to the next one", async () => {
    const waiting: ServerResponse[] = []
    const { url, received, answer } = await startReceiver((_, response) => void waiting.push(response))
    const { id } = await addEndpoint(url, { lastDeliveryAt: new Date(api.now()) })
    await addDeliveries(
      id,
      Array.from({ length: 5 }, () => randomUUID()),
    )
    const process = startProcess()
    await expect.poll(() => waiting.length, { interval: 20 }).toBe(3)
    const stopped = process.stop()
    for (const response of waiting) response.writeHead(200).end()
    await stopped
    expect((await stored(id)).map(({ state }) => state).sort()).toEqual([
      ...Array(3).fill("delivered"),
      ...Array(2).fill("waiting"),
    ])
    // A hanging delivery is waited for.
    answer(() => {})
    const next = startProcess()
    await expect.poll(() => received.length).toBe(5)
    const from = performance.now()
    await next.stop()
    expect(performance.now() - from).toBeGreaterThan(isLong ? 4_000 : 250)
    const rows = (await stored(id)).filter(({ state }) => state === "waiting")
    expect(rows.map(({ tries, error, takenUntil }) => [tries, error, takenUntil])).toEqual(Array(2).fill([0, "stopped", null]))
    expect((await endpoint(id))?.failingSince).toBeNull()
  })
})

/** What receivers do that do not work, and how a delivery to each ends: status, error, length of the kept answer. */
const startSlow = async () => {
  const drip = await startReceiver((_, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write("."), 100)
    response.once("close", () => clearInterval(timer))
  })
  const hang = await startReceiver(() => {})
  const large = await startReceiver((_, response) => {
    response.writeHead(200)
    response.write(Buffer.alloc(10 * 1024 * 1024, "a"))
    response.end()
  })
  const head = await startReceiver((_, response) => {
    response.writeHead(200, { "X-Long": "a".repeat(200_000) })
    response.end()
  })
  const redirect = await startReceiver((_, response) => void response.writeHead(302, { Location: "/" }).end())
  const reset = await startReceiver(request => void request.socket.destroy())
  const closed = await new Promise<string>(done => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => done(`http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`))
    })
  })
  return { drip, hang, large, head, redirect, reset, closed: { url: closed } }
}
const endsOfSlow = {
  drip: [null, "timeout", 0],
  hang: [null, "timeout", 0],
  // A success: what follows its first 64 KiB is not read.
  large: [200, null, 500],
  head: [null, "tooLarge", 0],
  redirect: [302, "status", 0],
  reset: [null, "connection", 0],
  closed: [null, "connection", 0],
}

describe("slow receivers", () => {
  it("end a delivery in time: drips, hangs, large answers, heads without end, redirects, closed ports, resets", async () => {
    const ends = Object.entries(await startSlow()).map(async ([name, { url }]) => {
      const row = await endpoint((await addEndpoint(url)).id)
      if (!row) throw new Error("no endpoint")
      const sent = await send(api.deps, row, { messageId: randomUUID(), body: "{}" }, { timeoutMs: 1_500 })
      return [name, [sent.status, sent.error, sent.answer.length]]
    })
    expect(Object.fromEntries(await Promise.all(ends))).toEqual(endsOfSlow)
  })

  itInLongRuns("cost no other endpoint a delivery", async () => {
    const kinds = await startSlow()
    // An owner has few places for endpoints that do not work.
    const owners = await api.db.select({ tenantId: tenants.id }).from(tenants)
    const bad: Record<string, string> = {}
    let made = 0
    const addBad = async (name: keyof typeof kinds) => {
      const { id } = await addEndpoint(kinds[name].url, owners[made++ % owners.length])
      await addDeliveries(
        id,
        Array.from({ length: 10 }, () => randomUUID()),
      )
      bad[name] = id
    }
    for (const name of Object.keys(kinds) as (keyof typeof kinds)[]) await addBad(name)
    // Enough to take every place of a process.
    for (let at = 0; at < 5; at++) for (const name of ["hang", "drip"] as const) await addBad(name)
    const fine = await startReceiver()
    const good: string[] = []
    const each = 50 * rounds
    for (let at = 0; at < 4; at++) {
      const { id } = await addEndpoint(fine.url, { lastDeliveryAt: new Date(api.now()) })
      await addDeliveries(
        id,
        Array.from({ length: each }, () => randomUUID()),
      )
      good.push(id)
    }
    const timed = async (ids: string[]) => {
      const from = performance.now()
      for (const id of ids) await untilSettled(id)
      return performance.now() - from
    }
    const process = startProcess()
    const first = await timed(good)
    expect(new Set(fine.received.map(({ id }) => id)).size).toBe(4 * each)
    const isTried = async (name: string) => (await stored(bad[name] ?? "")).some(({ tries }) => tries > 0)
    for (const name of Object.keys(kinds)) await expect.poll(() => isTried(name), { timeout: 90_000 }).toBe(true)
    for (const id of good)
      await addDeliveries(
        id,
        Array.from({ length: 10 }, () => randomUUID()),
      )
    process.wake()
    const second = await timed(good)
    const figures = `${Math.round(first)} ms, and when all had failed ${Math.round(second)} ms`
    reportAttack("deliveries beside slow receivers", 4 * each + 40, 0, figures)
    expect(Math.max(first / rounds, second)).toBeLessThan(allowedMs(6_000))
    const errors: Record<string, unknown> = {}
    for (const name of Object.keys(kinds)) {
      const row = (await stored(bad[name] ?? "")).find(({ tries }) => tries > 0)
      errors[name] = [row?.status, row?.error, row?.answer.length]
    }
    expect(errors).toEqual(endsOfSlow)
  })
})
