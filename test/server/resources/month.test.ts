import { afterAll, beforeAll, expect, it } from "vitest"
import { tenants, users } from "../../../server/src/db/schema"
import type { Report } from "../../../src/contract/reports"
import { createTestApi, openTemplate, type TestApi } from "../../api"
import { answersTo, questions } from "../survey-kit"

/**
 * A company's month without the demonstration's data: what is done is counted here, and each figure of the product has to say the same
 * (docs/figures.md). It is 10 March 2026, 12:00 in Istanbul; the month is the one that ends on that day.
 */
const month = { from: "2026-02-11", to: "2026-03-10" }
const period = `from=${month.from}&to=${month.to}`
const admin = "kurucu@platform.example"
const manager = "yonetici@ay.example"
const [peopleCount, usesPerProgram, byHand, byCode, hired, gone] = [60, 500, 20, 10, 7, 3]

let api: TestApi
const tokens: Record<string, string> = {}
let tenantId = ""
beforeAll(async () => {
  const opened = await openTemplate("empty")
  api = await createTestApi({ opened })
  const [company] = await opened.db
    .insert(tenants)
    .values({ name: "Ay Ltd", activeStatus: 1, modules: { reports: true } } as never)
    .returning()
  tenantId = (company as { id: string }).id
  const person = (email: string, role: "Administrator" | "TenantAdmin", given: object) => ({
    email,
    firstName: "Ada",
    lastName: "Su",
    role,
    createdAt: new Date(api.now() - 400 * 86_400_000),
    ...given,
  })
  await opened.db
    .insert(users)
    .values([person(admin, "Administrator", { tenantId: null }), person(manager, "TenantAdmin", { tenantId })] as never)
  for (const email of [admin, manager]) tokens[email] = await api.signIn(email)
})
afterAll(() => api.close())

const call = async (method: string, path: string, body?: object, token = tokens[manager]) => {
  const answer = await api.call(method, path, { token, ...(body && { body }) })
  expect([method, path, answer.status, answer.body.validationErrors ?? []]).toEqual([method, path, 200, []])
  return answer.value
}
const program = async (scopes: string[]) => (await call("POST", "/token", { name: "Kasa", scopes, days: 30 })).secret as string
const figureOf = ({ total, previousTotal, figures }: Report, name: string) => {
  const found = [{ name: "total", value: total, previous: previousTotal }, ...figures].find(figure => figure.name === name)
  return [found?.value, found?.previous]
}

