import { describe, expect, it } from "vitest"
import { hashToken } from "../../../server/src/auth/secrets"
import { rowsOf } from "../../../server/src/db/open"
import { tenants } from "../../../server/src/db/schema"
import { surveyInvitations } from "../../../server/src/db/survey-tables"
import { sample } from "../../rounds"
import { signAll, startApi, type Who } from "../record-kit"
import { answersTo, createSurveyKit, questions } from "../survey-kit"

/** What an administrator tries who wants to read one person's answers (docs/security.md#respondents-of-surveys). */
const { signed } = startApi({ env: { PUBLIC_URL: "https://konsol.example/" } })

const { call, must, department, survey, invite, tokens, answer, report } = createSurveyKit(() => signed)
const day = 86_400_000
const ago = (days: number) => new Date(signed.api.now() - days * day)
/** Moves the clock on, beyond the life of the sessions. */
const later = async (ms: number) => {
  signed.api.advance(ms)
  signed.tokens = await signAll(signed.api)
}
let companies = 0
/** A company that nobody is in. @param parentId of a subsidiary */
const company = async (parentId?: string): Promise<string> => {
  const name = `Yeni şirket ${++companies}`
  const [row] = await signed.api.db
    .insert(tenants)
    .values({ name, ...(parentId && { parentId }) })
    .returning({ id: tenants.id })
  return row?.id ?? ""
}
const peopleOf = (departmentId: string) =>
  signed.api.db.query.users.findMany({ where: (row, { eq }) => eq(row.departmentId, departmentId) })
/** Made-up people join a department. */
const join = async (departmentId: string, count: number, createdAt: Date) => {
  await department(count, { departmentId, createdAt })
}
const answerAll = async (asked: { id: string; questions: never }) => {
  for (const token of await tokens(asked.id)) expect((await answer(asked.id, token, answersTo(asked, ["Çay"]))).status).toBe(200)
}

it.each([
  ["made a day before", 1, 0, 1],
  ["made thirteen days before", 13, 0, 1],
  ["of fourteen days and more", 14, 5, 0],
])("four employees %s the survey single out nobody", async (_, days, shown, waiting) => {
  const departmentId = await department(1)
  await join(departmentId, 4, ago(days))
  const asked = await survey({ departmentIds: [departmentId] })
  await answerAll(asked)
  expect([(await report(asked.id)).responseCount, (await report(asked.id)).waiting]).toEqual([shown, waiting])
})

it("newcomers are counted five at a time, in no department, and enter with five others when the survey is closed", async () => {
  const [departmentId, elsewhere] = [await department(7), await department(4)]
  await join(departmentId, 6, ago(1))
  const asked = await survey({ departmentIds: [departmentId, elsewhere] })
  const links = await tokens(asked.id)
  const invitations = await signed.api.db.select().from(surveyInvitations)
  const ofNewcomers = new Set(
    invitations.flatMap(({ surveyId, newcomer, tokenHash }) => (surveyId === asked.id && newcomer ? [tokenHash] : [])),
  )
  const isLate = (token: string) => Number(!ofNewcomers.has(hashToken(token)))
  const answered: unknown[] = []
  for (const token of links.toSorted((a, b) => isLate(a) - isLate(b))) {
    expect((await answer(asked.id, token, answersTo(asked, ["Çay"]))).status).toBe(200)
    const { responseCount, newcomers, waiting, waitingNewcomers } = await report(asked.id)
    answered.push([responseCount, newcomers, waiting, waitingNewcomers])
  }
  // The six newcomers answer first. Of the others a department has five, and six wait beside.
  expect([answered[3], answered[4], answered[5], answered.at(-1)]).toEqual([
    [0, undefined, 0, undefined],
    [0, undefined, 5, 5],
    [0, undefined, 5, 5],
    [5, undefined, 11, 5],
  ])
  await must("PUT", "/survey/update", { id: asked.id, status: 2 })
  const { responseCount, newcomers, departments, questions } = await report(asked.id)
  expect([responseCount, newcomers, departments?.map(({ count }) => count), questions[0]?.answered]).toEqual([16, 5, [5], 16])
})

it("a changed address counts from its change on", async () => {
  const departmentId = await department(5)
  const [person] = await peopleOf(departmentId)
  await must("PUT", `/api/users/update/${person?.id}`, { email: `baska.${person?.id}@anket.example`, phoneNumber: "5551112233" })
  const asked = await survey({ departmentIds: [departmentId] })
  await answerAll(asked)
  expect((await report(asked.id)).responseCount).toBe(0)
})

