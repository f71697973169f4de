import { randomUUID } from "node:crypto"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { users } from "../../../server/src/db/schema"
import type { Proposal } from "../../../src/contract/approval"
import { setNeeds } from "../../approval-kit"
import { isLong } from "../../rounds"
import { drawBody } from "../draw-kit"
import { fieldsOf, startApi, type Who } from "../record-kit"

/** Approval by a second person (docs/contract.md#approvals). */
const { signed, send, get } = startApi()

const addPerson = async (role: "TenantAdmin" | "Administrator", permissions: string[] = []) => {
  const email = `${randomUUID()}@yesilova.example`
  const tenantId = role === "TenantAdmin" ? (await get("/tenant/getcurrenttenantid")).value : null
  await signed.api.db.insert(users).values({ email, firstName: "Deniz", lastName: "Ak", role, tenantId, permissions })
  const token = await signed.api.signIn(email)
  return (method: string, path: string, body?: unknown, headers = {}) => signed.api.call(method, path, { token, body, headers })
}

let company = ""
let deniz: Awaited<ReturnType<typeof addPerson>>
let offer: object
const dates = { startDate: "2026-04-01T00:00:00Z", endDate: "2099-05-01T00:00:00Z" }
const texts = () => ({ title: `Onaylı ${randomUUID()}`, description: "Tüm çalışanlara" })

type Kind = {
  module: string
  entity: string
  idMember: string
  /** The status that is written for a live record, and for one that was taken offline. */
  live: number
  offline: number
  body: () => object
}
const kinds: Kind[] = [
  {
    module: "campaigns",
    entity: "campaign",
    idMember: "campaignId",
    live: 2,
    offline: 3,
    body: () => ({ ...texts(), ...dates, ...offer, rewardType: 0, rewardValue: 10 }),
  },
  {
    module: "draws",
    entity: "draw",
    idMember: "id",
    live: 1,
    offline: 4,
    body: () => ({ ...drawBody(signed.api.now()), ...texts() }),
  },
  {
    module: "announcements",
    entity: "announcement",
    idMember: "announcementId",
    live: 1,
    offline: 2,
    body: () => ({ ...texts(), ...dates, body: "Servis saatleri değişiyor.", type: 0 }),
  },
  {
    module: "surveys",
    entity: "survey",
    idMember: "id",
    live: 1,
    offline: 2,
    body: () => ({ ...texts(), ...dates, type: 0, questions: [{ text: "Memnun musunuz?", type: "rating" }] }),
  },
]

const set = (modules: string[], owner = company) => setNeeds(signed.api, owner, modules)

beforeAll(async () => {
  company = (await get("/tenant/getcurrenttenantid")).value
  deniz = await addPerson("TenantAdmin")
  const [category] = (await get("/category/list")).value as { id: string }[]
  const brand = await send("POST", "/brand/create", "elif", { name: `Marka ${randomUUID()}`, activeStatus: 0 })
  offer = { categoryId: category?.id, brandId: brand.value.id }
})
beforeEach(async () => {
  await set(kinds.map(({ module }) => module))
})

const on = ({ entity, idMember, body, live }: Kind) => {
  const path = (id: string) => `/${entity}/${id}/proposal`
  const create = (given: object = {}, query = "") => send("POST", `/${entity}/create${query}`, "elif", { ...body(), ...given })
  const update = (id: string, given: object, query = "", headers = {}) =>
    send("PUT", `/${entity}/update${query}`, "elif", { [idMember]: id, ...given }, headers)
  const read = async (id: string) => (await get(`/${entity}/${id}`)).value
  const proposal = async (id: string): Promise<Proposal> => (await get(path(id))).value
  const approve = (id: string) => deniz("POST", `${path(id)}/approve`, {})
  /** A live record, and the token that undoes its creation. */
  const createLive = async () => {
    await set([])
    const made = await create({ status: live })
    await set(kinds.map(({ module }) => module))
    return { id: made.value.id as string, undo: made.headers.get("Undo-Token") }
  }
  const drafted = async () => (await create({ status: 0 })).value.id as string
  return { path, create, update, read, proposal, approve, createLive, drafted }
}

