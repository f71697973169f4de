import { describe, expect, it } from "vitest"
import { startApi, type Who } from "../record-kit"

/** The figures over companies and people. */
const { signed, get } = startApi()

describe("the figures over companies and people", () => {
  it("count what is in reach", async () => {
    for (const who of ["elif", "mert", "admin"] as const) {
      const { value } = await get("/api/dashboard", who)
      const companies = (await get("/tenant/list?pageSize=100", who)).value
      expect(value.tenants.total).toBe(companies.totalCount)
      expect(value.tenants.subsidiaries).toBe(companies.tenants.filter((row: { parentId: string | null }) => row.parentId).length)
      expect(value.tenants.active + value.tenants.inactive).toBe(value.tenants.total)
      expect(value.users.total).toBe((await get("/user/list", who)).value.totalCount)
      expect(value.users.active).toBe((await get("/user/list?status=1", who)).value.totalCount)
    }
  })

  it("count surveys and their answers as the list does, deleted ones left out", async () => {
    const figures = async (who: Who) => (await get("/api/dashboard/stats", who)).value.surveys
    for (const who of ["elif", "mert", "admin"] as const) {
      const { surveys, totalCount } = (await get("/survey/list?pageSize=100", who)).value
      const responses = surveys.reduce((sum: number, row: { responseCount: number }) => sum + row.responseCount, 0)
      expect(await figures(who)).toEqual({ total: totalCount, responses })
      expect(responses).toBeGreaterThan(200)
    }
    const before = await figures("elif")
    const { surveys } = (await get("/survey/list?pageSize=100&sortBy=responseCount&sortOrder=desc")).value
    const own = surveys.find((row: { tenantId: string | null }) => row.tenantId)
    await signed.api.call("DELETE", `/survey/delete/${own.id}`, { token: signed.tokens.elif })
    expect(await figures("elif")).toEqual({ total: before.total - 1, responses: before.responses - own.responseCount })
  })

  it("count as many employees as the list of employees and a draw for everybody", async () => {
    const { employees } = (await get("/api/dashboard/stats")).value
    const total = async (query: string) => (await get(`/user/list?${query}`)).value.totalCount
    expect(employees).toEqual({ total: await total(""), active: await total("status=1") })
    const { stages } = (await signed.api.call("POST", "/draw/funnel", { token: signed.tokens.elif, body: {} })).value
    expect(stages.slice(0, 2).map((stage: { count: number }) => stage.count)).toEqual([employees.total, employees.active])
  })

  it("tell people by role, department and month", async () => {
    for (const who of ["elif", "mert", "admin"] as const) {
      const { value } = await get("/api/dashboard/user-metrics", who)
      const total = async (query: string) => (await get(`/user/list?${query}`, who)).value.totalCount
      expect(value.byRole).toEqual({ user: await total("role=user"), tenantAdmin: await total("role=tenantAdmin") })
      expect(value.total).toBe(value.byRole.user + value.byRole.tenantAdmin)
      expect(value.active + value.inactive).toBe(value.total)
      expect(value.byDepartment.reduce((all: number, row: { total: number }) => all + row.total, 0)).toBe(value.total)
      const [first] = value.byDepartment
      expect(first.total).toBe(await total(`departmentId=${first.departmentId}`))
      expect(value.hiredByMonth.map((row: { month: string }) => row.month)).toHaveLength(12)
      expect(value.hiredByMonth.at(-1).month).toBe("2026-03")
      expect(value.hiredByMonth.some((row: { total: number }) => row.total > 0)).toBe(true)
    }
  })
})
