import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { draws as table, users } from "../../../server/src/db/schema"
import { type Intent, statusAt, statuses } from "../../../src/contract/draws/draws"
import { fieldsOf, startApi, type Who } from "../record-kit"
import { describeStatus } from "../status-kit"

const { signed, send, get, tenant } = startApi()
let departmentId = ""
let people: string[] = []
let strangers: string[] = []
beforeAll(async () => {
  const { api } = signed
  departmentId = (await get("/department/list")).value[0].id
  const rows = await api.db.select().from(users)
  const idsOf = (tenantId: string) => rows.filter(row => row.tenantId === tenantId && row.role === "User").map(row => row.id)
  people = idsOf(tenant.own)
  strangers = idsOf(tenant.theirs)
})

let made = 0
const prize = { name: "Kulaklık", type: 0, quantity: 2, value: 3500, imageUrl: "https://cdn.example/p.png" }
const body = () => ({
  title: `Bahar çekilişi ${++made}`,
  description: "Herkese açık",
  method: 0,
  eligibility: 1,
  departmentId,
  employeeIds: people.slice(0, 3),
  prizes: [prize],
  startDate: "2026-03-01T00:00:00Z",
  endDate: "2026-04-01T00:00:00Z",
  drawDate: "2026-04-02T00:00:00Z",
  status: 0,
  media: [{ url: "https://cdn.example/a.png", orderNo: 1 }],
})
const create = (given: object = {}, who: Who = "elif") => send("POST", "/draw/create", who, { ...body(), ...given })
const update = (id: string, given: object, who: Who = "elif") => send("PUT", "/draw/update", who, { id, ...given })

describeStatus("a draw's status", () => signed, {
  path: "/draw/list",
  member: "draws",
  statuses,
  intents: ["draft", "live", "live", "drawn", "cancelled"],
  isOpen: false,
  insert: (api, rows) =>
    api.db.insert(table).values(
      rows.map(({ intent, startDate, endDate }) => ({
        tenantId: tenant.own,
        title: "A",
        description: "B",
        method: 0,
        eligibility: 0,
        prizes: [],
        intent: intent as Intent,
        startDate: startDate ?? new Date(0),
        endDate: endDate ?? new Date(1),
        drawDate: endDate ?? new Date(1),
      })),
    ),
  stored: api => api.db.select().from(table),
  statusAt: (record, now) => statusAt({ intent: record.intent as Intent, endDate: record.endDate ?? "" }, now),
})

describe("whose draw it is", () => {
  it("must be said by the platform, and be a company that is there", async () => {
    const missing = await create({}, "admin")
    expect([missing.status, fieldsOf(missing)]).toEqual([400, ["tenantId"]])
    for (const tenantId of ["x", randomUUID()]) expect(fieldsOf(await create({ tenantId }, "admin"))).toEqual(["tenantId"])
    const { value } = await create({ tenantId: tenant.own }, "admin")
    expect([value.tenantId, value.tenantName]).toEqual([tenant.own, "Yeşilova Grup"])
    expect((await get(`/draw/${value.id}`)).status).toBe(200)
    expect((await get(`/draw/${value.id}`, "mert")).status).toBe(404)
  })

  it("is the company's own, or a subsidiary's when it names one, and never another's", async () => {
    expect((await create()).value.tenantId).toBe(tenant.own)
    expect((await create({ tenantId: "" })).value.tenantId).toBe(tenant.own)
    const beneath = await create({ tenantId: tenant.sub.toUpperCase(), eligibility: 0 })
    expect(beneath.value.tenantId).toBe(tenant.sub)
    const [foreign, nobody] = [await create({ tenantId: tenant.theirs }), await create({ tenantId: randomUUID() })]
    expect([foreign.status, fieldsOf(foreign), foreign.body]).toEqual([400, ["tenantId"], nobody.body])
  })

  it("never changes", async () => {
    const { id } = (await create()).value
    for (const who of ["elif", "admin"] as const)
      expect((await update(id, { tenantId: tenant.theirs, title: "Aynı şirketin" }, who)).value.tenantId).toBe(tenant.own)
  })
})

