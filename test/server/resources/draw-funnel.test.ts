import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { drawEntries, drawWinners } from "../../../server/src/db/draw-tables"
import { departments, draws, tenants, users } from "../../../server/src/db/schema"
import type { WinnerState } from "../../../src/contract/draws/draws"
import { fieldsOf, startApi, type Who } from "../record-kit"

/** Stages of a draw's eligibility, and who takes part (docs/contract.md#draw-stages). */
const { signed } = startApi()
const company = { own: "", sub: "", other: "" }
const department = { depot: "", office: "" }

/** The people of the company, of whom each differs from the first in one thing. */
type Given = Partial<typeof users.$inferInsert>
const staff: [name: string, given: Given][] = [
  ["Ayşe", { hiredAt: "2018-01-01", score: 10 }],
  ["Bora", { hiredAt: "2018-01-01", score: 20, status: 0 }],
  ["Cem", { hiredAt: "2018-01-01", score: 30, deletedAt: new Date("2026-01-01") }],
  ["Derya", { hiredAt: null, score: null }],
  ["Efe", { hiredAt: "2026-03-01", score: 0 }],
  ["Figen", { hiredAt: "2018-01-01", score: 40 }],
  ["Gül", { hiredAt: "2018-01-01", score: 50, role: "TenantAdmin" }],
  ["Işık", { hiredAt: "2018-01-01", score: 60 }],
  ["Yabancı", { hiredAt: "2018-01-01", score: 70 }],
]
const ids = new Map<string, string>()
const idOf = (name: string) => ids.get(name) ?? ""

const sole = <T>([row]: T[]): T => {
  if (row === undefined) throw new Error("Nothing was stored.")
  return row
}

beforeAll(async () => {
  const { api } = signed
  const tenant = async (name: string, parentId: string | null = null) =>
    sole(await api.db.insert(tenants).values({ name, parentId }).returning()).id
  company.own = await tenant("Deneme A.Ş.")
  company.sub = await tenant("Deneme Lojistik", company.own)
  company.other = await tenant("Başka A.Ş.")
  for (const name of ["depot", "office"] as const)
    department[name] = sole(await api.db.insert(departments).values({ name, tenantId: company.own }).returning()).id
  for (const [name, given] of staff) {
    const tenantId = name === "Figen" ? company.sub : name === "Yabancı" ? company.other : company.own
    const departmentId = ["Ayşe", "Derya", "Yabancı"].includes(name) ? department.depot : department.office
    const values = { email: `kisi.${ids.size}@deneme.example`, firstName: name, lastName: "Deneme", role: "User" as const }
    ids.set(
      name,
      sole(
        await api.db
          .insert(users)
          .values({ ...values, tenantId, departmentId, ...given })
          .returning(),
      ).id,
    )
  }
})

const send = (method: string, path: string, who: Who = "admin", body?: unknown) =>
  signed.api.call(method, path, { token: signed.tokens[who], body })

const draft = {
  title: "Çekiliş",
  description: "Açıklama",
  method: 0,
  eligibility: 0,
  prizes: [
    { name: "Kupa", type: 0, quantity: 2 },
    { name: "Kalem", type: 0, quantity: 3 },
  ],
  startDate: "2026-03-01T00:00:00Z",
  endDate: "2026-03-20T09:00:00Z",
  drawDate: "2026-03-21T09:00:00Z",
  status: 1,
}
const create = async (given: object = {}) =>
  (await send("POST", "/draw/create", "admin", { ...draft, tenantId: company.own, ...given })).value.id as string

type Row = { name: string; count: number }
const countsOf = (value: { stages: Row[] }) => value.stages.map(({ count }) => count)
const peopleOf = async (id: string, stage: string, query = "") =>
  (await send("GET", `/draw/${id}/funnel?pageSize=100&stage=${stage}${query}`)).value.people.users.map(
    (row: { firstName: string }) => row.firstName,
  ) as string[]

/** A drawn draw of the company with its winners, as a run stores it. */
const drawn = async (at: string, winners: [string, Partial<typeof drawWinners.$inferInsert>?][], given: object = {}) => {
  const { db } = signed.api
  const values = { ...draft, tenantId: company.own, prizes: [], intent: "drawn" as const, ...given }
  const dates = { startDate: new Date("2025-01-01"), endDate: new Date("2025-02-01"), drawDate: new Date(at) }
  const { id } = sole(
    await db
      .insert(draws)
      .values({ ...values, ...dates })
      .returning(),
  )
  await db.insert(drawWinners).values(
    winners.map(([name, more], place) => ({
      drawId: id,
      round: 0,
      place,
      employeeId: idOf(name),
      name,
      prize: "Kupa",
      prizeIndex: 0,
      reserve: false,
      state: "drawn" as const,
      stateAt: new Date(at),
      ...more,
    })),
  )
  return id
}

