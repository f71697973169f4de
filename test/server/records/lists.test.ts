import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fold } from "../../../src/core/text/fold"
import { accounts, createTestApi, type TestApi } from "../../api"

/** What holds of every list alike: pages, folded words, sorts, and calm about whatever is asked. No test of this file writes. */
let api: TestApi
let token = ""
let sortKeys: (path: string) => string[]
beforeAll(async () => {
  api = await createTestApi()
  token = await api.signIn(accounts.admin)
  const { paths } = (await api.call("GET", "/openapi.json")).body
  sortKeys = path =>
    paths[path].get.parameters.find(({ name }: { name: string }) => name === "sortBy").schema.enum.filter((key: string) => key)
})
afterAll(() => api.close())

type Row = Record<string, unknown> & { id: string }

/** A value as lists order it: a missing one after all others. */
const compare = (a: unknown, b: unknown) => {
  const [one, two] = [a, b].map(value => (typeof value === "string" ? fold(value) : value))
  if (one === two) return 0
  if (one === null || two === null) return one === null ? 1 : -1
  return (one as string) < (two as string) ? -1 : 1
}

describe.each([
  ["/announcement/list", "announcements", "PLANLI sistem BAKIMI", ["status=9", "status=x", "type=9", "type=x"]],
  ["/draw/list", "draws", "GÜVENLİ surus", ["status=9", "status=x", "departmentId=x", "tenantId=x"]],
  ["/survey/list", "surveys", "calisan BAĞLILIĞI", ["status=9", "status=x", "type=9", "type=x"]],
  ["/feedback/list", "feedbacks", "KARANLIK gorunum", ["status=9", "type=x", "priority=4", "category=4", "assignedTo=x"]],
  ["/campaign/list", "campaigns", "KIŞ sezonu", ["status=9", "status=x", "brandId=x", "categoryId=1"]],
  ["/brand/list", "brands", "a", ["status=9", "categoryId=x"]],
  ["/gift/list", "gifts", "a", ["status=9", "categoryId=x"]],
  ["/payment/list", "payments", "ODEME", ["status=9", "status=x", "categoryId=x"]],
  ["/user/list", "users", "AKSOY", ["status=9", "status=x", "departmentId=x", "tenantId=x", "role=x"]],
  ["/tenant/list", "tenants", "a", ["keyword=%25"]],
] as const)("%s", (path, member, typed, empty) => {
  const read = async (query: string) => (await api.call("GET", `${path}?${query}`, { token })).value
  const rows = async (query: string): Promise<Row[]> => (await read(`pageSize=100&${query}`))[member]

  it("gives pages from 0, eight rows at first, that never overlap, with the total", async () => {
    const { totalCount } = await read("")
    expect((await read(""))[member]).toHaveLength(Math.min(8, totalCount))
    const seen = [0, 1, 2].map(async page => (await read(`page=${page}&pageSize=3`))[member] as Row[])
    const ids = (await Promise.all(seen)).flat().map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([Math.min(9, totalCount), Math.min(9, totalCount)])
    expect(await read("page=9999")).toMatchObject({ [member]: [], totalCount })
  })

  it("finds by folded words, and takes % and _ for themselves", async () => {
    const hits = await rows(`keyword=${encodeURIComponent(` ${typed} `)}`)
    expect(hits.length).toBeGreaterThan(0)
    for (const row of hits) expect(fold(JSON.stringify(row))).toContain(fold(typed))
    for (const odd of ["%25", "%5C", "'; drop table audit; --"]) expect([odd, await rows(`keyword=${odd}`)]).toEqual([odd, []])
  })

  it("sorts by every documented key both ways", async () => {
    const keys = sortKeys(path)
    expect(keys.length).toBeGreaterThan(2)
    for (const key of keys) {
      const [up, down] = [await rows(`sortBy=${key}&sortOrder=asc`), await rows(`sortBy=${key}&sortOrder=desc`)]
      if (up.length < 100) expect([key, down.map(({ id }) => id)]).toEqual([key, up.map(({ id }) => id).reverse()])
      if (up[0] && !(key in up[0])) continue
      const [rising, falling] = [up.map(row => row[key]), down.map(row => row[key])]
      expect([key, rising]).toEqual([key, rising.toSorted(compare)])
      expect([key, falling]).toEqual([key, falling.toSorted((a, b) => compare(b, a))])
    }
  })

  it("takes nonsense calmly, and filters nothing by blanks", async () => {
    const { totalCount } = await read("")
    const blanks = "keyword=%20&status=%20&type=&startDate=&endDate=x&tenantId=%20&categoryId=%20"
    const sorts = ["sortBy=version", "sortBy=__proto__", "sortBy=password", "sortOrder=x"]
    for (const query of ["pageSize=0", "pageSize=-3", "pageSize=1000", "page=x", ...sorts, blanks]) {
      const value = await read(query)
      expect([query, value.totalCount, value[member].length <= 100]).toEqual([query, totalCount, true])
    }
    for (const query of sorts) expect([query, await read(query)]).toEqual([query, await read("")])
  })

  it("finds nothing for what no record has", async () => {
    for (const query of empty) expect([query, await read(query)]).toMatchObject([query, { [member]: [], totalCount: 0 }])
  })
})
