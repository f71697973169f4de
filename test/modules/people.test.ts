import { afterEach, expect, it, vi } from "vitest"
import { searchPeople } from "../../src/modules/records/search-people"

afterEach(() => vi.unstubAllGlobals())

it.each([
  ["one", undefined, { keyword: "Elif", status: "1", tenantId: "one" }],
  ["", undefined, { keyword: "Elif", status: "1", tenantId: null }],
  ["", "all" as const, { keyword: "Elif", status: null, tenantId: null }],
])("people of %j are found among the %s", async (tenantId, among, expected) => {
  const asked: URL[] = []
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(new URL(url, "http://console.invalid"))
    const users = [{ id: "7", firstName: "Elif", lastName: "Yılmaz", email: "e@y.example", status: 1 }]
    const value = { users, totalCount: 1 }
    return new Response(JSON.stringify({ value, isSuccess: true, errors: [], validationErrors: [] }))
  })
  const found = await searchPeople(tenantId, among)("Elif", new AbortController().signal)
  expect(found).toEqual([{ value: "7", label: "Elif Yılmaz", hint: "e@y.example" }])
  const { searchParams } = asked[0] ?? new URL("http://console.invalid")
  expect(Object.fromEntries(Object.keys(expected).map(name => [name, searchParams.get(name)]))).toEqual(expected)
})