it.each(["delete", "hard-delete"])("a person who was removed by %s and added again is not invited again", async way => {
  const departmentId = await department(1)
  const [person] = await peopleOf(departmentId)
  const asked = await survey({ departmentIds: [departmentId] })
  expect((await invite(asked.id)).value.invited).toBe(1)
  expect((await call("DELETE", `/api/users/${way}/${person?.id}`, undefined, "admin")).status).toBe(200)
  await department(1, { departmentId, email: person?.email ?? "" })
  expect((await invite(asked.id)).value.invited).toBe(0)
  expect((await peopleOf(departmentId)).filter(({ deletedAt }) => !deletedAt)).toHaveLength(1)
})

describe("a company's first survey", () => {
  const people = (tenantId: string, count: number, days: number, given: object = {}) =>
    department(count, { tenantId, createdAt: ago(days), ...given })
  const first = (tenantId: string, given: object = {}) => survey({ tenantId, ...given }, "admin")
  const respond = async (asked: { id: string; questions: never }, links: readonly string[], value = "Çay") => {
    for (const token of links) expect((await answer(asked.id, token, answersTo(asked, [value]))).status).toBe(200)
  }
  const shownOf = async (id: string, query = "") => {
    const found = await report(id, query, "admin")
    return [found.responseCount, found.undated ?? 0, found.waiting, found.questions[0]?.answered, found.series.length]
  }
  const set = (id: string, given: object) => must("PUT", "/survey/update", { id, ...given }, "admin")

  it("shows newcomers once 20 of them answered, as a whole, in no department and on no day", async () => {
    const tenantId = await company()
    const one = await people(tenantId, 30, 6)
    await people(tenantId, 12, 1)
    const asked = await first(tenantId)
    const links = await tokens(asked.id, {}, "admin")
    expect(links).toHaveLength(42)
    await respond(asked, links.slice(0, 19))
    expect(await shownOf(asked.id)).toEqual([0, 0, 19, 0, 0])
    await respond(asked, links.slice(19, 20), "Kahve")
    expect(await shownOf(asked.id)).toEqual([20, 20, 0, 20, 0])
    const found = await report(asked.id, "", "admin")
    expect([found.newcomers, found.departments]).toEqual([20, []])
    expect(found.questions[0]?.options.map(({ count }) => count)).toEqual([19, 1])
    const today = new Date(signed.api.now()).toISOString().slice(0, 10)
    for (const query of [`?departmentId=${one}`, `?from=${today}`, "?from=2020-01-01", "?to=2999-01-01"])
      expect([query, ...(await shownOf(asked.id, query))]).toEqual([query, 0, 0, 0, 0, 0])
    // The next ones wait for a group as large, also when the survey is closed.
    await respond(asked, links.slice(20, 39))
    expect(await shownOf(asked.id)).toEqual([20, 20, 19, 20, 0])
    await set(asked.id, { status: 2 })
    expect(await shownOf(asked.id)).toEqual([20, 20, 19, 20, 0])
    await set(asked.id, { status: 1 })
    await respond(asked, links.slice(39, 40))
    expect(await shownOf(asked.id)).toEqual([40, 40, 0, 40, 0])
    // What is stored of them has no department.
    const rows = await rowsOf<{ d: string | null }>(
      signed.api.db,
      `select distinct department_id as d from survey_answers where survey_id = '${asked.id}'`,
    )
    expect(rows).toEqual([{ d: null }])
  })

  it("shows a question that few of the 20 answered once 20 did", async () => {
    const tenantId = await company()
    await people(tenantId, 40, 2)
    const asked = await first(tenantId, { questions: [...questions, { text: "Neden?", type: "text", required: false }] })
    const links = await tokens(asked.id, {}, "admin")
    const texts = async (query = ""): Promise<string[]> => {
      const path = `/survey/report/${asked.id}/texts?pageSize=100&questionId=${asked.questions[4].id}${query}`
      return (await must("GET", path, undefined, "admin")).texts
    }
    const answered = async () => (await report(asked.id, "", "admin")).questions.map(({ answered }) => answered)
    for (const [at, token] of links.entries()) {
      await answer(
        asked.id,
        token,
        answersTo(asked, ["Çay", undefined, at % 2 ? undefined : true, undefined, at % 2 ? undefined : `${at}`]),
      )
      if (at === 19) expect([await answered(), await texts()]).toEqual([[20, 0, 0, 0, 0], []])
    }
    expect(await answered()).toEqual([40, 0, 20, 0, 20])
    expect([(await texts()).length, (await texts("&from=2026-01-01")).length]).toEqual([20, 0])
  })

  /** Made-up people, or one real one, of a new company. */
  const fakes = 19
  const attacks: [string, () => Promise<number[]>][] = [
    [
      "of a chosen department",
      async () => {
        const tenantId = await company()
        await people(tenantId, 30, 6)
        const departmentId = await people(tenantId, fakes + 1, 1)
        const asked = await first(tenantId, { departmentIds: [departmentId] })
        await respond(asked, await tokens(asked.id, {}, "admin"))
        return [(await report(asked.id, "", "admin")).responseCount]
      },
    ],
    [
      "invited by a chosen department, before or after the others",
      async () => {
        const shown: number[] = []
        for (const order of ["before", "after"]) {
          const tenantId = await company()
          const others = await people(tenantId, 30, 6)
          const departmentId = await people(tenantId, fakes + 1, 1)
          const asked = await first(tenantId)
          const rest = order === "after" ? await tokens(asked.id, { departmentIds: [others] }, "admin") : []
          await respond(asked, await tokens(asked.id, order === "before" ? { departmentIds: [departmentId] } : {}, "admin"))
          expect(rest).toHaveLength(order === "after" ? 30 : 0)
          shown.push((await report(asked.id, "", "admin")).responseCount)
        }
        return shown
      },
    ],
    [
      "of a subsidiary with a survey of its own, or of the company for it alone",
      async () => {
        const parent = await company()
        await people(parent, 30, 6)
        const tenantId = await company(parent)
        await people(tenantId, fakes + 1, 1)
        const shown: number[] = []
        for (const given of [{ tenantId }, { tenantId: parent, tenantIds: [tenantId] }]) {
          const asked = await survey(given, "admin")
          await respond(asked, await tokens(asked.id, {}, "admin"))
          shown.push((await report(asked.id, "", "admin")).responseCount)
        }
        return shown
      },
    ],
    [
      "invited once the survey asks for one part and then for all",
      async () => {
        const tenantId = await company()
        const others = await people(tenantId, 30, 6)
        await people(tenantId, fakes + 1, 1)
        const asked = await first(tenantId, { departmentIds: [others] })
        expect(await tokens(asked.id, {}, "admin")).toHaveLength(30)
        await set(asked.id, { departmentIds: [] })
        await respond(asked, await tokens(asked.id, {}, "admin"))
        return [(await report(asked.id, "", "admin")).responseCount]
      },
    ],
    [
      "entered after the first invitations",
      async () => {
        const tenantId = await company()
        await people(tenantId, 1, 6)
        const asked = await first(tenantId)
        const [real = ""] = await tokens(asked.id, {}, "admin")
        signed.api.advance(1_000)
        await people(tenantId, fakes + 10, 0)
        await respond(asked, [...(await tokens(asked.id, {}, "admin")), real])
        return [(await report(asked.id, "", "admin")).responseCount]
      },
    ],
    [
      "in a company that has had people for longer, and has deleted, or renamed, them",
      async () => {
        const tenantId = await company()
        await people(tenantId, 5, 20, { deletedAt: new Date(signed.api.now()) })
        await people(tenantId, fakes + 1, 1)
        const asked = await first(tenantId)
        await respond(asked, await tokens(asked.id, {}, "admin"))
        return [(await report(asked.id, "", "admin")).responseCount]
      },
    ],
    [
      "who get other addresses in a company that has had people for longer",
      async () => {
        const tenantId = await company()
        const departmentId = await people(tenantId, fakes + 1, 50)
        for (const person of await peopleOf(departmentId))
          await must(
            "PUT",
            `/api/users/update/${person.id}`,
            { email: `baska.${person.email}`, phoneNumber: "5551112233" },
            "admin",
          )
        const asked = await first(tenantId)
        await respond(asked, await tokens(asked.id, {}, "admin"))
        return [(await report(asked.id, "", "admin")).responseCount]
      },
    ],
    [
      "with a start that is moved back after the invitations",
      async () => {
        const tenantId = await company()
        await people(tenantId, 10, 30)
        const departmentId = await people(tenantId, 5, 1)
        const asked = await first(tenantId, { startDate: new Date(signed.api.now() + 20 * day).toISOString() })
        const links = await tokens(asked.id, { departmentIds: [departmentId] }, "admin")
        await set(asked.id, { startDate: new Date(signed.api.now() - day).toISOString() })
        await respond(asked, links)
        return [(await report(asked.id, "", "admin")).responseCount]
      },
    ],
  ]
  it.each(sample(attacks, 3))("singles out nobody among made-up people %s", async (_, attack) => {
    for (const shown of await attack()) expect(shown).toBe(0)
  })

  it("that begins in 14 days shows departments, to people who are invited at once", async () => {
    const tenantId = await company()
    const departmentId = await people(tenantId, 6, 1)
    const start = signed.api.now() + 14 * day
    const dates = { startDate: new Date(start).toISOString(), endDate: new Date(start + 9 * day).toISOString() }
    const asked = await first(tenantId, dates)
    const links = await tokens(asked.id, {}, "admin")
    await later(14 * day + 1_000)
    await respond(asked, links)
    expect((await report(asked.id, `?departmentId=${departmentId}`, "admin")).responseCount).toBe(5)
  })
})

