import { describe, expect, it } from "vitest"
import { fieldsOf, startApi, type Who } from "../record-kit"

/** Records that break a rule which is younger than they are: what a change leaves as it was is not refused (docs/contract.md#changes). */
const { signed, send } = startApi()

const dates = { startDate: "2027-01-01T00:00:00Z", endDate: "2027-02-01T00:00:00Z", drawDate: "2027-02-02T00:00:00Z" }
const question = { text: "Çay mı?", type: "single_choice", options: ["Çay", "Kahve"] }
const prize = { name: "Kupa", type: 0, quantity: 1 }

type Row = {
  kind: string
  who?: Who
  made: object
  /** Breaks the stored record, in SQL. */
  broken: string
  /** What is changed beside the broken value. */
  change: object
  /** A change of the broken value that breaks the rule, and the fields that it is refused for. */
  wrong: [change: object, fields: string[]]
}

const rows: Row[] = [
  {
    kind: "brand",
    made: { name: "Eski ortak", contactPersons: ["Ece"], emails: ["ece@a.example"], phones: ["0212 555 10 10"] },
    broken: `update brands set phones = '["0212"]'`,
    change: { name: "Yeni ortak" },
    wrong: [{ phones: ["0213"] }, ["contacts"]],
  },
  {
    kind: "payment",
    made: { name: "Eski köprü", email: "ece@a.example", phone: "0212 555 10 10" },
    broken: "update payments set email = 'ece', phone = '0212'",
    change: { name: "Yeni köprü" },
    wrong: [{ email: "ecem" }, ["email"]],
  },
  {
    kind: "draw",
    made: { title: "Eski çekiliş", description: "Kupa", method: 0, eligibility: 0, ...dates, prizes: [prize] },
    broken: `update draws set prizes = '[{"name":"","type":0,"quantity":1,"value":null,"imageUrl":null}]'`,
    change: { title: "Yeni çekiliş" },
    wrong: [{ prizes: [{ ...prize, name: "Kupa", quantity: 0 }] }, ["prizes.0.quantity"]],
  },
  {
    kind: "survey",
    made: { title: "Eski anket", type: 0, ...dates, questions: [question] },
    broken: `update surveys set questions = jsonb_set(questions, '{0,text}', '""')`,
    change: { title: "Yeni anket" },
    wrong: [{ questions: [{ ...question, options: ["Çay"] }] }, ["questions.0.options"]],
  },
]

describe.each(rows)("a $kind", ({ kind, who = "elif", made, broken, change, wrong: [wrong, fields] }) => {
  const create = async () => {
    const { value } = await send("POST", `/${kind}/create`, who, { status: 0, ...made })
    await signed.api.db.execute(`${broken} where id = '${value.id}'`)
    return (await send("GET", `/${kind}/${value.id}`, who)).value
  }
  const update = (body: object) => send("PUT", `/${kind}/update`, who, body)

  it("takes its own values back unchanged, and keeps them", async () => {
    const stored = await create()
    const { status, body } = await update({ ...stored, ...change })
    expect([status, body.validationErrors]).toEqual([200, []])
    const { updatedDate: _, ...after } = (await send("GET", `/${kind}/${stored.id}`, who)).value
    const { updatedDate: __, ...before } = stored
    expect(after).toEqual({ ...before, ...change })
  })

  it("refuses another value that breaks the rule", async () => {
    const stored = await create()
    const answer = await update({ ...stored, ...wrong })
    expect([answer.status, fieldsOf(answer)]).toEqual([400, fields])
  })
})

it("a draft is published by all rules of today", async () => {
  const { value } = await send("POST", "/survey/create", "elif", {
    status: 0,
    title: "Taslak",
    type: 0,
    ...dates,
    questions: [question],
  })
  await signed.api.db.execute(`update surveys set questions = jsonb_set(questions, '{0,text}', '""') where id = '${value.id}'`)
  const answer = await send("PUT", "/survey/update", "elif", { id: value.id, status: 1 })
  expect([answer.status, fieldsOf(answer)]).toEqual([400, ["questions.0.text"]])
})

it("a company keeps the phone of a subsidiary beside a change of it", async () => {
  const name = "Stored Values AŞ"
  const subTenants = [{ name: "Alt şirket", phone: "0212 555 10 10" }]
  const { value } = await send("POST", "/tenant/admin/create", "admin", { name, emails: ["ilk@stored.example"], subTenants })
  await signed.api.db.execute(`update tenants set phone = '0212' where parent_id = '${value.id}'`)
  const company = (await send("GET", `/tenant/${value.id}`, "admin")).value
  const [subsidiary] = company.subTenants
  const update = (change: object) =>
    send("PUT", "/tenant/admin/update", "admin", { tenantId: value.id, subTenants: [{ ...subsidiary, ...change }] })
  const wrong = await update({ phone: "0213" })
  expect([wrong.status, fieldsOf(wrong)]).toEqual([400, ["subTenants.0.phone"]])
  expect((await update({ name: "Yeni ad" })).status).toBe(200)
  const after = (await send("GET", `/tenant/${value.id}`, "admin")).value.subTenants[0]
  expect([after.name, after.phone]).toEqual(["Yeni ad", "0212"])
})

it("an entry of a survey's plans is changed beside one that breaks a rule", async () => {
  const survey = (
    await send("POST", "/survey/create", "elif", { status: 0, title: "Planlı", type: 0, ...dates, questions: [question] })
  ).value
  const plan = {
    title: "Çay",
    dueDate: "2027-03-01",
    owner: "Ece",
    source: "manual",
    fromAi: false,
    tasks: [{ name: "Demle", completed: false }],
  }
  const path = `/survey/${survey.id}/action-plans`
  const first = await send("PUT", path, "elif", { plans: [plan, { ...plan, title: "Kahve" }] })
  expect(first.status).toBe(200)
  await signed.api.db.execute(
    `update survey_documents set content = jsonb_set(content, '{0,title}', '""') where survey_id = '${survey.id}'`,
  )
  const { plans } = (await send("GET", path, "elif")).value
  expect((await send("PUT", path, "elif", { plans: [plans[0], { ...plans[1], title: "Türk kahvesi" }] })).status).toBe(200)
  const wrong = await send("PUT", path, "elif", { plans: [{ ...plans[0], owner: "a".repeat(101) }, plans[1]] })
  expect([wrong.status, fieldsOf(wrong)]).toEqual([400, ["plans.0.owner"]])
})