describe("who may win", () => {
  it("is a department, people, or both when it is specific", async () => {
    expect((await create({ employeeIds: [] })).value).toMatchObject({ departmentId, employeeIds: [] })
    expect((await create({ departmentId: null })).value).toMatchObject({ departmentId: null, employeeIds: people.slice(0, 3) })
    const nobody = await create({ departmentId: "", employeeIds: [] })
    expect([nobody.status, fieldsOf(nobody)]).toEqual([400, ["departmentId"]])
  })

  it("is not asked for when everybody may", async () => {
    const { value } = await create({ eligibility: 0, departmentId: "x", employeeIds: strangers.slice(0, 1) })
    expect(value).toMatchObject({ eligibility: 0, departmentId: null, employeeIds: [] })
  })

  it("is of the draw's own company, whoever makes it", async () => {
    const theirs = (await send("POST", "/department/create", "mert", { name: "Gümrük" })).value.id
    for (const who of ["elif", "admin"] as const) {
      const tenantId = tenant.own
      expect(fieldsOf(await create({ tenantId, employeeIds: strangers.slice(0, 1) }, who))).toEqual(["employeeIds"])
      expect(fieldsOf(await create({ tenantId, departmentId: theirs }, who))).toEqual(["departmentId"])
    }
    expect((await create({ tenantId: tenant.theirs, departmentId: theirs, employeeIds: strangers }, "admin")).status).toBe(200)
  })

  it("is kept although somebody has left since", async () => {
    const { id } = (await create({ employeeIds: people.slice(3, 5) })).value
    const [leaver = ""] = people.slice(3, 4)
    await signed.api.db.execute(`update users set deleted_at = now() where id = '${leaver}'`)
    expect((await update(id, { title: "Biri ayrıldı" })).value.employeeIds).toEqual(people.slice(3, 5))
    expect(fieldsOf(await create({ employeeIds: [leaver] }))).toEqual(["employeeIds"])
  })

  it("is not listed, only told", async () => {
    const { id } = (await create({ title: "Kimler kazanır" })).value
    const [row] = (await get("/draw/list?keyword=kimler")).value.draws
    expect([row.employeeIds, row.winners]).toEqual([undefined, undefined])
    expect((await get(`/draw/${id}`)).value).toMatchObject({ employeeIds: people.slice(0, 3), winners: [] })
  })
})

describe("a draw's life", () => {
  it.each([
    [0, "draft"],
    [1, "live"],
    [2, "live"],
    [4, "cancelled"],
  ] as const)("begins with a written %s as %s", async (status, intent) => {
    const { value } = await create({ status })
    const [row] = (await signed.api.db.select().from(table)).filter(({ id }) => id === value.id)
    expect(row?.intent).toBe(intent)
    expect((await update(value.id, { title: "Durumu kalır" })).value.status).toBe(value.status)
  })

  it("ends by deletion only as a draft; else it is cancelled", async () => {
    const { id } = (await create({ status: 1 })).value
    const refused = await send("DELETE", `/draw/delete/${id}`)
    expect([refused.status, refused.value, refused.headers.get("Undo-Token")]).toEqual([409, null, null])
    expect(refused.body.errors[0]).toContain("taslak")
    expect((await update(id, { status: 4 })).value.status).toBe(statuses.value("cancelled"))
    expect((await send("DELETE", `/draw/delete/${id}`)).status).toBe(409)
    expect((await get(`/draw/${id}`)).status).toBe(200)
    await update(id, { status: 0 })
    expect((await send("DELETE", `/draw/delete/${id}`)).status).toBe(200)
  })

  it("is over once it has been drawn: nothing of it changes", async () => {
    const { draws } = (await get("/draw/list?status=3&pageSize=100&sortBy=title&sortOrder=desc")).value
    const drawn = draws.find((row: { prizes: unknown[] }) => row.prizes.length > 0)
    const before = (await get(`/draw/${drawn.id}`)).value
    expect(before.winners.length).toBeGreaterThan(0)
    const refused = await update(drawn.id, { title: "Yeniden" })
    expect([refused.status, refused.body.errors[0]]).toEqual([409, "Sonuçlanan bir çekiliş değiştirilemez."])
    expect((await send("DELETE", `/draw/delete/${drawn.id}`)).status).toBe(409)
    expect((await get(`/draw/${drawn.id}`)).value).toEqual(before)
  })

  it("takes no winners from a body", async () => {
    const { value } = await create({
      winners: [{ employeeId: people[0], name: "Ben", prize: "Hepsi", reserve: false }],
      intent: "drawn",
    })
    expect([value.winners, value.status]).toEqual([[], statuses.value("draft")])
  })

  it("may be drawn at the very end of entries", async () => {
    expect((await create({ drawDate: "2026-04-01T00:00:00Z" })).status).toBe(200)
    expect((await create({ endDate: "2026-04-01", drawDate: "2026-04-01" })).status).toBe(200)
  })
})
