import { and, asc, eq, exists, gte, isNotNull, isNull, or, sql } from "drizzle-orm"
import { z } from "zod"
import { type PlannedReminder, type ReminderSkip, type Reminders, reminderSkips } from "../../../../src/contract/surveys/answers"
import { maxReminders, minReminderDays } from "../../../../src/contract/surveys/reminder-days"
import { statuses } from "../../../../src/contract/surveys/surveys"
import { addDays, toInstant } from "../../../../src/core/dates/dates"
import { may } from "../../auth/policy"
import { consoleUrl } from "../../config"
import { type Database, rowsOf } from "../../db/open"
import type { SurveyRow } from "../../db/schema"
import { surveys } from "../../db/schema"
import { deleteRows } from "../../db/slices"
import { surveyLinks, surveyReminders } from "../../db/survey-tables"
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
import { dayAt } from "./answers"
import { readParticipation } from "./held-answers"
import { sendLink } from "./mails"
import { statusNameAt } from "./records"

/**
 * Reminders of a survey, with the link of the invitation (docs/contract.md#survey-answers). No call tells who has answered: not by its
 * figures, which count nobody by name, nor by the time that it takes, because no mail is sent in it
 * (docs/decisions/server/2026-11-28-survey-reminders.md).
 */

const betweenMs = minReminderDays * 86_400_000

/** When planned reminders are sent, in the deployment's zone. */
const sendAt = "09:00"

export const remindersAnswer = named("Reminders", {
  sentAt: z.array(text),
  mails: total,
  nextAt: text.nullable(),
  planned: z.array(z.object({ day: total, at: text.nullable(), skipped: z.enum(reminderSkips).optional() })).optional(),
}) satisfies z.ZodType<Reminders>

/** The reminders of a survey's plan that were not sent. @param invited epoch ms of the first invitations */
const plannedOf = (
  { reminderDays }: SurveyRow,
  rows: readonly (typeof surveyReminders.$inferSelect)[],
  invited: number | null,
  zone: string,
): PlannedReminder[] =>
  [...reminderDays]
    .sort((a, b) => a - b)
    .flatMap(day => {
      const known = rows.find(row => row.day === day)
      if (known) return known.skipped ? [{ day, at: known.sentAt.toISOString(), skipped: known.skipped }] : []
      return [{ day, at: invited === null ? null : toInstant(addDays(dayAt(invited, zone), day), sendAt, zone) }]
    })

type ReadReminders = Reminders & { planned: PlannedReminder[] }

export const readReminders = async (
  { db, clock, config }: Pick<Deps, "db" | "clock" | "config">,
  survey: SurveyRow,
): Promise<ReadReminders> => {
  const now = clock()
  const { id, endDate } = survey
  const rows = await db
    .select()
    .from(surveyReminders)
    .where(eq(surveyReminders.surveyId, id))
    .orderBy(asc(surveyReminders.sentAt))
  const sent = rows.filter(({ skipped }) => !skipped)
  const links = await db.$count(surveyLinks, eq(surveyLinks.surveyId, id))
  const { invited, answered } = await readParticipation(db, id)
  const [first] = await rowsOf<{ invited: number | null }>(
    db,
    sql`select extract(epoch from invited_at)::float8 * 1000 as invited from surveys where id = ${id}`,
  )
  // Both are known to who invited: how many got a mail, and how many of all have not answered.
  const mails = Math.min(links, invited - answered)
  const from = Math.max(now, (sent.at(-1)?.sentAt.getTime() ?? first?.invited ?? now) + betweenMs)
  const mayFollow =
    mails > 0 && sent.length < maxReminders && statusNameAt(survey, now) === "active" && !(endDate && endDate.getTime() <= from)
  return {
    sentAt: sent.map(({ sentAt }) => sentAt.toISOString()),
    mails,
    nextAt: mayFollow ? new Date(from).toISOString() : null,
    planned: plannedOf(survey, rows, first?.invited ?? null, config.timeZone),
  }
}

/** @returns what a reminder that is sent now would be. @throws Refusal 409 when none may be sent */
const requireDue = async (deps: Deps, survey: SurveyRow) => {
  const reminders = await readReminders(deps, survey)
  if (!reminders.nextAt || Date.parse(reminders.nextAt) > deps.clock())
    refuse({ kind: "conflict", key: "api.surveyReminderNotNow" })
  return reminders
}

/** @param day of a planned one; @param skipped why it is not sent */
const addReminder = (tx: Database, now: number, surveyId: string, day: number | null = null, skipped?: ReminderSkip) =>
  tx.insert(surveyReminders).values({ surveyId, sentAt: new Date(now), day, skipped: skipped ?? null })

/**
 * Adds a mail for each link, in their random order: whether the link is unused is looked at when its mail is sent. After the last
 * reminder no link is kept.
 */
