import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { feedbacks as table, users } from "../../../server/src/db/schema"
import { artwork } from "../../../server/src/seed/artwork"
import { createRandom } from "../../../server/src/seed/random"
import { authors, resolutionRate, statuses } from "../../../src/contract/feedback"
import { accounts } from "../../api"
import { fieldsOf, signAll, startApi, type Who } from "../record-kit"

const { signed, send, get, tenant } = startApi()
let people: (typeof users.$inferSelect)[] = []
beforeAll(async () => {
  const { api } = signed
  people = await api.db.select().from(users)
})

const person = (email: string) => people.find(row => row.email === email)?.id ?? ""
const employee = (tenantId: string, at = 0) => {
  const found = people.filter(row => row.tenantId === tenantId && row.role === "User" && row.status === 1)[at]
  if (!found) throw new Error("nobody there")
  return found
}

let made = 0
const body = () => ({
  type: 0,
  subject: `Işık yanmıyor ${++made}`,
  description: "Üçüncü katta koridor karanlık.",
  userName: "Ayşe Kaya",
  email: "ayse@yesilova.example",
  priority: 2,
  category: 3,
})
const create = (given: object = {}, who: Who = "elif") => send("POST", "/feedback/create", who, { ...body(), ...given })
const respond = (feedbackId: string, given: object = {}, who: Who = "elif", headers = {}) =>
  send("POST", "/feedback/respond", who, { feedbackId, message: "Bakıyoruz", ...given }, headers)
const setStatus = (id: string, given: object, who: Who = "elif", headers = {}) =>
  send("PUT", "/feedback/status", who, { id, ...given }, headers)
const assign = (id: string, assignedTo: unknown, who: Who = "elif", more: object = {}) =>
  send("PUT", "/feedback/assign", who, { id, assignedTo, ...more })

const upload = async (seed: number) => {
  const form = new FormData()
  form.set("file", new File([Buffer.from(artwork(createRandom(seed)))], "kanit.png"))
  form.set("orderNo", "1")
  const answer = await signed.api.fetch("/backend/feedback/media", {
    method: "POST",
    headers: { Authorization: `Bearer ${signed.tokens.elif}` },
    body: form,
  })
  return ((await answer.json()) as { value: { url: string } }).value.url
}

describe("new feedback", () => {
  it("starts as new, with nothing said, nothing attached and nobody assigned, whatever the body says", async () => {
    const { value } = await create({
      status: 2,
      conversations: [{ message: "x" }],
      attachments: [{ name: "x", url: "https://x.example" }],
      assignedTo: person(accounts.elif),
      resolvedDate: "2026-01-01",
      internalNotes: "x",
    })
    expect(value).toMatchObject({
      status: statuses.value("new"),
      conversations: [],
      attachments: [],
      assignedTo: null,
      assignedToName: "",
      resolvedDate: null,
      internalNotes: "",
      tenantId: tenant.own,
      tenantName: "Yeşilova Grup",
    })
  })

  it("is whose it says: a person's, a stranger's, or else the writer's", async () => {
    const ayse = employee(tenant.own)
    const named = (await create({ userId: ayse.id, userName: "", email: "" })).value
    expect(named).toMatchObject({ userId: ayse.id, userName: `${ayse.firstName} ${ayse.lastName}`, email: ayse.email })
    expect((await create()).value).toMatchObject({ userId: null, userName: "Ayşe Kaya", email: "ayse@yesilova.example" })
    const own = (await create({ userName: "", email: "" })).value
    expect(own).toMatchObject({ userId: person(accounts.elif), userName: "Elif Yılmaz", email: accounts.elif })
  })

  it("can't be said to be another company's person's", async () => {
    for (const userId of ["x", randomUUID(), employee(tenant.theirs).id, person(accounts.admin)])
      for (const who of ["elif", "admin"] as const)
        expect([userId, fieldsOf(await create({ userId, tenantId: tenant.own }, who))]).toEqual([userId, ["userId"]])
  })

  it("belongs to the maker's company, to a subsidiary that it names, or to whom the platform says", async () => {
    expect((await create({ tenantId: tenant.sub })).value.tenantId).toBe(tenant.sub)
    for (const tenantId of ["x", randomUUID(), tenant.theirs]) expect(fieldsOf(await create({ tenantId }))).toEqual(["tenantId"])
    const given = (await create({ tenantId: tenant.theirs }, "admin")).value
    expect((await get(`/feedback/${given.id}`, "mert")).status).toBe(200)
    const own = (await create({}, "admin")).value
    expect(own.tenantId).toBeNull()
    expect((await get(`/feedback/${own.id}`)).status).toBe(404)
  })

  it("is of middle weight and of no certain kind unless it says so", async () => {
    expect((await create({ priority: undefined, category: null })).value).toMatchObject({ priority: 1, category: 3 })
  })
})

