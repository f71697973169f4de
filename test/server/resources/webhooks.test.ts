import { randomUUID } from "node:crypto"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { jobs as deliveries } from "../../../server/src/db/job-tables"
import { rowsOf } from "../../../server/src/db/open"
import { idempotencyKeys } from "../../../server/src/db/schema"
import { webhooks } from "../../../server/src/db/webhook-tables"
import { idFilter } from "../../../server/src/http/list"
import { deleteExpired } from "../../../server/src/operations/housekeeping"
import { erasePerson, exportPerson } from "../../../server/src/operations/people"
import type { AuditEntry } from "../../../src/contract/audit"
import { maxWebhooks } from "../../../src/contract/webhooks"
import { accounts, createTestApi, type TestApi } from "../../api"
import { fieldsOf, type Signed, signAll, type Who } from "../record-kit"
import { startReceiver } from "../webhook-kit"

/** The calls on webhooks (docs/contract.md#webhooks). */
let api: TestApi
let tokens: Signed["tokens"]
beforeAll(async () => {
  api = await createTestApi({ env: { WEBHOOK_ALLOW: "127.0.0.1" } })
  tokens = await signAll(api)
})
afterAll(() => api.close())
beforeEach(async () => void (await api.db.delete(webhooks)))

const send = (method: string, path: string, who: Who = "elif", body?: unknown, headers: Record<string, string> = {}) =>
  api.call(method, path, { token: tokens[who], body, headers })
const get = (path: string, who: Who = "elif") => send("GET", path, who)
const draft = { url: "https://1.1.1.1/hook", description: "Bordro", events: ["employee.created", "brand.created"] }
const add = (given: object = {}, who: Who = "elif", headers = {}) =>
  send("POST", "/webhook", who, { ...draft, ...given }, headers)
const hour = 3_600_000

const addDelivery = async (webhookId: string, values: Partial<typeof deliveries.$inferInsert> = {}) => {
  const createdAt = new Date(api.now())
  const given = { webhookId, type: "brand.created", recordId: randomUUID(), body: "{}", createdAt, ...values }
  const [row] = await api.db.insert(deliveries).values(given).returning()
  if (!row) throw new Error("nothing was stored")
  return row
}

