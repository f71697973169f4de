import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { surveys as table } from "../../../server/src/db/schema"
import type { SurveyReport } from "../../../src/contract/surveys/report"
import { type Intent, statusAt } from "../../../src/contract/surveys/survey-status"
import { statuses } from "../../../src/contract/surveys/surveys"
import { fieldsOf, startApi, type Who } from "../record-kit"
import { describeStatus } from "../status-kit"

const { signed, send, get, tenant } = startApi()
let departmentIds: string[] = []
beforeAll(async () => {
  departmentIds = (await get("/department/list")).value.map((row: { id: string }) => row.id)
})

let made = 0
const question = {
  text: "Hangisini seçersiniz?",
  description: "",
  type: "single_choice",
  options: ["Çay", "Kahve"],
  required: true,
}
const body = () => ({
  title: `Işıklı anket ${++made}`,
  description: "Kısa bir açıklama",
  type: 1,
  status: 1,
  startDate: "2026-03-01T00:00:00Z",
  endDate: "2026-04-01T00:00:00Z",
  questions: [
    question,
    { text: "Memnun musunuz?", type: "yes_no" },
    { text: "Kaç verirsiniz?", type: "rating", options: ["dropped"], required: false },
    { text: "Hangileri?", type: "multiple_choice", options: [" Ücret ", "Yemek", "Servis"] },
  ],
  tenantIds: [tenant.own],
  departmentIds: departmentIds.slice(0, 2),
})
const create = (given: object = {}, who: Who = "elif") => send("POST", "/survey/create", who, { ...body(), ...given })
const update = (id: string, given: object, who: Who = "elif") => send("PUT", "/survey/update", who, { id, ...given })

describeStatus("a survey's status", () => signed, {
  path: "/survey/list",
  member: "surveys",
  statuses,
  intents: ["draft", "active", "active", "active", "closed"],
  isOpen: true,
  insert: (api, rows) =>
    api.db.insert(table).values(rows.map(row => ({ ...row, intent: row.intent as Intent, title: "A", type: 0 }))),
  stored: api => api.db.select().from(table),
  statusAt: (record, now) => statusAt({ ...record, intent: record.intent as Intent }, now),
})

describe("what a survey asks", () => {
  it("is counted in lists and told whole in the record", async () => {
    const { value } = await create({ title: "Sayılan sorular" })
    const [item] = (await get("/survey/list?keyword=sayilan")).value.surveys
    const members = [
      "id",
      "tenantId",
      "title",
      "description",
      "type",
      "status",
      "startDate",
      "endDate",
      "questionCount",
      "responseCount",
    ]
    for (const member of members) expect(item).toHaveProperty(member)
    expect([item.questionCount, item.responseCount, item.questions]).toEqual([4, 0, undefined])
    expect(value.questions).toEqual([
      { id: expect.any(String), ...question },
      { id: expect.any(String), text: "Memnun musunuz?", description: "", type: "yes_no", options: [], required: true },
      { id: expect.any(String), text: "Kaç verirsiniz?", description: "", type: "rating", options: [], required: false },
      {
        id: expect.any(String),
        text: "Hangileri?",
        description: "",
        type: "multiple_choice",
        options: ["Ücret", "Yemek", "Servis"],
        required: true,
      },
    ])
  })

  it("may be open in a draft, and nowhere else", async () => {
    const draft = await create({ status: 0, questions: [] })
    expect(draft.value).toMatchObject({ status: 0, questions: [], questionCount: 0 })
    expect(fieldsOf(await update(draft.value.id, { status: 1 }))).toEqual(["questions"])
    expect((await update(draft.value.id, { status: 1, questions: [question] })).status).toBe(200)
  })

  it("keeps its ids through other words and another order; new ones are the server's", async () => {
    const { value } = await create()
    const [first, second, third] = value.questions
    const chosen = randomUUID()
    const after = await update(value.id, {
      questions: [third, { ...question, id: chosen }, { ...first, text: "Başka sözlerle" }, { ...first }, question],
    })
    const ids = after.value.questions.map((row: { id: string }) => row.id)
    expect([ids[0], ids[2]]).toEqual([third.id, first.id])
    expect(new Set(ids).size).toBe(5)
    expect(ids).not.toContain(chosen)
    expect(ids).not.toContain(second.id)
    expect(after.value.questions[2].text).toBe("Başka sözlerle")
  })

  it.each([
    [0, "draft"],
    [1, "active"],
    [2, "closed"],
    [3, "active"],
  ] as const)("is open or not as a written %s means", async (status, intent) => {
    const { value } = await create({ status })
    const [row] = (await signed.api.db.select().from(table)).filter(({ id }) => id === value.id)
    expect(row?.intent).toBe(intent)
    expect((await update(value.id, { title: "Durumu kalır" })).value.status).toBe(value.status)
  })

  it("counts no answers that a body brings along", async () => {
    expect((await create({ responseCount: 99, questionCount: 99 })).value).toMatchObject({ responseCount: 0, questionCount: 4 })
  })
})

describe("a survey's report", () => {
  const report = async (id: string, language = "tr", who: Who = "elif") =>
    (await send("GET", `/survey/report/${id}`, who, undefined, { "Accept-Language": language })).value

  it("lies one value deeper, and has every question with its options and no answers", async () => {
    const { value } = await create()
    const answer = await report(value.id)
    expect(Object.keys(answer)).toEqual(["value"])
    const found: SurveyReport = answer.value
    const none = (labels: string[]) => labels.map(label => ({ label, count: 0 }))
    expect(found).toEqual({
      surveyId: value.id,
      title: value.title,
      responseCount: 0,
      questions: value.questions.map(({ id, text, type }: { id: string; text: string; type: string }, at: number) => ({
        id,
        text,
        type,
        answered: 0,
        options: none(
          [
            ["Çay", "Kahve"],
            ["Evet", "Hayır"],
            ["1", "2", "3", "4", "5"],
            ["Ücret", "Yemek", "Servis"],
          ][at] ?? [],
        ),
      })),
      series: [],
      waiting: 0,
      departments: [],
    })
    expect((await report(value.id, "en")).value.questions[1].options).toEqual(none(["Yes", "No"]))
  })
})

it("a survey asks no department of another company", async () => {
  const theirs = (await send("POST", "/department/create", "mert", { name: "Filo" })).value.id
  expect(fieldsOf(await create({ departmentIds: [theirs] }))).toEqual(["departmentIds"])
  expect((await create({ tenantIds: [tenant.theirs], departmentIds: [theirs] }, "admin")).status).toBe(200)
})
