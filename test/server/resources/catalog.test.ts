import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { brands, campaigns, categories, cities, gifts, tenants } from "../../../server/src/db/schema"
import { statuses } from "../../../src/contract/campaigns"
import { fold } from "../../../src/core/text/fold"
import { accounts, createTestApi, start, type TestApi } from "../../api"

/** What campaigns are made of: partners, gift cards, categories, companies, and the figures over them. */
let api: TestApi
let elif = ""
let admin = ""
beforeAll(async () => {
  api = await createTestApi()
  elif = await api.signIn(accounts.elif)
  admin = await api.signIn(accounts.admin)
})
afterAll(() => api.close())

const get = (path: string, token = elif) => api.call("GET", path, { token })

type Row = Record<string, unknown> & { id: string }
const lists = [
  { path: "/brand/list", member: "brands", name: "name", keyword: "kiyi OTEL", found: "Kıyı Otelleri" },
  { path: "/gift/list", member: "gifts", name: "cardName", keyword: "IHLAMUR kitabevi", found: "Ihlamur Kitabevi 250 TL" },
  { path: "/tenant/list", member: "tenants", name: "name", keyword: "yesilova gida", found: "Yeşilova Gıda" },
] as const

describe.each(lists)("$path", ({ path, member, name, keyword, found }) => {
  const rows = async (query = "", token = admin): Promise<Row[]> =>
    (await get(`${path}?pageSize=100${query}`, token)).value[member]

  it("finds by folded words", async () => {
    expect((await rows(`&keyword=${encodeURIComponent(keyword)}`)).map(row => row[name])).toEqual([found])
    expect(await rows("&keyword=%25")).toEqual([])
  })

  it.each(["status=x", "status=-1", "status=99999999999"])("finds nothing for %s", async query => {
    expect(await rows(`&${query}`)).toEqual([])
  })

  it("filters by status", async () => {
    const all = await rows()
    const active = await rows("&status=1")
    expect(active.length).toBeGreaterThan(0)
    expect(active.length + (await rows("&status=0")).length).toBe(all.length)
  })
})

describe("a partner", () => {
  it("shows its contacts as parallel lists, and whom it is offered to", async () => {
    const { value } = await get("/brand/list?keyword=lavanta")
    const [row] = value.brands
    expect(row).toMatchObject({ name: "Lavanta Kozmetik", status: 1, location: "Isparta", tenantId: null, tenantIds: [] })
    expect([row.contactPersons.length, row.emails.length, row.phones.length]).toEqual([1, 1, 1])
    const one = await get(`/brand/${row.id}`)
    expect([one.value, one.headers.get("ETag")]).toEqual([row, '"1"'])
  })

  it("is found by its category", async () => {
    const [{ categoryId }] = (await get("/brand/list?keyword=doruk")).value.brands
    const { value } = await get(`/brand/list?categoryId=${categoryId}`)
    expect(value.brands.map((row: Row) => row.name)).toEqual(["Doruk Spor"])
    expect((await get("/brand/list?categoryId=1")).value.totalCount).toBe(0)
  })

  it("is gone once it is deleted, from lists and from what a campaign may name", async () => {
    const [row] = await api.db
      .insert(brands)
      .values({ name: "Silinmiş", deletedAt: new Date(start) })
      .returning()
    expect((await get(`/brand/${row?.id}`, admin)).status).toBe(404)
    expect((await get("/brand/list?keyword=silinmis", admin)).value.totalCount).toBe(0)
  })
})

describe("a gift card", () => {
  it("names its brand, its time and its terms", async () => {
    const [row] = (await get("/gift/list?keyword=perde")).value.gifts
    expect(row).toMatchObject({ cardName: "Perde Sineması İki Kişilik", brand: "Perde Sineması", maxUsage: 500, tenantIds: [] })
    expect(Date.parse(row.validityEnd)).toBeGreaterThan(Date.parse(row.validityStart))
    expect(row.terms).toBeTruthy()
    expect((await get(`/gift/${row.id}`)).value).toEqual({ ...row, apiIntegrationCode: null })
  })

  it("is found by any of its categories", async () => {
    const all = await api.db.select().from(categories)
    const [row] = await api.db
      .insert(gifts)
      .values({ cardName: "İki kategorili", categoryIds: all.slice(0, 2).map(category => category.id) })
      .returning()
    for (const at of [0, 1, 2]) {
      const { value } = await get(`/gift/list?pageSize=100&categoryId=${all[at]?.id}`)
      expect(value.gifts.some((gift: Row) => gift.id === row?.id)).toBe(at < 2)
    }
    expect((await get("/gift/list?categoryId=x")).value.totalCount).toBe(0)
  })
})

describe("categories and provinces", () => {
  it("come in Turkish order, as id and name", async () => {
    const { value } = await get("/category/list")
    const names = value.map((row: Row) => row.name)
    expect(value.length).toBeGreaterThan(10)
    expect(Object.keys(value[0]).sort()).toEqual(["id", "name"])
    expect(names.map(fold)).toEqual(names.map(fold).sort())
  })

  it("are there before anybody adds one: 81 of them, by their plates", async () => {
    const rows = await api.db.select().from(cities)
    const byCode = new Map(rows.map(row => [row.code, row.name]))
    expect([rows.length, byCode.size]).toEqual([81, 81])
    const known = { 1: "Adana", 6: "Ankara", 17: "Çanakkale", 30: "Hakkâri", 34: "İstanbul", 35: "İzmir", 46: "Kahramanmaraş" }
    expect(Object.fromEntries(Object.keys(known).map(code => [code, byCode.get(Number(code))]))).toEqual(known)
    expect([63, 67, 76, 81].map(code => byCode.get(code))).toEqual(["Şanlıurfa", "Zonguldak", "Iğdır", "Düzce"])
  })
})

