import { beforeAll, describe, expect, it } from "vitest"
import { fieldsOf, startApi, type Who } from "../record-kit"

const { send, get, tenant } = startApi()
let categoryIds: string[] = []
beforeAll(async () => {
  categoryIds = (await get("/category/list")).value.map((row: { id: string }) => row.id)
})

let made = 0
const body = () => ({
  name: `Ödeme Köprüsü ${++made}`,
  description: "Sanal POS",
  categoryIds: categoryIds.slice(0, 1),
  contactPerson: "Ece Koç",
  email: "ece@kopru.example",
  phone: "0850 555 10 10",
  website: "https://kopru.example",
  address: "Levent, İstanbul",
})
const create = (given: object = {}, who: Who = "elif") => send("POST", "/payment/create", who, { ...body(), ...given })
type Row = { id: string; name: string; status: number; tenantId: string | null; tenantIds: string[]; categoryIds: string[] }
const rows = async (query = "", who: Who = "elif"): Promise<Row[]> =>
  (await get(`/payment/list?pageSize=100${query}`, who)).value.payments

describe("the list", () => {
  it("is sorted by the name alone, not by the contact that the search finds too", async () => {
    await create({ name: "Sıra Ödeme B", contactPerson: "" })
    await create({ name: "Sıra Ödeme", contactPerson: "Zeki Ay" })
    expect((await rows("&keyword=ZEK%C4%B0%20ay")).map(row => row.name)).toEqual(["Sıra Ödeme"])
    const names = (await rows("&keyword=sira%20odeme&sortBy=name&sortOrder=asc")).map(row => row.name)
    expect(names).toEqual(["Sıra Ödeme", "Sıra Ödeme B"])
  })
})

describe("a provider of the platform's", () => {
  const offer = async (tenantIds: string[] = []) => (await create({ tenantIds }, "admin")).value as Row
  const toggle = (id: string, tenantIds: string[], who: Who = "elif", more: object = {}) =>
    send("PUT", "/payment/update", who, { id, tenantIds, ...more })

  it("is shown to every company, whoever uses it, without the strangers among them", async () => {
    const { id } = await offer([tenant.theirs])
    const seen = (await get(`/payment/${id}`)).value
    expect([seen.tenantId, seen.tenantIds]).toEqual([null, []])
    expect((await rows()).find(row => row.id === id)?.tenantIds).toEqual([])
    expect((await rows("", "mert")).find(row => row.id === id)?.tenantIds).toEqual([tenant.theirs])
    expect((await rows("", "admin")).find(row => row.id === id)?.tenantIds).toEqual([tenant.theirs])
  })

  it("is taken over and given up by a company, for itself alone", async () => {
    const before = await offer([tenant.theirs])
    const taken = await toggle(before.id, [tenant.own])
    expect([taken.status, taken.value.tenantIds, taken.headers.get("ETag")]).toEqual([200, [tenant.own], '"2"'])
    expect(taken.headers.get("Undo-Token")).toBeNull()
    expect((await get(`/payment/${before.id}`, "admin")).value.tenantIds).toEqual([tenant.theirs, tenant.own])
    expect((await toggle(before.id, [])).status).toBe(200)
    expect((await get(`/payment/${before.id}`, "admin")).value.tenantIds).toEqual([tenant.theirs])
  })

  it("is taken over with the whole record in the body, as the console sends it", async () => {
    const { id } = await offer()
    const { value } = await get(`/payment/${id}`)
    const answer = await send("PUT", "/payment/update", "elif", { ...value, tenantIds: [...value.tenantIds, tenant.own] })
    expect([answer.status, answer.value]).toEqual([200, { ...value, tenantIds: [tenant.own], updatedDate: expect.any(String) }])
  })

  it("has no member of its own changed by a company", async () => {
    const { id } = await offer()
    const changes = [
      { name: "Bizim" },
      { description: "x" },
      { logo: "https://x.example/a.png" },
      { contactPerson: "x" },
      { email: "x@x.example" },
      { phone: "0212 555 10 10" },
      { website: "https://x.example" },
      { address: "x" },
      { categoryIds: [] },
      { status: 0 },
    ]
    for (const change of changes) expect([change, (await toggle(id, [tenant.own], "elif", change)).status]).toEqual([change, 403])
    expect((await get(`/payment/${id}`, "admin")).headers.get("ETag")).toBe('"1"')
  })

  it("is taken over for nobody else: not a subsidiary, not a stranger", async () => {
    const { id } = await offer()
    for (const other of [tenant.sub, tenant.theirs])
      expect(fieldsOf(await toggle(id, [tenant.own, other]))).toEqual(["tenantIds"])
    expect((await get(`/payment/${id}`, "admin")).value.tenantIds).toEqual([])
  })

  it("is not lost to one of two companies that take it over at once", async () => {
    const { id } = await offer()
    await Promise.all([toggle(id, [tenant.own]), toggle(id, [tenant.theirs], "mert")])
    expect((await get(`/payment/${id}`, "admin")).value.tenantIds.sort()).toEqual([tenant.own, tenant.theirs].sort())
  })

  it("is listed as used or not used, by the company that asks", async () => {
    const [used, free] = [await offer([tenant.own]), await offer([tenant.theirs])]
    const ids = async (query: string) => (await rows(query)).map(row => row.id)
    expect(await ids("&used=true")).toContain(used.id)
    expect(await ids("&used=true")).not.toContain(free.id)
    expect(await ids("&used=false")).toContain(free.id)
    expect(await ids("&used=false")).not.toContain(used.id)
    for (const row of await rows("&used=true"))
      expect(row.tenantId === tenant.own || row.tenantIds.includes(tenant.own)).toBe(true)
    expect((await ids("&used=true")).length + (await ids("&used=false")).length).toBe((await rows()).length)
  })
})
