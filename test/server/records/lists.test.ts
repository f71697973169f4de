import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { compareTexts } from "../../../src/core/text/compare-texts"
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
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  // Addresses and dates are compared by their characters.
  if (typeof a === "string" && typeof b === "string" && !/@|^\d{4}-\d\d-\d\d/.test(a)) return compareTexts(a, b)
  return (a as string) < (b as string) ? -1 : 1
}

/**
 * [path, member of the rows, words that it finds, filters by the member of a row that they compare, queries that find nothing].
 * test/server/owner-filter.test.ts has the owner of what is offered.
 */
describe.each([
  [
    "/announcement/list",
    "announcements",
    ["PLANLI sistem BAKIMI"],
    { type: "type" },
    ["status=9", "status=x", "type=9", "type=x"],
  ],
  [
    "/draw/list",
    "draws",
    ["GÜVENLİ surus"],
    { departmentId: "departmentId", tenantId: "tenantId" },
    ["status=9", "status=x", "departmentId=x", "tenantId=x"],
  ],
  [
    "/survey/list",
    "surveys",
    ["calisan BAĞLILIĞI"],
    { type: "type", tenantId: "tenantId" },
    ["status=9", "status=x", "type=9", "type=x"],
  ],
  [
    "/feedback/list",
    "feedbacks",
    ["KARANLIK gorunum"],
    { type: "type", priority: "priority", category: "category", tenantId: "tenantId", assignedTo: "assignedTo" },
    ["status=9", "type=x", "priority=4", "category=4", "assignedTo=x"],
  ],
  [
    "/campaign/list",
    "campaigns",
    ["KIŞ sezonu", "moda ATOLYE"],
    { brandId: "brandId", categoryId: "categoryId" },
    ["status=9", "status=x", "brandId=x", "categoryId=1"],
  ],
  ["/brand/list", "brands", ["kiyi OTEL"], { categoryId: "categoryId" }, ["status=9", "status=-1", "categoryId=x"]],
  ["/gift/list", "gifts", ["IHLAMUR kitabevi"], { categoryId: "categories" }, ["status=9", "status=x", "categoryId=x"]],
  ["/payment/list", "payments", ["ODEME"], { categoryId: "categoryIds" }, ["status=9", "status=x", "categoryId=x"]],
  [
    "/user/list",
    "users",
    ["AKSOY", accounts.elif.toUpperCase()],
    { departmentId: "departmentId", tenantId: "tenantId", role: "role" },
    ["status=9", "status=x", "departmentId=x", "tenantId=x", "role=x"],
  ],
  [
    "/tenant/list",
    "tenants",
    ["YESILOVA gida"],
    { industry: "industry", companySize: "companySize" },
    ["status=99999999999", "industry=14"],
  ],
] as const)("%s", (path, member, typed, filters: Record<string, string>, empty) => {
  const read = async (query: string) => (await api.call("GET", `${path}?${query}`, { token })).value
  const rows = async (query: string): Promise<Row[]> => (await read(`pageSize=100&${query}`))[member]

  it("gives pages from 0, eight rows at first, that never overlap, with the total", async () => {
    const { totalCount, [member]: first } = await read("")
    expect(first).toHaveLength(Math.min(8, totalCount))
    const seen = [0, 1, 2].map(async page => (await read(`page=${page}&pageSize=3`))[member] as Row[])
    const ids = (await Promise.all(seen)).flat().map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([Math.min(9, totalCount), Math.min(9, totalCount)])
    expect(await read("page=9999")).toMatchObject({ [member]: [], totalCount })
  })

  it("finds by folded words, and takes % and _ for themselves", async () => {
    for (const words of typed) {
      const hits = await rows(`keyword=${encodeURIComponent(` ${words} `)}`)
      expect([words, hits.length > 0]).toEqual([words, true])
      for (const row of hits) expect(fold(JSON.stringify(row))).toContain(fold(words))
    }
    for (const odd of ["%25", "%5C", "'; drop table audit; --"]) expect([odd, await rows(`keyword=${odd}`)]).toEqual([odd, []])
  })

  it("sorts by every documented key both ways", async () => {
    const keys = sortKeys(path)
    expect(keys.length).toBeGreaterThan(2)
    const { totalCount } = await read("pageSize=1")
    const isWhole = totalCount < 100
    for (const key of keys) {
      const sorted = async (order: string): Promise<Row[]> =>
        (await read(`sortBy=${key}&sortOrder=${order}&pageSize=${isWhole ? 100 : 20}`))[member]
      const [up, down] = [await sorted("asc"), await sorted("desc")]
      if (isWhole) expect([key, down.map(({ id }) => id)]).toEqual([key, up.map(({ id }) => id).reverse()])
      if (up[0] && !(key in up[0])) continue
      const [rising, falling] = [up.map(row => row[key]), down.map(row => row[key])]
      expect([key, rising]).toEqual([key, rising.toSorted(compare)])
      expect([key, falling]).toEqual([key, falling.toSorted((a, b) => compare(b, a))])
    }
  })

  it("takes nonsense calmly, and filters nothing by blanks", async () => {
    const plain = await read("")
    const blanks = "keyword=%20&status=%20&type=&startDate=&endDate=x&tenantId=%20&categoryId=%20"
    const sorts = ["sortBy=version", "sortBy=__proto__", "sortBy=password", "sortOrder=x"]
    for (const query of ["pageSize=0", "pageSize=-3", "pageSize=1000", "page=x", ...sorts, blanks]) {
      const value = await read(query)
      expect([query, value.totalCount, value[member].length <= 100]).toEqual([query, plain.totalCount, true])
      if (sorts.includes(query)) expect([query, value]).toEqual([query, plain])
    }
  })

  it("finds the rows of a status, and of whatever else it filters by, and counts them", async () => {
    const { totalCount } = await read("")
    const ofStatus = path === "/tenant/list" ? "activeStatus" : "status"
    let found = 0
    for (const code of [0, 1, 2, 3, 4]) {
      const value = await read(`pageSize=100&status=${code}`)
      found += value.totalCount
      for (const row of value[member]) expect([code, row[ofStatus]]).toEqual([code, code])
    }
    expect(found).toBe(totalCount)
    const all = await rows("")
    for (const [query, name] of Object.entries(filters)) {
      const known = all.flatMap(row => row[name] ?? []) as (string | number)[]
      const [value] = known
      const hits = await rows(`${query}=${value}`)
      const isOf = (row: Row) => [row[name]].flat().includes(value)
      expect([query, hits.length > 0, hits.filter(row => !isOf(row))]).toEqual([query, true, []])
      if (totalCount <= 100) expect([query, hits.length]).toEqual([query, all.filter(isOf).length])
    }
  })

  it("finds the records of a period, if it knows periods", async () => {
    if (!/announcement|survey|campaign|draw/.test(path)) return
    const found = await rows("startDate=2026-03-01&endDate=2026-03-31")
    expect(found.length).toBeGreaterThan(0)
    for (const { startDate, endDate } of found) {
      if (endDate) expect(Date.parse(String(endDate))).toBeGreaterThanOrEqual(Date.parse("2026-03-01T00:00:00+03:00"))
      if (startDate) expect(Date.parse(String(startDate))).toBeLessThan(Date.parse("2026-04-01T00:00:00+03:00"))
    }
  })

  it("finds nothing for what no record has", async () => {
    for (const query of empty) expect([query, await read(query)]).toMatchObject([query, { [member]: [], totalCount: 0 }])
  })
})

