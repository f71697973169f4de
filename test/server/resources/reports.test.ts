import { beforeAll, describe, expect, it } from "vitest"
import { tenants } from "../../../server/src/db/schema"
import {
  daysOf,
  maxReportDays,
  periodBefore,
  periodFilters,
  type Report,
  type ReportModule,
  type ReportPart,
  reportModules,
  seriesOf,
} from "../../../src/contract/reports"
import { sample } from "../../rounds"
import { describeBadPeriods, startApi } from "../record-kit"

/** Reports: every figure is the total of the list that it leads to (docs/contract.md#reports). */
const { signed, get } = startApi()
beforeAll(async () => {
  const { api } = signed
  await api.db.update(tenants).set({ modules: { reports: true } })
})

const lists: Record<ReportModule, string> = {
  campaigns: "/campaign/list",
  draws: "/draw/list",
  announcements: "/announcement/list",
  surveys: "/survey/list",
  gifts: "/gift/list",
  employees: "/user/list",
  feedback: "/feedback/list",
}

const query = (given: object) => new URLSearchParams(given as Record<string, string>).toString()
const today = () => new Date(signed.api.now()).toISOString().slice(0, 10)
const daysAgo = (days: number) => new Date(signed.api.now() - days * 86_400_000).toISOString().slice(0, 10)

const periods: [name: string, from: () => string, to: () => string][] = [
  ["a day", today, today],
  ["30 days", () => daysAgo(29), today],
  ["a quarter", () => daysAgo(90), () => daysAgo(-30)],
  ["ten years", () => daysAgo(3_000), () => daysAgo(-600)],
]

/** A short run takes a fifth of them, in which each module, period and person is. */
const cases = (["admin", "elif", "mert"] as const).flatMap(who =>
  reportModules.flatMap(module => periods.map(period => [who, module, ...period] as const)),
)

describe("a report", () => {
  it.each(sample(cases, 17))("for %s of %s counts what the list holds: %s", async (who, module, _, from, to) => {
    const period = { from: from(), to: to() }
    const { status, value } = await get(`/report/${module}?${query(period)}`, who)
    expect(status).toBe(200)
    const report = value as Report
    const names = periodFilters[module]
    const total = async ({ from, to }: { from: string; to: string }, filter: object = {}) =>
      (await get(`${lists[module]}?${query({ [names.from]: from, [names.to]: to, ...filter, pageSize: "1" })}`, who)).value
        .totalCount
    expect(report).toMatchObject({ module, ...period })
    expect([report.total, report.previousTotal]).toEqual([await total(period), await total(periodBefore(period.from, period.to))])

    const parts: [filter: string, ReportPart[]][] = [
      ["status", report.statuses],
      ["tenantId", report.companies ?? []],
      ["departmentId", report.departments ?? []],
      [report.categories?.filter ?? "", report.categories?.parts ?? []],
    ]
    for (const [filter, rows] of parts)
      for (const { value, count } of sample(rows, 3))
        if (value !== null) expect([filter, value, count]).toEqual([filter, value, await total(period, { [filter]: value })])
    expect(report.statuses.reduce((sum, { count }) => sum + count, 0)).toBe(report.total)

    expect(report.series.map(part => ({ from: part.from, to: part.to }))).toEqual(seriesOf(period.from, period.to))
    for (const part of sample(report.series, 3)) expect([part, part.count]).toEqual([part, await total(part)])
  })
})

describeBadPeriods("a report", () => signed, "/report/campaigns", "from=1990-01-01&to=2026-03-01", [
  "from=2026-03-01T00:00:00Z&to=2026-03-01",
  ["from"],
])

describe("a report", () => {
  it.each([
    ["campaigns", "tenantId", "companies"],
    ["employees", "departmentId", "departments"],
    ["feedback", "tenantId", "companies"],
  ] as const)("of %s takes the filter %s", async (module, filter, parts) => {
    const period = query({ from: daysAgo(3_000), to: today() })
    const all = (await get(`/report/${module}?${period}`, "admin")).value as Report
    const part = all[parts]?.find(({ value }) => value !== null && value !== "platform")
    expect(part).toBeDefined()
    const one = (await get(`/report/${module}?${period}&${filter}=${part?.value}`, "admin")).value as Report
    expect(one.total).toBe(part?.count)
  })

  it("of feedback has the platform's own as a part, which the list finds", async () => {
    const { api, tokens } = signed
    await api.call("POST", "/feedback/create", {
      token: tokens.admin,
      body: { type: 0, subject: "Platformun", description: "Açıklama" },
    })
    const period = { from: daysAgo(1), to: daysAgo(-1) }
    const { companies } = (await get(`/report/feedback?${query(period)}`, "admin")).value as Report
    const filters = { createdFrom: period.from, createdTo: period.to, tenantId: "platform" }
    const { totalCount } = (await get(`/feedback/list?${query(filters)}`, "admin")).value
    expect(totalCount).toBeGreaterThan(0)
    expect(companies).toContainEqual({ value: "platform", name: null, count: totalCount })
  })

  it("has no percentage and no mean of nothing", async () => {
    const { figures } = (await get("/report/feedback?from=2001-01-01&to=2001-01-31", "admin")).value as Report
    expect(figures).toEqual([
      { name: "resolutionRate", value: null, previous: null },
      { name: "firstResponseMinutes", value: null, previous: null },
    ])
  })

  it("exists for the modules of the contract only", async () => {
    for (const module of ["brands", "companies", "x", "__proto__", "constructor"])
      expect((await get(`/report/${module}?from=2026-01-01&to=2026-01-31`)).status).toBe(404)
  })

  it("is refused without its module, and while reports are off", async () => {
    const path = "/report/campaigns?from=2026-01-01&to=2026-01-31"
    await signed.api.db.update(tenants).set({ modules: { reports: true, campaignManagement: false } })
    expect([(await get(path)).status, (await get(path.replace("campaigns", "draws"))).status]).toEqual([403, 200])
    await signed.api.db.update(tenants).set({ modules: { reports: false } })
    expect([(await get(path)).status, (await get(path, "admin")).status, (await get(path, "user")).status]).toEqual([
      403, 200, 403,
    ])
    await signed.api.db.update(tenants).set({ modules: { reports: true } })
  })
})

describe("the parts of a period", () => {
  it.each([
    ["2026-03-01", "2026-03-01", 1],
    ["2026-03-01", "2026-03-31", 31],
    ["2026-03-01", "2026-04-01", 5],
    ["2026-01-15", "2026-12-31", 12],
    ["2020-01-01", "2025-12-31", 72],
  ])("from %s to %s are %i, without gap or overlap", (from, to, length) => {
    const parts = seriesOf(from, to)
    expect([parts.length, parts[0]?.from, parts.at(-1)?.to]).toEqual([length, from, to])
    expect(parts.reduce((days, part) => days + daysOf(part.from, part.to), 0)).toBe(daysOf(from, to))
  })

  it("have a period of the same length before", () => {
    expect(periodBefore("2026-03-01", "2026-03-31")).toEqual({ from: "2026-01-29", to: "2026-02-28" })
    expect(maxReportDays).toBeGreaterThan(3_650)
  })
})
