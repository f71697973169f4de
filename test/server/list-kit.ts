import { describe, expect, it } from "vitest"
import { fold } from "../../src/core/text/fold"
import type { Signed } from "./record-kit"

/** What holds of every module's list alike: pages, folded words, sorts, and calm about whatever is asked. */
type Row = Record<string, unknown> & { id: string }

export type ListSpec = {
  path: string
  member: string
  /** The member that is searched, words as somebody types them, and what they find. */
  keyword: [member: string, typed: string, found: string]
  /** Sort keys with the members that they order by. */
  sorts: Record<string, string>
  /** Filters that find nothing. */
  empty: string[]
}

/** What is missing comes last. */
const order = (a: unknown, b: unknown) => {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return (a as string) < (b as string) ? -1 : 1
}

export const describeList = (title: string, signed: () => Signed, { path, member, keyword, sorts, empty }: ListSpec) =>
  describe(title, () => {
    const read = async (query: string, who: "admin" | "elif" = "elif") =>
      (await signed().api.call("GET", `${path}?${query}`, { token: signed().tokens[who] })).value
    const rows = async (query: string): Promise<Row[]> => (await read(`pageSize=100&${query}`))[member]

    it("gives pages from 0, eight rows at first, that never overlap, with the total", async () => {
      const { totalCount } = await read("")
      expect(totalCount).toBeGreaterThan(8)
      expect((await read(""))[member]).toHaveLength(8)
      const seen: string[] = []
      for (let page = 0; seen.length < totalCount; page++) {
        const value = await read(`page=${page}&pageSize=5`)
        expect([value.totalCount, value[member].length]).toEqual([totalCount, Math.min(5, totalCount - seen.length)])
        seen.push(...value[member].map((row: Row) => row.id))
      }
      expect(new Set(seen).size).toBe(totalCount)
      expect(await read("page=99")).toMatchObject({ [member]: [], totalCount })
    })

    it("finds by folded words, and takes % and _ for themselves", async () => {
      const [name, typed, found] = keyword
      const hits = await rows(`keyword=${encodeURIComponent(` ${typed} `)}`)
      expect(hits.map(row => row[name])).toContain(found)
      for (const row of hits) expect(fold(JSON.stringify(row))).toContain(fold(typed))
      for (const odd of ["%25", "_", "%5C", "'; drop table audit; --"]) expect(await rows(`keyword=${odd}`)).toEqual([])
    })

    it.each(Object.entries(sorts))("sorts by %s both ways", async (key, by) => {
      const values = async (way: string) =>
        (await rows(`sortBy=${key}&sortOrder=${way}`)).map(row =>
          key === "title" || key === "subject" ? fold(String(row[by])) : row[by],
        )
      const up = await values("asc")
      expect(up).toEqual([...up].sort(order))
      expect(await values("desc")).toEqual([...up].reverse())
    })

    it.each([
      "pageSize=0",
      "pageSize=-3",
      "pageSize=1000",
      "page=x",
      "sortBy=tenantId",
      "sortBy=__proto__",
      "sortOrder=x",
      "keyword=%00",
    ])("takes %s calmly", async query => {
      const value = await read(query)
      expect(value.totalCount).toBeGreaterThan(0)
      expect(value[member].length).toBeLessThanOrEqual(100)
    })

    it.each(empty)("finds nothing for %s", async query => {
      expect(await read(query)).toMatchObject({ [member]: [], totalCount: 0 })
    })

    it("filters nothing by blanks", async () => {
      const { totalCount } = await read("")
      expect((await read("keyword=&status=%20&type=&startDate=&endDate=x&tenantId=%20")).totalCount).toBe(totalCount)
    })
  })
