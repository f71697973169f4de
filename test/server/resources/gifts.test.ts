import { beforeAll, describe, expect, it } from "vitest"
import { audit, undos } from "../../../server/src/db/schema"
import { fieldsOf, startApi, type Who } from "../record-kit"

const { signed, send, get } = startApi()
let brandId = ""
let categoryIds: string[] = []
beforeAll(async () => {
  brandId = (await get("/brand/list")).value.brands[0].id
  categoryIds = (await get("/category/list")).value.map((row: { id: string }) => row.id)
})

let made = 0
const body = () => ({
  cardName: `Işıl kart ${++made}`,
  brandId,
  description: "Açıklama",
  validityStart: "2026-03-01T00:00:00Z",
  validityEnd: "2026-06-01T00:00:00Z",
  maxUsage: 5,
  apiIntegrationCode: "gizli-4711",
  categories: categoryIds.slice(0, 2),
  terms: "Koşullar",
  metadata: { channel: "app", limits: { daily: 2 } },
})
const create = (given: object = {}, who: Who = "elif") => send("POST", "/gift/create", who, { ...body(), ...given })

/** Objects in objects. @param depth how many */
const nested = (depth: number): object => (depth === 1 ? {} : { inner: nested(depth - 1) })

describe("a gift card's metadata", () => {
  it("may go five levels deep, hold any JSON, and be left out", async () => {
    const metadata = { ...nested(5), list: [1, null, "ı", true], __proto: "x" }
    expect((await create({ metadata })).value.metadata).toEqual(metadata)
    expect((await create({ metadata: null })).value.metadata).toEqual({})
    expect((await create({ metadata: undefined })).value.metadata).toEqual({})
  })

  it("makes nobody an administrator", async () => {
    const { value } = await signed.api.call("POST", "/gift/create", {
      token: signed.tokens.elif,
      body: `{"cardName":"Kart","metadata":{"__proto__":{"role":"Administrator"},"constructor":{"prototype":{"x":1}}}}`,
    })
    expect(value.cardName).toBe("Kart")
    expect(({} as Record<string, unknown>).role).toBeUndefined()
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
})

describe("the code of the partner's system", () => {
  it("is shown to who may change the card, in its record alone", async () => {
    const own = (await create()).value
    expect(own.apiIntegrationCode).toBe("gizli-4711")
    const all = await get("/gift/list?pageSize=100")
    expect(all.value.gifts.some((row: { id: string }) => row.id === own.id)).toBe(true)
    expect(JSON.stringify(all.body)).not.toContain("gizli-4711")
    const { id } = (await create({}, "admin")).value
    expect((await get(`/gift/${id}`)).value.apiIntegrationCode).toBeNull()
    expect((await get(`/gift/${id}`, "admin")).value.apiIntegrationCode).toBe("gizli-4711")
  })

  it("stands in no history, and comes back with what is undone", async () => {
    const { id } = (await create()).value
    const changed = await send("PUT", "/gift/update", "elif", { id, apiIntegrationCode: "yeni-0815" })
    expect(changed.value.apiIntegrationCode).toBe("yeni-0815")
    await send("POST", `/undo/${changed.headers.get("Undo-Token")}`)
    expect((await get(`/gift/${id}`)).value.apiIntegrationCode).toBe("gizli-4711")
    expect(JSON.stringify(await signed.api.db.select().from(audit))).not.toMatch(/gizli-4711|yeni-0815/)
    expect(JSON.stringify(await signed.api.db.select().from(undos))).toContain("gizli-4711")
  })
})

describe("a gift card that campaigns give", () => {
  it("can't be deleted, with the reason", async () => {
    const { id } = (await create()).value
    const campaign = await send("POST", "/campaign/create", "elif", {
      title: "Kampanya",
      description: "Açıklama",
      rewardType: 2,
      giftCardId: id,
      brandId,
      categoryId: categoryIds[0],
      startDate: "2026-03-01T00:00:00Z",
      endDate: "2026-04-01T00:00:00Z",
      status: 2,
    })
    const answer = await send("DELETE", `/gift/${id}`)
    expect([answer.status, answer.value]).toEqual([409, null])
    expect(answer.body.errors[0]).toContain("kampanyalar")
    await send("DELETE", `/campaign/delete/${campaign.value.id}`)
    expect((await send("DELETE", `/gift/${id}`)).status).toBe(200)
  })
})

describe("what a gift card points at", () => {
  it("is within its maker's reach", async () => {
    const foreign = await send("POST", "/brand/create", "mert", { name: "Yalnız Sarıkum" })
    expect(fieldsOf(await create({ brandId: foreign.value.id }))).toEqual(["brandId"])
  })

  it("may be nothing", async () => {
    const { value } = await create({ brandId: null, validityStart: "", validityEnd: null, maxUsage: null, categories: [] })
    expect(value).toMatchObject({
      brandId: null,
      brand: null,
      validityStart: null,
      validityEnd: null,
      maxUsage: null,
      categories: [],
    })
  })
})
