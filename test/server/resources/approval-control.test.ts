import { randomUUID } from "node:crypto"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { departments } from "../../../server/src/db/schema"
import { approvalNeeds } from "../../../src/contract/approvals"
import { addAdministrator, administratorBody, newAddress, setNeeds } from "../../approval-kit"
import { drawBody } from "../draw-kit"
import { startApi, type Who } from "../record-kit"

/** That nobody gets around the approval by a second person alone (docs/contract.md#approvals). */
const { signed, tenant, send, get } = startApi()

type Caller = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => ReturnType<typeof send>
const as =
  (token: string): Caller =>
  (method, path, body, headers = {}) =>
    signed.api.call(method, path, { token, body, headers })
const by = (who: Who): Caller => as(signed.tokens[who])

const run = (statement: string) => rowsOf(signed.api.db, statement)

/** The database refuses changes of the audit log. */
const changeLog = (statement: string) =>
  signed.api.db.transaction(async tx => {
    await tx.execute("set local citus.propagate_set_commands = 'local'")
    await tx.execute("set local session_replication_role = replica")
    await tx.execute(statement)
  })

const insert = async (given: object = {}) => {
  const person = await addAdministrator(signed.api, tenant.own, given)
  return { ...person, call: as(await signed.api.signIn(person.email)) }
}

const personBody = (email: string) => administratorBody(email, departmentId)

let departmentId = ""
let deniz: Awaited<ReturnType<typeof insert>>
let offer: object
beforeAll(async () => {
  deniz = await insert()
  departmentId = (await signed.api.db.select().from(departments)).find(row => row.tenantId === null)?.id ?? ""
  const [category] = (await get("/category/list")).value as { id: string }[]
  const brand = await send("POST", "/brand/create", "elif", { name: `Marka ${randomUUID()}`, activeStatus: 0 })
  offer = { categoryId: category?.id, brandId: brand.value.id }
})
beforeEach(async () => {
  for (const owner of [tenant.own, tenant.sub, "platform"]) await setNeeds(signed.api, owner, [])
})

const dates = { startDate: "2026-04-01T00:00:00Z", endDate: "2099-05-01T00:00:00Z" }
const texts = () => ({ title: `Denetim ${randomUUID()}`, description: "Tüm çalışanlara", ...dates })
const announcement = () => ({ ...texts(), body: "Metin", type: 0, status: 1 })
const campaign = () => ({ ...texts(), ...offer, rewardType: 0, rewardValue: 10, status: 2 })
const survey = () => ({ ...texts(), type: 0, status: 1, questions: [{ text: "Memnun musunuz?", type: "rating" }] })

describe("the settings that count", () => {
  const { own, sub } = { own: () => tenant.own, sub: () => tenant.sub }
  type Row = [title: string, needs: (() => string)[], given: () => object, status: number]
  const rows: Row[] = [
    ["of the owner", [sub], () => ({ tenantId: sub() }), 409],
    ["of the owner's parent", [own], () => ({ tenantId: sub() }), 409],
    ["of a company that it is offered to", [own], () => ({ tenantId: sub(), tenantIds: [own()] }), 409],
    ["of the subsidiary that it is offered to", [sub], () => ({ tenantId: own(), tenantIds: [sub()] }), 409],
    ["of the parent of a company that it is offered to", [own], () => ({ tenantId: sub(), tenantIds: [sub()] }), 409],
    ["of none of them", [sub], () => ({ tenantId: own() }), 200],
  ]
  it.each(rows)("are those %s", async (_, needs, given, status) => {
    for (const owner of needs) await setNeeds(signed.api, owner(), ["campaigns", "announcements", "surveys"])
    const made = await Promise.all([
      send("POST", "/announcement/create", "elif", { ...announcement(), ...given() }),
      send("POST", "/campaign/create", "elif", { ...campaign(), ...given() }),
      send("POST", "/survey/create", "elif", { ...survey(), ...given() }),
    ])
    expect(made.map(answer => answer.status)).toEqual([status, status, status])
  })

  it("are those of the companies that a live record was offered to before the change as well", async () => {
    const made = await send("POST", "/announcement/create", "elif", {
      ...announcement(),
      tenantId: tenant.own,
      tenantIds: [tenant.sub],
    })
    await setNeeds(signed.api, tenant.sub, ["announcements"])
    const change = { announcementId: made.value.id, tenantIds: [tenant.own] }
    expect((await send("PUT", "/announcement/update", "elif", change)).status).toBe(409)
  })

  it("of the companies that the platform offers a record to count for its records", async () => {
    await setNeeds(signed.api, tenant.own, ["announcements"])
    const to = (tenantIds: string[]) => send("POST", "/announcement/create", "admin", { ...announcement(), tenantIds })
    expect([(await to([tenant.own])).status, (await to([])).status]).toEqual([409, 200])
  })
})