describe("an endpoint", () => {
  it("is added with a secret that no other call answers", async () => {
    const { status, value, headers } = await add()
    expect([status, headers.get("ETag")]).toEqual([200, '"1"'])
    expect(value.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(Buffer.from(value.secret.slice(6), "base64").length).toBe(32)
    const expected = { ...draft, state: "active", failingSince: null, oldSecretUntil: null, waiting: 0, failed: 0, version: 1 }
    expect(value.webhook).toMatchObject({ ...expected, ownerName: "Elif Yılmaz", lastDeliveryAt: null })
    expect((await get("/webhook")).value).toEqual([value.webhook])
    const rows = JSON.stringify([await api.db.select().from(webhooks), await api.db.select().from(idempotencyKeys)])
    expect(rows).not.toContain(value.secret.slice(6))
  })

  it.each([
    [{ url: "" }, ["url"]],
    [{ url: "x" }, ["url"]],
    [{ url: "ftp://1.1.1.1/" }, ["url"]],
    [{ url: "https://127.0.0.2/" }, ["url"]],
    [{ url: "https://user:x@1.1.1.1/" }, ["url"]],
    [{ url: "https://1.1.1.1:22/" }, ["url"]],
    [{ url: "https://no-such-name.invalid/" }, ["url"]],
    [{ events: [] }, ["events"]],
    [{ events: ["brand.sold"] }, ["events.0"]],
    [{ events: ["ping"] }, ["events.0"]],
  ])("is refused as %j, with a sentence at the member, when added and when changed", async (given, fields) => {
    const answer = await add(given)
    expect([answer.status, fieldsOf(answer)]).toEqual([400, fields])
    expect(answer.body.validationErrors[0].errorMessage).toMatch(/\S+ \S+/)
    const { value } = await add()
    const changed = await send("PUT", `/webhook/${value.webhook.id}`, "elif", given)
    expect([changed.status, fieldsOf(changed)]).toEqual([400, fields])
  })

  it(`is one of at most ${maxWebhooks} of an owner, also when many are added at once`, async () => {
    const answers = await Promise.all(Array.from({ length: maxWebhooks + 5 }, (_, at) => add({ description: `${at}` })))
    expect(answers.filter(({ status }) => status === 200).length).toBe(maxWebhooks)
    expect((await add({}, "mert")).status).toBe(200)
    expect((await add({}, "admin")).status).toBe(200)
  })

  it("is changed with the version that was seen, paused and activated", async () => {
    const { id } = (await add()).value.webhook
    const put = (body: object, version?: string) =>
      send("PUT", `/webhook/${id}`, "elif", body, version ? { "If-Match": `"${version}"` } : {})
    const { value, headers } = await put({ description: "Yeni", events: ["gift.deleted"] }, "1")
    expect([value.description, value.events, headers.get("ETag")]).toEqual(["Yeni", ["gift.deleted"], '"2"'])
    const stale = await put({ description: "Eski" }, "1")
    expect([stale.status, stale.value.description, stale.headers.get("ETag")]).toEqual([409, "Yeni", '"2"'])
    expect((await put({ state: "ended" })).status).toBe(400)
    expect((await put({ state: "paused" })).value.state).toBe("paused")
    await api.db.update(webhooks).set({ state: "ended", failingSince: new Date(api.now()) })
    await addDelivery(id, { nextTryAt: new Date(api.now() + 24 * hour), tries: 5 })
    expect((await put({ state: "active" })).value).toMatchObject({ state: "active", failingSince: null, waiting: 1 })
    expect((await get(`/webhook/${id}/deliveries`)).value.deliveries[0].nextTryAt).toBe(new Date(api.now()).toISOString())
  })

  it("is deleted and restored by the undo with what waits, by its owner alone", async () => {
    const { id } = (await add()).value.webhook
    await addDelivery(id)
    const removed = await send("DELETE", `/webhook/${id}`)
    const undo = `/undo/${removed.headers.get("Undo-Token")}`
    expect([removed.status, (await get("/webhook")).value, (await send("PUT", `/webhook/${id}`, "elif", {})).status]).toEqual([
      200,
      [],
      404,
    ])
    for (const who of ["mert", "admin"] as const) expect((await send("POST", undo, who)).status).toBe(404)
    await api.db.execute(`update users set permissions = '{campaigns.write}' where email = '${accounts.elif}'`)
    expect((await send("POST", undo)).status).toBe(403)
    await api.db.execute(`update users set permissions = '{}' where email = '${accounts.elif}'`)
    expect((await send("POST", undo)).status).toBe(200)
    expect((await get("/webhook")).value).toMatchObject([{ id, waiting: 1 }])
    expect((await send("POST", undo)).status).toBe(404)
  })

  it("is the owner's: of the platform for the platform, of a company for it, of others for nobody", async () => {
    const ids: Record<string, string> = {}
    for (const who of ["admin", "elif", "mert"] as const) ids[who] = (await add({}, who)).value.webhook.id
    for (const who of ["admin", "elif", "mert"] as const) {
      expect((await get("/webhook", who)).value.map(({ id }: { id: string }) => id)).toEqual([ids[who]])
      for (const other of ["admin", "elif", "mert"].filter(name => name !== who))
        for (const [method, path, body] of [
          ["PUT", "", { description: "x" }],
          ["DELETE", "", undefined],
          ["POST", "/test", {}],
          ["POST", "/secret", {}],
          ["GET", "/deliveries", undefined],
          ["POST", "/resend", { since: "2026-01-01T00:00:00Z" }],
        ] as const)
          expect([who, other, method, path, (await send(method, `/webhook/${ids[other]}${path}`, who, body)).status]).toEqual([
            who,
            other,
            method,
            path,
            404,
          ])
    }
  })
})

describe("a secret", () => {
  it("is made anew, and the old one signs too for a day", async () => {
    const receiver = await startReceiver()
    const { webhook, secret } = (await add({ url: receiver.url })).value
    const made = await send("POST", `/webhook/${webhook.id}/secret`)
    expect(made.value.secret).not.toBe(secret)
    const until = new Date(api.now() + 24 * hour).toISOString()
    expect((await get("/webhook")).value).toMatchObject([{ oldSecretUntil: until, version: 2 }])
    await send("POST", `/webhook/${webhook.id}/test`)
    const [ping] = receiver.received
    const timestamp = new Date(Number(ping?.headers["webhook-timestamp"]) * 1_000)
    const expected = [made.value.secret, secret].map(key => new Webhook(key).sign(ping?.id ?? "", timestamp, ping?.body ?? ""))
    expect(ping?.headers["webhook-signature"]).toBe(expected.join(" "))
    api.advance(24 * hour)
    tokens = await signAll(api)
    expect((await get("/webhook")).value).toMatchObject([{ oldSecretUntil: null }])
  })
})

describe("a test", () => {
  it("sends a ping and answers what came, also for a paused endpoint, and is not repeated", async () => {
    const { url, received, answer } = await startReceiver((_, response) => void response.writeHead(200).end("tamam"))
    const { id } = (await add({ url })).value.webhook
    await send("PUT", `/webhook/${id}`, "elif", { state: "paused" })
    const fine = (await send("POST", `/webhook/${id}/test`)).value
    expect(fine).toMatchObject({
      type: "ping",
      state: "delivered",
      tries: 1,
      status: 200,
      error: null,
      answer: "tamam",
      recordId: null,
    })
    expect([fine.ms >= 0, fine.nextTryAt, received[0]?.id, JSON.parse(received[0]?.body ?? "")]).toEqual([
      true,
      null,
      fine.id,
      { type: "ping", timestamp: fine.createdAt, data: {} },
    ])
    answer((_, response) => void response.writeHead(404).end("\0yok"))
    expect((await send("POST", `/webhook/${id}/test`)).value).toMatchObject({
      state: "failed",
      status: 404,
      error: "status",
      answer: "yok",
    })
    expect((await get("/webhook")).value).toMatchObject([{ state: "paused", waiting: 0, failed: 1, failingSince: null }])
    // What an administrator typed before WEBHOOK_ALLOW was changed is checked again.
    await api.db.update(webhooks).set({ url: "http://127.0.0.2:8080/" })
    expect((await send("POST", `/webhook/${id}/test`)).value).toMatchObject({ state: "failed", status: null, error: "address" })
  })
})

describe("deliveries", () => {
  it("are listed newest first, by page, state and type", async () => {
    const { id } = (await add()).value.webhook
    const rows: (typeof deliveries.$inferSelect)[] = []
    for (const state of ["delivered", "waiting", "failed"] as const)
      for (const type of ["brand.created", "employee.created"]) rows.push(await addDelivery(id, { state, type }))
    const list = async (query: string) => {
      const { value } = await get(`/webhook/${id}/deliveries?${query}`)
      return [value.totalCount, value.deliveries.map((one: { id: string }) => rows.findIndex(row => row.messageId === one.id))]
    }
    expect(await list("")).toEqual([6, [5, 4, 3, 2, 1, 0]])
    expect(await list("page=1&pageSize=4")).toEqual([6, [1, 0]])
    expect(await list("state=failed")).toEqual([2, [5, 4]])
    expect(await list("type=brand.created")).toEqual([3, [4, 2, 0]])
    expect(await list("state=waiting&type=brand.created")).toEqual([1, [2]])
    expect(await list("state=nothing")).toEqual([0, []])
    expect((await get("/webhook")).value).toMatchObject([{ waiting: 2, failed: 2 }])
  })

  it("are sent again, one or all that failed since a moment, with their ids", async () => {
    const { id } = (await add()).value.webhook
    const old = await addDelivery(id, { state: "failed", tries: 10, createdAt: new Date(api.now() - 48 * hour) })
    const recent = await addDelivery(id, { state: "failed", tries: 10 })
    await addDelivery(id, { state: "failed", type: "ping", recordId: null })
    const done = await addDelivery(id, { state: "delivered", tries: 1 })
    const resend = async (body: object) => (await send("POST", `/webhook/${id}/resend`, "elif", body)).value?.count
    expect(await resend({ since: new Date(api.now() - 24 * hour).toISOString() })).toBe(1)
    expect(await resend({ deliveryId: done.messageId })).toBe(1)
    expect(await resend({ deliveryId: done.messageId })).toBe(1)
    expect(await resend({ deliveryId: randomUUID() })).toBe(0)
    const { value } = await get(`/webhook/${id}/deliveries?state=waiting`)
    expect(value.deliveries).toMatchObject([done, recent].map(({ messageId }) => ({ id: messageId, tries: 0 })))
    expect(await resend({ since: "2020-01-01T00:00:00Z" })).toBe(1)
    expect((await get(`/webhook/${id}/deliveries?state=waiting`)).value.deliveries.at(-1).id).toBe(old.messageId)
    for (const body of [{}, { since: "x" }, { deliveryId: "x" }, { deliveryId: randomUUID(), since: "2020-01-01T00:00:00Z" }])
      expect((await send("POST", `/webhook/${id}/resend`, "elif", body)).status).toBe(400)
  })

  it("that wait are tried at once: one when it is asked for, all when a test or another address says that the endpoint works", async () => {
    const { url } = await startReceiver()
    const { id } = (await add({ url })).value.webhook
    const later = new Date(api.now() + 5 * 60_000)
    const a = randomUUID()
    const waiting = { state: "waiting", tries: 2, nextTryAt: later } as const
    const [first, second] = [
      await addDelivery(id, { ...waiting, recordId: a }),
      await addDelivery(id, { ...waiting, recordId: a }),
    ]
    const [third, other] = [
      await addDelivery(id, { ...waiting, recordId: a }),
      await addDelivery(id, { ...waiting, recordId: randomUUID() }),
    ]
    const due = async () => {
      const { value } = await get(`/webhook/${id}/deliveries?state=waiting&type=brand.created`)
      const rows = value.deliveries as { id: string; tries: number; nextTryAt: string }[]
      expect(rows.every(({ tries }) => tries === 2)).toBe(true)
      const found = rows.filter(({ nextTryAt }) => Date.parse(nextTryAt) <= api.now()).map(row => row.id)
      return [first, second, third, other].map(({ messageId }) => found.includes(messageId))
    }
    expect(await due()).toEqual([false, false, false, false])
    const asked = await send("POST", `/webhook/${id}/resend`, "elif", { deliveryId: second.messageId })
    expect([asked.value.count, await due()]).toEqual([1, [true, true, false, false]])
    await send("PUT", `/webhook/${id}`, "elif", { description: "Bordro" })
    expect(await due()).toEqual([true, true, false, false])
    await send("PUT", `/webhook/${id}`, "elif", { url })
    expect(await due()).toEqual([true, true, true, true])
    await api.db.update(deliveries).set({ nextTryAt: later })
    await send("POST", `/webhook/${id}/test`)
    expect(await due()).toEqual([true, true, true, true])
  })

  it("are deleted after 30 days, and endpoints a day after their deletion", async () => {
    const { id } = (await add()).value.webhook
    const day = 24 * hour
    await addDelivery(id, { createdAt: new Date(api.now() - 30 * day - 1) })
    const kept = await addDelivery(id, { createdAt: new Date(api.now() - 30 * day) })
    const gone = (await add()).value.webhook
    await addDelivery(gone.id)
    await send("DELETE", `/webhook/${gone.id}`)
    await deleteExpired(api.db, api.now())
    expect((await api.db.select().from(webhooks)).length).toBe(2)
    await api.db
      .update(webhooks)
      .set({ deletedAt: new Date(api.now() - day - 1) })
      .where(idFilter(webhooks.id, gone.id))
    await api.db
      .update(deliveries)
      .set({ createdAt: new Date(api.now()) })
      .where(idFilter(deliveries.messageId, kept.messageId))
    await deleteExpired(api.db, api.now())
    expect((await api.db.select().from(webhooks)).map(row => row.id)).toEqual([id])
    expect((await api.db.select().from(deliveries)).map(row => row.id)).toEqual([kept.id])
  })

  it("that name a person are deleted with them, and their deletion is sent", async () => {
    const { id } = (await add({ events: ["employee.created", "employee.updated", "employee.deleted"] })).value.webhook
    const address = "silinecek@yesilova.example"
    const body = { firstName: "Silinecek", lastName: "Kişi", email: address, phoneNumber: "0532 555 10 10" }
    const person = (await send("POST", "/user/create", "elif", body)).value
    const other = await addDelivery(id, { body: `{"data":{"id":"${randomUUID()}"}}` })
    await addDelivery(id, {
      state: "delivered",
      type: "draw.drawn",
      body: `{"data":{"winners":[{"employeeId":"${person.id}"}]}}`,
    })
    expect((await api.db.select().from(deliveries)).length).toBe(3)
    expect((await send("DELETE", `/api/users/hard-delete/${person.id}`, "admin")).status).toBe(200)
    const rows = await api.db.select().from(deliveries)
    expect(rows.map(({ type }) => type).sort()).toEqual(["brand.created", "employee.deleted"])
    expect(rows.find(row => row.id === other.id)).toBeDefined()
    expect(JSON.parse(rows.find(({ type }) => type === "employee.deleted")?.body ?? "").data).toMatchObject({ id: person.id })
  })

  it("of an endpoint whose maker was erased go on, and an export names the endpoints of a person", async () => {
    const email = "ayrilan@yesilova.example"
    const person = { firstName: "Ayrılan", lastName: "Yönetici", email, phoneNumber: "0532 555 10 11" }
    const userId: string = (await send("POST", "/user/create", "elif", person)).value.id
    await add()
    await api.db.update(webhooks).set({ userId })
    expect(await exportPerson(api.deps, email)).toMatchObject({ webhooks: [{ url: draft.url }] })
    await erasePerson(api.deps, email)
    const [row] = await api.db.select().from(webhooks)
    expect([row?.userId, row?.state]).toEqual([null, "active"])
  })
})

describe("the history of an endpoint", () => {
  const log = async (who: Who = "elif") => {
    const { value } = await get("/audit/list?entity=webhook", who)
    return (value.entries as AuditEntry[]).map(({ action, before, after, actorEmail }) => ({ action, before, after, actorEmail }))
  }

  it("has who added, changed, tested and deleted it, gave it a secret and sent again, and never the secret", async () => {
    const { value: added } = await add({ description: "Kayıt" })
    const { id } = added.webhook
    await send("PUT", `/webhook/${id}`, "elif", { description: "Yeni", state: "paused" })
    const renewed = (await send("POST", `/webhook/${id}/secret`)).value.secret
    await send("POST", `/webhook/${id}/test`)
    await addDelivery(id, { state: "failed" })
    await send("POST", `/webhook/${id}/resend`, "elif", { since: new Date(api.now() - hour).toISOString() })
    await send("POST", `/webhook/${id}/resend`, "elif", { since: new Date(api.now() + hour).toISOString() })
    const { headers } = await send("DELETE", `/webhook/${id}`)
    await send("POST", `/undo/${headers.get("Undo-Token")}`)
    const first = { url: draft.url, description: "Kayıt", events: draft.events, state: "active" }
    const second = { ...first, description: "Yeni", state: "paused" }
    expect((await log()).slice(0, 7)).toMatchObject(
      [
        { action: "undo", before: null, after: second },
        { action: "delete", before: second, after: null },
        { action: "resend", before: null, after: { url: draft.url, count: 1 } },
        { action: "test", before: null, after: { url: draft.url } },
        { action: "newSecret", before: null, after: { url: draft.url } },
        { action: "update", before: first, after: second },
        { action: "create", before: null, after: first },
      ].map(entry => ({ ...entry, actorEmail: accounts.elif })),
    )
    const rows = JSON.stringify(await rowsOf(api.db, "select before, after from audit where entity = 'webhook'"))
    for (const secret of [added.secret, renewed]) expect(rows).not.toContain(secret.slice(6))
    expect(JSON.stringify(await log("mert"))).not.toContain("Kayıt")
  })
})
