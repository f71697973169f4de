import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { campaigns as table } from "../../../server/src/db/schema"
import { type Campaign, statusAt, statuses } from "../../../src/contract/campaigns"
import { fold } from "../../../src/core/text/fold"
import { accounts, createTestApi, start, type TestApi } from "../../api"

let api: TestApi
const tokens: Record<keyof typeof accounts, string> = { admin: "", elif: "", mert: "", user: "" }
let brandId = ""
let categoryId = ""
let giftId = ""
let elifTenant = ""
let mertTenant = ""

beforeAll(async () => {
  api = await createTestApi()
  for (const name of Object.keys(accounts) as (keyof typeof accounts)[]) tokens[name] = await api.signIn(accounts[name])
  brandId = (await get("/brand/list")).value.brands[0].id
  categoryId = (await get("/category/list")).value[0].id
  giftId = (await get("/gift/list")).value.gifts[0].id
  elifTenant = (await get("/tenant/getcurrenttenantid", "elif")).value
  mertTenant = (await get("/tenant/getcurrenttenantid", "mert")).value
})
afterAll(() => api.close())

const get = (path: string, who: keyof typeof accounts = "elif") => api.call("GET", path, { token: tokens[who] })
/** Every campaign that a person sees, of all pages. */
const seenBy = async (who: keyof typeof accounts): Promise<Campaign[]> => {
  const seen: Campaign[] = []
  for (let page = 0; ; page += 1) {
    const { campaigns, totalCount } = (await get(`/campaign/list?pageSize=100&page=${page}`, who)).value
    seen.push(...campaigns)
    if (seen.length >= totalCount || !campaigns.length) return seen
  }
}
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
const create = (change: object = {}, who: keyof typeof accounts = "elif", headers = {}) =>
  api.call("POST", "/campaign/create", { token: tokens[who], body: draft(change), headers })
const update = (id: string, change: object = {}, who: keyof typeof accounts = "elif", headers = {}) =>
  api.call("PUT", "/campaign/update", { token: tokens[who], body: { ...draft(change), campaignId: id }, headers })
const fieldsOf = (answer: { body: { validationErrors: { propertyName: string }[] } }) =>
  answer.body.validationErrors.map(entry => entry.propertyName)

describe("the list", () => {
  it.each(["kis sezonu", "KIŞ SEZONU", "kış", "KİS", "moda atolye"])("finds by the folded keyword %s", async keyword => {
    const { value } = await get(`/campaign/list?pageSize=100&keyword=${encodeURIComponent(keyword)}`)
    expect(value.totalCount).toBeGreaterThan(0)
    for (const row of value.campaigns) expect(`${fold(row.title)} ${fold(row.brandName)}`).toContain(fold(keyword))
  })

  it("filters by status, category, brand and period together with its counts", async () => {
    const all = await get("/campaign/list?pageSize=100")
    for (const [code, total] of Object.entries(all.value.statusCounts)) {
      const { value } = await get(`/campaign/list?pageSize=100&status=${code}`)
      expect(value.totalCount).toBe(total)
      for (const row of value.campaigns) expect(String(row.status)).toBe(code)
    }
    const brand = await get(`/campaign/list?pageSize=100&brandId=${brandId}`)
    expect(brand.value.totalCount).toBeGreaterThan(0)
    for (const row of brand.value.campaigns) expect(row.brandId).toBe(brandId)
    const category = await get(`/campaign/list?pageSize=100&categoryId=${categoryId}`)
    expect(category.value.totalCount).toBeGreaterThan(0)
    for (const row of category.value.campaigns) expect(row.categoryId).toBe(categoryId)
    const period = await get("/campaign/list?pageSize=100&startDate=2026-03-01&endDate=2026-03-31")
    expect(period.value.totalCount).toBeGreaterThan(0)
    for (const row of period.value.campaigns) {
      expect(Date.parse(row.endDate)).toBeGreaterThanOrEqual(Date.parse("2026-03-01T00:00:00+03:00"))
      expect(Date.parse(row.startDate)).toBeLessThan(Date.parse("2026-04-01T00:00:00+03:00"))
    }
  })

  it("shows one status everywhere: the filter's, the badge's and the function's agree at every moment", async () => {
    const edges = [start, Date.parse("2026-03-20T12:00:00Z")]
    for (const moment of edges) {
      api.advance(moment - api.now())
      tokens.admin = await api.signIn(accounts.admin)
      const seen = await seenBy("admin")
      const stored = new Map((await api.db.select().from(table)).map(row => [row.id, row]))
      for (const row of seen) {
        const record = stored.get(row.id)
        if (!record) throw new Error("unknown row")
        const expected = statusAt({ intent: record.intent, startDate: row.startDate, endDate: row.endDate }, api.now())
        expect(row.status).toBe(expected)
      }
      for (const code of statuses.values) {
        const filtered = await get(`/campaign/list?pageSize=100&status=${code}`, "admin")
        expect(filtered.value.totalCount).toBe(seen.filter(row => row.status === code).length)
      }
    }
    for (const name of Object.keys(accounts) as (keyof typeof accounts)[]) tokens[name] = await api.signIn(accounts[name])
  })

  it("derives the status at the very edges as the function does", async () => {
    const now = api.now()
    const at = (ms: number) => new Date(now + ms).toISOString()
    for (const status of [0, 2, 3])
      for (const [from, to] of [
        [-1000, 0],
        [-1000, 1],
        [0, 1000],
        [1, 1000],
        [-2000, -1000],
      ] as const) {
        const { value } = await create({ status, startDate: at(from), endDate: at(to) })
        const found = await get(`/campaign/list?pageSize=100&status=${value.status}&sortBy=createdDate&sortOrder=desc`)
        expect(found.value.campaigns.some((row: Campaign) => row.id === value.id)).toBe(true)
      }
  })
})