type Setting = {
  tenantId: string | null
  modules: string[]
  change: { version: string; removed: string[]; newPerson: object | null } | null
}
const settingOf = async (call: Caller, owner: string | null = tenant.own): Promise<Setting> =>
  ((await call("GET", "/approval/settings")).value ?? []).find((row: Setting) => row.tenantId === owner)
const put = (call: Caller, modules: string[], owner = tenant.own, more = {}) =>
  call("PUT", "/approval/settings", { tenantId: owner, modules, ...more })
const approve = async (call: Caller, owner = tenant.own) => {
  const version = (await settingOf(call, owner === "platform" ? null : owner))?.change?.version ?? ""
  return call("POST", `/approval/settings/${owner}/approve`, {}, { "If-Match": `"${version}"` })
}

describe("a setting", () => {
  it("is widened at once, and narrowed by a second person alone", async () => {
    expect((await put(by("elif"), ["draws", "campaigns"])).status).toBe(200)
    const narrowed = await put(by("elif"), ["draws"])
    expect(narrowed.status).toBe(202)
    expect(await settingOf(deniz.call)).toMatchObject({
      modules: ["campaigns", "draws"],
      change: { removed: ["campaigns"], isOwn: false },
    })
    expect((await send("POST", "/campaign/create", "elif", campaign())).status).toBe(409)
    expect((await approve(by("elif"))).status).toBe(403)
    expect((await approve(deniz.call)).status).toBe(200)
    expect(await settingOf(by("elif"))).toMatchObject({ modules: ["draws"], change: null })
    const { entries } = (await get(`/audit/list?entity=tenant&entityId=${tenant.own}`)).value
    expect(entries.slice(0, 4).map((entry: { action: string }) => entry.action)).toEqual([
      "update",
      "approve",
      "propose",
      "update",
    ])
    expect([entries[0].before, entries[0].after]).toEqual([{ approval: ["campaigns", "draws"] }, { approval: ["draws"] }])
  })

  it.each([
    ["a module", ["draws", "draws.entries", "draws.drawing"], ["draws", "draws.entries", "draws.drawing"], [] as string[]],
    ["the entries of draws", ["draws", "draws.entries"], ["draws.entries"], ["draws"]],
    ["the drawing of draws", ["draws", "draws.drawing"], ["draws.drawing"], ["draws"]],
  ])("waits when %s is taken away", async (_, before, removed, after) => {
    await setNeeds(signed.api, tenant.own, before)
    expect((await put(by("elif"), after)).status).toBe(202)
    expect((await settingOf(by("elif"))).change?.removed).toEqual(removed)
    expect((await approve(by("admin"))).status).toBe(200)
    expect((await settingOf(by("elif"))).modules).toEqual(after)
  })

  it("counts the administrators of the company and its parent, and those of them without restrictions", async () => {
    await setNeeds(signed.api, tenant.own, ["draws"])
    await setNeeds(signed.api, tenant.sub, ["surveys"])
    const read = async (call: Caller): Promise<Record<string, number[]>> =>
      Object.fromEntries(
        (await call("GET", "/approval/settings")).value.map((row: Record<string, number>) => [
          row.tenantId,
          [row.people, row.unrestricted],
        ]),
      )
    const before = await read(by("admin"))
    for (const given of [
      { permissions: ["announcements.read"] },
      { tenantId: tenant.sub },
      { status: 0 },
      { role: "Administrator", tenantId: null },
    ])
      await addAdministrator(signed.api, tenant.own, given)
    const after = await read(by("admin"))
    const more = (owner: string) => after[owner]?.map((count, at) => count - (before[owner]?.[at] ?? 0))
    expect([more(tenant.own), more(tenant.sub), more("null")]).toEqual([
      [1, 0],
      [2, 1],
      [1, 1],
    ])
    expect((await read(by("elif")))[tenant.own]).toEqual(after[tenant.own])
  })

  it("is not touched by restricted administrators, programs, companies out of reach and employees", async () => {
    await setNeeds(signed.api, tenant.own, ["draws"])
    const restricted = await insert({ permissions: ["announcements.write", "companies.write", "companies.read"] })
    await put(by("elif"), [])
    const answers = await Promise.all(
      [restricted.call, by("mert"), by("user")].flatMap(call => [put(call, ["draws", "surveys"]), approve(call)]),
    )
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 404, 403, 403])
    expect((await settingOf(by("elif"))).modules).toEqual(["draws"])
    expect((await put(by("elif"), ["draws"], "platform")).status).toBe(403)
  })

  it("is decided as it was seen, withdrawn by its sender and returned by others", async () => {
    await setNeeds(signed.api, tenant.own, ["draws", "surveys"])
    await put(by("elif"), ["draws"])
    const seen = (await settingOf(deniz.call)).change?.version
    await put(by("elif"), [])
    const stale = await deniz.call("POST", `/approval/settings/${tenant.own}/approve`, {}, { "If-Match": `"${seen}"` })
    expect([stale.status, (await settingOf(by("elif"))).modules]).toEqual([409, ["draws", "surveys"]])
    expect((await put(deniz.call, ["surveys"])).status).toBe(409)
    expect((await deniz.call("DELETE", `/approval/settings/${tenant.own}/change`)).status).toBe(200)
    await put(by("elif"), ["draws"])
    expect((await put(by("elif"), ["draws", "surveys"])).status).toBe(200)
    expect((await settingOf(by("elif"))).change).toBeNull()
    const { entries } = (await get(`/audit/list?entity=tenant&entityId=${tenant.own}&pageSize=4`)).value
    expect(entries.map((entry: { action: string }) => entry.action)).toEqual(["withdraw", "propose", "return", "propose"])
  })

  it("is not taken back by the undo or the restoration of its history", async () => {
    await put(by("elif"), ["draws"])
    const [entry] = (await get(`/audit/list?entity=tenant&entityId=${tenant.own}`)).value.entries
    expect((await send("POST", `/audit/${entry.id}/restore`)).status).toBeGreaterThanOrEqual(400)
    expect((await settingOf(by("elif"))).modules).toEqual(["draws"])
  })

  it("that waits is in the lines of who can decide: the platform and the other administrators", async () => {
    await setNeeds(signed.api, tenant.own, ["draws"])
    await put(by("elif"), [])
    const lineOf = async (call: Caller) =>
      (await call("GET", "/api/dashboard/attention")).value.lines.find(
        (line: { kind: string }) => line.kind === "settingsApproval",
      )
    expect(await lineOf(by("elif"))).toBeUndefined()
    expect(await lineOf(deniz.call)).toMatchObject({ count: 1, id: tenant.own })
    expect(await lineOf(by("admin"))).toMatchObject({ count: 1, id: tenant.own })
    const { tenants, totalCount } = (await get("/tenant/list?attention=approval", "admin")).value
    expect([totalCount, tenants[0].id]).toEqual([1, tenant.own])
  })

  it("of the platform has the days in which a new person does not count, which another administrator of it lowers", async () => {
    const second = await insert({ role: "Administrator", tenantId: null })
    expect((await put(by("admin"), [], "platform", { waitDays: 7 })).status).toBe(200)
    expect((await put(by("admin"), [], "platform", { waitDays: 3 })).status).toBe(202)
    expect(await settingOf(by("admin"), null)).toMatchObject({ waitDays: 7, change: { waitDays: 3 } })
    expect((await approve(second.call, "platform")).status).toBe(200)
    expect(await settingOf(by("admin"), null)).toMatchObject({ waitDays: 3, change: null })
    expect((await put(by("elif"), [], tenant.own, { waitDays: 9 })).status).toBe(200)
    expect((await settingOf(by("elif"))) as object).toMatchObject({ waitDays: null })
  })
})

