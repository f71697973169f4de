import { afterAll, beforeAll, expect, it } from "vitest"
import { rowsOf } from "../../../../server/src/db/open"
import { announcements, campaigns, draws, gifts, surveys, tenants, users } from "../../../../server/src/db/schema"
import { announcement } from "../../../../server/src/kinds/announcement"
import { campaign } from "../../../../server/src/kinds/campaign"
import { draw } from "../../../../server/src/kinds/draw"
import { survey } from "../../../../server/src/kinds/survey"
import { type Amounts, grow } from "../../../../server/src/seed/large/grow"
import * as announcing from "../../../../src/contract/announcements"
import * as offering from "../../../../src/contract/campaigns"
import * as drawing from "../../../../src/contract/draws/draws"
import * as asking from "../../../../src/contract/surveys/surveys"
import { isValidCode } from "../../../../src/core/hashing/check-character"
import { validate } from "../../../../src/core/rules"
import { createTestApi, type TestApi } from "../../../api"
import { wrongCounts } from "../../campaign-uses-kit"
import { verifyAudit } from "../../draw-kit"

/** Rows for measurements: of every kind, whole, and with the derived columns and tallies right (docs/operations.md#databases). */
const amounts: Amounts = {
  companies: 8,
  employees: 600,
  partners: 20,
  payments: 12,
  gifts: 12,
  campaigns: 120,
  draws: 60,
  announcements: 60,
  surveys: 14,
  answers: 2_000,
  feedback: 120,
  history: 300,
}
let api: TestApi
let before: Record<string, number>
const tables = ["tenants", "users", "brands", "payments", "gifts", "campaigns", "draws", "announcements", "surveys", "feedbacks"]
const count = async (table: string, where = "true") =>
  Number((await rowsOf<{ total: number }>(api.db, `select count(*)::int as total from ${table} where ${where}`))[0]?.total)
const counts = async () => Object.fromEntries(await Promise.all(tables.map(async table => [table, await count(table)] as const)))

beforeAll(async () => {
  api = await createTestApi()
  before = await counts()
  await grow(api.db, amounts, () => {})
})
afterAll(() => api.close())

it("adds records of every kind", async () => {
  const after = await counts()
  const added = Object.fromEntries(tables.map(table => [table, (after[table] ?? 0) - (before[table] ?? 0)]))
  expect(added).toEqual({
    tenants: 8,
    users: 600,
    brands: 20,
    payments: 12,
    gifts: 12,
    campaigns: 120,
    draws: 61,
    announcements: 60,
    surveys: 14,
    feedbacks: 120,
  })
  for (const table of ["campaign_uses", "gift_codes", "gift_uses", "draw_entries", "draw_winners", "survey_answers", "audit"])
    expect([table, (await count(table)) > 100]).toEqual([table, true])
})

it("keeps tallies, sums and ledgers in agreement with the rows", async () => {
  /** Rows of both queries that the other one lacks. */
  const differences = async (left: string, right: string) =>
    rowsOf(api.db, `(${left} except all ${right}) union all (${right} except all ${left})`)
  const people = "tenant_id, status, role, department_id"
  expect(
    await differences(
      `select ${people}, sum(people)::bigint from people_tallies group by ${people} having sum(people) <> 0`,
      `select ${people}, count(*) from users where deleted_at is null group by ${people}`,
    ),
  ).toEqual([])
  const kind = "tenant_id, tenant_ids, category_id, brand_id"
  expect(
    await differences(
      `select ${kind}, is_draft, sum(campaigns)::bigint from campaign_tallies group by ${kind}, is_draft having sum(campaigns) <> 0`,
      `select ${kind}, intent = 'draft', count(*) from campaigns where deleted_at is null group by ${kind}, intent = 'draft'`,
    ),
  ).toEqual([])
  expect(
    await differences(
      "select tenant_id, tenant_ids, is_draft, sum(campaigns)::bigint from campaign_totals group by 1, 2, 3 having sum(campaigns) <> 0",
      "select tenant_id, tenant_ids, intent = 'draft', count(*) from campaigns where deleted_at is null group by 1, 2, 3",
    ),
  ).toEqual([])
  expect(await rowsOf(api.db, wrongCounts)).toEqual([])
  expect(
    await differences(
      "select id, used from gifts",
      "select gifts.id, coalesce(sum(amount), 0)::int from gifts left join gift_uses on gift_id = gifts.id group by gifts.id",
    ),
  ).toEqual([])
  expect(await count("gifts", "used > max_usage")).toBe(0)
  expect(
    await count(
      "gift_codes c",
      "(used_at is not null) <> (coalesce((select sum(amount) from gift_uses where code_id = c.id), 0) > 0)",
    ),
  ).toBe(0)
  expect(
    await count(
      "(select before, lag(after, 1, 0) over (partition by gift_id order by id) as previous from gift_uses) ledger",
      "before <> previous",
    ),
  ).toBe(0)
  expect(await count("gift_batches b", "count <> (select count(*) from gift_codes where batch_id = b.id)")).toBe(0)
  expect(
    await differences(
      "select id, response_count from surveys",
      "select surveys.id, count(survey_answers.id)::int from surveys left join survey_answers on survey_id = surveys.id group by surveys.id",
    ),
  ).toEqual([])
  expect(await count("users", "search <> fold_tr(search)")).toBe(0)
})

it("has records that pass their forms", async () => {
  for (const row of await api.db.select().from(campaigns))
    expect([row.title, validate(offering.rules, campaign.draftOf(row))]).toEqual([row.title, {}])
  for (const row of await api.db.select().from(announcements))
    expect([row.title, validate(announcing.rules, announcement.draftOf(row))]).toEqual([row.title, {}])
  for (const row of await api.db.select().from(draws)) {
    const draft = { ...draw.draftOf(row), status: drawing.statuses.value("open") }
    expect([row.title, validate(drawing.rules, draft), drawing.prizeErrors(draft)]).toEqual([row.title, {}, {}])
  }
  for (const row of await api.db.select().from(surveys))
    expect([row.title, validate(asking.rules, survey.draftOf(row))]).toEqual([row.title, {}])
  for (const { code } of await rowsOf<{ code: string }>(api.db, "select code from gift_codes"))
    expect([code, isValidCode(code)]).toEqual([code, true])
  expect((await api.db.select().from(gifts)).length).toBeGreaterThan(12)
})

it("has winners of the draw's company, entries in its period, and proofs that verify", async () => {
  const companyOf = new Map((await api.db.select().from(users)).map(({ id, tenantId }) => [id, tenantId]))
  const parentOf = new Map((await api.db.select().from(tenants)).map(({ id, parentId }) => [id, parentId]))
  const rows = await rowsOf<{ employee_id: string; tenant_id: string }>(
    api.db,
    "select employee_id, tenant_id from draw_winners join draws on draws.id = draw_id where description = 'Ölçüm için üretildi.'",
  )
  expect(rows.length).toBeGreaterThan(50)
  for (const { employee_id, tenant_id } of rows) {
    const company = companyOf.get(employee_id) ?? ""
    expect([company, parentOf.get(company)]).toContain(tenant_id)
  }
  expect(await count("draw_entries e join draws d on d.id = e.draw_id", "entered_at not between start_date and end_date")).toBe(0)
  const proved = (await api.db.select().from(draws)).filter(({ title }) => title.startsWith("Kanıtlı"))
  expect(proved.map(({ intent }) => intent)).toEqual(["drawn"])
  for (const { id } of proved) expect((await verifyAudit(api, id)).report.holds).toBe(true)
})