describe("a new campaign", () => {
  it("is of the company, with the partner's name, and takes no figures from the body", async () => {
    const { value } = await create({ participantCount: 999 })
    expect(value).toMatchObject({ tenantId: elifTenant, brandName: expect.stringMatching(/./), participantCount: 0 })
  })

  it("of another account with the same key is another", async () => {
    const [one, two] = [
      await create({}, "elif", { "Idempotency-Key": "k-1" }),
      await create({}, "mert", { "Idempotency-Key": "k-1" }),
    ]
    expect([two.status, two.value.id === one.value.id]).toEqual([200, false])
  })

  const bad: [string, object, string][] = [
    ["a reward in words", { rewardType: "x" }, "rewardType"],
    ["no percent", { rewardValue: null }, "rewardValue"],
    ["a negative amount", { rewardType: 1, rewardValue: -5 }, "rewardValue"],
    ["an endless amount", { rewardType: 1, rewardValue: 1e300 }, "rewardValue"],
    ["a bad currency", { rewardType: 1, currency: "lira" }, "currency"],
    ["a gift card that is missing", { rewardType: 2 }, "giftCardId"],
    ["a gift card that nobody has", { rewardType: 2, giftCardId: "00000000-0000-4000-8000-000000000000" }, "giftCardId"],
    ["a product without a name", { rewardType: 3 }, "productName"],
  ]
  it.each(bad)("is refused with %s, at its field and in the caller's language", async (_, change, field) => {
    const before = (await get("/campaign/list")).value.totalCount
    const answer = await create(change, "elif", { "Accept-Language": "en-GB" })
    expect(answer.status).toBe(400)
    expect(fieldsOf(answer)).toContain(field)
    expect(answer.body).toMatchObject({ isSuccess: false, status: 2, errors: ["Invalid data format"] })
    expect((await get("/campaign/list")).value.totalCount).toBe(before)
  })

  it("may not be offered to another company's people", async () => {
    for (const tenantIds of [[mertTenant], [elifTenant, mertTenant]])
      expect(fieldsOf(await create({ tenantIds }))).toEqual(["tenantIds"])
  })

  it("can use a gift card or a product", async () => {
    expect((await create({ rewardType: 2, giftCardId: giftId, rewardValue: null })).value.giftCardName).toBeTruthy()
    expect((await create({ rewardType: 3, productName: "Termos", rewardValue: 5 })).value).toMatchObject({
      productName: "Termos",
      rewardValue: null,
    })
  })
})

describe("a deletion", () => {
  it("can't be undone after ten minutes", async () => {
    const { value } = await create()
    const token = (await api.call("DELETE", `/campaign/delete/${value.id}`, { token: tokens.elif })).headers.get("Undo-Token")
    api.advance(10 * 60_000 + 1)
    expect((await api.call("POST", `/undo/${token}`, { token: tokens.elif })).status).toBe(404)
  })

  it("of an update is refused when a later edit stands on it", async () => {
    const { value } = await create()
    const token = (await update(value.id, { title: "Bir" })).headers.get("Undo-Token")
    await update(value.id, { title: "İki" })
    expect((await api.call("POST", `/undo/${token}`, { token: tokens.elif })).status).toBe(409)
    expect((await get(`/campaign/${value.id}`)).value.title).toBe("İki")
  })
})

describe("whose campaign it is", () => {
  it("a company sees its own and the platform's, and never another company's", async () => {
    expect(new Set((await seenBy("elif")).map(row => row.tenantId))).toEqual(new Set([elifTenant, null]))
    expect((await seenBy("admin")).some(row => row.tenantId === mertTenant)).toBe(true)
  })

  it("a platform's campaign is read but not changed by companies", async () => {
    const { value } = await create({ title: "Platformun" }, "admin")
    expect((await get(`/campaign/${value.id}`)).status).toBe(200)
    expect((await update(value.id, { title: "Bizim" })).status).toBe(403)
    expect((await api.call("DELETE", `/campaign/delete/${value.id}`, { token: tokens.elif })).status).toBe(403)
    const row = (await api.db.select().from(table)).find(({ id }) => id === value.id)
    expect([row?.title, row?.version]).toEqual(["Platformun", 1])
  })

  it("a platform's campaign that is offered to one company is not there for another", async () => {
    const { value } = await create({ tenantIds: [mertTenant] }, "admin")
    expect((await get(`/campaign/${value.id}`)).status).toBe(404)
    expect((await get(`/campaign/${value.id}`, "mert")).status).toBe(200)
  })
})
