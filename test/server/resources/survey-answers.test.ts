import { randomUUID } from "node:crypto"
import { pino } from "pino"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hashToken } from "../../../server/src/auth/secrets"
import { rowsOf } from "../../../server/src/db/open"
import { surveyAnswers } from "../../../server/src/db/survey-tables"
import { deleteOldLimits } from "../../../server/src/http/rate-limit"
import { type Mail, MailDeferred, MailDown, type Mailer, MailRefused } from "../../../server/src/mail/mail"
import { mailHtml } from "../../../server/src/mail/mail-html"
import { deleteExpired } from "../../../server/src/operations/housekeeping"
import { invitationMails } from "../../../server/src/resources/surveys/mails"
import { reminderMails } from "../../../server/src/resources/surveys/reminders"
import { questionIdOf } from "../../../server/src/resources/surveys/tallies"
import { addDays, fromInstant, toInstant } from "../../../src/core/dates/dates"
import { accounts, createTestApi } from "../../api"
import { reportAttack } from "../../attacks"
import { isLong, itInLongRuns } from "../../rounds"
import { fieldsOf, type Signed, signAll } from "../record-kit"
import { answersTo, createSurveyKit } from "../survey-kit"

/** Invitations to surveys and the answers of respondents (docs/contract.md#survey-answers). */
let signed: Signed
const lines: string[] = []
beforeAll(async () => {
  const log = pino({ level: "info" }, { write: line => lines.push(line) })
  const api = await createTestApi({ env: { PUBLIC_URL: "https://konsol.example/" }, log })
  signed = { api, tokens: await signAll(api) }
})
afterAll(() => signed.api.close())

const { call, must, tenantOf, department, survey, invite, tokens, open, answer } = createSurveyKit(() => signed)
const nobody = "00000000-0000-4000-8000-000000000000"
const day = 86_400_000

const sql = <T = Record<string, unknown>>(text: string) => rowsOf<T>(signed.api.db, text)
const countOf = async (table: string, surveyId: string) =>
  (await sql(`select 1 from ${table} where survey_id = '${surveyId}'`)).length
/** Stored answers by the id of the question. */
const answersOf = async (surveyId: string) =>
  (await signed.api.db.select().from(surveyAnswers))
    .filter(row => row.surveyId === surveyId)
    .map(({ answers }) => Object.fromEntries(Object.entries(answers).map(([key, value]) => [questionIdOf(key), value])))
const peopleOf = (departmentId: string) =>
  signed.api.db.query.users.findMany({ where: (row, { eq }) => eq(row.departmentId, departmentId) })

/** Moves the clock on, beyond the life of the sessions. */
const later = async (ms: number) => {
  signed.api.advance(ms)
  signed.tokens = await signAll(signed.api)
}

/** A survey of one department with so many people. */
const asked = async (people: number, given: object = {}) => {
  const departmentId = await department(people)
  return { departmentId, ...(await survey({ departmentIds: [departmentId], ...given })) }
}