describe("companies", () => {
  it("of a company administrator are its own and its subsidiaries", async () => {
    const own = (await get("/tenant/getcurrenttenantid")).value
    const { value } = await get("/tenant/get-all")
    expect(value.length).toBe(4)
    for (const row of value) expect(row.id === own || row.parentId === own).toBe(true)
    expect((await get("/tenant/list?pageSize=100")).value.totalCount).toBe(4)
    expect((await get("/tenant/list?pageSize=100", admin)).value.totalCount).toBe(await api.db.$count(tenants))
  })

  it("carry their identity at the top and under visualIdentity", async () => {
    const { value } = await get("/tenant/mytenant")
    const colors = { primaryColor: "#3A9355", secondaryColor: "#152136" }
    expect(value).toMatchObject({ name: "Yeşilova Grup", ...colors, visualIdentity: { name: "Yeşilova Grup", ...colors } })
  })

  it("are none for the platform's own administrator, whose defaults stay", async () => {
    expect([(await get("/tenant/mytenant", admin)).value, (await get("/tenant/getcurrenttenantid", admin)).value]).toEqual([
      null,
      null,
    ])
  })

  it.each([
    ["industry", "industry"],
    ["companySize", "companySize"],
    ["status", "activeStatus"],
  ])("are filtered by %s", async (query, member) => {
    const [row] = await api.db
      .insert(tenants)
      .values({ name: `Ayrı ${query}`, industry: 13, companySize: 5, activeStatus: 0 })
      .returning()
    const code = { industry: 13, companySize: 5, status: 0 }[query]
    const { value } = await get(`/tenant/list?pageSize=100&${query}=${code}`, admin)
    expect(value.tenants.some((tenant: Row) => tenant.id === row?.id)).toBe(true)
    for (const tenant of value.tenants) expect(tenant[member]).toBe(code)
  })

  it("have every module on but reports, unless they chose otherwise", async () => {
    const [row] = await api.db
      .insert(tenants)
      .values({ name: "Modülsüz", modules: { drawsManagement: false } })
      .returning()
    const { value } = await get(`/tenant/${row?.id}/modules`, admin)
    expect(value).toEqual({
      dashboard: true,
      userManagement: true,
      campaignManagement: true,
      drawsManagement: false,
      announcements: true,
      surveyManagement: true,
      subsidiaryManagement: true,
      partnerManagement: true,
      reports: false,
    })
    const own = (await get("/tenant/getcurrenttenantid")).value
    expect((await get(`/tenant/${own}/modules`)).value.reports).toBe(true)
  })

  it("restrict nobody by permissions yet", async () => {
    expect((await get("/tenant/izinler")).value).toEqual([])
  })
})

describe("the figures", () => {
  it("count campaigns by the status of this moment", async () => {
    const { value } = await get("/api/dashboard/stats")
    const list = (await get("/campaign/list?pageSize=100")).value
    expect(value.campaigns.total).toBe(list.totalCount)
    for (const code of statuses.values)
      expect(value.campaigns.byStatus[code] ?? 0).toBe(list.campaigns.filter((row: Row) => row.status === code).length)
  })

  it("count draws, announcements, surveys and feedback as their lists do", async () => {
    for (const token of [undefined, admin]) {
      const { value } = await get("/api/dashboard/stats", token)
      for (const [path, name] of [
        ["/draw/list", "draws"],
        ["/announcement/list", "announcements"],
        ["/survey/list", "surveys"],
        ["/feedback/list", "feedback"],
      ] as const)
        expect([name, value[name].total]).toEqual([name, (await get(path, token)).value.totalCount])
      for (const name of ["draws", "announcements"] as const) {
        expect(value[name].byMonth).toHaveLength(12)
        const counts = Object.values<number>(value[name].byStatus)
        expect(counts.reduce((all, count) => all + count, 0)).toBe(value[name].total)
      }
      expect(value.feedback).toEqual((await get("/feedback/stats", token)).value)
    }
  })

  it("count the last twelve months by where the deployment's midnight lies", async () => {
    const read = async () => (await get("/api/dashboard/stats", admin)).value
    const before = await read()
    expect([before.from, before.to, before.campaigns.byMonth.length]).toEqual(["2025-04", "2026-03", 12])
    const [sample] = await api.db.select().from(campaigns).limit(1)
    if (!sample) throw new Error("no campaign")
    const { id, search, ...columns } = sample
    const add = (text: string) =>
      api.db.insert(campaigns).values({ ...columns, startDate: new Date(text), endDate: new Date("2027-01-01T00:00:00Z") })
    await add("2026-01-31T20:59:59Z") // the last second of January in Istanbul
    await add("2026-01-31T21:00:00Z") // the first of February
    await add("2025-03-31T20:59:59Z") // before the twelve months
    await add("2026-03-31T21:00:00Z") // after them
    const change = (await read()).campaigns.byMonth.flatMap((row: { month: string; total: number }, at: number) => {
      const more = row.total - before.campaigns.byMonth[at].total
      return more ? [[row.month, more]] : []
    })
    expect(change).toEqual([
      ["2026-01", 1],
      ["2026-02", 1],
    ])
  })
})