describe("its status", () => {
  it("stamps when it was resolved, once, and forgets that when it is taken up again", async () => {
    const { id } = (await create()).value
    const resolved = (await setStatus(id, { status: 2 })).value
    expect(resolved.resolvedDate).toBe(new Date(signed.api.now()).toISOString())
    signed.api.advance(1000)
    const again = (await setStatus(id, { status: 2, resolutionStep: "Ampul değişti" })).value
    expect([again.resolvedDate, again.updatedDate > resolved.updatedDate]).toEqual([resolved.resolvedDate, true])
    expect((await setStatus(id, { status: 1 })).value).toMatchObject({ resolvedDate: null, resolutionStep: "Ampul değişti" })
    const token = (await setStatus(id, { status: 2 })).headers.get("Undo-Token")
    await send("POST", `/undo/${token}`)
    expect((await get(`/feedback/${id}`)).value).toMatchObject({ status: 1, resolvedDate: null })
  })

  it("comes with an answer, notes and a step, each kept when it is not named", async () => {
    const { id } = (await create()).value
    const first = await setStatus(id, {
      status: 1,
      response: " İlgileniyoruz ",
      internalNotes: "Bina yönetimi",
      resolutionStep: "Arandı",
    })
    expect(first.value).toMatchObject({ status: 1, internalNotes: "Bina yönetimi", resolutionStep: "Arandı" })
    expect(first.value.conversations).toEqual([
      {
        id: expect.any(String),
        type: authors.value("admin"),
        message: "İlgileniyoruz",
        authorName: "Elif Yılmaz",
        authorEmail: accounts.elif,
        createdDate: new Date(signed.api.now()).toISOString(),
        isInternal: false,
        mail: null,
        attachments: [],
      },
    ])
    const second = (await setStatus(id, { status: 4, response: " " })).value
    expect([second.status, second.conversations.length, second.internalNotes]).toEqual([4, 1, "Bina yönetimi"])
    expect((await setStatus(id, { status: 4, internalNotes: "" })).value.internalNotes).toBe("")
  })
})

describe("an assignment", () => {
  it("takes the person's own name, and can be taken back", async () => {
    const { id } = (await create()).value
    const given = (await assign(id, person(accounts.elif), "elif", { assignedToName: "Başka biri" })).value
    expect(given).toMatchObject({ assignedTo: person(accounts.elif), assignedToName: "Elif Yılmaz" })
    expect(
      (await get(`/feedback/list?assignedTo=${person(accounts.elif)}&keyword=${encodeURIComponent(given.subject)}`)).value
        .totalCount,
    ).toBe(1)
    for (const nobody of [null, "", " "])
      expect((await assign(id, nobody)).value).toMatchObject({ assignedTo: null, assignedToName: "" })
  })

  it("goes to the company's people, and from the platform to its own as well", async () => {
    const { id } = (await create()).value
    expect((await assign(id, employee(tenant.own).id)).status).toBe(200)
    expect((await assign(id, employee(tenant.own).id, "admin")).status).toBe(200)
    expect((await assign(id, person(accounts.admin), "admin")).value.assignedToName).toBe("Platform Yöneticisi")
    for (const [assignedTo, who] of [
      ["x", "elif"],
      [randomUUID(), "elif"],
      [person(accounts.admin), "elif"],
      [person(accounts.mert), "elif"],
      [employee(tenant.theirs).id, "admin"],
    ] as const) {
      const answer = await assign(id, assignedTo, who)
      expect([assignedTo, answer.status, fieldsOf(answer)]).toEqual([assignedTo, 400, ["assignedTo"]])
    }
  })

  it("of a subsidiary's goes to the parent's people too", async () => {
    const { id } = (await create({ tenantId: tenant.sub })).value
    expect((await assign(id, person(accounts.elif))).status).toBe(200)
    expect((await assign(id, person(accounts.elif), "admin")).status).toBe(200)
  })

  it("goes to nobody who has left", async () => {
    const { id } = (await create()).value
    const { id: leaver } = employee(tenant.own, 1)
    await signed.api.db.execute(`update users set status = 0 where id = '${leaver}'`)
    expect(fieldsOf(await assign(id, leaver))).toEqual(["assignedTo"])
  })
})

