import { describe, expect, it } from "vitest"
import { campaigns, draws, sessions, surveys, users } from "../../../server/src/db/schema"
import { deleteExpired } from "../../../server/src/operations/housekeeping"
import { startApi, type Who } from "../record-kit"

/** The figures of one company (docs/contract.md#company-figures). */
const { signed, get, tenant } = startApi()

const day = 86_400_000
const statsOf = async (id: string, who: Who = "admin") => (await get(`/tenant/${id}/stats`, who)).value

const company = async (name: string): Promise<string> =>
  (await signed.api.call("POST", "/tenant/admin/create", { token: signed.tokens.admin, body: { name } })).value.id

let made = 0
/** Adds a person of a company; with `usedAt`, epoch ms, one with a session that was last used then. */
const person = async (tenantId: string, given: Partial<typeof users.$inferInsert> = {}, ...uses: number[]) => {
  const [row] = await signed.api.db
    .insert(users)
    .values({ tenantId, email: `kisi.${++made}@sayi.example`, firstName: "Ece", lastName: "Su", role: "User", ...given })
    .returning()
  const userId = row?.id ?? ""
  for (const at of uses)
    await signed.api.db.insert(sessions).values({ userId, createdAt: new Date(at), lastUsedAt: new Date(at) })
  return userId
}

describe("the figures of a company", () => {
  it.each([
    ["campaign", "campaigns", 2],
    ["draw", "draws", 1],
    ["survey", "surveys", 1],
  ])("count the %s rows that its lists show", async (path, member, active) => {
    for (const id of [tenant.own, tenant.sub, tenant.theirs]) {
      const rows = (await get(`/${path}/list?pageSize=100`, "admin")).value[member].filter(
        (row: { tenantId: string }) => row.tenantId === id,
      )
      expect((await statsOf(id))[member]).toEqual({
        total: rows.length,
        active: rows.filter((row: { status: number }) => row.status === active).length,
      })
    }
    expect((await statsOf(tenant.own))[member].total).toBeGreaterThan(0)
  })

  it("count its people as the list of employees does, administrators included, and those who are active", async () => {
    const total = async (query: string) => (await get(`/user/list?tenantId=${tenant.own}${query}`, "admin")).value.totalCount
    expect((await statsOf(tenant.own)).employees).toEqual({ total: await total(""), active: await total("&status=1") })
  })

  it("leave out subsidiaries, deleted rows, and what others offer to it", async () => {
    const id = await company("Sayılan")
    const campaign = (await signed.api.db.select().from(campaigns)).find(row => row.tenantId === tenant.own)
    const draw = (await signed.api.db.select().from(draws)).find(row => row.tenantId === tenant.own)
    const survey = (await signed.api.db.select().from(surveys)).find(row => row.tenantId === tenant.own)
    if (!campaign || !draw || !survey) throw new Error("The demonstration has no rows.")
    const fresh = { id: undefined, search: undefined, tenantId: id }
    const offered = { id: undefined, search: undefined, tenantId: tenant.own, tenantIds: [id] }
    await signed.api.db.insert(campaigns).values([
      { ...campaign, ...fresh, intent: "draft" },
      { ...campaign, ...fresh, deletedAt: new Date() },
      { ...campaign, ...offered },
    ])
    const inDays = (days: number) => new Date(signed.api.now() + days * day)
    const live = { ...draw, ...fresh, intent: "live" as const, startDate: inDays(-2), drawDate: inDays(2) }
    await signed.api.db.insert(draws).values([
      { ...live, endDate: inDays(1) },
      { ...live, endDate: inDays(-1) },
    ])
    await signed.api.db.insert(surveys).values([{ ...survey, ...offered }])
    await person(id)
    await person(id, { status: 0 })
    await person(id, { role: "TenantAdmin" })
    await person(id, { deletedAt: new Date() })
    await person(tenant.sub)
    expect(await statsOf(id)).toEqual({
      campaigns: { total: 1, active: 0 },
      draws: { total: 2, active: 1 },
      surveys: { total: 0, active: 0 },
      employees: { total: 3, active: 2 },
      activePeople: 0,
    })
  })

  it("count a person who used the product in the last 30 days once, also after signing out", async () => {
    const id = await company("Kullanan")
    const now = signed.api.now()
    await person(id, {}, now, now - day, now - 40 * day)
    await person(id, { role: "TenantAdmin", status: 0 }, now - 29 * day)
    await person(id, {}, now - 31 * day)
    await person(id, { deletedAt: new Date() }, now)
    await person(tenant.own, {}, now)
    await person(id)
    const left = await person(id)
    const revokedAt = new Date(now - 4 * day)
    await signed.api.db.insert(sessions).values({ userId: left, createdAt: revokedAt, lastUsedAt: revokedAt, revokedAt })
    expect((await statsOf(id)).activePeople).toBe(3)
    await deleteExpired(signed.api.db, now)
    expect((await statsOf(id)).activePeople).toBe(3)
  })
})