describe("a second person whom the first one made", () => {
  /** An administrator whom another one adds, re-addresses or gives rights by calls. */
  const made = {
    added: async () => {
      const email = newAddress()
      const answer = await send("POST", "/user/create", "elif", personBody(email))
      expect([answer.status, answer.body.validationErrors]).toEqual([200, []])
      return { id: answer.value.id as string, call: as(await signed.api.signIn(email)) }
    },
    readdressed: async () => {
      const person = await insert()
      const email = newAddress()
      expect(
        (await send("PUT", `/api/users/update/${person.id}`, "elif", { ...personBody(email), firstName: "Deniz" })).status,
      ).toBe(200)
      return { id: person.id, call: as(await signed.api.signIn(email)) }
    },
    granted: async () => {
      const person = await insert({ permissions: ["announcements.read"] })
      expect((await send("PUT", `/user/${person.id}/permissions`, "elif", [])).status).toBeLessThan(300)
      return person
    },
  }
  const waiting = async (call: Caller = by("elif")) => {
    await setNeeds(signed.api, tenant.own, ["announcements"])
    const sent = await call("POST", "/announcement/create?propose=true", announcement())
    expect(sent.status).toBe(202)
    return sent.value.id as string
  }
  const path = (id: string) => `/announcement/${id}/proposal`
  const approved = (call: Caller, id: string) => call("POST", `${path(id)}/approve`, {})
  const logged = async (id: string) =>
    (await get(`/audit/list?entityId=${id}`)).value.entries.find((entry: { action: string }) => entry.action === "approve").after

  it.each(["added", "readdressed", "granted"] as const)("is named where they were %s", async how => {
    const person = await made[how]()
    const id = await waiting()
    const { newPerson } = (await person.call("GET", path(id))).value
    expect(newPerson).toMatchObject({ person: "approver", how, blockedUntil: null })
    expect((await approved(person.call, id)).status).toBe(200)
    expect(await logged(id)).toMatchObject({ newPerson: `approver.${how}`, sentBy: "elif.yilmaz@yesilova.example" })
  })

  it("is named where the sender is the one who was made, and where somebody stands between them", async () => {
    const person = await made.added()
    const sent = await waiting(person.call)
    expect((await by("elif")("GET", path(sent))).value.newPerson).toMatchObject({ person: "sender", how: "added" })
    const email = newAddress()
    await person.call("POST", "/user/create", personBody(email))
    const third = as(await signed.api.signIn(email))
    const id = await waiting()
    expect((await third("GET", path(id))).value.newPerson).toMatchObject({ person: "approver" })
  })

  it("is not named after 30 days, for others, and for who made neither", async () => {
    const person = await made.added()
    const id = await waiting()
    expect((await deniz.call("GET", path(id))).value.newPerson).toBeNull()
    expect((await by("admin")("GET", path(id))).value.newPerson).toBeNull()
    const before = new Date(signed.api.now() - 31 * 86_400_000)
    await changeLog(`update audit set at = '${before.toISOString()}' where entity_id = '${person.id}'`)
    expect((await person.call("GET", path(id))).value.newPerson).toBeNull()
    expect((await approved(person.call, id)).status).toBe(200)
    expect(await logged(id)).toBeNull()
  })

  it("is told to the other administrators, and to the platform where there are none", async () => {
    await changeLog("delete from audit where after ? 'newPerson'")
    const person = await made.added()
    const id = await waiting()
    await approved(person.call, id)
    const hasLine = async (call: Caller) =>
      (await call("GET", "/api/dashboard/attention")).value.lines.some((line: { kind: string }) => line.kind === "newApprovers")
    expect([await hasLine(by("elif")), await hasLine(person.call), await hasLine(deniz.call)]).toEqual([false, false, true])
    expect(await hasLine(by("admin"))).toBe(false)
    const others = `role = 'TenantAdmin' and tenant_id = '${tenant.own}' and id <> '${person.id}' and email not like 'elif%'`
    await run(`update users set status = 0 where ${others}`)
    expect(await hasLine(by("admin"))).toBe(true)
    await run(`update users set status = 1 where ${others}`)
  })

  it("does not count for the days that the platform sets", async () => {
    await setNeeds(signed.api, "platform", [], 7)
    const person = await made.added()
    const id = await waiting()
    const refused = await approved(person.call, id)
    expect([refused.status, (await person.call("GET", path(id))).value.newPerson.blockedUntil]).toEqual([403, expect.any(String)])
    expect((await get(`/announcement/${id}`)).value.status).toBe(0)
    await put(by("elif"), [])
    expect((await approve(person.call)).status).toBe(403)
    expect((await approved(deniz.call, id)).status).toBe(200)
  })
})