describe("a reply", () => {
  it("of staff is in their own name, whatever the body says", async () => {
    const { id } = (await create()).value
    signed.api.advance(1000)
    const { value, headers } = await respond(id, { authorName: "Genel Müdür", authorEmail: "gm@x.example", isInternal: true })
    expect(headers.get("ETag")).toBe('"2"')
    expect(value.conversations[0]).toMatchObject({
      type: 0,
      authorName: "Elif Yılmaz",
      authorEmail: accounts.elif,
      isInternal: true,
    })
    expect((await get("/feedback/list?sortBy=updatedDate&sortOrder=desc")).value.feedbacks[0]).toMatchObject({
      id,
      conversationCount: 1,
    })
  })

  it("of the person is in the name that is given, or in theirs", async () => {
    const { id } = (await create()).value
    const type = authors.value("user")
    await respond(id, { type, authorName: "Kardeşi", authorEmail: "k@x.example" })
    const { value } = await respond(id, { type })
    expect(
      value.conversations.map((entry: { authorName: string; authorEmail: string }) => [entry.authorName, entry.authorEmail]),
    ).toEqual([
      ["Kardeşi", "k@x.example"],
      ["Ayşe Kaya", "ayse@yesilova.example"],
    ])
  })

  it("is kept beside another one at the same time", async () => {
    const { id } = (await create()).value
    await Promise.all([respond(id, { message: "A" }), respond(id, { message: "B" })])
    expect((await get(`/feedback/${id}`)).value.conversations).toHaveLength(2)
  })

  it("can be taken back", async () => {
    const { id } = (await create()).value
    const token = (await respond(id)).headers.get("Undo-Token")
    expect((await send("POST", `/undo/${token}`)).status).toBe(200)
    expect((await get(`/feedback/${id}`)).value.conversations).toEqual([])
  })

  it.each([
    ["message", " "],
    ["type", 2],
    ["authorEmail", "a@b"],
    ["attachments", [{ name: "x" }]],
  ])("is refused with a bad %s", async (field, wrong) => {
    const { id } = (await create()).value
    const answer = await respond(id, { [field]: wrong })
    expect([answer.status, ...new Set(fieldsOf(answer).map(name => name.split(".")[0]))]).toEqual([400, field])
    expect((await get(`/feedback/${id}`)).headers.get("ETag")).toBe('"1"')
  })
})

describe("an attachment", () => {
  it("is an upload, with its size and day from the server", async () => {
    const url = await upload(1)
    const { id } = (await create()).value
    const { value } = await send("PUT", "/feedback/update", "elif", {
      id,
      attachments: [{ name: "Kanıt", url, size: 1, id: "x" }],
    })
    expect(value.attachments).toEqual([
      {
        id: expect.any(String),
        name: "Kanıt",
        url,
        size: expect.any(Number),
        uploadDate: new Date(signed.api.now()).toISOString(),
      },
    ])
    expect(value.attachments[0].size).toBeGreaterThan(100)
    const more = await upload(2)
    const after = await send("PUT", "/feedback/update", "elif", {
      id,
      attachments: [{ url: more }, { ...value.attachments[0], name: "Başka" }],
    })
    expect(after.value.attachments[1]).toEqual(value.attachments[0])
    expect(after.value.attachments[0].name).toBe(more.slice(more.lastIndexOf("/") + 1))
    const reply = await respond(id, { attachments: [{ name: "Yanıt", url }] })
    expect(reply.value.conversations[0].attachments).toMatchObject([{ name: "Yanıt", url }])
  })

  it.each([
    "https://x.example/a.png",
    "javascript:alert(1)",
    `/backend/media/${"0".repeat(64)}.png`,
    "/backend/media/../../etc/passwd",
    "",
  ])("is not %j", async url => {
    const { id } = (await create()).value
    for (const answer of [
      await send("PUT", "/feedback/update", "elif", { id, attachments: [{ name: "x", url }] }),
      await respond(id, { attachments: [{ name: "x", url }] }),
    ])
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ["attachments"]])
  })
})

describe("who works on it", () => {
  it("is also the platform", async () => {
    expect((await setStatus((await create()).value.id, { status: 1 }, "admin")).status).toBe(200)
  })

  it("never changes whose it is, by an update", async () => {
    const { id } = (await create()).value
    const given = {
      id,
      tenantId: tenant.theirs,
      userId: person(accounts.mert),
      status: 2,
      assignedTo: person(accounts.elif),
      resolvedDate: "2026-01-01",
    }
    expect((await send("PUT", "/feedback/update", "elif", given)).value).toMatchObject({
      tenantId: tenant.own,
      userId: null,
      status: 0,
      assignedTo: null,
      resolvedDate: null,
    })
  })

  it("writes notes that lists leave out", async () => {
    const { id } = (await create()).value
    const { value } = await send("PUT", "/feedback/update", "elif", { id, internalNotes: "Gizli not", resolutionStep: "Adım" })
    expect(value).toMatchObject({ internalNotes: "Gizli not", resolutionStep: "Adım" })
    const { body } = await get("/feedback/list?pageSize=100")
    expect(JSON.stringify(body)).not.toContain("Gizli not")
  })
})