describe("the stages", () => {
  const everybody = ["Ayşe", "Bora", "Derya", "Efe", "Figen", "Gül", "Işık"]
  const active = ["Ayşe", "Derya", "Efe", "Figen", "Gül", "Işık"]
  it.each<[string, object, eligible: string[], entries: string[], weight: number]>([
    ["everybody", {}, active, active, 6],
    ["a department", { eligibility: 1, departmentId: "depot" }, ["Ayşe", "Derya"], ["Ayşe", "Derya"], 2],
    ["people by name", { eligibility: 1, employeeIds: ["Bora", "Efe"] }, ["Efe"], ["Efe"], 1],
    [
      "both",
      { eligibility: 1, departmentId: "depot", employeeIds: ["Efe", "Figen"] },
      ["Ayşe", "Derya", "Efe", "Figen"],
      ["Ayşe", "Derya", "Efe", "Figen"],
      4,
    ],
    ["people who are new", { eligibility: 2 }, ["Efe"], ["Efe"], 1],
    ["people who were new on the day before the threshold", { eligibility: 2, newDays: 20 }, ["Efe"], ["Efe"], 1],
    ["people who are new no more", { eligibility: 2, newDays: 19 }, [], [], 0],
    ["people of many years", { eligibility: 3 }, ["Ayşe", "Figen", "Gül", "Işık"], ["Ayşe", "Figen", "Gül", "Işık"], 4],
    [
      "people of eight years",
      { eligibility: 3, seniorYears: 8 },
      ["Ayşe", "Figen", "Gül", "Işık"],
      ["Ayşe", "Figen", "Gül", "Işık"],
      4,
    ],
    ["people of nine years", { eligibility: 3, seniorYears: 9 }, [], [], 0],
    ["scores, of which none and 0 are no entries", { method: 1 }, active, ["Ayşe", "Figen", "Gül", "Işık"], 160],
    ["entries by time, of which there are none", { method: 2 }, active, [], 0],
  ])("of %s hold who they should", async (what, given, eligible, entries, totalWeight) => {
    const { departmentId, employeeIds, ...more } = given as { departmentId?: "depot"; employeeIds?: string[] }
    const members = {
      ...more,
      ...(departmentId && { departmentId: department[departmentId] }),
      ...(employeeIds && { employeeIds: employeeIds.map(idOf) }),
    }
    const id = await create(members)
    const { value } = await send("GET", `/draw/${id}/funnel`)
    expect(value.stages.map((row: Row) => row.name)).toEqual([
      "all",
      "active",
      "eligible",
      "notRecentWinners",
      "notOrganisers",
      "entries",
    ])
    expect(countsOf(value)).toEqual([7, 6, eligible.length, eligible.length, eligible.length, entries.length])
    expect([value.totalWeight, value.places, value.recentDraws, value.lockedAt, value.people]).toEqual([
      totalWeight,
      5,
      [],
      null,
      null,
    ])
    expect(await peopleOf(id, "eligible")).toEqual(eligible)
    expect(await peopleOf(id, "entries")).toEqual(entries)
    expect(await peopleOf(id, "eligible", "&out=true")).toEqual(active.filter(name => !eligible.includes(name)))
    expect(await peopleOf(id, "entries", "&out=true")).toEqual(eligible.filter(name => !entries.includes(name)))
    // The stages before are the same for all.
    if (what === "everybody") {
      expect([await peopleOf(id, "all"), await peopleOf(id, "active")]).toEqual([everybody, active])
      expect([await peopleOf(id, "all", "&out=true"), await peopleOf(id, "active", "&out=true")]).toEqual([[], ["Bora"]])
    }
    // The same figures before the draw is saved.
    const unsaved = (await send("POST", "/draw/funnel", "admin", { ...draft, tenantId: company.own, ...members })).value
    expect(unsaved).toEqual(value)
  })

  it("count the days of employment to the end of the draw, not to the day of the question", async () => {
    const id = await create({ eligibility: 2, newDays: 90, endDate: "2026-05-30T09:00:00Z", drawDate: "2026-06-01" })
    expect(await peopleOf(id, "eligible")).toEqual([])
    const earlier = await create({ eligibility: 2, startDate: "2026-01-01", endDate: "2026-02-01", drawDate: "2026-02-02" })
    expect(await peopleOf(earlier, "eligible")).toEqual([])
  })

  it("tell a stage's people with what decides, page by page, and by keyword", async () => {
    const id = await create({ method: 1 })
    const read = async (query: string) => (await send("GET", `/draw/${id}/funnel?${query}`)).value.people
    const { users, totalCount } = await read("stage=entries&keyword=isik")
    expect([totalCount, users]).toEqual([
      1,
      [{ id: idOf("Işık"), firstName: "Işık", lastName: "Deneme", departmentName: "office", score: 60, hiredAt: "2018-01-01" }],
    ])
    const page = await read("stage=entries&page=1&pageSize=3&sortBy=score&sortOrder=desc")
    expect([page.totalCount, page.users.map((row: { firstName: string }) => row.firstName)]).toEqual([4, ["Ayşe"]])
    expect(await read("stage=nobody")).toEqual({ users: [], totalCount: 0 })
  })
})