describe("a step of a published draw", () => {
  const people = async () =>
    signed.api.db.query.users.findMany({
      where: (row, { and, eq }) => and(eq(row.tenantId, tenant.own), eq(row.role, "User"), eq(row.status, 1)),
      orderBy: row => row.id,
      limit: 8,
    })
  const create = async (given: object = {}) => {
    await setNeeds(signed.api, tenant.own, [])
    const employeeIds = (await people()).map(({ id }) => id)
    const body = drawBody(signed.api.now(), { eligibility: 1, employeeIds, ...given })
    const made = await send("POST", "/draw/create", "elif", body)
    await setNeeds(signed.api, tenant.own, approvalNeeds)
    return made.value.id as string
  }
  const post = (id: string, part: string, body: object, call = by("elif")) => call("POST", `/draw/${id}/${part}`, body)
  const path = (id: string) => `/draw/${id}/proposal`
  const read = async (id: string) => (await get(`/draw/${id}`)).value
  const approved = async (id: string, call = deniz.call) => {
    const version = (await call("GET", path(id))).headers.get("ETag") ?? ""
    return call("POST", `${path(id)}/approve`, {}, { "If-Match": version })
  }
  const confirmed = async (id: string, part: string, body: object = {}) => {
    expect((await post(id, part, body)).status).toBe(409)
    const sent = await post(id, `${part}?propose=true`, body)
    expect([sent.status, sent.value.approval]).toEqual([202, "waiting"])
    expect((await approved(id, by("elif"))).status).toBe(403)
    expect((await approved(id)).status).toBe(200)
  }

  it("is confirmed by a second person: lock, drawing, voiding, and a winner who drops out", async () => {
    const id = await create()
    await confirmed(id, "lock")
    expect((await read(id)).lock).not.toBeNull()
    await confirmed(id, "run")
    const { winners } = await read(id)
    await confirmed(id, "void", { reason: 2, note: "Hak kazanamaz", place: winners[0].place })
    const place = (await read(id)).winners.find(
      (winner: { state: number; reserve: boolean }) => winner.state === 0 && !winner.reserve,
    ).place
    const state = (value: number, query = "") =>
      send("PUT", `/draw/${id}/winner/${place}${query}`, "elif", { state: value, note: "" })
    expect((await state(1)).status).toBe(200)
    expect([(await state(3)).status, (await state(3, "?propose=true")).status]).toEqual([409, 202])
    expect((await approved(id)).status).toBe(200)
    await confirmed(id, "void", { reason: 4, note: "Yanlış kural" })
    expect((await read(id)).status).toBe(2)
    const actions = (await get(`/audit/list?entityId=${id}&sortOrder=asc&pageSize=50`)).value.entries.map(
      (entry: { action: string }) => entry.action,
    )
    expect(actions.slice(1, 7)).toEqual(["propose", "approve", "lock", "propose", "approve", "run"])
  })

  it("is refused by its own checks before it waits, and leaves nothing behind", async () => {
    const id = await create()
    const { value } = await get(`/draw/${id}`)
    expect((await post(id, "void?propose=true", { reason: 4, note: "x" })).status).toBe(409)
    expect((await post(id, "lock?propose=true", { publicRandomness: { kind: 2, round: 1 } })).status).toBe(400)
    expect((await get(path(id))).status).toBe(404)
    await post(id, "run?propose=true", {})
    const after = await read(id)
    expect([after.lock, after.winners, after.status, after.version]).toEqual([null, [], value.status, value.version])
    expect((await get(`/draw/${id}/audit`)).status).toBe(404)
  })

  it("shows what it was asked with, and is not confirmed once other people take part or the draw has changed", async () => {
    const id = await create()
    await post(id, "lock?propose=true", { publicRandomness: { kind: 1 } })
    const proposal = (await deniz.call("GET", path(id))).value
    expect(proposal).toMatchObject({ step: "lock", before: {}, after: { step: "lock", publicRandomness: { kind: 1 } } })
    expect(proposal.after.entryCount).toBeGreaterThan(1)
    const [person] = await people()
    await run(`update users set status = 0 where id = '${person?.id}'`)
    const refused = await approved(id)
    await run(`update users set status = 1 where id = '${person?.id}'`)
    expect([refused.status, (await read(id)).lock]).toEqual([409, null])
    expect((await approved(id)).status).toBe(200)
  })

  it("waits alone: a change and another step are refused meanwhile", async () => {
    const id = await create()
    await post(id, "lock?propose=true", {})
    const change = await send("PUT", "/draw/update?propose=true", "elif", { id, title: "Yeni" })
    expect([change.status, (await post(id, "run?propose=true", {})).status]).toEqual([409, 409])
    expect((await post(id, "lock?propose=true", { publicRandomness: { kind: 1 } })).status).toBe(202)
    expect((await send("DELETE", path(id))).status).toBe(200)
  })

  it("is free where the setting asks for publication alone", async () => {
    const id = await create()
    await setNeeds(signed.api, tenant.own, ["draws"])
    expect([(await post(id, "lock", {})).status, (await post(id, "run", {})).status]).toEqual([200, 200])
  })

  const byTime = {
    method: 2,
    startDate: "2026-03-01T00:00:00Z",
    endDate: "2026-03-20T09:00:00Z",
    drawDate: "2026-03-21T09:00:00Z",
  }
  const entered = async (id: string) => (await get(`/draw/${id}/participants?pageSize=100`)).value.entries

  it("is an entry too: added, imported and taken back by a second person, with the times of its recording", async () => {
    const id = await create(byTime)
    const [first, second] = await people()
    expect((await post(id, "entries", { employeeId: first?.id })).status).toBe(409)
    const asked = new Date(signed.api.now()).toISOString()
    const one = await post(id, "entries?propose=true", { employeeId: first?.id })
    expect([one.status, one.value]).toEqual([202, [{ index: 0, employeeId: first?.id, at: asked, waiting: true }]])
    const rows = [{ employeeId: second?.id, at: "2026-03-05T07:00:00.000Z" }, { email: "yok@yesilova.example" }]
    const many = await post(id, "entries?propose=true", { entries: rows, imported: true })
    expect([many.status, many.value[0].waiting, many.value[1].errors.length]).toEqual([202, true, 1])
    expect(await entered(id)).toEqual([])
    signed.api.advance(60_000)
    expect((await deniz.call("GET", path(id))).value.after.entries).toEqual([
      { employeeId: first?.id, at: asked },
      { employeeId: second?.id, at: "2026-03-05T07:00:00.000Z" },
    ])
    expect((await approved(id)).status).toBe(200)
    expect((await entered(id)).map((row: { employeeId: string; at: string }) => [row.employeeId, row.at]).sort()).toEqual(
      [
        [first?.id, asked],
        [second?.id, "2026-03-05T07:00:00.000Z"],
      ].sort(),
    )
    const remove = (query = "") => send("DELETE", `/draw/${id}/entries/${first?.id}${query}`)
    expect([(await remove()).status, (await remove("?propose=true")).status, (await entered(id)).length]).toEqual([409, 202, 2])
    expect((await approved(id)).status).toBe(200)
    expect((await entered(id)).length).toBe(1)
  })

  it("is no entry where the setting leaves entries out", async () => {
    const id = await create(byTime)
    await setNeeds(signed.api, tenant.own, ["draws", "draws.drawing"])
    const [first] = await people()
    expect((await post(id, "entries", { employeeId: first?.id })).status).toBe(200)
  })
})
