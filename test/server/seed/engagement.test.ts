import { existsSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { drawWinners } from "../../../server/src/db/draw-tables"
import { announcements, draws, feedbacks, surveys, tenants, users } from "../../../server/src/db/schema"
import { storedDraft as announcementOf } from "../../../server/src/resources/announcements/input"
import { storedDraft as drawOf } from "../../../server/src/resources/draws/input"
import { storedDraft as surveyOf } from "../../../server/src/resources/surveys/input"
import * as announcing from "../../../src/contract/announcements"
import * as drawing from "../../../src/contract/draws"
import * as hearing from "../../../src/contract/feedback"
import * as asking from "../../../src/contract/surveys"
import { validate } from "../../../src/core/rules"
import { createTestApi, start, type TestApi } from "../../api"
import { verifyAudit } from "../draw-kit"

/** What the demonstration tells, draws, asks and hears. */
let api: TestApi
let parents: string[] = []
beforeAll(async () => {
  api = await createTestApi()
  parents = (await api.db.select().from(tenants)).filter(row => row.parentId === null).map(row => row.id)
})
afterAll(() => api.close())

const dates = (row: { startDate: Date | null; endDate: Date | null }) => ({
  startDate: row.startDate?.toISOString() ?? null,
  endDate: row.endDate?.toISOString() ?? null,
})

describe("the demonstration", () => {
  it.each([
    [
      "announcements",
      announcing.statuses.values,
      async () =>
        (await api.db.select().from(announcements)).map(row => ({
          tenantId: row.tenantId,
          status: announcing.statusAt({ intent: row.intent, ...dates(row) }, start),
        })),
    ],
    [
      "draws",
      drawing.statuses.values,
      async () =>
        (await api.db.select().from(draws)).map(row => ({
          tenantId: row.tenantId,
          status: drawing.statusAt({ intent: row.intent, endDate: row.endDate.toISOString() }, start),
        })),
    ],
    [
      "surveys",
      asking.statuses.values,
      async () =>
        (await api.db.select().from(surveys)).map(row => ({
          tenantId: row.tenantId,
          status: asking.statusAt({ intent: row.intent, ...dates(row) }, start),
        })),
    ],
    [
      "feedback",
      hearing.statuses.values,
      async () => (await api.db.select().from(feedbacks)).map(({ tenantId, status }) => ({ tenantId, status })),
    ],
  ] as const)("has %s in every status for each company, more than a page of them", async (_, values, read) => {
    const rows = await read()
    for (const id of parents) {
      const own = rows.filter(row => row.tenantId === id)
      expect([...new Set(own.map(row => row.status))].sort()).toEqual([...values])
    }
    expect(rows.length).toBeGreaterThan(16)
  })

  it("would pass its own forms", async () => {
    for (const row of await api.db.select().from(announcements))
      expect([row.title, validate(announcing.rules, announcementOf(row))]).toEqual([row.title, {}])
    for (const row of await api.db.select().from(draws)) {
      const draft = { ...drawOf(row), status: drawing.statuses.value("open") }
      expect([row.title, validate(drawing.rules, draft), drawing.prizeErrors(draft)]).toEqual([row.title, {}, {}])
    }
    for (const row of await api.db.select().from(surveys)) {
      const draft = surveyOf(row)
      expect([row.title, validate(asking.rules, draft), asking.questionErrors(draft)]).toEqual([row.title, {}, {}])
    }
    for (const row of await api.db.select().from(feedbacks))
      expect([row.subject, validate(hearing.rules, row)]).toEqual([row.subject, {}])
  })

  it("names winners of what has been drawn alone: people of the company and its subsidiaries, each once", async () => {
    const people = new Map((await api.db.select().from(users)).map(row => [row.id, row]))
    const companies = await api.db.select().from(tenants)
    const family = new Map(
      parents.map(id => [id, companies.filter(row => [row.id, row.parentId].includes(id)).map(row => row.id)]),
    )
    const winners = await api.db.select().from(drawWinners)
    const drawn = (await api.db.select().from(draws))
      .map(row => ({ ...row, winners: winners.filter(winner => winner.drawId === row.id) }))
      .filter(row => row.winners.length || row.intent === "drawn")
    expect(drawn.length).toBeGreaterThan(3)
    for (const row of drawn) {
      expect([row.intent, row.drawDate.getTime() < start]).toEqual(["drawn", true])
      expect(new Set(row.winners.map(winner => winner.employeeId)).size).toBe(row.winners.length)
      for (const winner of row.winners) expect(family.get(row.tenantId)).toContain(people.get(winner.employeeId)?.tenantId)
      for (const prize of row.prizes)
        expect(
          row.winners.filter(winner => winner.prize === prize.name && !winner.reserve && winner.state !== "declined"),
        ).toHaveLength(prize.quantity)
    }
  })

  it("proves every result, and has a locked draw and one to be drawn now for each company", async () => {
    const rows = await api.db.select().from(draws)
    for (const row of rows.filter(({ intent, round }) => intent === "drawn" || round !== null)) {
      const { report } = await verifyAudit(api, row.id)
      expect([row.title, report.holds, report.checks.filter(({ failure }) => failure)]).toEqual([row.title, true, []])
    }
    for (const id of parents) {
      const live = rows.filter(row => row.tenantId === id && row.intent === "live" && row.endDate.getTime() < start)
      expect(live.some(({ round, drawDate }) => round === 0 && drawDate.getTime() > start)).toBe(true)
      expect(live.some(({ round, drawDate }) => round === null && drawDate.getTime() < start)).toBe(true)
    }
  })

  it("tells feedback's story in order: heard, taken up, resolved", async () => {
    for (const row of await api.db.select().from(feedbacks)) {
      expect(row.createdAt.getTime()).toBeLessThan(start)
      expect(row.updatedAt.getTime()).toBeGreaterThanOrEqual(row.createdAt.getTime())
      expect(row.resolvedAt !== null).toBe(hearing.statuses.name(row.status) === "resolved")
      expect(row.assignedTo !== null).toBe(hearing.statuses.name(row.status) !== "new")
    }
  })

  it("has a file for every picture that it shows", async () => {
    const rows = [...(await api.db.select().from(announcements)), ...(await api.db.select().from(draws))]
    const urls = new Set(rows.flatMap(row => row.media.map(({ url }) => url)))
    expect(urls.size).toBeGreaterThan(5)
    for (const url of urls) expect(existsSync(join(api.config.dataDir, url.replace("/backend/", "")))).toBe(true)
  })
})