const actionsOf = async (id: string) =>
  (await get(`/audit/list?entityId=${id}&sortOrder=asc`)).value.entries.map((entry: { action: string }) => entry.action)

describe.each(kinds)("a record of $module", kind => {
  const { path, create, update, read, approve, createLive, drafted } = on(kind)
  const { entity, live, offline } = kind

  it("does not go live without a second person, in whatever way", async () => {
    const id = await drafted()
    const statuses = {
      create: (await create({ status: live })).status,
      update: (await update(id, { status: live })).status,
      copy: (await create({ status: live, copyOf: id })).status,
    }
    expect(statuses).toEqual({ create: 409, update: 409, copy: 409 })
    expect((await read(id)).status).toBe(0)
    expect((await update(id, { title: "Taslak değişir" })).status).toBeLessThan(300)
  })

  it("is not changed, taken offline, moved, undone, restored or deleted without one while it is live", async () => {
    const { id, undo } = await createLive()
    const before = await read(id)
    const [creation] = (await get(`/audit/list?entityId=${id}`)).value.entries
    const statuses = {
      update: (await update(id, { title: "Yeni" })).status,
      offline: (await update(id, { status: offline })).status,
      move: (await update(id, { startDate: new Date(Date.parse(before.startDate) + 3_600_000).toISOString() })).status,
      undo: (await send("POST", `/undo/${undo}`)).status,
      restore: (await send("POST", `/audit/${creation.id}/restore`)).status,
      remove: (await send("DELETE", `/${entity}/delete/${id}`)).status,
    }
    expect(statuses).toEqual({ update: 409, offline: 409, move: 409, undo: 409, restore: 409, remove: 409 })
    expect(await read(id)).toEqual(before)
  })

  it("comes back live from a deletion only by a second person", async () => {
    await set([])
    const made = await create({ status: entity === "draw" ? 0 : live })
    const removed = await send("DELETE", `/${entity}/delete/${made.value.id}`)
    await set([kind.module])
    const undone = await send("POST", `/undo/${removed.headers.get("Undo-Token")}`)
    expect(undone.status).toBe(entity === "draw" ? 200 : 409)
  })

  it("goes live by approval, from a draft that was created with it", async () => {
    const made = await create({ status: live }, "?propose=true")
    expect([made.status, made.value.status, made.value.approval]).toEqual([202, 0, "waiting"])
    expect((await approve(made.value.id)).status).toBe(200)
    expect((await read(made.value.id)).status).not.toBe(0)
  })

  it("is found by whom it waits for, and by whom it came back to", async () => {
    const id = await drafted()
    await update(id, { status: live }, "?propose=true")
    const listed = async (ask: typeof deniz, reason: string) =>
      ((await ask("GET", `/${entity}/list?attention=${reason}&pageSize=100`)).value[`${entity}s`] as { id: string }[]).some(
        row => row.id === id,
      )
    const elif: typeof deniz = (method, to) => send(method, to)
    const found = async () => [await listed(deniz, "approval"), await listed(elif, "approval"), await listed(elif, "sent")]
    expect(await found()).toEqual([true, false, true])
    const lines = async (ask: typeof deniz) =>
      (await ask("GET", "/api/dashboard/attention")).value.lines.map((line: { kind: string }) => line.kind)
    expect(await lines(deniz)).toContain(`${kind.module}Approval`)
    await deniz("POST", `${path(id)}/return`, { comment: "Olmadı" })
    expect(await found()).toEqual([false, false, false])
    expect(await listed(elif, "returned")).toBe(true)
    expect(await lines(elif)).toContain(`${kind.module}Returned`)
  })
})

