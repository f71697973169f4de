import { afterAll, beforeAll, expect, it } from "vitest"
import { hashToken } from "../../../server/src/auth/secrets"
import { surveyInvitations } from "../../../server/src/db/survey-tables"
import { createTestApi } from "../../api"
import { type Signed, signAll } from "../record-kit"
import { answersTo, createSurveyKit } from "../survey-kit"

/** What an administrator tries who wants to read one person's answers (docs/security.md#respondents-of-surveys). */
let signed: Signed
beforeAll(async () => {
  const api = await createTestApi({ env: { PUBLIC_URL: "https://konsol.example/" } })
  signed = { api, tokens: await signAll(api) }
})
afterAll(() => signed.api.close())

const { call, must, department, survey, invite, tokens, answer, report } = createSurveyKit(() => signed)
const day = 86_400_000
const ago = (days: number) => new Date(signed.api.now() - days * day)
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
  ["made a day before", 1, 0, 5],
  ["made thirteen days before", 13, 0, 5],
  ["of fourteen days and more", 14, 5, 0],
])("four employees %s the survey single out nobody", async (_, days, shown, waiting) => {
  const departmentId = await department(1)
  await join(departmentId, 4, ago(days))
  const asked = await survey({ departmentIds: [departmentId] })
  await answerAll(asked)
  expect([(await report(asked.id)).responseCount, (await report(asked.id)).waiting]).toEqual([shown, waiting])
})

it("newcomers join a group of five others, which says how many they are, also by question", async () => {
  const departmentId = await department(5)
  await join(departmentId, 2, ago(1))
  const asked = await survey({ departmentIds: [departmentId] })
  const links = await tokens(asked.id)
  const invitations = await signed.api.db.select().from(surveyInvitations)
  const ofNewcomers = new Set(
    invitations.flatMap(({ surveyId, newcomer, tokenHash }) => (surveyId === asked.id && newcomer ? [tokenHash] : [])),
  )
  const isLate = (token: string) => Number(!ofNewcomers.has(hashToken(token)))
  const answered: unknown[] = []
  for (const token of links.toSorted((a, b) => isLate(a) - isLate(b))) {
    expect((await answer(asked.id, token, answersTo(asked, ["Çay"]))).status).toBe(200)
    const { responseCount, newcomers, waiting } = await report(asked.id)
    answered.push([responseCount, newcomers, waiting])
  }
  // The two newcomers answer first, and wait for five others.
  expect([answered[1], answered[5], answered[6]]).toEqual([
    [0, undefined, 2],
    [0, undefined, 6],
    [7, 2, 0],
  ])
  const { responseCount } = await report(asked.id)
  await must("PUT", "/survey/update", { id: asked.id, status: 2 })
  expect((await report(asked.id)).questions[0]?.answered).toBe(responseCount)
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
