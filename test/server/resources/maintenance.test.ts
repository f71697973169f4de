import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createApp } from "../../../server/src/app"
import { operator } from "../../../server/src/operations/operator"
import { announce, lift } from "../../../server/src/records/maintenance"
import { accounts, createTestApi, type TestApi } from "../../api"

/** Maintenance that is announced, and the read-only mode (docs/contract.md#maintenance). */
let api: TestApi
let admin: string
let elif: string
beforeAll(async () => {
  api = await createTestApi()
  admin = await api.signIn(accounts.admin)
  elif = await api.signIn(accounts.elif)
})
afterAll(() => api.close())
beforeEach(() => api.call("DELETE", "/maintenance", { token: admin }))

const at = (ms: number) => new Date(api.now() + ms).toISOString()
const words = { text: "Veritabanı taşınıyor.", textEn: "The database is being moved." }
const put = (body: object, token = admin) => api.call("PUT", "/maintenance", { token, body: { ...words, ...body } })
const read = async () => (await api.call("GET", "/maintenance")).body.value
const create = (language: string) =>
  api.call("POST", "/department/create", { token: elif, headers: { "Accept-Language": language }, body: { name: language } })

describe("maintenance", () => {
  it("is announced by the platform alone, shown to everybody until its end, and lifted", async () => {
    expect(await read()).toBeNull()
    expect((await put({}, elif)).status).toBe(403)
    const announced = { ...words, startDate: at(60_000), endDate: at(120_000), isReadOnly: true }
    expect((await put(announced)).body.value).toEqual(announced)
    expect(await read()).toEqual(announced)
    expect((await create("tr")).status).toBe(200)
    await put({ startDate: at(0) })
    expect(await read()).toEqual({ ...words, startDate: at(0), endDate: null, isReadOnly: false })
    await put({ endDate: at(1_000) })
    api.advance(1_000)
    expect(await read()).toBeNull()
    expect((await api.call("DELETE", "/maintenance", { token: elif })).status).toBe(403)
  })

  it("is refused without words, and with an end before its start", async () => {
    expect((await put({ text: "  " })).body.validationErrors).toMatchObject([{ propertyName: "text" }])
    expect((await put({ startDate: at(2), endDate: at(1) })).body.validationErrors).toMatchObject([{ propertyName: "endDate" }])
  })

  it("is in the audit log, for the platform", async () => {
    await put({ isReadOnly: true })
    await api.call("DELETE", "/maintenance", { token: admin })
    const { body } = await api.call("GET", "/audit/list?entity=maintenance&pageSize=2", { token: admin })
    expect(body.value.entries).toMatchObject([
      { action: "delete", before: { text: words.text, isReadOnly: true } },
      { action: "create", after: { isReadOnly: true }, tenantId: null },
    ])
    const theirs = await api.call("GET", "/audit/list?entity=maintenance", { token: elif })
    expect(theirs.body.value.totalCount).toBe(0)
  })
})

describe("the read-only mode", () => {
  it("refuses writes with the words and the time to wait, stores nothing, and lets reads go on", async () => {
    await put({ isReadOnly: true, endDate: at(90_000) })
    for (const [language, text] of [
      ["tr", words.text],
      ["en", words.textEn],
    ] as const) {
      const { status, headers, body } = await create(language)
      expect([status, headers.get("Retry-After"), body.value]).toEqual([503, "90", { isReadOnly: true }])
      expect(body.errors).toEqual([expect.stringMatching(new RegExp(`^.{50,} ${text}$`))])
    }
    const { body } = await api.call("GET", "/department/list?keyword=en", { token: elif })
    expect(JSON.stringify(body.value)).not.toContain('"en"')
    expect((await api.call("PUT", "/api/auth/me", { token: elif, body: { firstName: "E", lastName: "Y" } })).status).toBe(503)
    expect((await api.call("POST", "/api/auth/register", { body: { email: "a@b.example" } })).status).toBe(503)
    api.advance(90_000)
    expect((await create("tr-TR")).status).toBe(200)
  })

  it("lets people sign in, stay signed in and sign out, and the platform end it", async () => {
    await put({ isReadOnly: true })
    const tokens = await api.signInByCode(accounts.mert)
    const { refreshToken } = tokens ?? {}
    const renewed = await api.call("POST", "/api/auth/refresh", { body: { refreshToken } })
    expect(renewed.status).toBe(200)
    expect((await api.call("POST", "/api/auth/logout", { body: { refreshToken: renewed.body.value.refreshToken } })).status).toBe(
      200,
    )
    const refused = await create("tr")
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "300"])
    expect((await put({ isReadOnly: false })).status).toBe(200)
    expect((await create("de")).status).toBe(200)
  })

  it("begins at its hour, and is followed by another process within two seconds", async () => {
    const other = createApp({ ...api.deps, db: Object.create(api.db) })
    const createThere = async (name: string) => {
      const headers = { Authorization: `Bearer ${elif}`, "Content-Type": "application/json" }
      const answer = await other.request("/backend/department/create", {
        method: "POST",
        headers,
        body: JSON.stringify({ name }),
      })
      return answer.status
    }
    expect(await createThere("a1")).toBe(200)
    await put({ isReadOnly: true, startDate: at(60_000) })
    api.advance(59_000)
    expect(await createThere("a2")).toBe(200)
    api.advance(2_000)
    expect(await createThere("a3")).toBe(503)
    await lift(operator(api.deps), api.db)
    expect(await createThere("a4")).toBe(503)
    api.advance(2_000)
    expect(await createThere("a5")).toBe(200)
    await announce(operator(api.deps), api.db, { ...words, startDate: "", endDate: "", isReadOnly: true })
    expect((await create("a6")).status).toBe(503)
  })
})
