import { describe, expect, it } from "vitest"
import { audit, departments as table } from "../../../server/src/db/schema"
import { compareTexts } from "../../../src/core/text/compare-texts"
import { fieldsOf, startApi, type Who } from "../record-kit"

const { signed, send, get, tenant } = startApi()

const create = (name: unknown, who: Who = "elif", headers = {}) => send("POST", "/department/create", who, { name }, headers)
const count = () => signed.api.db.$count(table)

describe("the list of departments", () => {
  it("comes whole and in Turkish order, the platform's for everybody", async () => {
    const { value } = await get("/department/list")
    expect(Object.keys(value[0]).sort()).toEqual(["id", "name", "tenantId"])
    const names = value.map((row: { name: string }) => row.name)
    expect(names).toEqual(names.toSorted(compareTexts))
    const platforms = (rows: { tenantId: string | null }[]) => rows.filter(row => row.tenantId === null)
    expect(platforms(value).length).toBeGreaterThanOrEqual(9)
    expect(platforms((await get("/department/list", "mert")).value)).toEqual(platforms(value))
  })

  it("holds a company's own for itself and the platform alone", async () => {
    const { id } = (await create("Ege sahası")).value
    const ids = async (who: Who, query = "") =>
      (await get(`/department/list${query}`, who)).value.map((row: { id: string }) => row.id)
    expect(await ids("elif")).toContain(id)
    expect(await ids("mert")).not.toContain(id)
    expect(await ids("admin")).toContain(id)
    expect(await ids("admin", `?tenantId=${tenant.own}`)).toContain(id)
    expect(await ids("admin", `?tenantId=${tenant.theirs}`)).not.toContain(id)
    expect(await ids("mert", `?tenantId=${tenant.own}`)).not.toContain(id)
    expect(await ids("elif", "?tenantId=x")).not.toContain(id)
  })
})

describe("lists of options with more than 1,000", () => {
  it.each(["department/list", "tenant/get-all"])("%s answers the first ones, and others by a text and by ids", async path => {
    const name = path.startsWith("department") ? "departments" : "tenants"
    await signed.api.db.execute(
      `insert into ${name} (name${name === "departments" ? ", tenant_id" : ""}) select 'Çok ' || n${name === "departments" ? `, '${tenant.theirs}'` : ""}
        from generate_series(1, 1200) n`,
    )
    const rows = async (query: string, who: Who = "admin"): Promise<{ id: string; name: string }[]> =>
      (await get(`/${path}${query}`, who)).value
    const first = await rows("")
    expect(first).toHaveLength(1_000)
    const [last, ...others] = await rows("?keyword=cok%20999")
    expect([last?.name, others, first.some(({ id }) => id === last?.id)]).toEqual(["Çok 999", [], false])
    expect((await rows(`?ids=${last?.id},${first[0]?.id},x`)).map(({ id }) => id).sort()).toEqual([last?.id, first[0]?.id].sort())
    expect([await rows("?ids=x"), await rows(`?ids=${last?.id}`, "elif")]).toEqual([[], []])
    await signed.api.db.execute(`delete from ${name} where name like 'Çok %'`)
  })

  it("has the platform's departments alone for `platform`", async () => {
    await create("Akdeniz sahası")
    const { value } = await get("/department/list?tenantId=platform", "admin")
    expect(new Set(value.map((row: { tenantId: unknown }) => row.tenantId))).toEqual(new Set([null]))
  })
})

describe("a new department", () => {
  it("is its maker's company's, whatever the body says, and stands in the history", async () => {
    const { value, status } = await send("POST", "/department/create", "elif", {
      name: "  Işıklı atölye ",
      tenantId: tenant.theirs,
    })
    expect([status, value]).toEqual([200, { id: expect.any(String), name: "Işıklı atölye", tenantId: tenant.own }])
    const rows = (await signed.api.db.select().from(audit).orderBy(audit.id)).filter(row => row.entityId === value.id)
    expect(rows.map(row => [row.entity, row.action, row.tenantId])).toEqual([["department", "create", tenant.own]])
  })

  it.each([
    "İnsan Kaynakları",
    "insan kaynaklari",
    "  LOJİSTİK ",
    "lojistik",
    "I\u0307nsan\u00a0Kaynakları",
    "Loji\u200bstik",
    "insan \t  kaynakları",
    "Lójistik",
  ])("may not be called %s, as the platform's is", async name => {
    const before = await count()
    const answer = await create(name)
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["name"]])
    expect(answer.body.validationErrors[0].errorMessage).toBe("Bu adda bir departman zaten var.")
    expect(await count()).toBe(before)
  })

  it("may not be called as another of the company's own is, even at the same time", async () => {
    const answers = await Promise.all([create("Gece vardiyası"), create("GECE VARDİYASI"), create("gece vardiyasi")])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 400, 400])
    expect((await create("Gece vardiyası", "mert")).status).toBe(200)
  })

  it("is called by what is seen of its name, and so by something", async () => {
    const answers = [await create("Gu\u0308venlik\u200b"), await create("Güvenlik"), await create("\u200b\u2060")]
    expect(answers.map(({ status, value }) => [status, value?.name])).toEqual([
      [200, "Güvenlik"],
      [400, undefined],
      [400, undefined],
    ])
  })

  it("is a company's to make, not the platform's", async () => {
    expect((await create("Platform", "admin")).status).toBe(403)
  })
})