/** What a proposal of any kind goes through: a short run takes it through once. */
describe.each(isLong ? kinds : kinds.slice(2, 3))("a proposal in $module", kind => {
  const { path, create, update, read, proposal, approve, createLive, drafted } = on(kind)
  const { entity, live } = kind

  it("stays as it is while a change waits, and is changed by the approval of somebody else", async () => {
    const { id } = await createLive()
    const sent = await update(id, { title: "Onaydan sonraki ad" }, "?propose=true", { "If-Match": '"1"' })
    expect([sent.status, sent.headers.get("Undo-Token"), sent.headers.get("ETag")]).toEqual([202, null, '"1"'])
    const waiting = await read(id)
    expect([waiting.approval, waiting.title.startsWith("Onaylı")]).toEqual(["waiting", true])
    const found = await proposal(id)
    expect(found).toMatchObject({ state: "waiting", isOwn: true, name: "Elif Yılmaz", comment: "", current: null })
    expect([found.before.title, found.after.title]).toEqual([waiting.title, "Onaydan sonraki ad"])
    expect((await send("POST", `${path(id)}/approve`, "elif", {})).status).toBe(403)
    expect((await send("POST", `${path(id)}/return`, "elif", { comment: "x" })).status).toBe(403)
    const approved = await approve(id)
    expect([approved.status, approved.headers.get("ETag"), approved.headers.get("Undo-Token")]).toEqual([200, '"2"', null])
    expect(await read(id)).toMatchObject({ title: "Onaydan sonraki ad", approval: null })
    expect((await get(path(id))).status).toBe(404)
    expect(await actionsOf(id)).toEqual(["create", "propose", "approve", "update"])
  })

  it("comes back with a comment, is sent again and approved", async () => {
    const id = await drafted()
    await update(id, { status: live }, "?propose=true")
    expect(fieldsOf(await deniz("POST", `${path(id)}/return`, { comment: " " }))).toEqual(["comment"])
    expect((await deniz("POST", `${path(id)}/return`, { comment: "Tarihler yanlış" })).status).toBe(200)
    expect(await proposal(id)).toMatchObject({ state: "returned", comment: "Tarihler yanlış" })
    expect((await approve(id)).status).toBe(409)
    await update(id, { status: live, title: "Düzeltildi" }, "?propose=true")
    expect(await proposal(id)).toMatchObject({ state: "waiting", comment: "" })
    expect((await approve(id)).status).toBe(200)
    expect(await read(id)).toMatchObject({ title: "Düzeltildi" })
    expect(await actionsOf(id)).toEqual(["create", "propose", "return", "propose", "approve", "update"])
  })

  it("must be sent again when the record was changed meanwhile", async () => {
    const id = await drafted()
    await update(id, { status: live }, "?propose=true")
    await update(id, { title: "Bu arada" })
    expect((await proposal(id)).current).toMatchObject({ title: "Bu arada" })
    expect((await approve(id)).status).toBe(409)
    await update(id, { status: live }, "?propose=true")
    expect((await approve(id)).status).toBe(200)
    expect((await read(id)).title).toBe("Bu arada")
  })

  it("is withdrawn by who sent it, and ends with the record", async () => {
    const id = await drafted()
    await update(id, { status: live }, "?propose=true")
    expect((await deniz("DELETE", path(id))).status).toBe(403)
    expect((await send("DELETE", path(id))).status).toBe(200)
    expect((await read(id)).approval).toBeNull()
    await update(id, { status: live }, "?propose=true")
    await send("DELETE", `/${entity}/delete/${id}`)
    expect(await actionsOf(id)).toEqual(["create", "propose", "withdraw", "propose", "withdraw", "delete"])
  })

  it("keeps the change of one person from the one of another", async () => {
    const id = await drafted()
    await update(id, { status: live }, "?propose=true")
    const other = await deniz("PUT", `/${entity}/update?propose=true`, { [kind.idMember]: id, status: live })
    expect([other.status, other.body.errors[0]]).toEqual([409, expect.stringContaining("onay bekliyor")])
  })

  it("needs no approval where its owner does not ask for any; turning it off ends no proposal", async () => {
    const id = await drafted()
    await update(id, { status: live }, "?propose=true")
    await set(kinds.map(({ module }) => module).filter(name => name !== kind.module))
    expect((await proposal(id)).state).toBe("waiting")
    expect((await create({ status: live })).status).toBe(200)
    expect((await approve(id)).status).toBe(200)
  })
})

