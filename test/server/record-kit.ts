import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { accounts, createTestApi, type TestApi } from "../api"

/**
 * What holds of every kind of record alike: who may do what, versions, keys, undo, history, and bad input. Checked on partners;
 * test/server/records/kinds.test.ts goes through the life of every kind.
 */
export type Who = keyof typeof accounts
export type Signed = { api: TestApi; tokens: Record<Who, string> }

export const signAll = async (api: TestApi): Promise<Signed["tokens"]> => {
  const tokens = { admin: "", elif: "", mert: "", user: "" }
  for (const who of Object.keys(accounts) as Who[]) tokens[who] = await api.signIn(accounts[who])
  return tokens
}

/** Calls by the accounts, of which one that is not named is the administrator of a company. */
export const callsOf =
  (signed: () => Signed) =>
  (method: string, path: string, body?: unknown, who: Who = "elif", headers: Record<string, string> = {}) =>
    signed().api.call(method, path, { token: signed().tokens[who], body, headers })

/** The API for the tests of a file, with everybody signed in. */
export const startApi = () => {
  const signed = {} as Signed
  beforeAll(async () => {
    signed.api = await createTestApi()
    signed.tokens = await signAll(signed.api)
  })
  afterAll(() => signed.api.close())
  const call = callsOf(() => signed)
  const send = (method: string, path: string, who?: Who, body?: unknown, headers?: Record<string, string>) =>
    call(method, path, body, who, headers)
  const get = (path: string, who?: Who) => send("GET", path, who)
  return { signed, call, send, get }
}

export type Spec = {
  entity: string
  /** Who makes it, and who may not see it. */
  maker: Who
  stranger?: Who
  /** What a create takes: new words each time, so that records can be told apart. */
  body: () => Record<string, unknown>
  create: string
  read: (id: string) => string
  update: (id: string) => { path: string; body: object }
  remove: (id: string) => { method: string; path: string }
  /** A member, and what it becomes. */
  change: [member: string, value: unknown]
  count: (api: TestApi) => Promise<number>
}

export const fieldsOf = (answer: { body: { validationErrors: { propertyName: string }[] } }) =>
  answer.body.validationErrors.map(entry => entry.propertyName)

type BadPeriod = [query: string, fields: string[]]

/**
 * What a call refuses that takes the days `from` and `to`, both needed.
 * @param longest a period that is longer than the call takes
 * @param more further periods, and the fields that they are refused for
 */
export const describeBadPeriods = (title: string, signed: () => Signed, path: string, longest: string, ...more: BadPeriod[]) =>
  describe(title, () => {
    it.each<BadPeriod>([
      ["", ["from"]],
      ["from=2026-01-01", ["to"]],
      ["from=2026-02-30&to=2026-03-01", ["from"]],
      ["from=2026-03-02&to=2026-03-01", ["to"]],
      [longest, ["to"]],
      ["from='--&to=%00", ["from"]],
      ...more,
    ])("refuses the period %s", async (period, fields) => {
      const answer = await signed().api.call("GET", `${path}?${period}`, { token: signed().tokens.elif })
      expect([answer.status, fieldsOf(answer)]).toEqual([400, fields])
    })
  })