/** The rule of the contract on a stored row. */
const isOverdueRow = ({ priority, status, createdAt, conversations }: typeof table.$inferSelect) => {
  const isAnswered = conversations.some(entry => authors.name(entry.type) === "admin" && !entry.isInternal)
  const hours = [168, 72, 24, 4][priority] ?? 0
  return !isAnswered && ![2, 3].includes(status) && createdAt.getTime() + hours * 3_600_000 < signed.api.now()
}

describe("due times", () => {
  const minute = 60_000
  /** Access tokens expire meanwhile. */
  const advance = async (ms: number) => {
    signed.api.advance(ms)
    signed.tokens = await signAll(signed.api)
  }
  const times = ({ dueDate, isOverdue, firstResponseMinutes, resolutionMinutes }: Record<string, unknown>) => [
    dueDate,
    isOverdue,
    firstResponseMinutes,
    resolutionMinutes,
  ]

  it.each([
    ["low", 0, 168],
    ["medium", 1, 72],
    ["high", 2, 24],
    ["critical", 3, 4],
  ])("of the priority %s are kept until somebody answers", async (_, priority, hours) => {
    const { value } = await create({ priority })
    const due = new Date(Date.parse(value.createdDate) + hours * 60 * minute).toISOString()
    expect(times(value)).toEqual([due, false, null, null])
    await advance(hours * 60 * minute + 1)
    expect(times((await get(`/feedback/${value.id}`)).value)).toEqual([due, true, null, null])
    await respond(value.id, { isInternal: true })
    await respond(value.id, { type: authors.value("user") })
    expect(times((await get(`/feedback/${value.id}`)).value)).toEqual([due, true, null, null])
    const { value: answered, headers } = await respond(value.id)
    expect(times(answered)).toEqual([null, false, hours * 60, null])
    await send("POST", `/undo/${headers.get("Undo-Token")}`)
    expect(times((await get(`/feedback/${value.id}`)).value)).toEqual([due, true, null, null])
  })

  it("end with the resolution, whose minutes are counted", async () => {
    const { value } = await create({ priority: 3 })
    await advance(30 * minute)
    const { value: rejected } = await send("PUT", "/feedback/status", "elif", { id: value.id, status: 3 })
    expect(times(rejected)).toEqual([null, false, null, null])
    const { value: resolved } = await send("PUT", "/feedback/status", "elif", { id: value.id, status: 2, response: "Tamam" })
    expect(times(resolved)).toEqual([null, false, 30, 30])
  })

  it("filter and sort the list", async () => {
    const rows = (await signed.api.db.select().from(table)).filter(row => row.deletedAt === null && isOverdueRow(row))
    const list = (await get("/feedback/list?overdue=true&pageSize=100&sortBy=dueDate&sortOrder=asc", "admin")).value
    expect([list.totalCount, list.feedbacks.every((row: { isOverdue: boolean }) => row.isOverdue)]).toEqual([rows.length, true])
    const dates = list.feedbacks.map((row: { dueDate: string }) => row.dueDate)
    expect([dates.length > 1, dates]).toEqual([true, [...dates].sort()])
    expect((await get("/feedback/list?overdue=x&pageSize=1", "admin")).value.totalCount).toBeGreaterThan(rows.length)
  })
})

describe("the figures", () => {
  it("count what is in reach, and one company of it when asked", async () => {
    const rows = (await signed.api.db.select().from(table)).filter(row => row.deletedAt === null)
    const figures = (of: typeof rows) => {
      const total = (status: number) => of.filter(row => row.status === status).length
      return {
        total: of.length,
        new: total(0),
        inProgress: total(1),
        resolved: total(2),
        complaints: of.filter(row => row.type === 0).length,
        suggestions: of.filter(row => row.type === 1).length,
        overdue: of.filter(row => isOverdueRow(row)).length,
        resolutionRate: resolutionRate(total(2), of.length),
      }
    }
    expect((await get("/feedback/stats", "admin")).value).toEqual(figures(rows))
    const own = rows.filter(row => row.tenantId === tenant.own || row.tenantId === tenant.sub)
    expect((await get("/feedback/stats")).value).toEqual(figures(own))
    expect((await get(`/feedback/stats?tenantId=${tenant.sub}`)).value).toEqual(
      figures(own.filter(row => row.tenantId === tenant.sub)),
    )
    for (const query of [`tenantId=${tenant.theirs}`, "tenantId=x"])
      expect((await get(`/feedback/stats?${query}`)).value).toEqual(figures([]))
  })
})
