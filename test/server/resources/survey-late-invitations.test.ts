import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { type Mailer, MailRefused } from "../../../server/src/mail/mail"
import { invitationMails } from "../../../server/src/resources/surveys/mails"
import { smallestGroup } from "../../../src/contract/surveys/report"
import { createTestApi } from "../../api"
import { fieldsOf, type Signed, signAll } from "../record-kit"
import { answersTo, createSurveyKit } from "../survey-kit"

/** People who are invited alone, and what their company's administrator sees of it (docs/security.md#respondents-of-surveys). */
let signed: Signed
beforeAll(async () => {
  const api = await createTestApi({ env: { PUBLIC_URL: "https://konsol.example/" } })
  signed = { api, tokens: await signAll(api) }
})
afterAll(() => signed.api.close())

const { call, must, department, survey, invite, tokens, answer } = createSurveyKit(() => signed)
const day = 86_400_000
const peopleOf = async (departmentId: string) =>
  (await signed.api.db.query.users.findMany({ where: (row, { eq }) => eq(row.departmentId, departmentId) })).map(({ id }) => id)

type Made = { id: string; questions: { id: string }[]; departmentId: string; people: string[] }
/** An open survey of one department with so many people. */
const asked = async (people: number): Promise<Made> => {
  const departmentId = await department(people)
  return { ...(await survey({ departmentIds: [departmentId] })), departmentId, people: await peopleOf(departmentId) }
}
const answers = async ({ id, questions }: Made, token: string | undefined) =>
  expect((await answer(id, token, answersTo({ questions }, ["Çay"]))).status).toBe(200)

/** Enters people who come later. @returns their ids */
const addLater = async ({ departmentId, people }: Made, count: number): Promise<string[]> => {
  await rowsOf(
    signed.api.db,
    `insert into users (email, first_name, last_name, role, tenant_id, department_id, created_at)
      select 'gec' || gen_random_uuid() || '@anket.example', 'Yeni', 'Kişi', 'User', tenant_id, department_id, '${new Date(signed.api.now() - 40 * day).toISOString()}'
      from users, generate_series(1, ${count}) where users.id = '${people[0]}'`,
  )
  return (await peopleOf(departmentId)).filter(id => !people.includes(id))
}
/** Invites people one by one. @returns their tokens, from their mails */
const inviteEach = async ({ id }: Made, people: readonly string[]): Promise<string[]> => {
  const before = signed.api.outbox.length
  for (const userId of people)
    expect((await invite(id, { userId })).value).toEqual({ tokens: [], invited: 1, mailed: 1, remaining: 0 })
  return signed.api.outbox.slice(before).map(({ link }) => link?.split("/").at(-1) ?? "")
}

/** All that an administrator of the company can read of a survey and of its numbers. */
const seenOf = async ({ id, departmentId }: Made) => {
  const paths = [
    `/survey/${id}`,
    "/survey/list?pageSize=100",
    `/survey/${id}/invitations`,
    `/survey/report/${id}`,
    `/survey/report/${id}?departmentId=${departmentId}`,
    `/survey/${id}/recommendations`,
    "/api/dashboard/stats",
    "/api/dashboard/attention",
    "/audit/list?pageSize=100",
  ]
  const answers = await Promise.all(paths.map(path => call("GET", path)))
  expect(answers.map(({ status }) => status).filter(status => status !== 200 && status !== 404)).toEqual([])
  return answers.map(({ body }, at) => [paths[at], body])
}

