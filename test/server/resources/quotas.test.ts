import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { mergeTallies } from "../../../server/src/operations/housekeeping"
import type { AuditedRecord } from "../../../src/contract/modules"
import { type QuotaUse, quotaKinds, quotas } from "../../../src/contract/quotas"
import { createTestApi, type TestApi } from "../../api"
import { png } from "../../pictures"
import { type Signed, signAll, type Who } from "../record-kit"

/** What a company may store (docs/contract.md#quotas). */
let api: TestApi
let tokens: Signed["tokens"]
let company = ""
beforeAll(async () => {
  api = await createTestApi()
  tokens = await signAll(api)
  company = (await send("GET", "/tenant/getcurrenttenantid")).value
})
afterAll(() => api.close())

const send = (method: string, path: string, who: Who = "elif", body?: unknown) =>
  api.call(method, path, { token: tokens[who], body })
const usage = async (kind: string) => {
  const { value } = await send("GET", `/tenant/${company}/usage`)
  return (value as QuotaUse[]).find(use => use.kind === kind)
}
const used = async (kind: string) => (await usage(kind))?.used ?? -1
const setQuota = (kind: string, limit: number | null) => send("PUT", `/tenant/${company}/quotas`, "admin", { [kind]: limit })
const upload = async (shade: number) => {
  const form = new FormData()
  form.set("file", new File([png(shade)], "a.png"))
  form.set("orderNo", "0")
  const headers = { Authorization: `Bearer ${tokens.elif}`, "Accept-Language": "tr" }
  const answer = await api.fetch("/backend/campaign/media", { method: "POST", headers, body: form })
  return { status: answer.status, body: (await answer.json()) as { errors: string[] } }
}
const full = "Şirketinizin bu tür kayıtlar için ayrılan kotası dolu."

/** What is stored, by reading it. */
const counted = `
  select tenant_id, kind, count(*)::float8 as used from (
    ${Object.entries({
      announcement: "announcements",
      brand: "brands",
      campaign: "campaigns",
      draw: "draws",
      feedback: "feedbacks",
      gift: "gifts",
      payment: "payments",
      survey: "surveys",
      user: "users",
    } satisfies Record<Exclude<AuditedRecord, "tenant">, string>)
      .map(([kind, table]) => `select tenant_id, '${kind}' as kind from ${table} where deleted_at is null`)
      .join(" union all ")}
    union all select tenant_id, 'department' from departments
    union all select w.tenant_id, 'deliveries' from jobs d join webhooks w on w.id = d.webhook_id where d.state = 'waiting'
  ) stored where tenant_id is not null group by 1, 2
  union all select tenant_id, 'pictures', sum(size)::float8 from media where tenant_id is not null group by 1 order by 1, 2`
const kept = "select tenant_id, kind, sum(amount)::float8 as used from usage group by 1, 2 having sum(amount) <> 0 order by 1, 2"
const expectExact = async () => expect(await rowsOf(api.db, kept)).toEqual(await rowsOf(api.db, counted))

