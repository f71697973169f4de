import { existsSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { drawWinners } from "../../../server/src/db/draw-tables"
import { announcements, draws, feedbacks, surveys, tenants, users } from "../../../server/src/db/schema"
import { surveyAnswers, surveyDocuments, surveyInvitations, surveyTallies } from "../../../server/src/db/survey-tables"
import { announcement } from "../../../server/src/kinds/announcement"
import { draw } from "../../../server/src/kinds/draw"
import { survey } from "../../../server/src/kinds/survey"
import { questionIdOf } from "../../../server/src/resources/surveys/tallies"
import * as announcing from "../../../src/contract/announcements"
import * as drawing from "../../../src/contract/draws/draws"
import * as hearing from "../../../src/contract/feedback"
import { planErrors, planStatuses, plansOf } from "../../../src/contract/surveys/action-plans"
import { answerErrors } from "../../../src/contract/surveys/answers"
import { recommendationErrors, recommendationStatuses, recommendationsOf } from "../../../src/contract/surveys/recommendations"
import { status as surveyStatus } from "../../../src/contract/surveys/survey-status"
import * as asking from "../../../src/contract/surveys/surveys"
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
          status: surveyStatus.at({ intent: row.intent, ...dates(row) }, start),
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
      expect([row.title, validate(announcing.rules, announcement.draftOf(row))]).toEqual([row.title, {}])
    for (const row of await api.db.select().from(draws)) {
      const draft = { ...draw.draftOf(row), status: drawing.statuses.value("open") }
      expect([row.title, validate(drawing.rules, draft), drawing.prizeErrors(draft)]).toEqual([row.title, {}, {}])
    }
    for (const row of await api.db.select().from(surveys)) {
      const draft = survey.draftOf(row)
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

  describe("of surveys", () => {
    /** Stored answers, by the ids of the questions. */
    const allAnswers = async () =>
      (await api.db.select().from(surveyAnswers)).map(row => ({
        ...row,
        answers: Object.fromEntries(Object.entries(row.answers).map(([key, value]) => [questionIdOf(key), value])),
      }))
    const readAnswers = async (id: string) => (await allAnswers()).filter(row => row.surveyId === id)
    const titled = async (title: string) =>
      (await api.db.select().from(surveys)).filter(row => row.title === title && row.tenantId)
    const documentsOf = async (kind: "recommendations" | "plans") =>
      (await api.db.select().from(surveyDocuments)).filter(row => row.kind === kind)

    it("has answers to every survey that has begun, of invited people, and to no other", async () => {
      const invitations = await api.db.select().from(surveyInvitations)
      const answers = await allAnswers()
      for (const row of await api.db.select().from(surveys)) {
        const own = answers.filter(({ surveyId }) => surveyId === row.id)
        const invited = invitations.filter(({ surveyId }) => surveyId === row.id)
        const hasBegun = row.intent !== "draft" && (row.startDate?.getTime() ?? 0) < start - 86_400_000
        expect([row.title, own.length > 60]).toEqual([row.title, hasBegun])
        expect(row.responseCount).toBe(own.length)
        expect(invited.filter(({ used }) => used)).toHaveLength(own.length)
        const rate = own.length / Math.max(1, invited.length)
        expect(hasBegun ? rate > 0.5 && rate < 0.8 : rate === 0).toBe(true)
        for (const { answers } of own) expect(answerErrors(row.questions, answers)).toEqual({})
      }
    })

    it("shows departments and several days in their reports, by the rule of groups", async () => {
      const tallies = await api.db.select().from(surveyTallies)
      for (const row of await titled("Yemekhane memnuniyeti")) {
        const shown = tallies.filter(tally => tally.surveyId === row.id && tally.enteredOn !== null && tally.questionId === "")
        expect(new Set(shown.map(({ departmentId }) => departmentId)).size).toBeGreaterThan(4)
        expect(new Set(shown.map(({ enteredOn }) => enteredOn)).size).toBeGreaterThan(2)
        for (const { people } of shown) expect(people).toBeGreaterThanOrEqual(5)
        const waiting = (await readAnswers(row.id)).filter(({ enteredOn }) => enteredOn === null).length
        expect(shown.reduce((sum, { people }) => sum + people, 0)).toBe(row.responseCount - waiting)
      }
    })

    it("is of satisfied people with a problem", async () => {
      for (const { id, questions } of await titled("Yemekhane memnuniyeti")) {
        const [taste, , , service] = questions.map(question => question.id)
        const answers = (await readAnswers(id)).map(row => row.answers)
        const marks = answers.map(row => Number(row[taste ?? ""]))
        expect(marks.reduce((sum, mark) => sum + mark, 0) / marks.length).toBeGreaterThan(3.5)
        expect(answers.filter(row => row[service ?? ""] === false).length / answers.length).toBeGreaterThan(0.55)
      }
    })

    it("has recommendations and plans of every status for each company, which its own forms and reports confirm", async () => {
      const today = new Date(start).toISOString().slice(0, 10)
      const tallies = await api.db.select().from(surveyTallies)
      const rows = await api.db.select().from(surveys)
      const recommendations = await documentsOf("recommendations")
      const plans = await documentsOf("plans")
      for (const id of parents) {
        const ofCompany = ({ surveyId }: { surveyId: string }) => rows.find(row => row.id === surveyId)?.tenantId === id
        const own = recommendations.filter(ofCompany).flatMap(({ content }) => recommendationsOf(content))
        expect(new Set(own.map(({ status }) => status))).toEqual(new Set(recommendationStatuses))
        expect(recommendationErrors(own)).toEqual({})
        expect(own.every(({ keyStats, confidence }) => keyStats.length > 0 && (confidence ?? 0) > 70)).toBe(true)
        const ownPlans = plans.filter(ofCompany).flatMap(({ content }) => plansOf(content, today))
        expect(new Set(ownPlans.map(({ status }) => status))).toEqual(new Set(planStatuses))
        expect(planErrors(ownPlans)).toEqual({})
        for (const { recommendationId } of ownPlans) expect(own.map(one => one.id)).toContain(recommendationId)
      }
      for (const { surveyId, content } of recommendations)
        for (const { label, value, questionId } of recommendationsOf(content).flatMap(({ keyStats }) => keyStats)) {
          if (label !== "Servis süresinden memnun olmayanlar") continue
          const shown = tallies.filter(
            tally => tally.surveyId === surveyId && questionIdOf(tally.questionId) === questionId && tally.enteredOn !== null,
          )
          const people = (option: string) =>
            shown.filter(tally => tally.option === option).reduce((sum, tally) => sum + tally.people, 0)
          expect(value).toBe(`%${Math.round((100 * people("false")) / people("null"))}`)
        }
    })
  })

  it("has a file for every picture that it shows", async () => {
    const rows = [...(await api.db.select().from(announcements)), ...(await api.db.select().from(draws))]
    const urls = new Set(rows.flatMap(row => row.media.map(({ url }) => url)))
    expect(urls.size).toBeGreaterThan(5)
    for (const url of urls) expect(existsSync(join(api.config.dataDir, url.replace("/backend/", "")))).toBe(true)
  })
})