describe("recent winners", () => {
  beforeEach(() => signed.api.db.execute(`update draws set deleted_at = now() where tenant_id = '${company.own}'`))

  it("are who won in the last draws of the company and still hold the prize", async () => {
    await drawn("2025-12-01", [["Ayşe"]])
    await drawn("2025-12-02", [
      ["Derya", { state: "declined" }],
      ["Efe", { reserve: true }],
      ["Figen", { reserve: true, replaces: 0 }],
      ["Gül", { state: "expired" }],
      ["Işık", { state: "void" as WinnerState }],
    ])
    await drawn("2025-12-03", [["Işık"]], { tenantId: company.other })
    const outOf = async (excludeLastDraws: number) => {
      const id = await create({ excludeLastDraws })
      return { out: await peopleOf(id, "notRecentWinners", "&out=true"), value: (await send("GET", `/draw/${id}/funnel`)).value }
    }
    expect((await outOf(0)).out).toEqual([])
    const one = await outOf(1)
    expect([one.out, countsOf(one.value), one.value.recentDraws]).toEqual([
      ["Figen"],
      [7, 6, 6, 5, 5, 5],
      [{ id: expect.any(String), title: "Çekiliş", drawnAt: "2025-12-02T00:00:00.000Z" }],
    ])
    expect((await outOf(2)).out).toEqual(["Ayşe", "Figen"])
    expect((await outOf(100)).out).toEqual(["Ayşe", "Figen"])
  })

  it("are not looked for in the draw itself", async () => {
    await drawn("2025-12-02", [["Figen"]])
    const id = await drawn("2025-12-04", [["Gül"]], { excludeLastDraws: 1 })
    expect(await peopleOf(id, "notRecentWinners", "&out=true")).toEqual(["Figen"])
  })
})

describe("organisers", () => {
  it("take no part, are fixed by the lock, and are told apart from those whom the rule leaves out", async () => {
    const id = await create({ organiserIds: [idOf("Derya"), idOf("Bora")] })
    // Bora is inactive: organising is not why he takes no part.
    expect(countsOf((await send("GET", `/draw/${id}/funnel`)).value)).toEqual([7, 6, 6, 6, 5, 5])
    expect(await peopleOf(id, "notOrganisers", "&out=true")).toEqual(["Derya"])
    expect(await peopleOf(id, "entries")).not.toContain("Derya")
    expect((await send("GET", `/draw/${id}`)).value.organiserIds).toEqual([idOf("Derya"), idOf("Bora")])

    const timed = await create({ method: 2, organiserIds: [idOf("Derya")] })
    const entry = await send("POST", `/draw/${timed}/entries`, "admin", { employeeId: idOf("Derya") })
    expect([entry.status, JSON.stringify(entry.body)]).toEqual([400, expect.stringContaining("Bu çalışan çekilişi düzenliyor.")])
    const stranger = await send("POST", "/draw/create", "admin", {
      ...draft,
      tenantId: company.own,
      organiserIds: [crypto.randomUUID()],
    })
    expect(stranger.status).toBe(400)
  })
})

describe("a draft that is not saved", () => {
  const ask = (body: object, who: Who = "admin") => send("POST", "/draw/funnel", who, body)

  it("may be incomplete, but for its company", async () => {
    expect(countsOf((await ask({ tenantId: company.own })).value)).toEqual([7, 6, 6, 6, 6, 6])
    const odd = { tenantId: company.own, endDate: "gelecek ay", departmentId: "x", eligibility: 1, prizes: [{ quantity: "çok" }] }
    const { status, value } = await ask(odd)
    expect([status, countsOf(value), value.places]).toEqual([200, [7, 6, 0, 0, 0, 0], 0])
    expect(fieldsOf(await ask({}))).toEqual(["tenantId"])
    expect(fieldsOf(await ask({ tenantId: company.own, newDays: 0, seniorYears: 61, excludeLastDraws: 1.5 }))).toEqual([
      "newDays",
      "seniorYears",
      "excludeLastDraws",
    ])
  })

  it("counts what was recorded in the draw that it changes", async () => {
    const id = await create({ method: 2 })
    await signed.api.db.insert(drawEntries).values({ drawId: id, employeeId: idOf("Ayşe"), enteredAt: new Date("2026-03-02") })
    const body = { ...draft, method: 2, tenantId: company.own }
    expect(countsOf((await ask({ ...body, id })).value)).toEqual([7, 6, 6, 6, 6, 1])
    expect(countsOf((await ask(body)).value)).toEqual([7, 6, 6, 6, 6, 0])
  })

  it("counts nobody of another company", async () => {
    const refused = await ask({ tenantId: company.own }, "elif")
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ["tenantId"]])
    const id = await create()
    expect((await ask({ id }, "elif")).status).toBe(404)
    const { value } = await ask({ eligibility: 1, departmentId: department.depot, employeeIds: [idOf("Ayşe")] }, "elif")
    expect(countsOf(value).slice(2)).toEqual([0, 0, 0, 0])
  })
})