describe("quotas", () => {
  it("are answered with what is used, to the company and the platform, and set by the platform alone", async () => {
    const all = (await send("GET", `/tenant/${company}/usage`)).value as QuotaUse[]
    expect(all.map(({ kind }) => kind)).toEqual(quotaKinds)
    expect(await usage("campaign")).toMatchObject({ limit: 100_000, isOwn: false })
    expect((await send("GET", `/tenant/${company}/usage`, "mert")).status).toBe(404)
    expect((await send("PUT", `/tenant/${company}/quotas`, "elif", { brand: 1 })).status).toBe(403)
    expect((await setQuota("brand", 7)).status).toBe(200)
    expect(await usage("brand")).toMatchObject({ limit: 7, isOwn: true })
    await setQuota("user", 9)
    expect(await usage("brand")).toMatchObject({ limit: 7, isOwn: true })
    for (const kind of ["brand", "user"]) await setQuota(kind, null)
    expect(await usage("brand")).toMatchObject({ limit: quotas.brand, isOwn: false })
    expect((await send("PUT", `/tenant/${company}/quotas`, "admin", { brand: -1 })).status).toBe(400)
  })

  it("refuse the record above them in words, and admit one again after a deletion", async () => {
    await setQuota("brand", (await used("brand")) + 1)
    const add = () => send("POST", "/brand/create", "elif", { name: `Kuzey ${Math.random()}` })
    const first = await add()
    const second = await add()
    expect([first.status, second.status, second.body.errors[0].startsWith(full)]).toEqual([200, 409, true])
    await send("DELETE", `/brand/${first.value.id}`)
    expect((await add()).status).toBe(200)
    await setQuota("brand", null)
    await expectExact()
  })

  it("hold for people one by one and in bulk, of which all or none is stored, and for departments", async () => {
    await setQuota("user", (await used("user")) + 2)
    const person = (at: number) => ({
      email: `kota.${at}@yesilova.example`,
      firstName: "Ece",
      lastName: "Kota",
      phoneNumber: "0532 000 00 00",
      role: "User",
    })
    expect((await send("POST", "/user/bulk", "elif", { users: [1, 2, 3].map(person) })).status).toBe(409)
    expect((await send("POST", "/user/bulk", "elif", { users: [1, 2].map(person) })).status).toBe(200)
    expect((await send("POST", "/user/create", "elif", person(4))).status).toBe(409)
    await setQuota("user", null)
    await setQuota("department", await used("department"))
    expect((await send("POST", "/department/create", "elif", { name: "Kota" })).status).toBe(409)
    await setQuota("department", null)
    expect((await send("POST", "/department/create", "elif", { name: "Kota" })).status).toBe(200)
    await expectExact()
  })

  it("hold for the bytes of pictures", async () => {
    const before = await used("pictures")
    expect((await upload(201)).status).toBe(200)
    const size = (await used("pictures")) - before
    expect(size).toBe(png(201).length)
    await setQuota("pictures", before + size + 10)
    const refused = await upload(202)
    expect([refused.status, refused.body.errors[0]?.startsWith("Şirketinizin görseller için ayrılan alanı dolu.")]).toEqual([
      409,
      true,
    ])
    expect(await used("pictures")).toBe(before + size)
    await setQuota("pictures", null)
    await expectExact()
  })

  it("leave out deliveries above them, and refuse no write because of them", async () => {
    const endpoint = { url: "https://1.1.1.1/kota", description: "", events: ["brand.created"] }
    const { webhook } = (await send("POST", "/webhook", "elif", endpoint)).value
    await setQuota("deliveries", 2)
    for (let at = 0; at < 4; at++) expect((await send("POST", "/brand/create", "elif", { name: `Uç ${at}` })).status).toBe(200)
    expect(await used("deliveries")).toBe(2)
    await api.db.execute("update jobs set state = 'delivered' where state = 'waiting'")
    expect(await used("deliveries")).toBe(0)
    await send("POST", "/brand/create", "elif", { name: "Uç 9" })
    await expectExact()
    await api.db.execute(`delete from webhooks where id = '${webhook.id}'`)
    expect(await used("deliveries")).toBe(0)
    await setQuota("deliveries", null)
    await expectExact()
  })

  it("are counted right by changes of the owner and what is deleted for good, and stay so when they are summed up", async () => {
    const { id } = (await send("GET", "/user/list")).value.users.at(-1)
    await send("DELETE", `/api/users/hard-delete/${id}`, "admin")
    await api.db.execute(
      `update brands set tenant_id = null where id = (select id from brands where tenant_id is not null limit 1)`,
    )
    await api.db
      .transaction(async tx => {
        await tx.execute("delete from departments where name = 'Kota'")
        throw new Error("undone")
      })
      .catch(() => undefined)
    await expectExact()
    await mergeTallies(api.db)
    await expectExact()
  })
})