describe("newcomers in a company with others", () => {
  it("are shown 20 at a time with five others, in no department and on no day: any two reports differ by five others", async () => {
    const [old, fresh] = [await department(12), await department(0)]
    await join(fresh, 45, ago(2))
    const asked = await survey({ departmentIds: [old, fresh] })
    const links = await tokens(asked.id)
    const invitations = await signed.api.db.select().from(surveyInvitations)
    const ofNewcomers = new Set(invitations.flatMap(({ newcomer, tokenHash }) => (newcomer ? [tokenHash] : [])))
    const [newcomers, others] = [true, false].map(is => links.filter(token => ofNewcomers.has(hashToken(token)) === is))
    expect([newcomers?.length, others?.length]).toEqual([45, 12])
    let known = { others: 0, newcomers: 0, shown: 0 }
    const sizes: number[][] = []
    const give = async (token: string, kind: "others" | "newcomers") => {
      expect((await answer(asked.id, token, answersTo(asked, ["Çay"]))).status).toBe(200)
      known = { ...known, [kind]: known[kind] + 1 }
      const { responseCount, undated = 0, newcomers: shownNewcomers = 0 } = await report(asked.id)
      if (responseCount !== known.shown) sizes.push([responseCount, undated, shownNewcomers])
      known.shown = responseCount
    }
    for (const token of newcomers?.slice(0, 22) ?? []) await give(token, "newcomers")
    expect(sizes).toEqual([])
    for (const token of others ?? []) await give(token, "others")
    for (const token of newcomers?.slice(22) ?? []) await give(token, "newcomers")
    expect(sizes).toEqual([
      [25, 25, 20],
      [30, 25, 20],
    ])
  })
})

