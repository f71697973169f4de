import { beforeAll, describe, expect, it } from "vitest"
import { campaigns, draws, tenants } from "../../../server/src/db/schema"
import { type Calendar, type CalendarKind, calendarKinds, maxCalendarEntries } from "../../../src/contract/calendar"
import { accounts } from "../../api"
import { itInLongRuns, sample } from "../../rounds"
import { describeBadPeriods, startApi, type Who } from "../record-kit"

/** The calendar holds the rows of the lists (docs/contract.md#calendar). */
const { signed, get } = startApi()
beforeAll(async () => {
  const { api } = signed
  await api.db.update(tenants).set({ modules: { reports: true } })
})

const read = async (query: string, who: Who = "elif") => (await get(`/calendar/list?${query}`, who)).value as Calendar
const day = (days: number) => new Date(signed.api.now() + days * 86_400_000).toISOString().slice(0, 10)
const between = (from: number, to: number) => `from=${day(from)}&to=${day(to)}`

const lists: Record<CalendarKind, string> = {
  campaigns: "/campaign/list",
  draws: "/draw/list",
  announcements: "/announcement/list",
  surveys: "/survey/list",
}

/** Every row of a kind's list. */
const rowsOf = async (kind: CalendarKind, query: string, who: Who) => {
  const rows: { id: string; [member: string]: unknown }[] = []
  for (let page = 0; ; page++) {
    const { value } = await get(`${lists[kind]}?${query}&page=${page}&pageSize=100`, who)
    rows.push(...value[kind])
    if (rows.length >= value.totalCount) return rows
  }
}

const periods: [string, from: number, to: number][] = [
  ["a day", 0, 0],
  ["a month", -15, 15],
  ["the longest period", -199, 200],
]

describe.each(["admin", "elif", "mert"].map((who, at) => [who as Who, at] as const))("the calendar of %s", (who, at) => {
  it.each(sample(periods, 1, at))("holds what the lists hold: %s", async (_, from, to) => {
    const { entries, total, isCut } = await read(between(from, to), who)
    expect([total, isCut]).toEqual([entries.length, false])
    for (const kind of calendarKinds) {
      const rows = await rowsOf(kind, `startDate=${day(from)}&endDate=${day(to)}`, who)
      const found = entries.filter(entry => entry.kind === kind)
      const ids = new Set(rows.map(row => row.id))
      const drawnThen = found.filter(({ id, drawDate }) => !ids.has(id) && drawDate >= day(from - 1) && drawDate <= day(to + 2))
      expect([kind, found.length - drawnThen.length]).toEqual([kind, rows.length])
      for (const row of rows) {
        const entry = found.find(({ id }) => id === row.id)
        const { title, status, startDate, endDate, tenantId } = row
        expect(entry).toMatchObject({ title, status, startDate, endDate, tenantId })
        if (kind === "campaigns") {
          const { brandId, brandName, categoryId, categoryName, tenantName, tenantIds } = row
          expect(entry).toMatchObject({ brandId, brandName, categoryId, categoryName, tenantName, tenantIds })
        }
        if (kind === "draws") expect(entry).toMatchObject({ drawDate: row.drawDate, tenantName: row.tenantName })
      }
    }
    const starts = entries.map(({ startDate, endDate }) => Date.parse(startDate || endDate || "9999"))
    expect(starts).toEqual([...starts].sort((a, b) => a - b))
  })
})

describeBadPeriods("the calendar", () => signed, "/calendar/list", "from=2026-01-01&to=2027-02-05")

