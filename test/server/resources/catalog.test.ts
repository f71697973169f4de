import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { campaigns, cities, tenants } from "../../../server/src/db/schema"
import { compareTexts } from "../../../src/core/text/compare-texts"
import { accounts, createTestApi, type TestApi } from "../../api"

/** Categories, provinces, companies as their people read them, and the months of the figures. */
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

describe("categories and provinces", () => {
  it.each(["/category/list", "/city/list"])("%s comes in Turkish order, as id and name", async path => {
    const { value } = await get(path)
    const names = value.map(({ name }: { name: string }) => name)
    expect(value.length).toBeGreaterThan(10)
    expect(Object.keys(value[0]).sort()).toEqual(["id", "name"])
    expect(names).toEqual(names.toSorted(compareTexts))
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
      giftManagement: true,
      paymentManagement: true,
      feedbackManagement: true,
      reports: false,
    })
    const own = (await get("/tenant/getcurrenttenantid")).value
    expect((await get(`/tenant/${own}/modules`)).value.reports).toBe(true)
  })
})

describe("the figures", () => {
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