describe("the outlook", () => {
  const outlook = (body: object = {}, who: Who = "admin") => must("POST", "/survey/outlook", body, who)
  const dayIn = (days: number) => new Date(signed.api.now() + days * day + 3 * 3_600_000).toISOString().slice(0, 10)

  it.each<[string, [number, number][], object]>([
    ["nobody", [], { people: 0, newcomers: 0, report: "departments", departmentsFrom: null }],
    ["people of long ago", [[30, 40]], { people: 30, newcomers: 0, report: "departments", departmentsFrom: null }],
    [
      "a few newcomers",
      [
        [30, 40],
        [3, 2],
      ],
      { people: 33, newcomers: 3, report: "departments", departmentsFrom: null },
    ],
    ["newcomers alone", [[40, 7]], { people: 40, newcomers: 40, report: "whole", departmentsFrom: 8 }],
    ["few newcomers alone", [[19, 7]], { people: 19, newcomers: 19, report: "none", departmentsFrom: 8 }],
    [
      "newcomers of two days, the later few",
      [
        [300, 7],
        [10, 1],
      ],
      { people: 310, newcomers: 310, report: "whole", departmentsFrom: 8 },
    ],
    [
      "newcomers among others",
      [
        [20, 40],
        [30, 3],
      ],
      { people: 50, newcomers: 30, report: "joined", departmentsFrom: 12 },
    ],
  ])("of %s", async (_, lists, { departmentsFrom, ...expected }: { departmentsFrom?: number | null }) => {
    const tenantId = await company()
    for (const [count, days] of lists) await department(count, { tenantId, createdAt: ago(days) })
    const from = departmentsFrom == null ? null : dayIn(departmentsFrom)
    expect(await outlook({ tenantId })).toEqual({ ...expected, departmentsFrom: from })
  })

  it("of a department alone is none, and is only of companies within reach", async () => {
    const tenantId = await company()
    const departmentId = await department(30, { tenantId, createdAt: ago(2) })
    expect((await outlook({ tenantId, departmentIds: [departmentId] })).report).toBe("none")
    expect((await outlook({ departmentIds: [departmentId] }, "elif")).people).toBe(0)
    expect((await call("POST", "/survey/outlook", { tenantId }, "elif")).status).toBe(400)
    expect((await call("POST", "/survey/outlook", {}, "user")).status).toBe(403)
  })
})