/** Kinds whose records may have no start. */
describe.each(kinds.slice(2))("a record of $module without a start", kind => {
  const { create, update, read, approve } = on(kind)
  const { live } = kind
  const withoutStart = { startDate: null, endDate: null }
  const now = () => new Date(signed.api.now()).toISOString()
  const created = async (status: number, query = "") => (await create({ ...withoutStart, status }, query)).value.id as string

  it.each<[how: string, publish: () => Promise<string>]>([
    [
      "is created live",
      async () => {
        await set([])
        return created(live)
      },
    ],
    [
      "is published",
      async () => {
        await set([])
        const id = await created(0)
        expect((await read(id)).startDate).toBeNull()
        await update(id, { status: live })
        return id
      },
    ],
    [
      "is approved",
      async () => {
        const id = await created(live, "?propose=true")
        expect((await read(id)).startDate).toBeNull()
        await approve(id)
        return id
      },
    ],
  ])("starts when it %s, and keeps its start after further changes", async (_, publish) => {
    const id = await publish()
    const { startDate } = await read(id)
    expect(startDate).toBe(now())
    await set([])
    signed.api.advance(60_000)
    await update(id, { title: "Sonra" })
    expect((await read(id)).startDate).toBe(startDate)
  })

  it("has none again when its publication is undone", async () => {
    await set([])
    const id = await created(0)
    const published = await update(id, { status: live })
    await send("POST", `/undo/${published.headers.get("Undo-Token")}`)
    expect(await read(id)).toMatchObject({ status: 0, startDate: null })
  })
})

