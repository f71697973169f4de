import { and, asc, eq, inArray, sql } from "drizzle-orm"
import { z } from "zod"
import { maxReminders, type Reminders, reminderDays } from "../../../../src/contract/surveys/answers"
import { createSlices } from "../../../../src/core/concurrency/slices"
import { may } from "../../auth/policy"
import { seal } from "../../auth/seal"
import { consoleUrl } from "../../config"
import { jobs } from "../../db/job-tables"
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
import { mailCompanyOf } from "../../kinds/mail-company"
import { survey as surveyKind } from "../../kinds/survey"
import { MailRefused } from "../../mail/mail"
import { addAuditEntry } from "../../records/audit"
import { readOwn } from "../../records/find"
import { idempotent, repeatedAnswer } from "../../records/idempotency"
import { json, route } from "../../routes/route"
import { named, text, total } from "../../routes/schemas"
import { opened, sendLink } from "./mails"
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

/** Adds a mail for each unused link. After the last reminder no link is kept. */
const queueReminder = async ({ config, clock }: Deps, tx: Database, survey: SurveyRow, number: number) => {
  const now = new Date(clock())
  const links = await tx.select().from(surveyLinks).where(eq(surveyLinks.surveyId, survey.id))
  const unused = await tx
    .select({ hash: surveyInvitations.tokenHash })
    .from(surveyInvitations)
    .where(sql`${surveyInvitations.surveyId} = ${survey.id} and not ${surveyInvitations.used}`)
  const isUnused = new Set(unused.map(({ hash }) => hash))
  const slice = createSlices()
  const bodies: string[] = []
  for (const { sealed } of links) {
    const invited = opened(config.codeSecret, sealed)
    if (invited && isUnused.has(invited.tokenHash)) bodies.push(seal(config.codeSecret, invited))
    await slice()
  }
  const rows = bodies.sort().map(body => ({
    kind: "reminder" as const,
    type: String(number),
    recordId: survey.id,
    tenantId: survey.tenantId,
    body,
    createdAt: now,
    nextTryAt: now,
  }))
  for (let at = 0; at < rows.length; at += 1000) await tx.insert(jobs).values(rows.slice(at, at + 1000))
  await tx.insert(surveyReminders).values({ surveyId: survey.id, sentAt: now })
  if (number === maxReminders) await tx.delete(surveyLinks).where(eq(surveyLinks.surveyId, survey.id))
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

/** Links of surveys that are over are kept no longer. */
const dropEnded = async ({ db, clock }: Deps) => {
  const ofLinks = inArray(surveys.id, db.selectDistinct({ id: surveyLinks.surveyId }).from(surveyLinks))
  const rows = await db.select().from(surveys).where(ofLinks)
  const ended = rows.filter(survey => survey.deletedAt || statusNameAt(survey, clock()) === "closed").map(({ id }) => id)
  if (ended.length) await db.delete(surveyLinks).where(inArray(surveyLinks.surveyId, ended))
}

/** A refused reminder names nobody, because that would tell who has not answered. */
const send = (deps: Deps, job: MailJob) =>
  sendLink(deps, job, Number(job.type)).catch(error => {
    if (!(error instanceof MailRefused)) throw error
    return false
  })

/** A reminder whose outcome is not known counts as sent: nobody gets it twice. */
export const reminderMails = createMailQueue({ kind: "reminder", maxDoubts: 1, add: dropEnded, send })
