import { beforeAll, describe, expect, it } from "vitest"
import { campaigns as table } from "../../../server/src/db/schema"
import { type Intent, statusAt, statuses } from "../../../src/contract/campaigns"
import { fieldsOf, startApi, type Who } from "../record-kit"
import { describeStatus } from "../status-kit"

const { signed, send, get, tenant } = startApi()
let brandId = ""
let categoryId = ""
let giftId = ""
beforeAll(async () => {
  brandId = (await get("/brand/list")).value.brands[0].id
  categoryId = (await get("/category/list")).value[0].id
  giftId = (await get("/gift/list")).value.gifts[0].id
})

const draft = (change: object = {}) => ({
  title: "Işıl ışıl fırsat",
  description: "Açıklama",
  rewardType: 0,
  rewardValue: 25,
  brandId,
  categoryId,
  startDate: "2026-03-01T00:00:00Z",
  endDate: "2026-04-01T00:00:00Z",
  status: 2,
  ...change,
})
const create = (change: object = {}, who: Who = "elif", headers = {}) =>
  send("POST", "/campaign/create", who, draft(change), headers)
const update = (campaignId: string, change: object = {}) =>
  send("PUT", "/campaign/update", "elif", { ...draft(change), campaignId })

describeStatus("a campaign's status", () => signed, {
  path: "/campaign/list",
  member: "campaigns",
  statuses,
  intents: ["draft", "live", "live", "paused"],
  isOpen: false,
  insert: async (api, rows) => {
    const [sample] = await api.db.select().from(table).limit(1)
    if (!sample) throw new Error("The demonstration has no campaign.")
    const { id, search, ...columns } = sample
    return api.db.insert(table).values(
      rows.map(({ intent, startDate, endDate }) => ({
        ...columns,
        intent: intent as Intent,
        startDate: startDate ?? new Date(0),
        endDate: endDate ?? new Date(1),
      })),
    )
  },
  stored: api => api.db.select().from(table),
  statusAt: ({ intent, startDate, endDate }, now) =>
    statusAt({ intent: intent as Intent, startDate: startDate ?? "", endDate: endDate ?? "" }, now),
})

describe("a new campaign", () => {
  it("is of the company, with the partner's name, and takes no figures from the body", async () => {
    const { value } = await create({ participantCount: 999 })
    expect(value).toMatchObject({ tenantId: tenant.own, brandName: expect.stringMatching(/./), participantCount: 0 })
  })

  it("of another account with the same key is another", async () => {
    const key = { "Idempotency-Key": "k-1" }
    const [one, two] = [await create({}, "elif", key), await create({}, "mert", key)]
    expect([two.status, two.value.id === one.value.id]).toEqual([200, false])
  })

  it.each([
    ["a negative amount", { rewardType: 1, rewardValue: -5 }, "rewardValue"],
    ["a bad currency", { rewardType: 1, currency: "lira" }, "currency"],
    ["a gift card that is missing", { rewardType: 2 }, "giftCardId"],
    ["a gift card that nobody has", { rewardType: 2, giftCardId: "00000000-0000-4000-8000-000000000000" }, "giftCardId"],
    ["a product without a name", { rewardType: 3 }, "productName"],
  ])("is refused with %s, at its field and in the caller's language", async (_, change, field) => {
    const answer = await create(change, "elif", { "Accept-Language": "en-GB" })
    expect([answer.status, answer.body.errors]).toEqual([400, ["Invalid data format"]])
    expect(fieldsOf(answer)).toContain(field)
  })

  it("can use a gift card or a product", async () => {
    expect((await create({ rewardType: 2, giftCardId: giftId, rewardValue: null })).value.giftCardName).toBeTruthy()
    expect((await create({ rewardType: 3, productName: "Termos", rewardValue: 5 })).value).toMatchObject({
      productName: "Termos",
      rewardValue: null,
    })
  })
})

describe("an undo", () => {
  it("is over after ten minutes", async () => {
    const { value } = await create()
    const token = (await send("DELETE", `/campaign/delete/${value.id}`)).headers.get("Undo-Token")
    signed.api.advance(10 * 60_000 + 1)
    expect((await send("POST", `/undo/${token}`)).status).toBe(404)
  })

  it("is refused when a later edit stands on the change", async () => {
    const { value } = await create()
    const token = (await update(value.id, { title: "Bir" })).headers.get("Undo-Token")
    await update(value.id, { title: "İki" })
    expect((await send("POST", `/undo/${token}`)).status).toBe(409)
    expect((await get(`/campaign/${value.id}`)).value.title).toBe("İki")
  })
})