describe("one person", () => {
  it("is invited by mail alone, once, if the survey asks them", async () => {
    const made = await asked(6)
    const [person = ""] = made.people
    expect(await inviteEach(made, [person])).toHaveLength(1)
    expect((await invite(made.id, { userId: person })).value).toMatchObject({ invited: 0, mailed: 0 })
    const { people: others } = await asked(1)
    for (const userId of [others[0], made.id]) expect(fieldsOf(await invite(made.id, { userId }))).toEqual(["userId"])
    expect((await invite(made.id, { userId: person }, "mert")).status).toBe(404)
    expect((await invite(made.id, { mail: true })).value).toMatchObject({ invited: 5 })
  })

  it("who answers changes nothing that an administrator can read, also when the survey is closed and opened again", async () => {
    const made = await asked(5)
    for (const token of await tokens(made.id)) await answers(made, token)
    const [late] = await addLater(made, 1)
    const [token] = await inviteEach(made, [late ?? ""])
    const before = await seenOf(made)
    await answers(made, token)
    expect(await seenOf(made)).toEqual(before)
    const counts = await must("GET", `/survey/${made.id}/invitations`)
    expect(counts).toMatchObject({ invited: 6, answered: 5, inGroups: true, reminders: { mails: 1 } })
    const record = await must("GET", `/survey/${made.id}`)
    for (const status of [2, 1]) {
      await must("PUT", "/survey/update", { ...record, status })
      expect((await must("GET", `/survey/report/${made.id}`)).value).toMatchObject({ responseCount: 5, waiting: 0 })
      expect((await must("GET", `/survey/${made.id}`)).responseCount).toBe(5)
    }
  })

  it.each([
    ["alone", 1],
    ["with three others in one call", 4],
  ])("invited %s: numbers grow by five or more, whoever answers", async (_, size) => {
    const made = await asked(12)
    const early = await tokens(made.id)
    for (const token of early.slice(0, 6)) await answers(made, token)
    const late = await addLater(made, size)
    if (size === 1) await inviteEach(made, late)
    else expect((await invite(made.id, { mail: true })).value.invited).toBe(size)
    const seen = [6]
    for (const token of early.slice(6)) {
      await answers(made, token)
      const { answered } = await must("GET", `/survey/${made.id}/invitations`)
      const { responseCount } = await must("GET", `/survey/${made.id}`)
      const report = (await must("GET", `/survey/report/${made.id}`)).value
      expect([responseCount, report.responseCount + report.waiting]).toEqual([answered, answered])
      if (answered !== seen.at(-1)) seen.push(answered)
    }
    expect(seen).toEqual([6, 6 + smallestGroup])
  })

  it("is found by an index, and counted with those of processes that counted none", async () => {
    const { db } = signed.api
    const made = await asked(6)
    await tokens(made.id)
    await db.execute(`update surveys set invitations = 0 where id = '${made.id}'`)
    await addLater(made, 2)
    await invite(made.id, { mail: true })
    expect(await rowsOf(db, `select invitations from surveys where id = '${made.id}'`)).toEqual([{ invitations: 8 }])
    const byToken = "select from pg_indexes where tablename = 'survey_invitations' and indexdef like '%(token_hash)%'"
    expect(await rowsOf(db, byToken)).toHaveLength(1)
  })

  it("is not left over from a batch of five of whom no mail reaches four", async () => {
    const made = await asked(5)
    for (const token of await tokens(made.id)) await answers(made, token)
    await addLater(made, 5)
    const { mailer } = signed.api.deps
    let sent = 0
    const send: Mailer["send"] = async mail => {
      if (sent++) throw new MailRefused("550")
      await mailer.send(mail)
    }
    signed.api.deps.mailer = { ...mailer, send }
    await invite(made.id, { mail: true })
    await invitationMails.send(signed.api.deps, 10_000)
    signed.api.deps.mailer = mailer
    const token = signed.api.outbox.at(-1)?.link?.split("/").at(-1)
    expect(await must("GET", `/survey/${made.id}/invitations`)).toMatchObject({ invited: 6, answered: 5, inGroups: true })
    await answers(made, token)
    expect(await must("GET", `/survey/${made.id}/invitations`)).toMatchObject({ invited: 6, answered: 5 })
  })

  it("is one of the five whose answers then enter the report, in one step", async () => {
    const made = await asked(5)
    for (const token of await tokens(made.id)) await answers(made, token)
    const late = await inviteEach(made, await addLater(made, 5))
    for (const token of late.slice(0, 4)) await answers(made, token)
    expect((await must("GET", `/survey/report/${made.id}`)).value).toMatchObject({ responseCount: 5, waiting: 0 })
    await answers(made, late[4])
    expect((await must("GET", `/survey/report/${made.id}`)).value).toMatchObject({ responseCount: 10, waiting: 0 })
    expect(await must("GET", `/survey/${made.id}/invitations`)).toMatchObject({ invited: 10, answered: 10 })
  })
})
