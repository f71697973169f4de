import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { audit, users } from "../../../server/src/db/schema"
import { surveyDocuments } from "../../../server/src/db/survey-tables"
import { maxPlans, plansOf } from "../../../src/contract/surveys/action-plans"
import { maxRecommendations, recommendationsOf } from "../../../src/contract/surveys/recommendations"
import { signAll, startApi, type Who } from "../record-kit"

/** Recommendations and action plans of a survey (docs/contract.md#recommendations, #action-plans). */
const { signed, tenant, send } = startApi()

const create = async (who: Who = "elif", given: object = {}) =>
  (await send("POST", "/survey/create", who, { title: `Öneri anketi ${randomUUID()}`, type: 0, status: 0, ...given })).value
    .id as string

const recommendation = {
  title: " Kuyruğu kısaltın ",
  category: "Yemekhane",
  description: "<b>İkinci kasa</b> açılsın.",
  impact: "High",
  status: "accepted",
  confidence: 81,
  confidenceFrom: "sampleSize",
  keyStats: [{ label: "Ortalama bekleme", value: "3,1 / 5", questionId: "q1" }],
  actionItems: ["Kasayı kurun", "Saatleri dağıtın", " ", "Menüyü duyurun", "Ölçün"],
  origin: "ai",
  basedOn: 120,
}
const plan = {
  title: " İkinci kasa ",
  source: "recommendation",
  recommendationId: "r1",
  dueDate: "2026-04-01",
  owner: "İnsan Kaynakları",
  tasks: [
    { id: "t1", name: "Kasayı kurun", completed: true },
    { name: " " },
    { name: "Personeli eğitin" },
    { id: "t1", name: "Ölçün", completed: false },
  ],
  fromAi: true,
}

const kinds = [
  { kind: "recommendations", path: "recommendations", entry: recommendation, max: maxRecommendations },
  { kind: "plans", path: "action-plans", entry: plan, max: maxPlans },
] as const
type Kind = (typeof kinds)[number]

const pathOf = ({ path }: Kind, id: string) => `/survey/${id}/${path}`
const read = (kind: Kind, id: string, who: Who = "elif") => send("GET", pathOf(kind, id), who)
const write = (kind: Kind, id: string, entries: unknown, headers = {}, who: Who = "elif") =>
  send("PUT", pathOf(kind, id), who, { [kind.kind]: entries }, headers)
const entriesOf = async (id: string) =>
  (await signed.api.db.select().from(audit).orderBy(audit.at)).filter(({ entityId }) => entityId === id)

