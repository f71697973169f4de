import { beforeEach, expect, it, vi } from "vitest"
import { namesFrom } from "../../src/api/names"
import { type Option, readOptions } from "../../src/core/http/options"
import { read } from "../../src/core/http/query"
import { cache } from "../../src/state/instances"

type Row = { id: string; brandId: string; brandName: string; categoryId: string; categoryName: string }
const row = (change: Partial<Row>): Row => ({ id: "1", brandId: "", brandName: "", categoryId: "", categoryName: "", ...change })

const loadBrands = vi.fn(async (): Promise<Option[]> => [{ value: "7", label: "Mavi Kahve" }])
const loadCategories = vi.fn(async (): Promise<Option[]> => [{ value: "3", label: "Gıda" }])
const brands = read("brands.options", (_: undefined) => loadBrands())
const categories = read("categories.options", (_: undefined) => loadCategories())
const names = namesFrom<Row>(
  { id: "brandId", name: "brandName", options: brands },
  { id: "categoryId", name: "categoryName", options: categories },
)
beforeEach(() => {
  vi.clearAllMocks()
  cache.clear()
})

it("an id without a name gets it from the options, in a list and alone", async () => {
  const rows = [row({ brandId: "7", categoryId: "3" }), row({ id: "2", brandId: "8" })]
  expect(await names.page({ rows, total: 2 })).toEqual({
    rows: [row({ brandId: "7", brandName: "Mavi Kahve", categoryId: "3", categoryName: "Gıda" }), rows[1]],
    total: 2,
  })
  expect(await names.one({ record: row({ brandId: "7" }), version: "v" })).toEqual({
    record: row({ brandId: "7", brandName: "Mavi Kahve" }),
    version: "v",
  })
  expect([loadBrands.mock.calls.length, loadCategories.mock.calls.length]).toEqual([1, 1])
})

it("a name that came stays, and nothing is asked for", async () => {
  const page = { rows: [row({ brandId: "7", brandName: "Mavi" }), row({})], total: 2 }
  expect(await names.page(page)).toEqual(page)
  expect(loadBrands).not.toHaveBeenCalled()
})

it("options that can't be read leave the rows as they are", async () => {
  loadBrands.mockRejectedValueOnce(new Error("away"))
  const page = { rows: [row({ brandId: "7" })], total: 1 }
  expect(await names.page(page)).toEqual(page)
})

it("of a list that is cut, the names of the rows that it lacks are asked for by their ids", async () => {
  const all = Array.from({ length: 300 }, (_, at): Option => ({ value: `b${at}`, label: `Marka ${at}` }))
  const asked: (string | undefined)[] = []
  const load = async ({ ids }: { ids?: string }) => {
    asked.push(ids)
    return ids ? all.filter(({ value }) => ids.split(",").includes(value)) : all.slice(0, 10)
  }
  const cut = namesFrom<Row>({ id: "brandId", name: "brandName", options: readOptions("brands.cut", load, 10) })
  const rows = all.map(({ value }) => row({ id: value, brandId: value }))
  const named = await cut.page({ rows: [...rows, ...rows], total: 600 })
  expect(named.rows.map(({ brandName }) => brandName)).toEqual([...all, ...all].map(({ label }) => label))
  // An address with all of them would be too long.
  expect(asked.map(ids => ids?.split(",").length)).toEqual([undefined, 100, 100, 90])
})
