import { randomUUID } from "node:crypto"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { jobs as deliveries } from "../../../server/src/db/job-tables"
import { users } from "../../../server/src/db/schema"
import { webhooks } from "../../../server/src/db/webhook-tables"
import { idFilter } from "../../../server/src/http/list"
import { exampleId } from "../../../server/src/routes/schemas"
import { addEnds } from "../../../server/src/webhooks/ends"
import { methods } from "../../../src/contract/draws/draws"
import type { AuditedRecord } from "../../../src/contract/modules"
import { recordOfKind, type WebhookKind, webhookKinds, webhookTypes } from "../../../src/contract/webhooks"
import { setNeeds } from "../../approval-kit"
import { drawBody } from "../draw-kit"
import { signAll, startApi, type Who } from "../record-kit"
import { exampleOf, hasRoute } from "../routes"
import { eventOf } from "../webhook-kit"

/** Which events a change is, for whom, and what they contain (docs/contract.md#webhook-events). */
const { signed, send, get } = startApi()

const endpoints = { admin: "", elif: "", mert: "" }
type Owner = keyof typeof endpoints
const company: Record<Owner, string | null> = { admin: null, elif: null, mert: null }
let subsidiary = ""
let real: Record<string, string> = {}
let employeeIds: string[] = []

beforeAll(async () => {
  const createdAt = new Date(signed.api.now())
  for (const who of ["admin", "elif", "mert"] as const) {
    if (who !== "admin") company[who] = (await get("/tenant/getcurrenttenantid", who)).value
    const values = { tenantId: company[who], url: "https://1.1.1.1/", description: "", events: [...webhookTypes], secret: "" }
    const [row] = await signed.api.db
      .insert(webhooks)
      .values({ ...values, createdAt, endsCheckedAt: createdAt })
      .returning()
    endpoints[who] = row?.id ?? ""
  }
  const companies = (await get("/tenant/get-all")).value as { id: string; parentId: string | null }[]
  subsidiary = companies.find(({ parentId }) => parentId === company.elif)?.id ?? ""
  const { users: people } = (await get("/user/list?role=user&status=1&pageSize=6")).value
  employeeIds = people.map(({ id }: { id: string }) => id)
  const brand = (await get("/brand/list")).value.brands[0]
  real = {
    brandId: brand.id,
    categoryId: (await get("/category/list")).value[0].id,
    departmentId: (await get("/department/list")).value[0].id,
    tenantId: company.elif ?? "",
  }
})
beforeEach(async () => void (await signed.api.db.delete(deliveries)))