describe("the calendar", () => {
  it("has nothing of another company, and shows what may be changed", async () => {
    const own = (await get("/tenant/get-all", "elif")).value.map((row: { id: string }) => row.id)
    const { entries } = await read(between(-199, 200))
    const foreign = entries.filter(({ tenantId }) => tenantId !== null && !own.includes(tenantId))
    // Other companies' records are in the lists only where they are offered to this one.
    for (const { kind, id } of foreign) expect((await get(`${lists[kind].replace("/list", "")}/${id}`)).status).toBe(200)
    for (const { tenantId, canChange } of entries) expect(canChange).toBe(tenantId !== null && own.includes(tenantId))
    expect(new Set(entries.map(({ canChange }) => canChange))).toEqual(new Set([true, false]))
    for (const { canChange } of (await read(between(-30, 30), "admin")).entries) expect(canChange).toBe(true)

    const mine = new Set(entries.filter(({ canChange }) => canChange).map(({ id }) => id))
    const { entries: theirs } = await read(between(-199, 200), "mert")
    expect(theirs.filter(({ id, canChange }) => canChange && mine.has(id))).toEqual([])
    expect(theirs.some(({ kind }) => kind === "draws")).toBe(true)
    expect(theirs.filter(({ kind, id }) => kind === "draws" && mine.has(id))).toEqual([])
  })

  it("has a draw on its draw date, after its entries are closed", async () => {
    const [draw] = await signed.api.db.select().from(draws).limit(1)
    if (!draw) throw new Error("The demonstration has no draw.")
    const at = (days: number) => `${day(days)}T09:00:00Z`
    await signed.api.db.execute(
      `update draws set start_date = '${at(300)}', end_date = '${at(310)}', draw_date = '${at(330)}' where id = '${draw.id}'`,
    )
    const has = async (from: number, to: number) =>
      (await read(between(from, to), "admin")).entries.some(({ id }) => id === draw.id)
    expect([await has(305, 306), await has(320, 325), await has(330, 330), await has(331, 335)]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it("takes the owner filter", async () => {
    const { entries } = await read(between(-199, 200), "admin")
    const tenantId = entries.find(entry => entry.tenantId)?.tenantId
    const expected = (id: string | null) => entries.filter(entry => entry.tenantId === id).map(({ id }) => id)
    const found = async (filter: string) =>
      (await read(`${between(-199, 200)}&tenantId=${filter}`, "admin")).entries.map(({ id }) => id)
    expect(await found(String(tenantId))).toEqual(expected(tenantId ?? ""))
    expect(await found("platform")).toEqual(expected(null))
    expect(await found("x")).toEqual([])
  })

  itInLongRuns("sends the earliest entries of very many, and counts all of them", async () => {
    const { api } = signed
    const [campaign] = await api.db.select().from(campaigns).limit(1)
    if (!campaign) throw new Error("The demonstration has no campaign.")
    const { id, search, ...columns } = campaign
    const dates = { startDate: new Date("2031-03-01T00:00:00Z"), endDate: new Date("2031-04-01T00:00:00Z") }
    const added = maxCalendarEntries + 1
    const before = (await read("from=2031-03-01&to=2031-03-31", "admin")).total
    for (let at = 0; at < added; at += 500) {
      const rows = Array.from({ length: Math.min(500, added - at) }, () => ({ ...columns, ...dates, media: [], deletedAt: null }))
      await api.db.insert(campaigns).values(rows)
    }
    const { entries, total, isCut } = await read("from=2031-03-01&to=2031-03-31", "admin")
    expect([entries.length, total, isCut]).toEqual([maxCalendarEntries, before + added, true])
    await api.db.execute(`delete from campaigns where start_date = '${dates.startDate.toISOString()}'`)
  })

  it("leaves out modules that are off, changes nothing without permission, and is closed without the module of reports", async () => {
    const { db } = signed.api
    const period = between(-199, 200)
    const kindsNow = async () => [...new Set((await read(period)).entries.map(({ kind }) => kind))].sort()
    expect(await kindsNow()).toEqual([...calendarKinds].sort())
    await db.update(tenants).set({ modules: { reports: true, surveyManagement: false, campaignManagement: false } })
    expect(await kindsNow()).toEqual(["announcements", "draws"])
    await db.update(tenants).set({ modules: { reports: true } })

    const permit = (list: string) => db.execute(`update users set permissions = '${list}' where email = '${accounts.elif}'`)
    await permit("{campaigns.read,draws.write,reports.export}")
    const { entries } = await read(period)
    expect(entries.some(({ kind, canChange }) => kind === "campaigns" && canChange)).toBe(false)
    for (const kind of ["draws", "surveys"] as const)
      expect([kind, entries.some(entry => entry.kind === kind && entry.canChange)]).toEqual([kind, true])
    await permit("{}")

    await db.update(tenants).set({ modules: { reports: false } })
    const statuses = async (who: Who) => (await get(`/calendar/list?${period}`, who)).status
    expect([await statuses("elif"), await statuses("admin"), await statuses("user")]).toEqual([403, 200, 403])
    await db.update(tenants).set({ modules: { reports: true } })
  })
})