export const describeRecord = (title: string, signed: () => Signed, spec: Spec) =>
  describe(title, () => {
    const { maker, stranger = "mert", change } = spec
    const call = callsOf(signed)
    const create = (given: object = {}, who: Who = maker, headers = {}) =>
      call("POST", spec.create, { ...spec.body(), ...given }, who, headers)
    const update = (id: string, given: object, who: Who = maker, headers = {}) => {
      const { path, body } = spec.update(id)
      return call("PUT", path, { ...body, ...given }, who, headers)
    }
    const remove = (id: string, who: Who = maker, headers = {}) => {
      const { method, path } = spec.remove(id)
      return call(method, path, undefined, who, headers)
    }
    const read = (id: string, who: Who = maker) => call("GET", spec.read(id), undefined, who)
    const [member, value] = change
    const changed = { [member]: value }

    it("answers a create with the record as it is read from then on, at version 1", async () => {
      const made = await create()
      expect([made.status, made.headers.get("ETag")]).toEqual([200, '"1"'])
      const found = await read(made.value.id)
      expect([found.value, found.headers.get("ETag")]).toEqual([made.value, '"1"'])
    })

    it("takes no id, version or date from a body", async () => {
      const given = { id: "00000000-0000-4000-8000-000000000000", version: 9, createdDate: "2000-01-01", deletedAt: "2000-01-01" }
      const made = await create(given)
      expect(made.value.id).not.toBe(given.id)
      expect(made.headers.get("ETag")).toBe('"1"')
      expect(made.value.createdDate > "2026").toBe(true)
    })

    it("is made once for one key, however often it is sent", async () => {
      const body = spec.body()
      const key = { "Idempotency-Key": `${spec.entity}-1` }
      const before = await spec.count(signed().api)
      const [one, two] = await Promise.all([create(body, maker, key), create(body, maker, key)])
      expect([one.status, two.status, two.value]).toEqual([200, 200, one.value])
      expect(await spec.count(signed().api)).toBe(before + 1)
      expect((await create(spec.body(), maker, key)).status).toBe(409)
    })

    it("is closed to guests and to the ordinary user, out of a stranger's sight, and open to the platform", async () => {
      const { id } = (await create()).value
      for (const [who, status] of [[undefined, 401] as const, ["user", 403] as const]) {
        const answers = [
          await signed().api.call("POST", spec.create, { ...(who && { token: signed().tokens[who] }), body: spec.body() }),
          await signed().api.call("GET", spec.read(id), who ? { token: signed().tokens[who] } : {}),
          await signed().api.call("PUT", spec.update(id).path, {
            ...(who && { token: signed().tokens[who] }),
            body: spec.update(id).body,
          }),
          await signed().api.call(spec.remove(id).method, spec.remove(id).path, who ? { token: signed().tokens[who] } : {}),
        ]
        expect(answers.map(answer => answer.status)).toEqual([status, status, status, status])
      }
      const nobody = "00000000-0000-4000-8000-000000000000"
      for (const [foreign, missing] of [
        [await read(id, stranger), await read(nobody, stranger)],
        [await update(id, changed, stranger), await update(nobody, changed, stranger)],
        [await remove(id, stranger), await remove(nobody, stranger)],
      ] as const) {
        expect([404, 403]).toContain(foreign.status)
        expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body])
      }
      expect((await read(id)).headers.get("ETag")).toBe('"1"')
      expect((await read(id, "admin")).status).toBe(200)
      expect((await update(id, changed, "admin")).status).toBeLessThan(300)
    })

    it("keeps what a change leaves out, and answers with the record, its version and a way back", async () => {
      const { value: before } = await create()
      const answer = await update(before.id, changed, maker, { "If-Match": '"1"' })
      expect([answer.status, answer.headers.get("ETag")]).toEqual([200, '"2"'])
      const { updatedDate, ...rest } = before
      expect(answer.value).toMatchObject({ ...rest, ...changed })
      expect((await read(before.id)).value).toEqual(answer.value)
      const token = answer.headers.get("Undo-Token")
      expect((await call("POST", `/undo/${token}`, undefined, stranger === "mert" ? "mert" : "elif")).status).toBe(404)
      expect((await call("POST", `/undo/${token}`, undefined, maker)).status).toBe(200)
      expect((await read(before.id)).value).toMatchObject(rest)
    })

    it("is not overwritten by who has seen an older version", async () => {
      const { id } = (await create()).value
      const first = await update(id, changed, maker, { "If-Match": '"1"' })
      const late = await update(id, changed, maker, { "If-Match": '"1"' })
      expect([late.status, late.headers.get("ETag"), late.value]).toEqual([409, '"2"', first.value])
      const header = { "If-Match": '"2"' }
      const answers = await Promise.all([update(id, changed, maker, header), update(id, changed, maker, header)])
      expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
      expect((await update(id, changed)).status).toBe(200)
    })

    it("is not deleted by who has seen an older version", async () => {
      const { id } = (await create()).value
      const { value } = await update(id, changed)
      const late = await remove(id, maker, { "If-Match": '"1"' })
      expect([late.status, late.headers.get("ETag"), late.value]).toEqual([409, '"2"', value])
      expect((await read(id)).status).toBe(200)
      expect((await remove(id, maker, { "If-Match": '"2"' })).status).toBe(200)
    })

    it("is gone when deleted, and comes back whole", async () => {
      const { value: before } = await create()
      const removed = await remove(before.id)
      expect(removed.status).toBe(200)
      expect((await read(before.id)).status).toBe(404)
      expect((await update(before.id, changed)).status).toBe(404)
      expect((await remove(before.id)).status).toBe(404)
      const token = removed.headers.get("Undo-Token")
      expect((await call("POST", `/undo/${token}`, undefined, maker)).status).toBe(200)
      const { updatedDate, ...rest } = before
      expect((await read(before.id)).value).toMatchObject(rest)
    })

    it("leaves a history of who did what, without secrets", async () => {
      const { id } = (await create()).value
      await update(id, changed)
      const token = (await remove(id)).headers.get("Undo-Token")
      await call("POST", `/undo/${token}`, undefined, maker)
      const rows = await signed().api.db.query.audit.findMany({
        where: (row, { eq }) => eq(row.entityId, id),
        orderBy: (row, { desc }) => desc(row.id),
      })
      expect(rows.map(row => [row.entity, row.action, row.actorEmail])).toEqual(
        ["undo", "delete", "update", "create"].map(action => [spec.entity, action, accounts[maker]]),
      )
      expect(rows.at(-1)?.before).toBeNull()
      expect(rows[0]?.after).toMatchObject({ id, version: 4 })
      for (const row of rows) expect(JSON.stringify([row.before, row.after])).not.toMatch(/search|apiIntegrationCode/)
    })

    it("names members in its history as it does itself, and returns to an earlier version as a new one", async () => {
      const { value: made } = await create()
      const { id } = made
      await update(id, changed)
      const history = async () => (await call("GET", `/audit/list?entityId=${id}&sortOrder=asc`, undefined, maker)).value.entries
      const restore = (entry: { id: string }, who = maker) => call("POST", `/audit/${entry.id}/restore`, undefined, who)
      const [creation, second] = await history()
      const renamed = (await read(id)).value[member]
      expect([second.before[member], second.after[member]]).toEqual([made[member], renamed])
      const ofOtherCalls = ["permissions", "modules"]
      expect(Object.keys(second.after).filter(name => !(name in made) && !ofOtherCalls.includes(name))).toEqual([])

      expect((await restore(creation, "user")).status).toBe(403)
      if (stranger === "mert") expect((await restore(creation, stranger)).status).toBe(404)
      const restored = await restore(creation)
      expect([restored.status, restored.headers.get("ETag")]).toEqual([200, '"3"'])
      expect((await read(id)).value[member]).toEqual(made[member])
      await call("POST", `/undo/${restored.headers.get("Undo-Token")}`, undefined, maker)
      expect((await read(id)).value[member]).toEqual(renamed)

      await remove(id)
      expect((await restore(second)).status).toBe(200)
      expect((await read(id)).value[member]).toEqual(renamed)
      const actions = (await history()).map((entry: { action: string }) => entry.action)
      expect(actions).toEqual(["create", "update", "restore", "undo", "delete", "restore"])
    })

    it.each([
      ["nothing", ""],
      ["no JSON", "{"],
      ["a list", "[]"],
      ["null", "null"],
      ["a number", "5"],
      ["a text", '"x"'],
      ["NUL", '{"name":"\\u0000"}'],
      ["half a character", '{"name":"\\ud800"}'],
      ["an endless depth", "[".repeat(50_000)],
      ["a prototype", '{"__proto__":{"role":"Administrator"}}'],
    ])("is refused when %s is sent", async (_, body) => {
      const { path } = spec.update("00000000-0000-4000-8000-000000000000")
      for (const [method, to] of [["POST", spec.create] as const, ["PUT", path] as const]) {
        const answer = await call(method, to, body, maker)
        expect([400, 404]).toContain(answer.status)
        expect(answer.body.isSuccess).toBe(false)
      }
    })
  })