const stored = async (who: Owner) => {
  const rows = await signed.api.db
    .select()
    .from(deliveries)
    .where(idFilter(deliveries.webhookId, endpoints[who]))
    .orderBy(deliveries.id)
  return rows.map(row => ({ ...row, event: eventOf(row) }))
}
/** The types that an endpoint has been given since the last call. */
const heard = async (who: Owner = "elif") => {
  const types = (await stored(who)).map(({ type }) => type)
  await signed.api.db.delete(deliveries)
  return types
}
const must = async (method: string, path: string, who: Who, body?: unknown) => {
  const answer = await send(method, path, who, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

const filled = (example: unknown) =>
  JSON.parse(
    JSON.stringify(example, (name, value) => (value === exampleId || name in real ? (real[name] ?? value) : value)),
  ) as Record<string, unknown>

const removeOf = (entity: AuditedRecord) => {
  if (entity === "user") return "/api/users/delete/"
  return hasRoute(`DELETE /${entity}/delete/:id`) ? `/${entity}/delete/` : `/${entity}/`
}
const makerOf = (kind: WebhookKind): Owner => (kind === "company" ? "admin" : "elif")
const createOf = (kind: WebhookKind) => (kind === "company" ? "/tenant/admin/create" : `/${recordOfKind(kind)}/create`)

const create = async (kind: WebhookKind, given: object = {}, who: Who = makerOf(kind)) => {
  const path = createOf(kind)
  const more =
    kind === "draw"
      ? drawBody(signed.api.now(), { status: 0, eligibility: 1, employeeIds })
      : kind === "employee"
        ? { email: `${randomUUID()}@y.example` }
        : {}
  const body = { ...filled(exampleOf(`POST ${path}`)), status: undefined, ...more, ...given }
  return (await must("POST", path, who, body)).value as Record<string, unknown> & { id: string }
}
const idMembers: Partial<Record<WebhookKind, string>> = {
  campaign: "campaignId",
  announcement: "announcementId",
  company: "tenantId",
}
const update = (kind: WebhookKind, id: string, change: object, who: Who = makerOf(kind)) =>
  kind === "employee"
    ? must("PUT", `/api/users/update/${id}`, who, change)
    : must("PUT", kind === "company" ? "/tenant/admin/update" : `/${recordOfKind(kind)}/update`, who, {
        [idMembers[kind] ?? "id"]: id,
        ...change,
      })

it("uses of a campaign are one event a call, and the last place is one more, once for a limit", async () => {
  const { id } = await create("campaign", { status: 2, startDate: "2026-03-01T00:00:00Z", participantLimit: 2 })
  const use = (...people: number[]) =>
    must("POST", `/campaign/${id}/uses`, "elif", { uses: people.map(at => ({ employeeId: employeeIds[at] })) })
  await heard()
  await use(0, 0)
  expect((await stored("elif")).map(({ event: { type, data } }) => [type, data.useCount, data.participantCount])).toEqual([
    ["campaign.used", 1, 1],
  ])
  await heard()
  await use(0)
  expect(await heard()).toEqual([])
  await use(1, 2)
  expect(await heard()).toEqual(["campaign.used", "campaign.full"])
  await must("DELETE", `/campaign/${id}/uses/1`, "elif", { reason: "İade" })
  await use(2)
  expect(await heard()).toEqual(["campaign.used"])
  await update("campaign", id, { participantLimit: 3 })
  await heard()
  await use(3)
  expect(await heard()).toEqual(["campaign.used", "campaign.full"])
  expect(await heard("mert")).toEqual([])
})

const change: Record<WebhookKind, object> = {
  campaign: { title: "Yeni" },
  draw: { title: "Yeni" },
  announcement: { title: "Yeni" },
  survey: { title: "Yeni" },
  brand: { name: "Yeni" },
  payment: { name: "Yeni" },
  gift: { cardName: "Yeni" },
  feedback: { subject: "Yeni" },
  employee: { firstName: "Yeni" },
  company: { location: "Yeni" },
}
/** Of a company without administrator and subsidiaries, which are other records. */
const plain: Partial<Record<WebhookKind, object>> = { company: { emails: [], contactPersons: [], subTenants: [] } }

describe.each(webhookKinds)("%s", kind => {
  it("is created, updated, deleted, and created again by the undo, for the owner and the platform", async () => {
    const who = makerOf(kind)
    const path = `/${recordOfKind(kind)}/`
    const { id } = await create(kind, plain[kind])
    expect(await stored("mert")).toEqual([])
    expect((await stored("admin")).map(({ type }) => type)).toEqual([`${kind}.created`])
    const [made] = await stored(who)
    const answer = (await get(path + id, who)).value
    expect([made?.recordId, made?.event.type, made?.state]).toEqual([id, `${kind}.created`, "waiting"])
    expect(Date.parse(made?.event.timestamp ?? "")).toBe(signed.api.now())
    // A part of what the call answers, unchanged.
    const data = JSON.parse(JSON.stringify(made?.event.data))
    expect(Object.keys(data).length).toBeGreaterThan(6)
    expect(answer).toMatchObject(kind === "draw" ? { ...data, winners: [], ineligible: [] } : data)
    expect(await heard(who)).toEqual([`${kind}.created`])

    await update(kind, id, change[kind])
    expect(await heard(who)).toEqual([`${kind}.updated`])
    const removed = await must("DELETE", removeOf(recordOfKind(kind)) + id, who)
    const [gone] = await stored(who)
    expect(gone?.event).toMatchObject({ type: `${kind}.deleted`, data: { id } })
    expect(Object.keys(gone?.event.data ?? {}).sort()).toEqual(["id", "tenantId"])
    expect(await heard(who)).toEqual([`${kind}.deleted`])
    await must("POST", `/undo/${removed.headers.get("Undo-Token")}`, who)
    expect(await heard(who)).toEqual([`${kind}.created`])
  })
})

describe("what is sent", () => {
  it("names nobody, and contains no contacts and no secret", async () => {
    const secrets = ["Saklı", "sakli@gizli.example", "0532 555 77 88", "sır-kodu"] as const
    const [name, email, phone, code] = secrets
    await create("brand", { contactPersons: [name], emails: [email], phones: [phone] })
    await create("payment", { contactPerson: name, email, phone })
    await create("gift", { apiIntegrationCode: code })
    await create("company", {
      emails: [email],
      contactPersons: [`${name} Kişi`],
      phone,
      subTenants: [{ name: "Alt", emails: [email] }],
    })
    await create("employee", { firstName: name, lastName: name, email: `e.${email}`, phoneNumber: phone })
    const { id } = await create("feedback", { subject: name, description: name, userName: name, email })
    await must("POST", "/feedback/respond", "elif", { feedbackId: id, message: name })
    const draw = await create("draw", { status: 1 })
    await must("POST", `/draw/${draw.id}/lock`, "elif", {})
    await must("POST", `/draw/${draw.id}/run`, "elif", {})
    const all = [...(await stored("admin")), ...(await stored("elif"))]
    expect(new Set(all.map(({ type }) => type.split(".")[0]))).toEqual(
      new Set(["brand", "payment", "gift", "company", "employee", "feedback", "draw"]),
    )
    for (const secret of secrets) expect(all.filter(({ body }) => body.includes(secret))).toEqual([])
    const drawn = all.find(({ type }) => type === "draw.drawn")?.event.data as unknown as { winners: object[] }
    expect(drawn.winners.length).toBeGreaterThan(1)
    for (const winner of drawn.winners) expect(winner).toMatchObject({ employeeId: expect.stringMatching(/^[\da-f-]{36}$/) })
    const answer = (await get(`/draw/${draw.id}`)).value
    expect(answer.winners[0].name).toBeTruthy()
    for (const { name } of answer.winners) expect(JSON.stringify(drawn)).not.toContain(name)
  })

  it("of a company goes to the company above it, and not to the subsidiary's own view of others", async () => {
    const { id } = await create("campaign", { tenantId: subsidiary })
    expect((await stored("elif")).map(({ type, recordId }) => [type, recordId])).toEqual([["campaign.created", id]])
    expect(await stored("mert")).toEqual([])
  })

  it("of a subsidiary goes to the company above it, its deletion too", async () => {
    const { id } = (await must("POST", "/tenant/tenant-admin/create", "elif", { name: "Yeni bağlı" })).value
    await must("DELETE", `/tenant/delete/${id}`, "admin")
    expect(await heard()).toEqual(["company.created", "company.deleted"])
    expect(await heard("mert")).toEqual([])
  })

  it("of the platform's records goes to the platform alone, also where they are offered", async () => {
    await create("announcement", { tenantIds: [company.elif], status: 1 }, "admin")
    expect([(await stored("elif")).length, (await stored("admin")).map(({ type }) => type)]).toEqual([
      0,
      ["announcement.created", "announcement.published"],
    ])
  })

  it("is deleted to whom a record leaves, and created to whom it comes", async () => {
    const person = await create("employee", { tenantId: company.elif }, "admin")
    await signed.api.db.delete(deliveries)
    await update("employee", person.id, { tenantId: company.mert, departmentId: "" }, "admin")
    expect((await stored("elif")).map(({ type }) => type)).toEqual(["employee.deleted"])
    expect((await stored("mert")).map(({ type }) => type)).toEqual(["employee.created"])
    expect((await stored("admin")).map(({ type }) => type)).toEqual(["employee.updated"])
  })

  it("is nothing of a module that is off, and nothing of a call that fails", async () => {
    const flags = (await get(`/tenant/${company.elif}/modules`)).value
    await must("PUT", `/tenant/${company.elif}/modules`, "admin", { ...flags, campaignManagement: false })
    await signed.api.db.delete(deliveries)
    await create("campaign", { tenantId: company.elif }, "admin")
    expect([(await stored("elif")).length, (await stored("admin")).length]).toEqual([0, 1])
    await must("PUT", `/tenant/${company.elif}/modules`, "admin", flags)
    await signed.api.db.delete(deliveries)
    expect((await send("POST", "/gift/create", "elif", { cardName: "Kart", brandId: randomUUID() })).status).toBe(400)
    expect(await stored("admin")).toEqual([])
  })

  it("goes to endpoints that want the type, and to paused ones, not to ended or deleted ones", async () => {
    const set = (values: object) => signed.api.db.update(webhooks).set(values).where(idFilter(webhooks.id, endpoints.elif))
    for (const [values, count] of [
      [{ events: ["brand.deleted"] }, 0],
      [{ events: [...webhookTypes], state: "paused" as const }, 1],
      [{ state: "ended" as const }, 0],
      [{ state: "active" as const, deletedAt: new Date(signed.api.now()) }, 0],
      [{ deletedAt: null }, 1],
    ] as const) {
      await set(values)
      await create("brand")
      expect([values, (await heard()).length]).toEqual([values, count])
    }
  })
})

describe("further events", () => {
  const future = { startDate: "2026-01-01T00:00:00Z", endDate: "2099-01-01T00:00:00Z" }

  it.each<[WebhookKind, number, number]>([
    ["campaign", 2, 3],
    ["announcement", 1, 2],
    ["survey", 1, 2],
  ])("%s is published by its creation and by a change", async (kind, live, offline) => {
    const { id } = await create(kind, { ...future, status: live })
    expect(await heard()).toEqual([`${kind}.created`, `${kind}.published`])
    await update(kind, id, { title: "Yayında" })
    expect(await heard()).toEqual([`${kind}.updated`])
    await update(kind, id, { status: offline })
    const ended = { campaign: [], announcement: ["announcement.ended"], survey: ["survey.closed"] }[kind as "campaign"]
    expect(await heard()).toEqual([`${kind}.updated`, ...ended])
    await update(kind, id, { status: live })
    expect(await heard()).toEqual([`${kind}.updated`, `${kind}.published`])
  })

  it("a draw is published, locked, drawn, voided, and drawn again", async () => {
    const { id } = await create("draw", { status: 0 })
    await update("draw", id, { status: 1 })
    expect(await heard()).toEqual(["draw.created", "draw.updated", "draw.published"])
    await must("POST", `/draw/${id}/lock`, "elif", {})
    expect(await heard()).toEqual(["draw.locked"])
    await must("POST", `/draw/${id}/rehearse`, "elif", {})
    expect(await heard()).toEqual([])
    await must("POST", `/draw/${id}/run`, "elif", {})
    expect(await heard()).toEqual(["draw.drawn"])
    await must("PUT", `/draw/${id}/winner/0`, "elif", { state: 1 })
    expect(await heard()).toEqual(["draw.updated"])
    await must("POST", `/draw/${id}/void`, "elif", { reason: 4, note: "Deneme" })
    expect(await heard()).toEqual(["draw.voided"])
  })

  it("a draw by time is updated by an entry", async () => {
    const { id } = await create("draw", { status: 1, method: methods.value("firstComeFirstServed"), eligibility: 0 })
    await signed.api.db.delete(deliveries)
    await must("POST", `/draw/${id}/entries`, "elif", {
      employeeId: employeeIds[0],
      imported: true,
      at: drawBody(signed.api.now()).startDate,
    })
    expect(await heard()).toEqual(["draw.updated"])
  })

  it("feedback is answered and resolved; a note among staff is no answer", async () => {
    const { id } = await create("feedback")
    await signed.api.db.delete(deliveries)
    const respond = (body: object) =>
      must("POST", "/feedback/respond", "elif", { feedbackId: id, message: randomUUID(), ...body })
    await respond({ isInternal: true })
    expect(await heard()).toEqual(["feedback.updated"])
    await respond({})
    expect(await heard()).toEqual(["feedback.updated", "feedback.answered"])
    await must("PUT", "/feedback/status", "elif", { id, status: 2, response: "Çözüldü" })
    expect(await heard()).toEqual(["feedback.updated", "feedback.answered", "feedback.resolved"])
    await must("PUT", "/feedback/status", "elif", { id, status: 2, response: "" })
    expect(await heard()).toEqual(["feedback.updated"])
  })

  it("an employee is deactivated, by a bulk change too, and created in bulk", async () => {
    const rows = Array.from({ length: 3 }, () => ({
      ...filled(exampleOf("POST /user/create")),
      email: `${randomUUID()}@y.example`,
    }))
    const outcomes = (await must("POST", "/user/bulk", "elif", { users: rows })).value as { id: string }[]
    expect(await heard()).toEqual(Array(3).fill("employee.created"))
    await must("POST", "/user/bulk", "elif", { users: outcomes.map(({ id }) => ({ id, status: 0 })) })
    expect((await heard()).sort()).toEqual([...Array(3).fill("employee.deactivated"), ...Array(3).fill("employee.updated")])
  })

  it("a change that waits for approval is none; the approval is", async () => {
    const email = `${randomUUID()}@yesilova.example`
    const person = { email, firstName: "Deniz", lastName: "Ak", role: "TenantAdmin" as const, tenantId: company.elif }
    await signed.api.db.insert(users).values(person)
    const token = await signed.api.signIn(email)
    await must("PUT", "/approval/settings", "elif", { tenantId: company.elif, modules: ["announcements"] })
    expect(await heard()).toEqual([])
    const body = { ...filled(exampleOf("POST /announcement/create")), ...future, status: 1 }
    const { value } = await must("POST", "/announcement/create?propose=true", "elif", body)
    expect(await heard()).toEqual(["announcement.created"])
    const approved = await signed.api.call("POST", `/announcement/${value.id}/proposal/approve`, { token, body: { comment: "" } })
    expect(approved.status).toBe(200)
    expect(await heard()).toEqual(["announcement.updated", "announcement.published"])
    await setNeeds(signed.api, String(company.elif), [])
  })
})

describe("the end of a record", () => {
  beforeEach(async () => {
    signed.tokens = await signAll(signed.api)
  })
  const minute = 60_000
  const at = (ms: number) => new Date(signed.api.now() + ms).toISOString()

  it.each<[WebhookKind, string, number]>([
    ["campaign", "campaign.ended", 2],
    ["announcement", "announcement.ended", 1],
    ["survey", "survey.closed", 1],
  ])("of a %s is sent once when its time has passed, whoever looks", async (kind, type, status) => {
    await addEnds(signed.api.deps)
    const { id } = await create(kind, { startDate: at(-minute), endDate: at(5 * minute), status })
    await create(kind, { startDate: at(-minute), endDate: at(5 * minute), status: 0 })
    await signed.api.db.delete(deliveries)
    signed.api.advance(4 * minute)
    await addEnds(signed.api.deps)
    expect(await heard()).toEqual([])
    signed.api.advance(2 * minute)
    await Promise.all([1, 2, 3].map(() => addEnds(signed.api.deps)))
    expect((await stored("elif")).map(({ type, recordId }) => [type, recordId])).toEqual([[type, id]])
    expect((await stored("admin")).filter(({ recordId }) => recordId === id).length).toBe(1)
    signed.api.advance(2 * minute)
    await addEnds(signed.api.deps)
    expect(await heard()).toEqual([type])
  })

  it("is sent once when an edit moves it into the past, just before the check", async () => {
    await addEnds(signed.api.deps)
    const { id } = await create("campaign", { startDate: at(-10 * minute), endDate: at(60 * minute), status: 2 })
    await signed.api.db.delete(deliveries)
    signed.api.advance(2 * minute)
    await update("campaign", id, { endDate: at(-minute) })
    expect((await stored("elif")).map(({ type }) => type)).toEqual(["campaign.updated", "campaign.ended"])
    await addEnds(signed.api.deps)
    expect(await heard()).toEqual(["campaign.updated", "campaign.ended"])
    // Its second end is another one.
    await update("campaign", id, { endDate: at(minute) })
    signed.api.advance(2 * minute)
    await addEnds(signed.api.deps)
    expect(await heard()).toEqual(["campaign.updated", "campaign.ended"])
  })
})