describe.each(kinds)("$kind of a survey", kind => {
  it("are none at first, with a version of their own", async () => {
    const id = await create()
    const answer = await read(kind, id)
    expect([answer.status, answer.value, answer.headers.get("ETag")]).toEqual([200, { [kind.kind]: [] }, '"0"'])
    const survey = await send("GET", `/survey/${id}`)
    const first = await write(kind, id, [kind.entry], { "If-Match": '"0"' })
    expect([first.status, first.headers.get("ETag")]).toEqual([200, '"1"'])
    expect((await read(kind, id)).value).toEqual(first.value)
    expect((await send("GET", `/survey/${id}`)).headers.get("ETag")).toBe(survey.headers.get("ETag"))
  })

  it("refuse who has seen another version, with the current list", async () => {
    const id = await create()
    const { value } = await write(kind, id, [kind.entry])
    const answer = await write(kind, id, [], { "If-Match": '"0"' })
    expect([answer.status, answer.value, answer.headers.get("ETag")]).toEqual([409, value, '"1"'])
    expect((await read(kind, id)).value).toEqual(value)
    expect((await write(kind, id, [], { "If-Match": '"1"' })).status).toBe(200)
    expect((await write(kind, id, [kind.entry])).headers.get("ETag")).toBe('"3"')
  })

  it("keep ids and dates of what was there, and give them to what is new", async () => {
    const id = await create()
    const [first, second] = (await write(kind, id, [kind.entry, { ...kind.entry, id: "mine" }])).value[kind.kind]
    expect(second.id).toBe("mine")
    expect(first.id).toMatch(/^[\da-f-]{36}$/)
    expect(first.createdDate).toBe(new Date(signed.api.now()).toISOString())
    signed.api.advance(60_000)
    const again = { ...second, title: "Yeni ad", createdDate: "2000-01-01T00:00:00.000Z" }
    const list = (await write(kind, id, [again, { ...again, title: "İkiz" }, first])).value[kind.kind]
    expect(list[0]).toEqual({ ...second, title: "Yeni ad" })
    expect([second.id, first.id]).not.toContain(list[1].id)
    expect(list[1].createdDate).toBe(new Date(signed.api.now()).toISOString())
    expect(list[2]).toEqual(first)
    await write(kind, id, [first])
    expect((await write(kind, id, [second, first])).value[kind.kind].map((entry: { id: string }) => entry.id)).toEqual([
      "mine",
      first.id,
    ])
  })

  it("that do not change make neither version nor entry", async () => {
    const id = await create()
    const { value } = await write(kind, id, [kind.entry])
    const answer = await write(kind, id, value[kind.kind])
    expect([answer.value, answer.headers.get("ETag")]).toEqual([value, '"1"'])
    expect(await entriesOf(id)).toHaveLength(2)
  })

  it("are in the audit log with what changed alone", async () => {
    const id = await create()
    const stored = (await write(kind, id, [kind.entry, { ...kind.entry, title: "Başka" }])).value[kind.kind]
    signed.api.advance(1000)
    await write(kind, id, [{ ...stored[0], title: "Yeni ad" }, stored[1]])
    signed.api.advance(1000)
    await write(kind, id, [stored[1], { ...stored[0], title: "Yeni ad" }])
    const [, , renamed, sorted] = await entriesOf(id)
    const titles = (content: unknown) =>
      ((content as Record<string, { title: string }[]>)[kind.kind] ?? []).map(({ title }) => title)
    expect([renamed?.entity, renamed?.action]).toEqual(["survey", "update"])
    expect([titles(renamed?.before), titles(renamed?.after)]).toEqual([[stored[0].title], ["Yeni ad"]])
    expect([titles(sorted?.before), titles(sorted?.after)]).toEqual([
      ["Yeni ad", "Başka"],
      ["Başka", "Yeni ad"],
    ])
  })

  it("of the platform's surveys are closed to the companies that are asked: they rest on others' answers", async () => {
    const questions = [{ text: "Memnun musunuz?", type: "yes_no", required: true }]
    const id = await create("admin", { questions, status: 1 })
    expect((await send("GET", `/survey/${id}`)).status).toBe(200)
    expect([(await read(kind, id)).status, (await write(kind, id, [])).status]).toEqual([403, 403])
  })

  it("of a deleted survey are out of reach, and are there again when it is restored", async () => {
    const id = await create()
    const { value } = await write(kind, id, [kind.entry])
    const removed = await send("DELETE", `/survey/delete/${id}`)
    expect([(await read(kind, id)).status, (await write(kind, id, [])).status]).toEqual([404, 404])
    await send("POST", `/undo/${removed.headers.get("Undo-Token")}`)
    expect((await read(kind, id)).value).toEqual(value)
  })

  it("two calls at once make two versions, or one conflict", async () => {
    const id = await create()
    const answers = await Promise.all(["a", "b"].map(title => write(kind, id, [{ ...kind.entry, title }], { "If-Match": '"0"' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it("are limited in number", async () => {
    const id = await create()
    const list = Array.from({ length: kind.max + 1 }, () => kind.entry)
    const answer = await write(kind, id, list)
    expect([answer.status, answer.body.validationErrors[0].propertyName]).toEqual([400, kind.kind])
    expect((await write(kind, id, list.slice(1))).status).toBe(200)
  })

  it("store texts as texts, without marks of direction", async () => {
    const id = await create()
    const title = '<img src=x onerror="alert(1)"> =1+1'
    expect((await write(kind, id, [{ ...kind.entry, title: `${title} \u202e` }])).value[kind.kind][0].title).toBe(title)
  })
})

const [recommendations, plans] = kinds
const fieldsOf = async (kind: Kind, change: object) => {
  const answer = await write(kind, await create(), [kind.entry, { ...kind.entry, ...change }])
  return [answer.status, ...(answer.body.validationErrors ?? []).map((entry: { propertyName: string }) => entry.propertyName)]
}

describe("a recommendation", () => {
  it("is stored trimmed, without blank steps, and is what the contract reads", async () => {
    const { value } = await write(recommendations, await create(), [recommendation, { ...recommendation, ...leftOut }])
    const { actionItems: items } = recommendation
    const steps = items.filter(item => item.trim())
    expect(value.recommendations[0]).toMatchObject({ ...recommendation, title: "Kuyruğu kısaltın", actionItems: steps })
    expect(value.recommendations[1]).toMatchObject({
      impact: "Medium",
      status: "pending",
      confidence: null,
      confidenceFrom: null,
      origin: null,
      basedOn: null,
      keyStats: [],
      description: "",
    })
    expect(recommendationsOf(value)).toEqual(value.recommendations)
  })
  const leftOut = {
    impact: null,
    status: undefined,
    confidence: null,
    confidenceFrom: undefined,
    origin: null,
    basedOn: undefined,
    keyStats: null,
    description: null,
  }

  it.each<[string, object, string]>([
    ["no title", { title: " " }, "title"],
    ["an unknown impact", { impact: "Huge" }, "impact"],
    ["an unknown status", { status: "done" }, "status"],
    ["a confidence above 100", { confidence: 101 }, "confidence"],
    ["an unknown source of the confidence", { confidenceFrom: "luck" }, "confidenceFrom"],
    ["an unknown origin", { origin: "x" }, "origin"],
    ["three steps", { actionItems: ["a", "b", "c", " "] }, "actionItems"],
    ["too many steps", { actionItems: Array.from({ length: 21 }, () => "a") }, "actionItems"],
  ])("with %s is refused at its field", async (_, change, field) => {
    expect(await fieldsOf(recommendations, change)).toEqual([400, `recommendations.1.${field}`])
  })
})

describe("a body with tens of thousands of errors", () => {
  it("is answered with a hundred, without what it holds", async () => {
    const wrong = { ...recommendation, actionItems: Array(100).fill(4), category: "x".repeat(300) }
    const { status, body } = await write(recommendations, await create(), Array(200).fill(wrong))
    expect([status, body.validationErrors.length]).toEqual([400, 100])
    expect(JSON.stringify(body).length).toBeLessThan(20_000)
    expect(JSON.stringify(body)).not.toContain("xxx")
  })
})

describe("a plan", () => {
  it("is stored trimmed, without blank tasks, with ids of its tasks, and is what the contract reads", async () => {
    const { value } = await write(plans, await create(), [plan])
    const [stored] = value.plans
    expect(stored).toMatchObject({ title: "İkinci kasa", source: "recommendation", recommendationId: "r1", fromAi: true })
    expect(stored.tasks.map(({ name, completed }: { name: string; completed: boolean }) => [name, completed])).toEqual([
      ["Kasayı kurun", true],
      ["Personeli eğitin", false],
      ["Ölçün", false],
    ])
    expect(stored.tasks[0].id).toBe("t1")
    expect(new Set(stored.tasks.map(({ id }: { id: string }) => id)).size).toBe(3)
    expect(plansOf(value, "2026-03-01")).toEqual(value.plans)
  })

  it("computes progress and status when it is read, whatever was written", async () => {
    const id = await create()
    const today = new Date(signed.api.now()).toISOString().slice(0, 10)
    const tasks = (...done: boolean[]) => done.map(completed => ({ name: "Görev", completed }))
    const written = { ...plan, status: "done", progress: 99, dueDate: today }
    const list = [
      { ...written, tasks: tasks(false, false) },
      { ...written, tasks: tasks(true, false, false) },
      { ...written, tasks: tasks(true, true) },
    ]
    const seen = (value: { plans: { status: string; progress: number }[] }) =>
      value.plans.map(({ status, progress }) => [status, progress])
    expect(seen((await write(plans, id, list)).value)).toEqual([
      ["planned", 0],
      ["inProgress", 33],
      ["done", 100],
    ])
    signed.api.advance(2 * 86_400_000)
    signed.tokens = await signAll(signed.api)
    const later = await read(plans, id)
    expect([later.headers.get("ETag"), seen(later.value)]).toEqual([
      '"1"',
      [
        ["overdue", 0],
        ["overdue", 33],
        ["done", 100],
      ],
    ])
  })

  it.each<[string, object, string]>([
    ["no title", { title: "" }, "title"],
    ["no due day", { dueDate: null }, "dueDate"],
    ["a day that no calendar has", { dueDate: "2026-02-30" }, "dueDate"],
    ["an instant as due day", { dueDate: "2026-04-01T00:00:00Z" }, "dueDate"],
    ["an unknown source", { source: "x" }, "source"],
    ["no task", { tasks: [{ name: " " }] }, "tasks"],
    ["too many tasks", { tasks: Array.from({ length: 51 }, () => ({ name: "a" })) }, "tasks"],
  ])("with %s is refused at its field", async (_, change, field) => {
    expect(await fieldsOf(plans, change)).toEqual([400, `plans.1.${field}`])
  })
})

describe("the owner of a plan", () => {
  const personOf = async (tenantId: string | null, status = 1) => {
    const all = await signed.api.db.select().from(users).orderBy(users.createdAt, users.id)
    const found = all.find(row => row.tenantId === tenantId && row.status === status && !row.deletedAt)
    return { id: found?.id ?? "", name: `${found?.firstName} ${found?.lastName}` }
  }
  const ownerOf = async (id: string, who: Who = "elif") => {
    const [{ ownerId, owner }] = (await read(plans, id, who)).value.plans
    return [ownerId, owner]
  }

  it.each<[string, () => ReturnType<typeof personOf>, number, Who]>([
    ["an active person of the company", () => personOf(tenant.own), 200, "elif"],
    ["an active person of a subsidiary", () => personOf(tenant.sub), 200, "elif"],
    ["a passive person", () => personOf(tenant.own, 0), 400, "elif"],
    ["a person of another company", () => personOf(tenant.theirs), 400, "elif"],
    ["an administrator of the platform", () => personOf(null), 400, "elif"],
    ["nobody who is known", async () => ({ id: randomUUID(), name: "" }), 400, "elif"],
    ["a text", async () => ({ id: "Ece", name: "" }), 400, "elif"],
    ["for the platform's survey, a person of any company", () => personOf(tenant.theirs), 200, "admin"],
  ])("is %s or is refused", async (_, person, status, who) => {
    const [id, { id: ownerId, name }] = [await create(who), await person()]
    expect(ownerId).not.toBe("")
    const answer = await write(plans, id, [plan, { ...plan, ownerId }], {}, who)
    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.value.plans[1]).toMatchObject({ ownerId, owner: name })
    else expect(answer.body.validationErrors).toMatchObject([{ propertyName: "plans.1.ownerId" }])
  })

  it("is named as they are now, stays when they become passive, and leaves no name when they are erased", async () => {
    const id = await create()
    const email = `sorumlu.${randomUUID()}@yesilova.example`
    const [added] = await signed.api.db
      .insert(users)
      .values({ tenantId: tenant.own, email, firstName: "Sorumlu", lastName: "Silinecek", role: "User", status: 1 })
      .returning()
    const ownerId = added?.id ?? ""
    await write(plans, id, [{ ...plan, ownerId }])
    expect(await ownerOf(id)).toEqual([ownerId, "Sorumlu Silinecek"])
    const left = await send("PUT", `/api/users/update/${ownerId}`, "elif", { lastName: "Gidecek", status: 0 })
    expect(left.status).toBe(200)
    const { plans: kept } = (await read(plans, id)).value
    expect((await write(plans, id, [{ ...kept[0], title: "Yeni ad" }])).status).toBe(200)
    expect(await ownerOf(id)).toEqual([ownerId, "Sorumlu Gidecek"])

    expect((await send("DELETE", `/api/users/hard-delete/${ownerId}`, "admin")).status).toBe(200)
    expect(await ownerOf(id)).toEqual([null, ""])
    const { db } = signed.api
    const stored = (await db.select().from(surveyDocuments)).filter(({ surveyId }) => surveyId === id)
    expect(JSON.stringify([stored, await entriesOf(id)])).not.toMatch(/Silinecek|Gidecek/)
  })
})