describe("invitations to a survey", () => {
  itInLongRuns("are made in batches of 500, one for each person, until nobody is left", async () => {
    const { id } = await asked(501)
    const counts = async () => {
      const { people, invited, answered } = (await call("GET", `/survey/${id}/invitations`)).value
      return { people, invited, answered }
    }
    expect(await counts()).toEqual({ people: 501, invited: 0, answered: 0 })
    const seen = new Set<string>()
    for (const [invited, remaining] of [
      [500, 1],
      [1, 0],
      [0, 0],
    ]) {
      const { value } = await invite(id)
      expect([value.invited, value.remaining, value.mailed, value.tokens.length]).toEqual([invited, remaining, 0, invited])
      for (const { token, departmentName } of value.tokens) {
        expect([token, departmentName]).toEqual([expect.stringMatching(/^[\dA-Za-z]{32}$/), expect.stringMatching(/^Bölüm /)])
        seen.add(token)
      }
    }
    expect(seen.size).toBe(501)
    expect(await counts()).toEqual({ people: 501, invited: 501, answered: 0 })
  })

  it("go on behind the batch before, whose people are not read again", async () => {
    const { id, departmentId } = await asked(1_020)
    const first = (await invite(id)).value
    expect([first.invited, first.remaining, typeof first.next]).toEqual([500, 520, "string"])
    // Whoever is read is invited again.
    await sql(`delete from survey_invitees where survey_id = '${id}'`)
    const second = (await invite(id, { after: first.next })).value
    const third = (await invite(id, { after: second.next })).value
    expect([second.invited, third.invited, third.remaining, third.next]).toEqual([500, 20, 0, undefined])
    // A place of other people, or one that somebody made up, is none.
    expect((await invite(id, { after: "x" })).value.invited).toBe(500)
    await sql(`delete from survey_invitees where survey_id = '${id}'`)
    expect((await invite(id, { after: second.next, departmentIds: [departmentId] })).value.invited).toBe(500)
  })

  it("of calls at the same time invite nobody twice", async () => {
    const { id } = await asked(40)
    const answers = await Promise.all(Array.from({ length: 5 }, () => invite(id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.flatMap(({ value }) => value.tokens.map(({ token }: { token: string }) => token))).size).toBe(40)
    expect((await call("GET", `/survey/${id}/invitations`)).value).toMatchObject({ people: 40, invited: 40 })
  })

  it("go to the active people of the company and its subsidiaries, and of the chosen departments", async () => {
    const [first, second, third] = [await department(2), await department(3), await department(4)]
    await department(1, { departmentId: first, status: 0 })
    await department(1, { departmentId: first, deletedAt: new Date() })
    const own = await tenantOf("elif")
    const [subsidiary] = await sql<{ id: string }>(`select id from tenants where parent_id = '${own}'`)
    await department(1, { departmentId: first, tenantId: subsidiary?.id })
    await department(1, { departmentId: first, tenantId: await tenantOf("mert") })
    const people = async (given: object) => (await call("GET", `/survey/${(await survey(given)).id}/invitations`)).value.people
    expect(await people({ departmentIds: [first, second] })).toBe(6)
    expect(await people({ departmentIds: [first, second], tenantIds: [own] })).toBe(5)
    expect(await people({ departmentIds: [third] })).toBe(4)
    expect(await people({})).toBeGreaterThan(10)
    const { id } = await survey({ departmentIds: [first, second] })
    expect((await invite(id, { departmentIds: [second] })).value).toMatchObject({ invited: 3, remaining: 0 })
    expect((await invite(id)).value).toMatchObject({ invited: 3, remaining: 0 })
    expect(fieldsOf(await invite(id, { departmentIds: [third] }))).toEqual(["departmentIds"])
    expect(fieldsOf(await invite(id, { departmentIds: [nobody] }))).toEqual(["departmentIds"])
    const theirs = await department(1, {}, "mert")
    expect(fieldsOf(await invite((await survey()).id, { departmentIds: [theirs] }))).toEqual(["departmentIds"])
  })

  it("of a platform's survey go to the people of the companies that it is offered to", async () => {
    const theirs = await department(2, {}, "mert")
    const given = { departmentIds: [theirs], tenantIds: [await tenantOf("mert")] }
    const platform = await survey(given, "admin")
    expect(await tokens(platform.id, {}, "admin")).toHaveLength(2)
    const elsewhere = await survey({ ...given, tenantIds: [await tenantOf("elif")] }, "admin")
    expect(await tokens(elsewhere.id, {}, "admin")).toHaveLength(0)
  })

  it.each([
    ["a draft", { status: 0 }, 409],
    ["a closed survey", { status: 2 }, 409],
    ["a survey that is over", { startDate: "2026-01-01T00:00:00Z", endDate: "2026-01-02T00:00:00Z" }, 409],
    ["a scheduled survey", { startDate: "2099-01-01T00:00:00Z", endDate: "2099-02-01T00:00:00Z" }, 200],
    ["a survey without dates", { startDate: "", endDate: "" }, 200],
  ])("of %s: %s answers %i", async (_, given, status) => {
    const { id } = await asked(1, given)
    const made = await invite(id)
    expect(made.status).toBe(status)
    expect((await call("GET", `/survey/${id}/invitations`)).value.invited).toBe(status === 200 ? 1 : 0)
  })
})

describe("invitations by mail", () => {
  const mailsTo = (pattern: RegExp) => signed.api.outbox.filter(({ to }) => pattern.test(to))

  it("send each person a link in the person's language, and answer no token", async () => {
    const departmentId = await department(2)
    const [turk, other] = await peopleOf(departmentId)
    await sql(`update users set language = 'en' where id = '${other?.id}'`)
    const { id, title } = await survey({ departmentIds: [departmentId] })
    const { value } = await invite(id, { mail: true })
    expect(value).toEqual({ tokens: [], invited: 2, mailed: 2, remaining: 0 })
    const links: string[] = []
    for (const [person, subject, words] of [
      [turk, `Yeşilova Grup · Anket: ${title}`, "bir kez kullanılabilir"],
      [other, `Yeşilova Grup · Survey: ${title}`, "can be used once"],
    ] as const) {
      const [mail, ...more] = mailsTo(new RegExp(`^${person?.email}$`))
      expect(more).toEqual([])
      expect([mail?.subject, mail?.language]).toEqual([subject, person?.id === other?.id ? "en" : "tr"])
      expect(mail?.text).toContain(words)
      expect(mail?.link).toMatch(/^https:\/\/konsol\.example\/go\/survey\/[\dA-Za-z]{32}$/)
      expect(mail?.text).toContain(mail?.link)
      links.push(mail?.link ?? "")
    }
    for (const link of links) expect((await open(link.split("/").at(-1) ?? "")).value.state).toBe("open")
    expect((await invite(id, { mail: true })).value).toEqual({ tokens: [], invited: 0, mailed: 0, remaining: 0 })
  })

  /** A mail server that takes some mails, and none after them. @param outcome of a mail that it does not take */
  const failing = (after: number, outcome: Error = new MailDown("away", { isUnsent: true })) => {
    const { mailer } = signed.api.deps
    let tries = 0
    const send: Mailer["send"] = async mail => {
      if (tries++ >= after) throw outcome
      await mailer.send(mail)
    }
    signed.api.deps.mailer = { ...mailer, send }
    return {
      tries: () => tries,
      back: () => {
        signed.api.deps.mailer = mailer
      },
    }
  }
  /** Tries every half hour of some hours. */
  const tryFor = async (hours: number) => {
    for (let at = 0; at < hours * 2; at++) {
      signed.api.advance(1_800_000)
      await invitationMails.send(signed.api.deps, 10_000)
    }
    signed.tokens = await signAll(signed.api)
  }
  const kept = async (id: string) => [
    await queued(id),
    await countOf("survey_invitees", id),
    await countOf("survey_invitations", id),
  ]
  const queued = async (id: string) =>
    Number((await sql(`select count(*) as n from jobs where kind = 'invitation' and record_id = '${id}'`))[0]?.n)

  it("that cannot be sent wait in the database, unreadable, and are sent once the server is back", async () => {
    const before = signed.api.outbox.length
    const { id } = await asked(25)
    const { back } = failing(13)
    expect((await invite(id, { mail: true })).value).toEqual({ tokens: [], invited: 25, mailed: 25, remaining: 0 })
    expect([signed.api.outbox.length - before, await queued(id)]).toEqual([13, 12])
    back()
    const rows = JSON.stringify(await sql("select * from jobs where kind = 'invitation'"))
    for (const { link } of signed.api.outbox) expect(rows).not.toContain(link?.split("/").at(-1))
    await invitationMails.send(signed.api.deps, 10_000)
    expect(await queued(id)).toBeGreaterThan(0)
    signed.api.advance(60_000)
    await Promise.all([1, 2].map(() => invitationMails.send(signed.api.deps, 10_000)))
    expect([signed.api.outbox.length - before, await queued(id)]).toEqual([25, 0])
    expect(new Set(signed.api.outbox.slice(before).map(({ to }) => to)).size).toBe(25)
  })

  it("that cannot be sent for a day are given up, and these people can be invited again", async () => {
    const { id } = await asked(3)
    const { back, tries } = failing(0)
    await invite(id, { mail: true })
    await tryFor(23)
    expect([tries() > 5, await kept(id)]).toEqual([true, [3, 6, 3]])
    back()
    // A mail that was sealed before CODE_SECRET changed is given up too, and holds up no other.
    await signed.api.db.execute(`insert into jobs (kind, record_id, body, created_at, next_try_at, first_tried_at)
      select kind, record_id, 'of another secret, and long enough to have all its parts', created_at, next_try_at, first_tried_at from jobs
      where kind = 'invitation' limit 1`)
    await later(2 * 3_600_000)
    await invitationMails.send(signed.api.deps, 10_000)
    expect(await kept(id)).toEqual([0, 0, 0])
  })

  it("of a process of the release before are taken over when they are due or refused", async () => {
    const { id } = await asked(3)
    const { back } = failing(0)
    await invite(id, { mail: true })
    back()
    signed.api.advance(60_000)
    await sql(`with theirs as (delete from jobs where record_id = '${id}' returning *), numbered as (select *, row_number() over () as nth from theirs)
      insert into survey_mails (survey_id, sealed, created_at, try_at, refused)
      select record_id, body, created_at, next_try_at + (case nth when 3 then interval '1 hour' else '0' end), nth = 2 from numbered`)
    const left = () => sql(`select refused from survey_mails where survey_id = '${id}'`)
    const before = signed.api.outbox.length
    await invitationMails.send(signed.api.deps, 10_000)
    const found = await sql(`select state from jobs where record_id = '${id}'`)
    expect([signed.api.outbox.length - before, found, await left()]).toEqual([1, [{ state: "failed" }], [{ refused: false }]])
    await tryFor(2)
    expect([signed.api.outbox.length - before, await left()]).toEqual([2, []])
  })

  it("that were sealed with another secret are dropped, and hold up no other", async () => {
    const { id } = await asked(3)
    const now = new Date(signed.api.now()).toISOString()
    await sql(`insert into jobs (kind, record_id, body, created_at, next_try_at)
      select 'invitation', '${id}', 'of another secret, and long enough to have all its parts', '${now}', '${now}' from generate_series(1, 12)`)
    const before = signed.api.outbox.length
    await invite(id, { mail: true })
    expect([signed.api.outbox.length - before, await queued(id)]).toEqual([3, 0])
  })

  it("whose outcome is not known are sent once more, with the same id, and keep their invitation", async () => {
    const ids: (string | undefined)[] = []
    const { mailer } = signed.api.deps
    const { id } = await asked(1)
    const send: Mailer["send"] = async mail => {
      ids.push(mail.id)
      throw new MailDown("The answer to DATA came too late.", { isUnsent: false })
    }
    signed.api.deps.mailer = { ...mailer, send }
    await invite(id, { mail: true })
    await tryFor(25)
    signed.api.deps.mailer = mailer
    await invitationMails.send(signed.api.deps, 10_000)
    expect(ids).toEqual([expect.stringMatching(/^[\da-f]{64}$/), ids[0]])
    expect(await kept(id)).toEqual([0, 2, 1])
  })

  it("that are deferred do not hold up others, are tried again, and arrive", async () => {
    const { id } = await asked(3)
    const before = signed.api.outbox.length
    const { mailer } = signed.api.deps
    let deferred = ""
    const send: Mailer["send"] = async mail => {
      deferred ||= mail.to
      if (mail.to === deferred) throw new MailDeferred("452")
      await mailer.send(mail)
    }
    signed.api.deps.mailer = { ...mailer, send }
    await invite(id, { mail: true })
    await tryFor(1)
    expect([signed.api.outbox.length - before, await queued(id)]).toEqual([2, 1])
    signed.api.deps.mailer = mailer
    await tryFor(2)
    expect([signed.api.outbox.at(-1)?.to, await queued(id)]).toEqual([deferred, 0])
  })

  it("that are refused for good take their invitation back, and the survey names these people until they are invited again", async () => {
    const { id, departmentId } = await asked(3)
    const { mailer } = signed.api.deps
    const [person] = await peopleOf(departmentId)
    const refuse: Mailer["send"] = async mail => {
      if (mail.to === person?.email) throw new MailRefused("550")
      await mailer.send(mail)
    }
    const unreached = async () => (await must("GET", `/survey/${id}/invitations`)).unreached
    expect(await unreached()).toBeUndefined()
    signed.api.deps.mailer = { ...mailer, send: refuse }
    await invite(id, { mail: true })
    const named = [{ name: `${person?.firstName} ${person?.lastName}`, email: person?.email }]
    expect([await kept(id), await unreached()]).toEqual([[1, 4, 2], named])
    await tryFor(30)
    expect([await kept(id), await unreached()]).toEqual([[1, 4, 2], named])
    expect((await invite(id, { mail: true })).value).toMatchObject({ invited: 1, remaining: 0 })
    expect([await kept(id), await unreached()]).toEqual([[2, 4, 2], named])
    signed.api.deps.mailer = mailer
    expect((await invite(id, { mail: true })).value).toMatchObject({ invited: 1, remaining: 0 })
    expect([signed.api.outbox.at(-1)?.to, await countOf("survey_invitations", id), await unreached()]).toEqual([
      person?.email,
      3,
      undefined,
    ])
  })

  it("leave none in doubt where the server cannot be reached", async () => {
    const { id } = await asked(1)
    const { mailer } = signed.api.deps
    await invite(id, {})
    const other = await asked(2)
    const { back } = failing(0)
    await invite(other.id, { mail: true })
    back()
    const open = async () => {
      throw new MailDown("away", { isUnsent: true })
    }
    signed.api.deps.mailer = { ...mailer, open }
    await tryFor(3)
    signed.api.deps.mailer = mailer
    const doubts = await sql<{ doubts: number }>(`select tries as doubts from jobs where record_id = '${other.id}'`)
    expect(doubts.map(row => row.doubts)).toEqual([0, 0])
    await tryFor(1)
    expect(await queued(other.id)).toBe(0)
  })

  it("of a company and its subsidiaries share the limit of the day", async () => {
    await later(day)
    const own = await tenantOf("elif")
    const [subsidiary] = await sql<{ id: string }>(`select id from tenants where parent_id = '${own}' and deleted_at is null`)
    const given = { tenantId: subsidiary?.id, departmentIds: [await department(2, { tenantId: subsidiary?.id })] }
    for (const { id } of [await asked(3), await survey(given)]) expect((await invite(id, { mail: true })).status).toBe(200)
    // The day of Istanbul begins at 21:00 UTC.
    const start = new Date(signed.api.now() - ((signed.api.now() + 3 * 3_600_000) % day)).toISOString()
    expect(await sql(`select key, calls from limits where key like 'mails %' and window_start = '${start}'`)).toEqual([
      { key: `mails ${own}`, calls: 5 },
    ])
  })

  it("name the company first, without control and direction marks and without words that a mail program decodes", async () => {
    const departmentId = await department(1)
    const { id } = await survey({
      departmentIds: [departmentId],
      title: "Ödül \u202egnp.exe =?UTF-8?B?eA==?= \u2066https://evil.example",
    })
    await invite(id, { mail: true })
    const mail = signed.api.outbox.at(-1)
    expect(mail?.subject).toBe("Yeşilova Grup · Anket: Ödül gnp.exe = ?UTF-8?B?eA== ?= https://evil.example")
    expect(mail?.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u)
    expect([...(await mailHtml(mail as Mail)).matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([mail?.link])
  })

  it("are at most twice as many a day as the company has active people, at least 200, over all surveys", async () => {
    // An hour after the start of a day, whatever ran before.
    await later(day - (signed.api.now() % day) + 3_600_000)
    const tenantId = await tenantOf("mert")
    const company = `tenant_id in (select id from tenants where deleted_at is null and (id = '${tenantId}' or parent_id = '${tenantId}'))`
    const departmentIds = [await department(6, {}, "mert")]
    const lot = async () => invite((await survey({ departmentIds }, "mert")).id, { mail: true }, "mert")
    for (const isSmall of [false, true]) {
      // The signed-in administrator and the six people stay.
      if (isSmall)
        await sql(
          `update users set status = 0 where ${company} and department_id is distinct from '${departmentIds[0]}' and role = 'User'`,
        )
      const [row] = await sql<{ n: number }>(
        `select count(*)::int as n from users where status = 1 and deleted_at is null and ${company}`,
      )
      const limit = Math.max(200, 2 * Number(row?.n))
      expect([isSmall, limit > 200]).toEqual([isSmall, !isSmall])
      expect((await lot()).value.mailed).toBe(6)
      await sql(`update limits set calls = ${limit - 10} where key = 'mails ${tenantId}'`)
      const sent = [await lot(), await lot(), await lot()].map(({ status, value }) => [status, value?.mailed])
      expect(sent).toEqual([
        [200, 6],
        [200, 4],
        [429, undefined],
      ])
      const refused = await lot()
      expect([refused.status, Number(refused.headers.get("Retry-After")) > 3_600]).toEqual([429, true])
      await deleteOldLimits(signed.api.db, signed.api.now() + 2 * 3_600_000)
      expect((await lot()).status).toBe(429)
      await later(day)
    }
    expect(lines.filter(line => line.includes("used up its mails"))).not.toEqual([])
    const { value } = await call("GET", "/api/dashboard/attention", undefined, "admin")
    const line = value.lines.find(({ kind }: { kind: string }) => kind === "mailsUsedUp")
    expect(line).toMatchObject({ count: 1, id: tenantId })
    const list = await call("GET", "/tenant/list?attention=mails&sortBy=mailsUsedUp", undefined, "admin")
    expect(list.value.tenants.map((row: { id: string }) => row.id)).toEqual([tenantId])
  })
})

describe("reminders", () => {
  const remind = (id: string, who?: "elif" | "admin", headers = {}) => call("POST", `/survey/${id}/reminders`, {}, who, headers)
  const reminders = async (id: string) => (await must("GET", `/survey/${id}/invitations`)).reminders
  /** Sends what waits. @returns the mails that were sent, by address */
  const sent = async () => {
    const before = signed.api.outbox.length
    await reminderMails.send(signed.api.deps, 10_000)
    return signed.api.outbox.slice(before).sort((a, b) => (a.to < b.to ? -1 : 1))
  }
  /** A survey to which so many people were invited by mail three days ago. */
  const invited = async (people: number) => {
    const made = await asked(people)
    const before = signed.api.outbox.length
    await invite(made.id, { mail: true })
    const tokenOf: Record<string, string> = Object.fromEntries(
      signed.api.outbox.slice(before).map(({ to, link }) => [to, link?.split("/").at(-1) ?? ""]),
    )
    await later(3 * day)
    const { id, questions, departmentId }: { id: string; questions: { id: string }[]; departmentId: string } = made
    return { id, questions, departmentId, tokenOf, emails: Object.keys(tokenOf).sort() }
  }
  const answers = (survey: { id: string; questions: { id: string }[] }, token?: string) =>
    answer(survey.id, token, answersTo(survey, ["Çay"]))

  it("go to those whose link is unused, with that link, in their language, twice at most and three days apart", async () => {
    const survey = await invited(5)
    const { id, emails, tokenOf } = survey
    await sql(`update users set language = 'en' where email = '${emails[1]}'`)
    await answers(survey, tokenOf[emails[0] ?? ""])
    const now = signed.api.now()
    expect(await reminders(id)).toEqual({ sentAt: [], mails: 4, nextAt: new Date(now).toISOString(), planned: [] })
    const next = new Date(now + 3 * day).toISOString()
    const before = signed.api.outbox.length
    expect((await remind(id)).value).toEqual({ sentAt: [new Date(now).toISOString()], mails: 4, nextAt: next, planned: [] })
    expect(signed.api.outbox).toHaveLength(before)
    // Whoever answers between the call and the mail gets none.
    await answers(survey, tokenOf[emails[4] ?? ""])
    const first = await sent()
    expect(first.map(({ to, link }) => [to, link?.split("/").at(-1)])).toEqual(emails.slice(1, 4).map(to => [to, tokenOf[to]]))
    expect(first.map(({ subject }) => /Reminder|Hatırlatma/.exec(subject)?.[0])).toEqual(["Reminder", "Hatırlatma", "Hatırlatma"])
    expect([(await remind(id)).status, await sent()]).toEqual([409, []])
    await later(3 * day - 1000)
    expect((await remind(id)).status).toBe(409)
    await later(1000)
    await answers(survey, tokenOf[emails[1] ?? ""])
    const calls = await Promise.all(Array.from({ length: 8 }, () => remind(id)))
    expect(calls.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    const second = await sent()
    expect(second.map(({ to }) => to)).toEqual(emails.slice(2, 4))
    expect(second.map(({ id }) => id)).not.toEqual(first.slice(1).map(({ id }) => id))
    // People who are invited afterwards are reminded of nothing, and their links are not kept.
    await sql(`delete from survey_invitees where survey_id = '${id}'`)
    await invite(id, { mail: true })
    await later(4 * day)
    expect([(await remind(id)).status, (await reminders(id)).nextAt]).toEqual([409, null])
    expect([(await sent()).length, await countOf("survey_links", id)]).toEqual([0, 0])
  })

  it("are sent once for a call that is repeated with its key", async () => {
    const { id } = await invited(2)
    const headers = { "Idempotency-Key": randomUUID() }
    const first = await remind(id, "elif", headers)
    expect((await remind(id, "elif", headers)).value).toEqual(first.value)
    expect(await sent()).toHaveLength(2)
  })

  it("disclose nothing of one person by an address, a deactivation, a refusal or the mails of the day", async () => {
    const survey = await invited(4)
    const { id, emails, tokenOf } = survey
    await answers(survey, tokenOf[emails[3] ?? ""])
    await sql(`update users set email = 'baskasi@anket.example' where email = '${emails[0]}'`)
    await sql(`update users set status = 0 where email = '${emails[1]}'`)
    const calls = async () =>
      Number((await sql(`select coalesce(sum(calls), 0) as n from limits where key like 'mails %'`))[0]?.n)
    const before = await calls()
    expect((await remind(id)).value.mails).toBe(3)
    const { mailer } = signed.api.deps
    const tried: string[] = []
    const refuse: Mailer["send"] = async ({ to }) => {
      tried.push(to)
      throw new MailRefused("550")
    }
    signed.api.deps.mailer = { ...mailer, send: refuse }
    await sent()
    signed.api.deps.mailer = mailer
    expect([tried, (await calls()) - before]).toEqual([[emails[2]], 3])
    expect((await must("GET", `/survey/${id}/invitations`)).unreached).toBeUndefined()
    expect(await sql(`select 1 from jobs where kind = 'reminder'`)).toEqual([])
  })

  it("whose outcome is not known are not sent again", async () => {
    const { id } = await invited(1)
    await remind(id)
    const { mailer } = signed.api.deps
    let tries = 0
    const send: Mailer["send"] = async () => {
      tries++
      throw new MailDown("The answer to DATA came too late.", { isUnsent: false })
    }
    signed.api.deps.mailer = { ...mailer, send }
    for (let at = 0; at < 5; at++) {
      await sent()
      signed.api.advance(3_600_000)
    }
    signed.api.deps.mailer = mailer
    await later(0)
    expect([tries, await sql(`select 1 from jobs where kind = 'reminder'`)]).toEqual([1, []])
  })

  it("need a company's own open survey with people who were invited by mail", async () => {
    const { id } = await asked(2)
    await tokens(id)
    await later(3 * day)
    expect([(await remind(id)).status, (await reminders(id)).nextAt]).toEqual([409, null])
    const closed = await invited(2)
    await later(40 * day)
    expect([(await remind(closed.id)).status, (await remind(closed.id, "admin")).status]).toEqual([409, 409])
    await sent()
    expect(await countOf("survey_links", closed.id)).toBe(0)
  })

  /** A survey with planned reminders, of which the people were invited just now; `until` moves the clock to a time of a later day. */
  const planned = async (reminderDays: number[], people = 3) => {
    const departmentId = await department(people)
    const made = await survey({ departmentIds: [departmentId], reminderDays })
    await invite(made.id, { mail: true })
    const from = fromInstant(new Date(signed.api.now()).toISOString(), "Europe/Istanbul")?.date ?? ""
    const at = (days: number, time = "09:00") => Date.parse(toInstant(addDays(from, days), time, "Europe/Istanbul"))
    const until = (days: number, time?: string) => later(at(days, time) - signed.api.now())
    return { ...made, at, until, state: () => reminders(made.id) }
  }

  it("that are planned go out at nine of their days, once, and are told with their days", async () => {
    const { id, questions, at, until, state } = await planned([6, 3])
    const iso = (days: number) => new Date(at(days)).toISOString()
    expect((await state()).planned).toEqual([3, 6].map(day => ({ day, at: iso(day) })))
    await until(3, "08:59")
    expect(await sent()).toEqual([])
    await until(3)
    const first = await sent()
    expect([first.length, (await sent()).length]).toEqual([3, 0])
    expect(await state()).toMatchObject({ sentAt: [iso(3)], planned: [{ day: 6 }] })
    await answers({ id, questions }, first[0]?.link?.split("/").at(-1))
    await until(6)
    expect((await sent()).map(({ to }) => to)).toEqual(first.slice(1).map(({ to }) => to))
    expect(await state()).toMatchObject({ sentAt: [iso(3), iso(6)], planned: [], nextAt: null })
  })

  type Planned = Awaited<ReturnType<typeof planned>>
  it.each<[string, number[], (made: Planned) => Promise<unknown>, number, number]>([
    ["notOpen", [3], ({ id }) => sql(`update surveys set intent = 'closed' where id = '${id}'`), 3, 0],
    ["notOpen", [3], ({ id }) => sql(`update surveys set end_date = start_date + interval '30 hours' where id = '${id}'`), 3, 0],
    ["nobody", [3], ({ id }) => sql(`update survey_invitations set used = true where survey_id = '${id}'`), 3, 0],
    ["late", [3], ({ id }) => sql(`update surveys set reminder_days = '{3}' where id = '${id}'`), 5, 0],
    ["recent", [7], ({ id, until }) => until(5, "10:00").then(() => remind(id)), 7, 1],
    [
      "limit",
      [9],
      async ({ id, until }) => {
        await until(4)
        await remind(id)
        await until(8, "08:00")
        await remind(id)
      },
      9,
      2,
    ],
  ])("that are planned are left out for a reason (%s), and not sent later", async (skipped, days, change, dueDay, byHand) => {
    const made = await planned(days)
    await change(made)
    await sent()
    await made.until(dueDay)
    const mails = await sent()
    expect(mails).toEqual([])
    expect(await made.state()).toMatchObject({ planned: [{ day: days[0], skipped }] })
    expect((await made.state()).sentAt).toHaveLength(byHand)
    await sql(`update surveys set intent = 'active', end_date = null where id = '${made.id}'`)
    await later(3_600_000)
    expect(await sent()).toEqual([])
  })

  it("keep links that tell nothing without the secret, and that no answer touches", async () => {
    const survey = await invited(6)
    const { id, emails, tokenOf } = survey
    const links = () => sql(`select ctid::text, xmin::text, * from survey_links where survey_id = '${id}'`)
    const before = await links()
    await answers(survey, tokenOf[emails[0] ?? ""])
    expect(await links()).toEqual(before)
    expect(Object.keys(before[0] ?? {})).toEqual(["ctid", "xmin", "sealed", "survey_id", "person_key"])
    const sealed = before.map(row => String(row.sealed))
    expect(sealed).toEqual([...sealed].sort())
    const [person] = await peopleOf(survey.departmentId)
    for (const known of [person?.id ?? "", ...Object.values(tokenOf).flatMap(token => [token, hashToken(token)])])
      expect(JSON.stringify(before)).not.toContain(known)
    expect((await call("DELETE", `/api/users/hard-delete/${person?.id}`, undefined, "admin")).status).toBe(200)
    expect(await links()).toHaveLength(5)
  })
})

describe("a test mail", () => {
  it("goes to the caller alone, of a draft too, and its page takes answers that nobody stores", async () => {
    const made = await asked(2, { status: 0 })
    const before = signed.api.outbox.length
    expect((await call("POST", `/survey/${made.id}/test`, {})).value).toBe(true)
    const mails = signed.api.outbox.slice(before)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [accounts.elif, expect.stringMatching(/^Deneme · Yeşilova Grup · Anket: /)],
    ])
    const token = mails[0]?.link?.split("/").at(-1) ?? ""
    expect((await open(token)).value).toMatchObject({ state: "open", isTest: true, questions: [{}, {}, {}, {}] })
    expect(fieldsOf(await answer(made.id, token, []))).toEqual([`answers.${made.questions[0]?.id}`])
    for (let at = 0; at < 2; at++) expect((await answer(made.id, token, answersTo(made, ["Çay"]))).status).toBe(200)
    const tables = [
      "survey_answers",
      "survey_held_answers",
      "survey_invitations",
      "survey_invitees",
      "survey_links",
      "survey_tallies",
    ]
    expect(await Promise.all(tables.map(table => countOf(table, made.id)))).toEqual(tables.map(() => 0))
    expect((await must("GET", `/survey/${made.id}`)).responseCount).toBe(0)
    const other = await asked(1)
    expect((await answer(other.id, token, answersTo(other, ["Çay"]))).status).toBe(404)
    await later(7 * day)
    expect([(await open(token)).status, (await open(`test-${"A".repeat(100)}`)).status]).toEqual([404, 404])
    expect((await call("POST", `/survey/${made.id}/test`, {}, "mert")).status).toBe(404)
  })
})

describe("a lot whose answer is lost", () => {
  const headers = { "Idempotency-Key": randomUUID() }

  it("has the same links for a repetition with its key, which the database keeps unreadable for an hour", async () => {
    const { id } = await asked(4)
    const first = await call("POST", `/survey/${id}/invitations`, {}, "elif", headers)
    const again = await call("POST", `/survey/${id}/invitations`, {}, "elif", headers)
    expect(first.value.tokens).toHaveLength(4)
    expect(again.value).toEqual(first.value)
    expect(await countOf("survey_invitees", id)).toBe(2 * 4)
    const kept = JSON.stringify(await sql("select * from idempotency_keys"))
    for (const { token } of first.value.tokens) expect(kept).not.toContain(token)
    await must("PUT", "/survey/update", { id, status: 2 })
    const closed = await call("POST", `/survey/${id}/invitations`, {}, "elif", headers)
    expect([closed.status, closed.value]).toEqual([200, first.value])
    expect((await invite(id)).status).toBe(409)
    await must("PUT", "/survey/update", { id, status: 1 })
    await later(3_600_001)
    await deleteExpired(signed.api.db, signed.api.now())
    expect((await call("POST", `/survey/${id}/invitations`, {}, "elif", headers)).value.tokens).toEqual([])
  })
})

describe("a respondent's token", () => {
  it("shows an uploaded logo, and none of another host", async () => {
    const { id } = await asked(1)
    const [token = ""] = await tokens(id)
    const tenantId = await tenantOf("elif")
    const own = `/backend/media/${"a".repeat(64)}.png`
    for (const [logo, shown] of [
      [own, own],
      ["https://tracker.example/seen.png", ""],
    ] as const) {
      await sql(`update tenants set logo = '${logo}' where id = '${tenantId}'`)
      expect((await open(token)).value.company.logo).toBe(shown)
    }
  })

  it("shows the survey in every state, and nothing of departments, people or other tokens", async () => {
    const { id, title, departmentId, questions } = await asked(2)
    const [token = "", other = ""] = await tokens(id)
    const found = await open(token)
    for (const end of [".", ",", ")", "%22", "%E2%80%9D.", "…"])
      expect([end, (await open(token + end)).value]).toEqual([end, found.value])
    expect(found.value).toMatchObject({ id, title, state: "open", questions, company: { name: expect.any(String) } })
    expect(Object.keys(found.value).sort()).toEqual([
      "company",
      "description",
      "endDate",
      "id",
      "isTest",
      "questions",
      "startDate",
      "state",
      "title",
    ])
    expect(Object.keys(found.value.company).sort()).toEqual(["logo", "name", "primaryColor", "secondaryColor"])
    const told = JSON.stringify(found.body)
    for (const secret of [departmentId, other, "Gizli", "Bölüm", await tenantOf("elif")]) expect(told).not.toContain(secret)
    // Reading it any number of times, as mail scanners do, does not use it up.
    await open(token)
    const set = (given: object) => must("PUT", "/survey/update", { id, ...given })
    const state = async () => [(await open(token)).value.state, (await open(token)).value.questions.length]
    await set({ status: 2 })
    expect(await state()).toEqual(["closed", 0])
    await set({ status: 0 })
    expect(await state()).toEqual(["notYet", 0])
    await set({ status: 1, startDate: new Date(signed.api.now() + day).toISOString() })
    expect(await state()).toEqual(["notYet", 0])
    await set({ startDate: new Date(signed.api.now() - day).toISOString() })
    expect(await state()).toEqual(["open", 4])
    expect((await answer(id, token, answersTo({ questions }, ["Çay"]))).status).toBe(200)
    expect(await state()).toEqual(["answered", 0])
    expect((await open(other)).value.state).toBe("open")
  })

  it("of the platform's survey names a company where it asks that one alone", async () => {
    const departmentId = await department(1)
    const [own, other] = [await tenantOf("elif"), await tenantOf("mert")]
    const companyOf = async (tenantIds: string[]) => {
      const { id } = await survey({ departmentIds: [departmentId], tenantIds }, "admin")
      const [token = ""] = await tokens(id, {}, "admin")
      return (await open(token)).value.company
    }
    expect(await companyOf([])).toBeNull()
    expect(await companyOf([own, other])).toBeNull()
    expect(await companyOf([own])).toMatchObject({ name: "Yeşilova Grup", primaryColor: "#3A9355" })
  })

  it("of a deleted survey, or a company that is inactive, is unknown", async () => {
    const { id, questions } = await asked(2)
    const [first = "", second = ""] = await tokens(id)
    const given = answersTo({ questions }, ["Çay"])
    const own = await tenantOf("elif")
    await sql(`update tenants set active_status = 0 where id = '${own}'`)
    expect([(await open(first)).status, (await answer(id, first, given)).status]).toEqual([404, 404])
    await sql(`update tenants set active_status = 1 where id = '${own}'`)
    expect((await answer(id, first, given)).status).toBe(200)
    const deleted = await call("DELETE", `/survey/delete/${id}`)
    expect([(await open(second)).status, (await answer(id, second, given)).status]).toEqual([404, 404])
    await call("POST", `/undo/${deleted.headers.get("Undo-Token")}`)
    expect((await open(second)).value.state).toBe("open")
    expect((await call("GET", `/survey/${id}`)).value.responseCount).toBe(1)
  })

  it("that is none is unknown", async () => {
    const { id } = await asked(0)
    for (const token of ["x", "0".repeat(32), "../..", "%00", `${"a".repeat(32)}b`, "__proto__", "ş".repeat(32)]) {
      const statuses = [(await open(encodeURIComponent(token))).status, (await answer(id, token, [])).status]
      expect([token, ...statuses]).toEqual([token, 404, 404])
    }
  })

  it("of another survey is unknown", async () => {
    const [one, two] = [await asked(1), await asked(1)]
    const [token = ""] = await tokens(one.id)
    expect((await answer(two.id, token, answersTo(two, ["Çay"]))).status).toBe(404)
    expect((await open(token)).value.state).toBe("open")
  })
})

describe("answers", () => {
  it("are taken once, also of many at the same time, and with the end of a sentence after the token", async () => {
    const { id, questions } = await asked(1)
    const [token = ""] = await tokens(id)
    const given = answersTo({ questions }, ["Kahve", ["Yemek", "Servis"], false, 5])
    const times = isLong ? 100 : 20
    const answers = await Promise.all(Array.from({ length: times }, (_, at) => answer(id, at % 2 ? `${token}).` : token, given)))
    const statuses = answers.map(({ status }) => status)
    const taken = statuses.filter(status => status === 200).length
    reportAttack("answers with one token at once", times, taken - 1)
    expect([taken, statuses.filter(status => status === 409).length]).toEqual([1, times - 1])
    expect(await answersOf(id)).toEqual([Object.fromEntries(given.map(({ questionId, value }) => [questionId, value]))])
    expect((await call("GET", `/survey/${id}`)).value.responseCount).toBe(1)
    const again = await answer(id, token, given, { "Accept-Language": "en" })
    expect([again.status, again.body.errors]).toEqual([409, ["This link has already been used: the survey has been answered."]])
  })

  it("count as responses without a new version, a history or an undo", async () => {
    const { id, questions } = await asked(2)
    const before = await call("GET", `/survey/${id}`)
    const changed = await call("PUT", "/survey/update", { id, title: "Başka ad" })
    const [token = ""] = await tokens(id)
    await answer(id, token, answersTo({ questions }, ["Çay"]))
    const after = await call("GET", `/survey/${id}`)
    expect([before.headers.get("ETag"), after.headers.get("ETag")]).toEqual(['"1"', '"2"'])
    expect(after.value.updatedDate).toBe(changed.value.updatedDate)
    await call("POST", `/undo/${changed.headers.get("Undo-Token")}`)
    expect((await call("GET", `/survey/${id}`)).value).toMatchObject({ title: before.value.title, responseCount: 1 })
  })

  type Row = [what: string, values: unknown[], errors: number[]]
  const rows: Row[] = [
    ["nothing", [], [0]],
    ["blanks", [" "], [0]],
    ["an unknown option", ["Süt"], [0]],
    ["an option in a list", [["Çay"]], [0]],
    ["a number for an option", [5], [0]],
    ["an option that is not offered among others", ["Çay", ["Yemek", "Süt"]], [1]],
    ["an option twice", ["Çay", ["Yemek", "Yemek"]], [1]],
    ["a text for options", ["Çay", "Yemek"], [1]],
    ["words for yes", ["Çay", undefined, "true"], [2]],
    ["a mark of 0", ["Çay", undefined, undefined, 0], [3]],
    ["a mark of 6", ["Çay", undefined, undefined, 6], [3]],
    ["half a mark", ["Çay", undefined, undefined, 2.5], [3]],
    ["a mark in a text", ["Çay", undefined, undefined, "3"], [3]],
    ["several wrong ones", [undefined, ["Süt"], 1, true], [0, 1, 2, 3]],
  ]
  it("that the questions do not offer are refused at their question, and leave the token as it was", async () => {
    const { id, questions } = await asked(1)
    const [token = ""] = await tokens(id)
    for (const [what, values, errors] of rows) {
      const refused = await answer(id, token, answersTo({ questions }, values as never))
      expect([what, refused.status, refused.status === 400 && fieldsOf(refused)]).toEqual([
        what,
        400,
        errors.map(at => `answers.${questions[at].id}`),
      ])
    }
    for (const questionId of [nobody, "constructor", ""]) {
      const refused = await answer(id, token, [...answersTo({ questions }, ["Çay"]), { questionId, value: true }])
      expect([questionId, refused.status]).toEqual([questionId, 400])
    }
    expect(await answersOf(id)).toEqual([])
    const named = [...answersTo({ questions }, ["Çay"]), { questionId: "__proto__", value: true }]
    await answer(id, token, named)
    for (const stored of await answersOf(id)) expect(stored).toEqual({ [questions[0].id]: "Çay" })
  })

  const refused: [string, unknown][] = [
    ["no token", { answers: [] }],
    ["a token in numbers", { token: 5, answers: [] }],
    ["answers in an object", { token: "x", answers: {} }],
    ["an answer of nothing", { token: "x", answers: [{}] }],
    ["null for a value", { token: "x", answers: [{ questionId: nobody, value: null }] }],
    ["an object for a value", { token: "x", answers: [{ questionId: nobody, value: {} }] }],
    ["too many answers", { token: "x", answers: Array.from({ length: 101 }, () => ({ questionId: nobody, value: true })) }],
    ["no JSON", "{"],
    ["a lone surrogate", '{"token":"\\ud800","answers":[]}'],
  ]
  it("in a body that is none are refused", async () => {
    const { id } = await asked(0)
    for (const [what, body] of refused)
      expect([what, (await signed.api.call("POST", `/survey/${id}/answers`, { body })).status]).toEqual([what, 400])
  })

  const open = { text: "Neden?", type: "text" }
  const several = { text: "Hangileri?", type: "multiple_choice", options: ["Ücret", "Yemek", "Hiçbiri"], exclusive: "Hiçbiri" }
  it.each([
    ["a text of 1,000 characters", open, "😀".repeat(500), 200],
    ["a text that is too long", open, "a".repeat(1001), "En çok 1.000 karakter yazın."],
    ["a text of which nothing is seen", open, " \u200b\n ", "Bu soruyu yanıtlayın."],
    ["a list for a text", open, ["a"], "Sunulan yanıtlardan birini seçin."],
    ["options without the exclusive one", several, ["Ücret", "Yemek"], 200],
    ["the exclusive option alone", several, ["Hiçbiri"], 200],
    ["the exclusive option with another", several, ["Ücret", "Hiçbiri"], "Sunulan yanıtlardan birini seçin."],
  ])("of %s are taken or refused by their question", async (_, question, value, expected) => {
    const departmentId = await department(1)
    const { id, questions } = await survey({ departmentIds: [departmentId], questions: [question] })
    const [token] = await tokens(id)
    const given = await answer(id, token, answersTo({ questions }, [value]))
    expect(given.status === 200 ? 200 : given.body.validationErrors[0].errorMessage).toBe(expected)
  })

  it.each([
    ["a draft", { status: 0 }],
    ["a closed survey", { status: 2 }],
    ["a survey that is over", { endDate: new Date(Date.UTC(2026, 0, 3)).toISOString(), startDate: "" }],
    ["a survey that has not begun", { startDate: new Date(Date.UTC(2027, 0, 3)).toISOString(), endDate: "" }],
  ])("to %s are refused, and the token waits", async (_, given) => {
    const { id, questions } = await asked(1)
    const [token = ""] = await tokens(id)
    await must("PUT", "/survey/update", { id, ...given })
    const refused = await answer(id, token, answersTo({ questions }, ["Çay"]))
    expect([refused.status, refused.body.errors[0]]).toEqual([409, "Bu anket şu anda yanıt kabul etmiyor."])
    const dates = { startDate: "", endDate: "" }
    await must("PUT", "/survey/update", { id, status: 1, ...dates })
    expect((await answer(id, token, answersTo({ questions }, ["Çay"]))).status).toBe(200)
  })

  it("are limited for each address", async () => {
    const api = await createTestApi({ env: { TRUSTED_PROXY: "1" } })
    api.advance(signed.api.now() - api.now())
    api.deps.config.mode = "production"
    const status = (at: string) =>
      api.call("GET", "/go/survey/x", { headers: { "X-Forwarded-For": at } }).then(answer => answer.status)
    expect(await status("192.0.2.1")).toBe(404)
    await api.db.execute("update limits set calls = 299 where key = 'respondents address 192.0.2.1'")
    expect(await status("192.0.2.1")).toBe(404)
    expect(await status("192.0.2.1")).toBe(429)
    const post = await api.call("POST", `/survey/${nobody}/answers`, { body: {}, headers: { "X-Forwarded-For": "192.0.2.1" } })
    expect([post.status, Number(post.headers.get("Retry-After")) > 0]).toEqual([429, true])
    expect(await status("192.0.2.2")).toBe(404)
    await api.close()
  })
})

describe("what is kept", () => {
  /** Every text of the database, by table. */
  const everything = async () => {
    const tables = await rowsOf<{ name: string }>(
      signed.api.db,
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
    const texts = new Map<string, string>()
    for (const { name } of tables)
      texts.set(name, JSON.stringify(await rowsOf(signed.api.db, `select to_jsonb(t) as row from "${name}" t`)))
    return texts
  }

  it("holds no token, and links no answer to an invitation or a person", async () => {
    const { id, questions, departmentId } = await asked(6)
    const given = await tokens(id)
    for (const token of given) await answer(id, token, answersTo({ questions }, ["Kahve", ["Servis"]]))
    const people = await peopleOf(departmentId)
    const texts = await everything()
    for (const [table, text] of texts) {
      for (const token of given) expect([table, text.includes(token)]).toEqual([table, false])
      if (!table.startsWith("survey_")) continue
      for (const { id, email, lastName } of people)
        for (const secret of [id, email, lastName]) expect([table, text.includes(secret)]).toEqual([table, false])
    }
    // The answers are in two tables alone: not in the history, kept answers or undo data.
    const answered = [...texts].filter(([, text]) => new RegExp(`"${questions[1].id}[^"]*": ?\\["Servis"\\]`).test(text))
    expect(answered.map(([table]) => table)).toEqual(["survey_answers"])
    const columns = Object.keys((await signed.api.db.select().from(surveyAnswers).limit(1))[0] ?? {})
    expect(columns.sort()).toEqual(["answers", "departmentId", "enteredOn", "founding", "id", "newcomer", "surveyId"])
    const history = async () => (await call("GET", `/audit/list?entityId=${id}`)).value.entries
    const entries = await history()
    expect(
      entries.map(({ entity, after }: { entity: string; after: object }) => [entity, entity === "survey" ? {} : after]),
    ).toEqual([
      ["surveyinvitation", { invited: 6, byMail: false }],
      ["survey", {}],
    ])
    // Invitations are of the survey: they have its title, and its module.
    expect(entries.map(({ title }: { title: string }) => title)).toEqual(entries.map(() => entries[1].after.title))
    const turn = (surveyManagement: boolean) =>
      call("PUT", `/tenant/${entries[0].tenantId}/modules`, { surveyManagement }, "admin")
    await turn(false)
    expect(await history()).toEqual([])
    await turn(true)
  })

  it("in logs names the survey alone, without token, answer or address", async () => {
    const from = lines.length
    const { id, questions } = await asked(2)
    const given = await tokens(id)
    for (const token of given) {
      await open(token)
      await answer(id, token, answersTo({ questions }, ["Kahve"]))
      await answer(id, token, answersTo({ questions }, ["Süt"]))
    }
    const written = lines.slice(from).join("")
    expect(written).toContain(`/survey/${id}/answers`)
    for (const secret of [...given, "Kahve", "Süt", questions[0].id]) expect(written).not.toContain(secret)
  })

  it("of an invitation does not tell by the order of rows whose it is", async () => {
    const { id } = await asked(30)
    await tokens(id)
    const rows = await rowsOf<{ hash: string }>(
      signed.api.db,
      `select token_hash as hash from survey_invitations where survey_id = '${id}' order by ctid`,
    )
    const hashes = rows.map(({ hash }) => hash)
    expect(hashes).toEqual([...hashes].sort((a, b) => (a < b ? -1 : 1)))
  })

  it("of the invited does not tell by the order of rows who they are, nor by the order of mails which invitation is theirs", async () => {
    const { id, departmentId } = await asked(30)
    const before = signed.api.outbox.length
    await invite(id, { mail: true })
    const column = async (sql: string) => (await rowsOf<{ value: string }>(signed.api.db, sql)).map(({ value }) => value)
    const invited = await column(`select person_hash as value from survey_invitees where survey_id = '${id}' order by ctid`)
    expect(invited).toEqual(invited.toSorted())
    const mailed = signed.api.outbox.slice(before).map(({ link }) => hashToken(link?.split("/").at(-1) ?? ""))
    expect(mailed).toHaveLength(30)
    expect(mailed).not.toEqual(mailed.toSorted())
    const people = (await peopleOf(departmentId)).toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ email }) => email)
    expect(signed.api.outbox.slice(before).map(({ to }) => to)).not.toEqual(people)
  })

  it("of answers does not tell by the order of rows, or by their transactions, which token was theirs", async () => {
    const { id, questions } = await asked(24)
    const marks = Array.from({ length: 24 }, (_, at) => at)
    const given = await tokens(id)
    for (const at of marks) await answer(id, given[at], answersTo({ questions }, ["Çay", undefined, at % 2 === 0, 1 + (at % 5)]))
    const rows = await rowsOf<{ answers: Record<string, unknown>; xmin: string; waits: boolean }>(
      signed.api.db,
      `select answers, xmin::text, entered_on is null as waits from survey_answers where survey_id = '${id}' order by ctid`,
    )
    const marksOf = rows.map(({ answers }) => Object.values(answers).find(value => typeof value === "number"))
    expect(marksOf).toHaveLength(24)
    expect(marksOf).not.toEqual(marks.map(at => 1 + (at % 5)))
    const transactions = (waits: boolean) => new Set(rows.filter(row => row.waits === waits).map(({ xmin }) => xmin)).size
    expect([transactions(true), transactions(false)]).toEqual([1, 4])
  })

  it("of answers on several days does not tell which was the first of its group", async () => {
    const { id, questions } = await asked(5)
    const [first, ...given] = await tokens(id)
    await answer(id, first, answersTo({ questions }, ["Kahve"]))
    signed.api.advance(86_400_000)
    for (const token of given) await answer(id, token, answersTo({ questions }, ["Çay"]))
    signed.tokens = await signAll(signed.api)
    const rows = await rowsOf<{ row: object }>(
      signed.api.db,
      `select distinct to_jsonb(a) - 'id' - 'answers' as row from survey_answers a where survey_id = '${id}'`,
    )
    expect(rows).toHaveLength(1)
  })

  it("is not told apart by an option that is reworded before each answer", async () => {
    const { id, questions } = await asked(11)
    const given = await tokens(id)
    const reword = (word: string) =>
      must("PUT", "/survey/update", { id, questions: [{ ...questions[0], options: [word, "Kahve"] }, ...questions.slice(1)] })
    const drinks = async () => {
      const { value } = await must("GET", `/survey/report/${id}`)
      return [value.responseCount, value.questions[0].answered, value.questions[0].options]
    }
    for (let at = 0; at < 5; at++) {
      await reword(`Çay ${at}`)
      await answer(id, given[at], answersTo({ questions }, [`Çay ${at}`, undefined, true]))
    }
    const shown = [
      { label: "Çay 4", count: 0 },
      { label: "Kahve", count: 0 },
    ]
    expect(await drinks()).toEqual([5, 0, shown])
    for (let at = 5; at < 10; at++) await answer(id, given[at], answersTo({ questions }, [at < 7 ? "Kahve" : "Çay 4"]))
    expect((await drinks()).slice(0, 2)).toEqual([10, 6])
    await reword("Çay")
    expect((await drinks())[2]).toEqual([
      { label: "Çay", count: 0 },
      { label: "Kahve", count: 2 },
      { label: "Çay 4", count: 4, isFormer: true },
    ])
  })

  it("of a person who is erased is gone from the invited, but for the keyed hash of the address", async () => {
    const { id, departmentId } = await asked(3)
    await tokens(id)
    const [person] = await peopleOf(departmentId)
    expect((await call("DELETE", `/api/users/hard-delete/${person?.id}`, undefined, "admin")).status).toBe(200)
    expect([await countOf("survey_invitees", id), await countOf("survey_invitations", id)]).toEqual([2 * 3 - 1, 3])
  })

  it("goes with a survey that is removed for good", async () => {
    const { id, questions } = await asked(5)
    for (const token of await tokens(id)) await answer(id, token, answersTo({ questions }, ["Çay"]))
    await sql(`delete from surveys where id = '${id}'`)
    for (const table of [
      "survey_invitations",
      "survey_invitees",
      "survey_answers",
      "survey_tallies",
      "survey_texts",
      "survey_documents",
      "survey_links",
    ])
      expect([table, await countOf(table, id)]).toEqual([table, 0])
  })
})

it("the platform's survey is not the companies' to invite to, nor to read, though they are asked", async () => {
  const { id } = await survey({ departmentIds: [await department(1)] }, "admin")
  for (const [method, path] of [
    ["POST", `/survey/${id}/invitations`],
    ["GET", `/survey/${id}/invitations`],
    ["GET", `/survey/report/${id}`],
  ] as const)
    for (const [who, status] of [["elif", 403] as const, ["mert", 403] as const, ["admin", 200] as const])
      expect([path, who, (await call(method, path, method === "GET" ? undefined : {}, who)).status]).toEqual([path, who, status])
})