describe("a proposal", () => {
  const { path, update, drafted } = on(kinds[2] as Kind)

  it("is out of sight of other companies, and of people who may not write", async () => {
    const id = await drafted()
    await update(id, { status: 1 }, "?propose=true")
    const reader = await addPerson("TenantAdmin", ["announcements.read"])
    for (const [method, to] of [
      ["GET", path(id)],
      ["POST", `${path(id)}/approve`],
      ["POST", `${path(id)}/return`],
      ["DELETE", path(id)],
    ] as const) {
      const body = method === "POST" ? { comment: "x" } : undefined
      expect((await send(method, to, "mert", body)).status).toBe(404)
      expect((await reader(method, to, body)).status).toBe(method === "GET" ? 200 : 403)
      expect((await send(method, to, "user", body)).status).toBe(403)
    }
  })

  it("of a record that is offered to a company is seen by its owner alone, in record, list and calendar", async () => {
    await set([])
    const body = { ...texts(), ...dates, body: "Metin", type: 0, status: 1, tenantIds: [company] }
    const { id } = (await send("POST", "/announcement/create", "admin", body)).value
    await set(["announcements"], "platform")
    const change = { announcementId: id, title: "Değişti" }
    expect((await send("PUT", "/announcement/update?propose=true", "admin", change)).status).toBe(202)
    const seen = async (who: Who) => {
      const { announcements } = (await get("/announcement/list?pageSize=100", who)).value
      const { entries } = (await get("/calendar/list?from=2026-04-01&to=2026-04-30", who)).value
      const states = [announcements, entries].map(rows => rows.find((row: { id: string }) => row.id === id)?.approval)
      return [(await get(`/announcement/${id}`, who)).value.approval, ...states]
    }
    expect([await seen("admin"), await seen("elif")]).toEqual([
      ["waiting", "waiting", "waiting"],
      [null, null, null],
    ])
    await set([], "platform")
  })

  it("can be approved by the platform", async () => {
    const id = await drafted()
    await update(id, { status: 1 }, "?propose=true")
    expect((await send("POST", `${path(id)}/approve`, "admin", {})).status).toBe(200)
  })

  describe("is decided as it was seen", () => {
    const decisions: [name: string, decide: (id: string, headers: object) => ReturnType<typeof send>][] = [
      ["approval", (id, headers) => deniz("POST", `${path(id)}/approve`, {}, headers)],
      ["return", (id, headers) => deniz("POST", `${path(id)}/return`, { comment: "Tarihler" }, headers)],
      ["withdrawal", (id, headers) => send("DELETE", path(id), "elif", undefined, headers as Record<string, string>)],
    ]
    it.each(decisions)("by %s", async (_, decide) => {
      const id = await drafted()
      await update(id, { status: 1, title: "Görülen" }, "?propose=true")
      const seen = (await get(path(id))).headers.get("ETag")
      await update(id, { status: 1, title: "Görülmeyen" }, "?propose=true")
      const sent = await get(path(id))
      const refused = await decide(id, { "If-Match": seen })
      expect([refused.status, refused.headers.get("ETag")]).toEqual([409, sent.headers.get("ETag")])
      expect(refused.value.after).toMatchObject({ title: "Görülmeyen" })
      expect((await get(path(id))).headers.get("ETag")).toBe(sent.headers.get("ETag"))
      expect((await decide(id, { "If-Match": sent.headers.get("ETag") })).status).toBe(200)
    })

    it("also where it was returned meanwhile, by whom", async () => {
      const id = await drafted()
      await update(id, { status: 1 }, "?propose=true")
      const seen = { "If-Match": (await get(path(id))).headers.get("ETag") }
      await send("POST", `${path(id)}/return`, "admin", { comment: "Tarihler" })
      const refused = await deniz("POST", `${path(id)}/approve`, {}, seen)
      expect([refused.status, refused.value.state, refused.value.comment]).toEqual([409, "returned", "Tarihler"])
      expect(refused.value.returned).toMatchObject({ email: "yonetici@platform.example", at: expect.any(String) })
    })
  })

  it("has the note of its sender, also in the history, until it is sent again", async () => {
    const id = await drafted()
    await update(id, { status: 1, approvalNote: " Bayramdan önce " }, "?propose=true")
    expect((await get(path(id))).value.note).toBe("Bayramdan önce")
    const [entry] = (await get(`/audit/list?entityId=${id}`)).value.entries
    expect([entry.action, entry.after.approvalNote]).toEqual(["propose", "Bayramdan önce"])
    const long = await update(id, { status: 1, approvalNote: "x".repeat(501) }, "?propose=true")
    expect([long.status, fieldsOf(long)]).toEqual([400, ["approvalNote"]])
    await update(id, { status: 1 }, "?propose=true")
    expect((await get(path(id))).value.note).toBe("")
  })

  it("is refused with the messages of its fields before it is stored", async () => {
    const id = await drafted()
    const refused = await update(id, { status: 1, title: "" }, "?propose=true")
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ["title"]])
    expect((await get(path(id))).status).toBe(404)
  })

  it("is one whoever approves at the same time", async () => {
    const id = await drafted()
    await update(id, { status: 1 }, "?propose=true")
    const answers = await Promise.all([
      deniz("POST", `${path(id)}/approve`, {}),
      send("POST", `${path(id)}/approve`, "admin", {}),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })
})

describe("the setting", () => {
  it("of the platform concerns its own records alone", async () => {
    await set(["announcements"], "platform")
    await set([])
    const body = { ...texts(), body: "Metin", type: 0, status: 1 }
    expect((await send("POST", "/announcement/create", "admin", body)).status).toBe(409)
    expect((await send("POST", "/announcement/create", "elif", body)).status).toBe(200)
    expect((await send("POST", "/announcement/create", "admin", { ...body, tenantId: company })).status).toBe(200)
    const settings = (await get("/approval/settings", "admin")).value
    expect(settings.find((row: { tenantId: string | null }) => row.tenantId === null).people).toBeGreaterThan(0)
    expect((await get("/approval/settings", "elif")).value.map((row: { tenantId: string | null }) => row.tenantId)).not.toContain(
      null,
    )
    await set([], "platform")
  })
})