describe("the database", () => {
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  /** Texts of letters with and without diacritics, digits and signs. @param more characters beside them; @param max length */
  const textOf = (more: readonly string[], max: number) => {
    const common = "abcçdefgğhıijklmnoöprsştuüvyzqwxABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ0123456789 -.,'&/_()%+@\\éèêëñåáàâãäîûôõøłđÉÂßæœ"
    const characters = [...common, ...more]
    return Array.from({ length: 1 + next(max) }, () => characters[next(next(3) ? characters.length : 12)]).join("")
  }
  /** The texts as a function of the database returns them. */
  const mapped = async (name: string, texts: readonly string[]): Promise<Map<string, string>> => {
    const json = JSON.stringify(texts).replaceAll("'", "''")
    const rows = await rowsOf<{ value: string }>(
      api.db,
      `select ${name}(text) as value from jsonb_array_elements_text('${json}') with ordinality as t (text, at) order by at`,
    )
    return new Map(texts.map((text, at) => [text, rows[at]?.value ?? ""]))
  }

  it("folds texts as the console does, also those of an earlier release that are not clean", async () => {
    const more = [
      ..."ΣσςЙйЁёệẢ가žŽūÿ\u0301\u0323\u0327\u200b\u202e\u00a0\u2009\u00ad\ufeff",
      "👩\u200d💻",
      "☎\ufe0f",
      ..."´`‘’ʻʼ“”„«»‐‑–—―−⁃ƏəÞþÐð½²ﬁＡ１…\u3000\ufe58",
    ]
    const texts = Array.from({ length: 3_000 }, () => textOf(more, 12))
    const folded = await mapped("fold_tr", texts)
    expect(texts.flatMap(text => (folded.get(text) === fold(text) ? [] : [[text, folded.get(text), fold(text)]]))).toEqual([])
  })

  it("orders 10,000 pairs of texts as the console does: by letters, diacritics of other languages, case", async () => {
    const pairs = Array.from({ length: 10_000 }, () => {
      const text = textOf([], 5)
      return [text, next(3) ? textOf([], 5) : text.slice(0, next(text.length + 1)) + textOf([], 5)] as const
    })
    const keys = await mapped("sort_tr", [...new Set(pairs.flat())])
    const byKeys = (a: string, b: string) =>
      Math.sign(Buffer.compare(...([a, b].map(text => Buffer.from(keys.get(text) ?? "")) as [Buffer, Buffer])))
    expect(pairs.filter(([a, b]) => byKeys(a, b) !== Math.sign(compareTexts(a, b)))).toEqual([])
  })

  it.each([
    ["Cem", "Çağla", "Dut"],
    ["Gaye", "Ğafur", "Hale"],
    ["Işık", "İnci", "Jale"],
    ["Oya", "Ömer", "Pelin"],
    ["Suna", "Şule", "Tan"],
    ["Umut", "Ümit", "Van"],
    ["- a", "(a", "1 a", "10 a", "a", "A", "á", "Ab", "z", "α", "я"],
    ["“a”", "🎁 a", "2 a", "Ali", "Ali Can", "Alican"],
  ])("orders %s, %s, %s …", async (...texts) => {
    const keys = await mapped("sort_tr", texts)
    expect(
      texts.toReversed().sort((a, b) => Buffer.compare(Buffer.from(keys.get(a) ?? ""), Buffer.from(keys.get(b) ?? ""))),
    ).toEqual(texts)
  })

  it("keeps the keys of names, by which lists are sorted", async () => {
    const rows = await rowsOf<{ name: string }>(
      api.db,
      "select first_name || ' ' || last_name as name from users order by sort_name, id",
    )
    const names = rows.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(100)
    expect(names).toEqual(names.toSorted(compareTexts))
  })
})
