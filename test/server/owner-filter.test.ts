import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { accounts, createTestApi, type TestApi } from "../api"

/** The filter by owner that five lists share (docs/contract.md#owner-filter). */
let api: TestApi
const tokens: Record<string, string> = {}
beforeAll(async () => {
  api = await createTestApi()
  for (const [who, email] of Object.entries(accounts)) if (who !== "user") tokens[who] = await api.signIn(email)
  for (const who of ["elif", "mert"])
    await api.call("POST", "/brand/create", { token: tokens[who], body: { name: `İş ortağı ${who}`, status: 1 } })
})
afterAll(() => api.close())

type Row = { id: string; tenantId: string | null; tenantName: string | null }
type Who = "admin" | "elif" | "mert"

describe.each([
  ["campaign", "campaigns"],
  ["announcement", "announcements"],
  ["brand", "brands"],
  ["payment", "payments"],
  ["gift", "gifts"],
])("GET /%s/list", (call, member) => {
  const read = async (who: Who, query = "") =>
    (await api.call("GET", `/${call}/list?pageSize=100${query}`, { token: tokens[who] })).value
  const rows = async (who: Who, query = ""): Promise<Row[]> => (await read(who, query))[member]

  it("names the owner of each row", async () => {
    const companies: { id: string; name: string }[] = (await api.call("GET", "/tenant/get-all", { token: tokens.admin })).value
    const nameOf = new Map(companies.map(({ id, name }) => [id, name]))
    for (const { tenantId, tenantName } of await rows("admin"))
      expect(tenantName).toBe(tenantId === null ? null : nameOf.get(tenantId))
    const [row] = await rows("admin")
    const one = (await api.call("GET", `/${call}/${row?.id}`, { token: tokens.admin })).value
    expect([one.tenantId, one.tenantName]).toEqual([row?.tenantId, row?.tenantName])
  })

  it.each(["admin", "elif"] as const)("finds the rows of one owner, and counts them, for %s", async who => {
    const all = await rows(who)
    for (const owner of new Set(all.map(({ tenantId }) => tenantId))) {
      const expected = all.filter(({ tenantId }) => tenantId === owner).map(({ id }) => id)
      const { totalCount, statusCounts = {}, ...value } = await read(who, `&tenantId=${owner ?? "platform"}`)
      expect(new Set(value[member].map(({ id }: Row) => id))).toEqual(new Set(expected))
      expect(totalCount).toBe(expected.length)
      const counted = Object.values<number>(statusCounts)
      if (counted.length) expect(counted.reduce((sum, count) => sum + count, 0)).toBe(expected.length)
    }
  })

  it("opens no other company's rows, and finds nothing for what is no owner", async () => {
    const [foreign] = (await rows("admin")).filter(({ tenantName }) => tenantName === "Yeşilova Grup")
    expect(foreign).toBeDefined()
    const seen = new Set((await rows("mert")).map(({ id }) => id))
    for (const { id } of await rows("mert", `&tenantId=${foreign?.tenantId}`)) expect(seen).toContain(id)
    for (const odd of ["Platform", "null", "1", "'"]) expect(await rows("admin", `&tenantId=${odd}`)).toEqual([])
    expect(await rows("admin", "&tenantId=")).toHaveLength((await rows("admin")).length)
  })
})
