import { describe, expect, it } from "vitest"
import { formatList, parseList, toQuery } from "../../../src/core/http/list-query"

describe("a list's address", () => {
  const defaults = { pageSize: 8, sortBy: "endDate", sortOrder: "desc" } as const
  it.each([
    ["", { page: 0, pageSize: 8, sortBy: "endDate", sortOrder: "desc", filters: {} }],
    ["?page=3&pageSize=20&keyword=ş", { page: 2, pageSize: 20, sortBy: "endDate", sortOrder: "desc", filters: { keyword: "ş" } }],
    ["?page=0", { page: 0, pageSize: 8, sortBy: "endDate", sortOrder: "desc", filters: {} }],
    ["?page=-1&pageSize=9999", { page: 0, pageSize: 100, sortBy: "endDate", sortOrder: "desc", filters: {} }],
    ["?page=abc&status=2&keyword=%20", { page: 0, pageSize: 8, sortBy: "endDate", sortOrder: "desc", filters: { status: "2" } }],
    ["?sortBy=title", { page: 0, pageSize: 8, sortBy: "title", sortOrder: "asc", filters: {} }],
    ["?sortBy=title&sortOrder=sideways", { page: 0, pageSize: 8, sortBy: "title", sortOrder: "asc", filters: {} }],
  ])("%j is read", (search, state) => {
    expect(parseList(search, defaults)).toEqual(state)
  })
  it("leaves out what is usual, and reads back what it wrote", () => {
    expect(formatList(parseList("", defaults), defaults)).toBe("")
    const filters = { keyword: "a&b", status: "2" }
    const state = { page: 2, pageSize: 20, sortBy: "title", sortOrder: "asc" as const, filters, view: "3" }
    expect(parseList(formatList(state, defaults), defaults)).toEqual(state)
  })
  it("gives the call's parameters trimmed, filled and in one order", () => {
    const query = toQuery({ page: 0, pageSize: 8, filters: { status: "2", keyword: " a ", brandId: " " } })
    expect(Object.entries(query)).toEqual([
      ["page", 0],
      ["pageSize", 8],
      ["keyword", "a"],
      ["status", "2"],
    ])
  })
})
