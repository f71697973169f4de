import { beforeAll, describe, expect, it } from "vitest"
import { fieldsOf, startApi, type Who } from "../record-kit"

/** What records point at: it stays while they need it, in whatever order things happen. */
const { call: send } = startApi()
let categoryId = ""
beforeAll(async () => {
  categoryId = (await send("GET", "/category/list")).value[0].id
})

const undo = (answer: { headers: Headers }, who: Who = "elif") =>
  send("POST", `/undo/${answer.headers.get("Undo-Token")}`, undefined, who)

const addBrand = async (given: object = {}, who: Who = "elif"): Promise<string> =>
  (await send("POST", "/brand/create", { name: "Ortak", ...given }, who)).value.id
const addGift = async (given: object = {}, who: Who = "elif"): Promise<string> =>
  (await send("POST", "/gift/create", { cardName: "Kart", ...given }, who)).value.id
const campaignOf = (brandId: string, given: object = {}) => ({
  title: "Kampanya",
  description: "Açıklama",
  rewardType: 0,
  rewardValue: 5,
  categoryId,
  brandId,
  startDate: "2026-03-10T00:00:00Z",
  endDate: "2026-04-10T00:00:00Z",
  status: 2,
  ...given,
})
const addCampaign = (brandId: string, given: object = {}) => send("POST", "/campaign/create", campaignOf(brandId, given))

describe("taking back", () => {
  it("a campaign's deletion is refused once its partner is deleted, and may be tried again when that is back", async () => {
    const brandId = await addBrand()
    const { value } = await addCampaign(brandId)
    const removed = await send("DELETE", `/campaign/delete/${value.id}`)
    const partner = await send("DELETE", `/brand/${brandId}`)
    expect((await undo(removed)).status).toBe(409)
    expect((await send("GET", `/campaign/${value.id}`)).status).toBe(404)
    expect([(await undo(partner)).status, (await undo(removed)).status]).toEqual([200, 200])
    expect((await send("GET", `/campaign/${value.id}`)).value.brandName).toBe("Ortak")
  })

  it("another gift card is refused once the first is deleted", async () => {
    const [brandId, first, second] = [await addBrand(), await addGift(), await addGift()]
    const reward = { rewardType: 2, rewardValue: null }
    const { value } = await addCampaign(brandId, { ...reward, giftCardId: first })
    const body = { ...campaignOf(brandId, { ...reward, giftCardId: second }), campaignId: value.id }
    const changed = await send("PUT", "/campaign/update", body)
    expect((await send("DELETE", `/gift/${first}`)).status).toBe(200)
    expect((await undo(changed)).status).toBe(409)
    expect((await send("GET", `/campaign/${value.id}`)).value.giftCardId).toBe(second)
  })

  it("a gift card's partner is refused once that is deleted", async () => {
    const brandId = await addBrand()
    const id = await addGift({ brandId })
    const changed = await send("PUT", "/gift/update", { id, brandId: null })
    expect((await send("DELETE", `/brand/${brandId}`)).status).toBe(200)
    expect((await undo(changed)).status).toBe(409)
  })

  it("a gift card's higher limit is refused once the card was used more often than before it", async () => {
    const id = await addGift({ maxUsage: 5 })
    const changed = await send("PUT", "/gift/update", { id, maxUsage: 100 })
    expect((await send("POST", `/gift/${id}/uses`, { amount: 6 })).status).toBe(200)
    expect((await undo(changed)).status).toBe(409)
    expect((await send("GET", `/gift/${id}`)).value).toMatchObject({ maxUsage: 100, used: 6 })
  })

  it("a subsidiary's deletion is refused once its company is deleted", async () => {
    const given = { name: "Ana", subTenants: [{ name: "Bağlı" }] }
    const { value } = await send("POST", "/tenant/admin/create", given, "admin")
    const removed = await send("DELETE", `/tenant/delete/${value.subTenants[0].id}`, undefined, "admin")
    expect((await send("DELETE", `/tenant/delete/${value.id}`, undefined, "admin")).status).toBe(200)
    expect((await undo(removed, "admin")).status).toBe(409)
  })
})

describe("a partner that is deleted while a campaign is made of it", () => {
  it("is deleted or used, never both", async () => {
    for (let round = 0; round < 12; round++) {
      const brandId = await addBrand()
      const [made, removed] = await Promise.all([addCampaign(brandId), send("DELETE", `/brand/${brandId}`)])
      expect([made.status, removed.status]).toContain(200)
      expect([made.status, removed.status]).not.toEqual([200, 200])
      if (made.status !== 200) expect(fieldsOf(made)).toEqual(["brandId"])
    }
  })
})

describe("a campaign whose partner and gift card the platform offers no more", () => {
  it("can still be paused, and not be given another one of that kind", async () => {
    const own: string = (await send("GET", "/tenant/mytenant")).value.id
    const other: string = (await send("GET", "/tenant/mytenant", undefined, "mert")).value.id
    const [brandId, another] = [await addBrand({ tenantIds: [own] }, "admin"), await addBrand({ tenantIds: [other] }, "admin")]
    const giftCardId = await addGift({ tenantIds: [own] }, "admin")
    const reward = { rewardType: 2, rewardValue: null, giftCardId }
    const { value } = await addCampaign(brandId, reward)
    for (const [module, id] of [
      ["brand", brandId],
      ["gift", giftCardId],
    ])
      expect((await send("PUT", `/${module}/update`, { id, tenantIds: [other] }, "admin")).status).toBe(200)
    const change = (given: object) =>
      send("PUT", "/campaign/update", { ...campaignOf(brandId, reward), campaignId: value.id, ...given })
    expect((await change({ status: 3 })).status).toBe(204)
    expect(fieldsOf(await change({ brandId: another }))).toEqual(["brandId"])
    expect(fieldsOf(await addCampaign(brandId, reward))).toEqual(["brandId", "giftCardId"])
  })
})
