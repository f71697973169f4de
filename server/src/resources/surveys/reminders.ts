import { and, asc, eq, inArray, sql } from "drizzle-orm"
import { z } from "zod"
import { maxReminders, type Reminders, reminderDays } from "../../../../src/contract/surveys/answers"
import { may } from "../../auth/policy"
import { consoleUrl } from "../../config"
import { type Database, rowsOf } from "../../db/open"
import type { SurveyRow } from "../../db/schema"
import { surveys } from "../../db/schema"
import { surveyInvitations, surveyLinks, surveyReminders } from "../../db/survey-tables"
import { refuse } from "../../errors/problem"
import type { Deps } from "../../http/context"
import { releaseMails, reserveMails } from "../../http/mail-budget"
import { requireId } from "../../http/request"
import { requireMail } from "../../http/require-mail"
import { createMailQueue, type MailJob } from "../../jobs/mails"
import { instant } from "../../jobs/queue"
import { mailCompanyOf } from "../../kinds/mail-company"
import { survey as surveyKind } from "../../kinds/survey"
import { MailRefused } from "../../mail/mail"
import { addAuditEntry } from "../../records/audit"
import { readOwn } from "../../records/find"
import { idempotent, repeatedAnswer } from "../../records/idempotency"
import { json, route } from "../../routes/route"
import { named, text, total } from "../../routes/schemas"
import { sendLink } from "./mails"
import { statusNameAt } from "./records"

/**
 * Reminders of a survey, with the link of the invitation (docs/contract.md#survey-answers). No call tells who has answered: not by its
 * figures, which count nobody by name, nor by the time that it takes, because no mail is sent in it
 * (docs/decisions/server/2026-11-28-survey-reminders.md).
 */

const betweenMs = reminderDays * 86_400_000

export const remindersAnswer = named("Reminders", {
  sentAt: z.array(text),
  mails: total,
  nextAt: text.nullable(),
}) satisfies z.ZodType<Reminders>

export const readReminders = async (db: Database, survey: SurveyRow, now: number): Promise<Reminders> => {
  const { id, endDate } = survey
  const sent = await db
    .select()
    .from(surveyReminders)
    .where(eq(surveyReminders.surveyId, id))
    .orderBy(asc(surveyReminders.sentAt))
  const links = await db.$count(surveyLinks, eq(surveyLinks.surveyId, id))
  const open = await db.$count(surveyInvitations, and(eq(surveyInvitations.surveyId, id), eq(surveyInvitations.used, false)))
  const [first] = await rowsOf<{ invited: number | null }>(
    db,
    sql`select extract(epoch from invited_at)::float8 * 1000 as invited from surveys where id = ${id}`,
  )
  // Both are known to who invited: how many got a mail, and how many of all have not answered.
  const mails = Math.min(links, open)
  const from = Math.max(now, (sent.at(-1)?.sentAt.getTime() ?? first?.invited ?? now) + betweenMs)
  const mayFollow =
    mails > 0 && sent.length < maxReminders && statusNameAt(survey, now) === "active" && !(endDate && endDate.getTime() <= from)
  return {
    sentAt: sent.map(({ sentAt }) => sentAt.toISOString()),
    mails,
    nextAt: mayFollow ? new Date(from).toISOString() : null,
  }
}

/** @returns what a reminder that is sent now would be. @throws Refusal 409 when none may be sent */
const requireDue = async (db: Database, survey: SurveyRow, now: number) => {
  const reminders = await readReminders(db, survey, now)
  if (!reminders.nextAt || Date.parse(reminders.nextAt) > now) refuse({ kind: "conflict", key: "api.surveyReminderNotNow" })
  return reminders
}

/**
 * Adds a mail for each link, in their random order: whether the link is unused is looked at when its mail is sent. After the last
 * reminder no link is kept.
 */
const queueReminder = async ({ clock }: Deps, tx: Database, { id, tenantId }: SurveyRow, number: number) => {
  const now = new Date(clock())
  await tx.execute(sql`insert into jobs (kind, type, record_id, tenant_id, body, created_at, next_try_at)
    select 'reminder', ${String(number)}::text, survey_id, ${tenantId}::uuid, sealed, ${instant(now.getTime())}, ${instant(now.getTime())}
    from survey_links where survey_id = ${id} order by sealed`)
  await tx.insert(surveyReminders).values({ surveyId: id, sentAt: now })
  if (number === maxReminders) await tx.delete(surveyLinks).where(eq(surveyLinks.surveyId, id))
}

export const sendReminder = route.post("/survey/:id/reminders", may("write", "surveys"), {
  summary: "Mail the link once more to those who have not used it, at most twice, three days apart",
  body: json(z.object({})),
  example: {},
  answer: remindersAnswer,
  handler: async ({ c, deps, params, body }) => {
    const { row: survey } = await readOwn(c, surveyKind, requireId(params.id))
    const given = { reminder: survey.id, ...(await body()) }
    const known = await repeatedAnswer<Reminders>(c, given)
    if (known) return { value: known }
    if (!consoleUrl(deps.config)) refuse({ kind: "conflict", key: "survey.noPublicUrl" })
    const { mails } = await requireDue(deps.db, survey, deps.clock())
    await requireMail(c, "api.inviteNotSent")
    const company = await mailCompanyOf(deps.db, survey.tenantId)
    // What is not used is not given back: the rest of the day would tell how many got the mail.
    const reserved = await reserveMails(deps, company, mails)
    const store = async (tx: Database) => {
      if (reserved < mails) refuse({ kind: "conflict", key: "api.surveyReminderLimit" })
      await tx.execute(sql`select 1 from surveys where id = ${survey.id} for update`)
      const number = (await requireDue(tx, survey, deps.clock())).sentAt.length + 1
      await queueReminder(deps, tx, survey, number)
      await addAuditEntry(c, tx, {
        action: "create",
        entity: "surveyinvitation",
        id: survey.id,
        tenantId: survey.tenantId,
        after: { reminder: number, mails },
      })
      return { answer: await readReminders(tx, survey, deps.clock()) }
    }
    const release = () => releaseMails(deps, company, reserved)
    const { answer, isNew } = await idempotent(c, given, store).catch(async error => {
      await release()
      throw error
    })
    if (!isNew) await release()
    return { value: answer }
  },
})

/** Links that no reminder needs are kept no longer: of surveys that are over, or were reminded of for the last time. */
const dropUnneeded = async ({ db, clock }: Deps) => {
  const ofLinks = inArray(surveys.id, db.selectDistinct({ id: surveyLinks.surveyId }).from(surveyLinks))
  const reminders = db.$count(surveyReminders, eq(surveyReminders.surveyId, surveys.id))
  const rows = await db.select({ survey: surveys, reminders }).from(surveys).where(ofLinks)
  const unneeded = rows.flatMap(({ survey, reminders }) =>
    survey.deletedAt || statusNameAt(survey, clock()) === "closed" || reminders >= maxReminders ? survey.id : [],
  )
  if (unneeded.length) await db.delete(surveyLinks).where(inArray(surveyLinks.surveyId, unneeded))
}

/** A refused reminder names nobody, because that would tell who has not answered. */
const send = (deps: Deps, job: MailJob) =>
  sendLink(deps, job, Number(job.type)).catch(error => {
    if (!(error instanceof MailRefused)) throw error
    return false
  })

/** A reminder whose outcome is not known counts as sent: nobody gets it twice. */
export const reminderMails = createMailQueue({ kind: "reminder", maxDoubts: 1, add: dropUnneeded, send })