const queueReminder = async (deps: Deps, tx: Database, { id, tenantId }: SurveyRow, number: number, day?: number) => {
  const now = deps.clock()
  await tx.execute(sql`insert into jobs (kind, type, record_id, tenant_id, body, created_at, next_try_at)
    select 'reminder', ${String(number)}::text, survey_id, ${tenantId}::uuid, sealed, ${instant(now)}, ${instant(now)}
    from survey_links where survey_id = ${id} order by sealed`)
  await addReminder(tx, now, id, day)
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
    const { mails } = await requireDue(deps, survey)
    await requireMail(c, "api.inviteNotSent")
    const company = await mailCompanyOf(deps.db, survey.tenantId)
    // What is not used is not given back: the rest of the day would tell how many got the mail.
    const reserved = await reserveMails(deps, company, mails)
    const store = async (tx: Database) => {
      if (reserved < mails) refuse({ kind: "conflict", key: "api.surveyReminderLimit" })
      await tx.execute(sql`select 1 from surveys where id = ${survey.id} for update`)
      const number = (await requireDue({ ...deps, db: tx }, survey)).sentAt.length + 1
      await queueReminder(deps, tx, survey, number)
      await addAuditEntry(c, tx, {
        action: "create",
        entity: "surveyinvitation",
        id: survey.id,
        tenantId: survey.tenantId,
        after: { reminder: number, mails },
      })
      return { answer: await readReminders({ ...deps, db: tx }, survey) }
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

/** Why a planned reminder is not sent now; undefined: it is. */
const skipOf = (deps: Deps, survey: SurveyRow, { sentAt, mails }: Reminders, due: string): ReminderSkip | undefined => {
  const now = deps.clock()
  const zone = deps.config.timeZone
  const today = dayAt(now, zone)
  const last = sentAt.at(-1)
  if (statusNameAt(survey, now) !== "active") return "notOpen"
  if (today > addDays(dayAt(Date.parse(due), zone), 1)) return "late"
  if (sentAt.length >= maxReminders) return "limit"
  if (last && today < addDays(dayAt(Date.parse(last), zone), minReminderDays)) return "recent"
  if (!mails) return "nobody"
  return consoleUrl(deps.config) ? undefined : "mails"
}

/** Sends a planned reminder that is due, or stores why not, once. */
const settlePlanned = async (deps: Deps, survey: SurveyRow, { day, at: due }: PlannedReminder) => {
  if (!due || Date.parse(due) > deps.clock()) return
  const { mails, ...sent } = await readReminders(deps, survey)
  const company = await mailCompanyOf(deps.db, survey.tenantId)
  const isSent = skipOf(deps, survey, { mails, ...sent }, due) === undefined
  const reserved = isSent ? await reserveMails(deps, company, mails).catch(() => 0) : 0
  const isUsed = await deps.db.transaction(async tx => {
    await tx.execute(sql`select 1 from surveys where id = ${survey.id} for update`)
    const now = await readReminders({ ...deps, db: tx }, survey)
    if (!now.planned.some(planned => planned.day === day && !planned.skipped)) return false
    const skip = skipOf(deps, survey, now, due) ?? (reserved < now.mails ? "mails" : undefined)
    // Reminders of a survey are told apart by their instants, and two may be skipped in one.
    if (skip) await addReminder(tx, deps.clock() + day, survey.id, day, skip)
    else await queueReminder(deps, tx, survey, now.sentAt.length + 1, day)
    return !skip
  })
  if (!isUsed && reserved) await releaseMails(deps, company, reserved)
}

/** Planned reminders that are due and neither sent nor skipped. */
const addPlanned = async (deps: Deps) => {
  const isNear = sql`reminder_days <> '{}' and deleted_at is null and exists (select from unnest(reminder_days) plan (days)
    where invited_at < ${instant(deps.clock())} - (plan.days - 1) * interval '1 day' and not exists (
      select from survey_reminders r where r.survey_id = surveys.id and r.day = plan.days))`
  for (const survey of await deps.db.select().from(surveys).where(isNear)) {
    const { planned } = await readReminders(deps, survey)
    for (const reminder of planned) if (!reminder.skipped) await settlePlanned(deps, survey, reminder)
  }
}

/** Links that no reminder needs are kept no longer: of surveys that are over, or were reminded of for the last time. */
const dropUnneeded = async ({ db, clock }: Deps) => {
  const reminders = db.$count(surveyReminders, and(eq(surveyReminders.surveyId, surveys.id), isNull(surveyReminders.skipped)))
  const isClosed = surveyKind.status.sql.filter(statuses.value("closed"), new Date(clock()))
  const isOver = or(isNotNull(surveys.deletedAt), isClosed, gte(reminders, maxReminders))
  const hasLinks = exists(db.select({ one: sql`1` }).from(surveyLinks).where(eq(surveyLinks.surveyId, surveys.id)))
  const over = await db.select({ id: surveys.id }).from(surveys).where(and(hasLinks, isOver))
  for (const { id } of over) await deleteRows(db, surveyLinks, eq(surveyLinks.surveyId, id))
}

/** A refused reminder names nobody, because that would tell who has not answered. */
const send = (deps: Deps, job: MailJob) =>
  sendLink(deps, job, Number(job.type)).catch(error => {
    if (!(error instanceof MailRefused)) throw error
    return false
  })

/** A reminder whose outcome is not known counts as sent: nobody gets it twice. */
export const reminderMails = createMailQueue({
  kind: "reminder",
  maxDoubts: 1,
  send,
  connections: 4,
  add: async deps => {
    await addPlanned(deps)
    await dropUnneeded(deps)
  },
})