it("is counted alike by dashboard, lists, reports, calendar and ledger", async () => {
  // People: those who were there, some hired within the month, some who left.
  const { id: departmentId } = await call("POST", "/department/create", { name: "Depo" })
  const people: string[] = []
  for (let at = 0; at < peopleCount; at++) {
    const given = {
      firstName: `Kişi ${at}`,
      lastName: "Ay",
      email: `kisi.${at}@ay.example`,
      phoneNumber: "0532 555 10 10",
      departmentId,
      hiredAt: at < hired ? "2026-03-02" : "2024-05-06",
    }
    people.push((await call("POST", "/user/create", given)).id)
  }
  // Reports of surveys show newcomers apart: nobody is one.
  await api.db.execute("update users set created_at = created_at - interval '400 days'")
  const left = people.slice(-gone)
  for (const id of left) await call("PUT", `/api/users/update/${id}`, { status: 0 })

  // A campaign with a budget, which two programs, staff and codes use.
  const { id: categoryId } = await call("POST", "/category/create", { name: "Ayın kategorisi" }, tokens[admin])
  const { id: brandId } = await call("POST", "/brand/create", { name: "Bakkal", tenantIds: [], contacts: [] })
  const draft = {
    title: "Ayın kampanyası",
    description: "Sayılır",
    categoryId,
    brandId,
    rewardType: 1,
    rewardValue: 5,
    startDate: "2026-02-01T00:00:00Z",
    endDate: "2026-04-01T00:00:00Z",
    status: 2,
    usesPerPerson: null,
    budget: 6_000,
  }
  const { id } = await call("POST", "/campaign/create", draft)
  const uses: { person: string; at: string; amount: number }[] = []
  const staff = people.slice(0, -gone)
  const next = (at: number) => ({
    person: staff[at % staff.length] as string,
    // From 1 March, an hour apart: the last ones of each program are of 3 March and before now.
    at: new Date(Date.parse("2026-03-01T00:00:00Z") + (at % 200) * 3_600_000).toISOString(),
    amount: 5,
  })
  for (const name of ["first", "second"]) {
    const secret = await program(["campaigns.use"])
    const rows = Array.from({ length: usesPerProgram }, (_, at) => ({ ...next(at), reference: `${name}-${at}` }))
    const body = { uses: rows.map(({ person, ...row }) => ({ employeeId: person, ...row })) }
    // A program that has had no answer sends the same again.
    for (const repetition of [1, 2]) {
      const outcomes: { errors?: unknown; known?: boolean }[] = await call("POST", `/campaign/${id}/uses`, body, secret)
      expect(outcomes.filter(({ errors, known }) => errors || known === true).length).toBe(repetition === 1 ? 0 : usesPerProgram)
    }
    uses.push(...rows)
  }
  for (let at = 0; at < byHand; at++) {
    const { person, ...use } = next(at)
    await call("POST", `/campaign/${id}/uses`, { employeeId: person, ...use })
    uses.push({ person, ...use })
  }
  await call("POST", `/campaign/${id}/codes`, { personal: true, pattern: "AY-######" })
  const { codes } = await call("GET", `/campaign/${id}/codes?pageSize=100`)
  const till = await program(["campaigns.use"])
  for (const { code, employeeId } of codes.slice(0, byCode)) {
    expect(await call("GET", `/campaign/code/${code}`, undefined, till)).toMatchObject({ valid: true })
    await call("POST", `/campaign/${id}/uses`, { code, amount: 5 }, till)
    uses.push({ person: employeeId, at: new Date(api.now()).toISOString(), amount: 5 })
  }
  // Some are void: theirs is no figure any more.
  const { uses: shown } = await call("GET", `/campaign/${id}/uses?pageSize=100`)
  for (const use of shown.slice(0, 10)) {
    await call("DELETE", `/campaign/${id}/uses/${use.id}`, { reason: "İade" })
    const at = uses.findIndex(other => other.at === use.at && other.amount === use.amount && other.person === use.employeeId)
    expect(at).toBeGreaterThanOrEqual(0)
    uses.splice(at, 1)
  }
  const used = uses.reduce((sum, { amount }) => sum + amount, 0)
  // What is left of the budget goes at once; not a lira more.
  const rest = 6_000 - used
  const { person: last } = next(0)
  const over = await api.call("POST", `/campaign/${id}/uses`, {
    token: tokens[manager],
    body: { employeeId: last, amount: rest + 0.01 },
  })
  expect(over.status).toBe(400)
  await call("POST", `/campaign/${id}/uses`, { employeeId: last, amount: rest })
  uses.push({ person: last, at: new Date(api.now()).toISOString(), amount: rest })

  // A gift card is used, and a survey answered.
  const card = { cardName: "Ayın kartı", status: 1, maxUsage: 50, validityStart: "2026-03-01T00:00:00Z" }
  const { id: gift } = await call("POST", "/gift/create", card)
  for (const amount of [3, 4]) await call("POST", `/gift/${gift}/uses`, { amount })
  const open = { startDate: "2026-03-09T00:00:00Z", endDate: "2026-04-09T00:00:00Z" }
  const survey = await call("POST", "/survey/create", { title: "Ay", description: "", type: 0, status: 1, questions, ...open })
  const { tokens: links } = await call("POST", `/survey/${survey.id}/invitations`, {})
  for (const { token } of links.slice(0, 12))
    await call("POST", `/survey/${survey.id}/answers`, { token, answers: answersTo(survey, ["Çay"]) }, "")

  // Every figure.
  const counted = { participantCount: new Set(uses.map(({ person }) => person)).size, useCount: uses.length, amountUsed: 6_000 }
  expect(await call("GET", `/campaign/${id}`)).toMatchObject(counted)
  const { campaigns } = await call("GET", "/campaign/list?status=active")
  expect(campaigns).toMatchObject([counted])
  const days = await call("GET", `/campaign/${id}/uses/days?${period}`)
  const dayOf = (at: string) => new Date(Date.parse(at) + 3 * 3_600_000).toISOString().slice(0, 10)
  const expected = new Map<string, { uses: number; amount: number }>()
  for (const { at, amount } of uses) {
    const { uses: number, amount: sum } = expected.get(dayOf(at)) ?? { uses: 0, amount: 0 }
    expected.set(dayOf(at), { uses: number + 1, amount: sum + amount })
  }
  expect(days.days ?? days).toEqual([...expected].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, sums]) => ({ day, ...sums })))
  const reports = {
    campaigns: [
      ["total", 1],
      ["uses", uses.length],
    ],
    gifts: [
      ["total", 1],
      ["uses", 7],
    ],
    surveys: [
      ["total", 1],
      // Answers enter the report by fives: two wait for the others of theirs.
      ["responses", 10],
    ],
    employees: [
      ["total", hired],
      ["people", peopleCount + 1],
    ],
  } as const
  for (const [module, figures] of Object.entries(reports)) {
    const report = (await call("GET", `/report/${module}?${period}`)) as Report
    expect([module, figures.map(([name]) => [name, figureOf(report, name)[0]])]).toEqual([module, figures])
  }
  expect((await call("GET", `/survey/${survey.id}`)).responseCount).toBe(12)
  const stats = await call("GET", "/api/dashboard/stats")
  expect(stats).toMatchObject({
    campaigns: { total: 1, byStatus: { 2: 1 } },
    gifts: { active: 1, total: 1 },
    employees: { active: peopleCount + 1 - gone, total: peopleCount + 1 },
  })
  const { entries } = await call("GET", `/calendar/list?${period}`)
  expect(entries.find((entry: { id: string }) => entry.id === id)).toMatchObject({ isFull: true })
})
