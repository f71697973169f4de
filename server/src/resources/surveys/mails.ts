import { createHash } from "node:crypto"
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm"
import type { Unreached } from "../../../../src/contract/surveys/answers"
import type { Language } from "../../../../src/core/text/i18n"
import { seal, unsealed } from "../../auth/seal"
import { consoleUrl } from "../../config"
import { jobs } from "../../db/job-tables"
import { type Database, rowsOf } from "../../db/open"
import type { SurveyRow } from "../../db/schema"
import { fullName, surveys, tenants, users } from "../../db/schema"
import { surveyInvitations, surveyInvitees, surveyLinks } from "../../db/survey-tables"
import type { Call, Deps } from "../../http/context"
import { translate } from "../../http/messages"
import { createMailQueue, type MailJob } from "../../jobs/mails"
import { instant } from "../../jobs/queue"
import { linkHashing, personHashing } from "../../kinds/survey-invitees"
import type { Mail } from "../../mail/mail"
import { plain } from "../../mail/plain"
import { countInGroups, countInvitations } from "./held-answers"
import { isShownCompany, statusNameAt } from "./records"

/** Mails with the link to a survey, in the recipient's language (docs/contract.md#survey-answers). */

/** A person, by id and by the hashes under which the person is kept as invited, with the token that is for this person. */
export type Invited = { id: string; hashes: readonly string[]; token: string; tokenHash: string }

const languageOf = (language: string): Language => (language === "en" ? "en" : "tr")

/** @param reminder its number; 0: the invitation */
export const mailOf = (
  { config }: Pick<Deps, "config">,
  survey: SurveyRow,
  owner: string | undefined,
  to: { email: string; language: string },
  token: string,
  reminder: number,
): Mail => {
  const language = languageOf(to.language)
  const company = plain(owner ?? translate(language, "app.name"))
  const title = plain(survey.title)
  const link = `${consoleUrl(config)}/go/survey/${token}`
  const until = survey.endDate?.toLocaleString(language, { timeZone: config.timeZone, dateStyle: "long", timeStyle: "short" })
  const text = [
    translate(language, reminder ? "api.surveyReminderText" : "api.surveyMailText", { company, title }),
    link,
    translate(language, "api.surveyMailPrivacy"),
    ...(until ? [translate(language, "api.surveyMailUntil", { until })] : []),
  ].join("\n\n")
  const subject = translate(language, reminder ? "api.surveyReminderSubject" : "api.surveyMailSubject", { company, title })
  // The same for every copy: mail systems recognise a message that arrives twice.
  const id = createHash("sha256")
    .update(`mail ${token}${reminder ? ` ${reminder}` : ""}`)
    .digest("hex")
  return { to: to.email, subject, text, company, language, link, isWritten: true, id, tenantId: survey.tenantId }
}

const sealedOne = (codeSecret: string, { id, hashes, token, tokenHash }: Invited) => ({
  sealed: seal(codeSecret, { id, hashes, token, tokenHash }),
})

/** Encrypts each by itself, in a random order: encrypted texts begin with random bytes. */
const sealedOf = (codeSecret: string, made: readonly Invited[]) => made.map(one => sealedOne(codeSecret, one).sealed).sort()

/**
 * Adds mails to those that are to be sent, in the transaction of their invitations, in an order that is independent of the rows
 * of people and of invitations: who sees the addresses of sent mails in turn does not see which invitation is whose. The links are
 * kept for reminders.
 */
export const queueMails = async ({ config, clock }: Deps, tx: Database, surveyId: string, made: readonly Invited[]) => {
  const now = new Date(clock())
  const rows = sealedOf(config.codeSecret, made)
  const keyOf = linkHashing(config.codeSecret)
  const links = made.map(person => ({ surveyId, personKey: keyOf(surveyId, person.id), ...sealedOne(config.codeSecret, person) }))
  await tx.insert(surveyLinks).values(links.sort((a, b) => (a.sealed < b.sealed ? -1 : 1)))
  await tx
    .insert(jobs)
    .values(rows.map(body => ({ kind: "invitation" as const, recordId: surveyId, body, createdAt: now, nextTryAt: now })))
}

const opened = ({ codeSecrets }: Deps["config"], sealed: string) => unsealed<Invited>(codeSecrets, sealed)

/** Takes over due and refused mails of processes of the release before the table of jobs (server/migrations/0063_jobs.sql). */
const takeOver = ({ db, clock }: Deps) =>
  db.execute(sql`with theirs as (delete from survey_mails where id in
      (select id from survey_mails where refused or try_at <= ${instant(clock())} for update skip locked) returning *)
    insert into jobs (kind, record_id, body, state, tries, next_try_at, created_at)
    select 'invitation', survey_id, sealed, case when refused then 'failed' else 'waiting' end, doubts, try_at, created_at from theirs order by id`)

/**
 * Sends a mail, unless survey or person are gone; a reminder only while the survey is open and the link unused, to the address that
 * was invited: who gives a person another address does not get the link.
 * @param reminder its number; 0: the invitation
 */
export const sendLink = async (deps: Deps, { recordId: surveyId, body }: MailJob, reminder = 0) => {
  const { db, config, log, mailer } = deps
  const invited = opened(config, body)
  if (!invited) return log.error({ mails: "a mail of a survey was sealed with another secret, and is not sent", surveyId })
  const [found] = await db
    .select({ survey: surveys, company: tenants.name })
    .from(surveys)
    .leftJoin(tenants, isShownCompany)
    .where(eq(surveys.id, surveyId))
  const [to] = await db.select().from(users).where(eq(users.id, invited.id))
  // Who deletes others of a batch before their mails are sent may leave one person.
  if (!reminder && !(to && !to.deletedAt)) await countInGroups(db, surveyId)
  if (!found || !to || found.survey.deletedAt || to.deletedAt) return false
  const isToken = and(eq(surveyInvitations.surveyId, surveyId), eq(surveyInvitations.tokenHash, invited.tokenHash))
  const isInvitation = and(isToken, eq(surveyInvitations.ended, false))
  if (!(await db.$count(surveyInvitations, isInvitation))) return false
  if (reminder) {
    if (statusNameAt(found.survey, deps.clock()) !== "active" || to.status !== 1) return false
    const isSame = config.codeSecrets.some(secret => invited.hashes.includes(personHashing(secret)(surveyId, to.email)))
    if (!isSame) return false
    const isOpen = and(isInvitation, eq(surveyInvitations.used, false))
    if (!(await db.$count(surveyInvitations, isOpen))) return false
  }
  await mailer.send(mailOf(deps, found.survey, found.company ?? undefined, to, invited.token, reminder))
}

/**
 * Ends the mailed invitations of a person who leaves, in the transaction of the change. They stay in all numbers, answered or not: the
 * numbers would tell else whether this person has answered (docs/security.md#respondents-of-surveys).
 */
export const endInvitations = async (c: Call, tx: Database, { id, tenantId }: { id: string; tenantId: string | null }) => {
  const { clock, config } = c.get("deps")
  const isOwner = sql`(tenant_id is null or tenant_id in (select unnest(array[id, parent_id]) from tenants where id = ${tenantId}))`
  const running = await rowsOf<{ id: string }>(
    tx,
    sql`select id from surveys where deleted_at is null and invited_at is not null and ${isOwner}
      and (end_date is null or end_date > ${instant(clock())})`,
  )
  if (!running.length) return
  const keysOf = config.codeSecrets.map(linkHashing)
  const keys = running.flatMap(survey => keysOf.map(keyOf => keyOf(survey.id, id)))
  const links = await tx.delete(surveyLinks).where(inArray(surveyLinks.personKey, keys)).returning()
  for (const { surveyId, sealed } of links) {
    const isToken = eq(surveyInvitations.tokenHash, opened(config, sealed)?.tokenHash ?? "")
    await tx
      .update(surveyInvitations)
      .set({ ended: true })
      .where(and(eq(surveyInvitations.surveyId, surveyId), isToken))
  }
  // Of those who are invited, one person may be left.
  for (const surveyId of new Set(links.map(link => link.surveyId))) await countInGroups(tx, surveyId)
}

/**
 * Takes an invitation back: the person can be invited again. An invitation of which an earlier try may have arrived stays: the numbers
 * would tell whether it was used.
 */
const takeBack = async ({ config }: Deps, tx: Database, { recordId: surveyId, body, tries }: MailJob) => {
  const invited = opened(config, body)
  if (!invited || tries > 1) return
  const { hashes, tokenHash } = invited
  await tx.delete(surveyInvitees).where(and(eq(surveyInvitees.surveyId, surveyId), inArray(surveyInvitees.personHash, hashes)))
  const taken = await tx
    .delete(surveyInvitations)
    .where(and(eq(surveyInvitations.surveyId, surveyId), eq(surveyInvitations.tokenHash, tokenHash)))
    .returning({ surveyId: surveyInvitations.surveyId })
  await countInvitations(tx, surveyId, -taken.length)
  // Of a batch of whom others are not reached, one person may be left.
  await countInGroups(tx, surveyId)
}

/** A mail whose outcome is not known is sent once more; what was refused for good stays, and names a person whom no mail reached. */
export const invitationMails = createMailQueue({
  kind: "invitation",
  maxDoubts: 2,
  waitsLonger: true,
  connections: 4,
  add: takeOver,
  send: (deps, job) => sendLink(deps, job),
  onUnsent: takeBack,
})

/** Refused mails that are looked at: each is of one person. */
const maxRefused = 500

/** Returns the people whose mail was refused for good, by name, as long as they have not been invited again. */
export const readUnreached = async ({ db, config }: Deps, surveyId: string): Promise<Unreached[]> => {
  const rows = await db
    .select({ body: jobs.body })
    .from(jobs)
    .where(and(eq(jobs.kind, "invitation"), eq(jobs.recordId, surveyId), eq(jobs.state, "failed")))
    .orderBy(desc(jobs.id))
    .limit(maxRefused)
  const refused = rows.flatMap(({ body }) => opened(config, body) ?? [])
  if (!refused.length) return []
  const again = await db
    .select({ hash: surveyInvitees.personHash })
    .from(surveyInvitees)
    .where(
      and(
        eq(surveyInvitees.surveyId, surveyId),
        inArray(
          surveyInvitees.personHash,
          refused.flatMap(({ hashes }) => hashes),
        ),
      ),
    )
  const isInvited = new Set(again.map(({ hash }) => hash))
  const ids = refused.filter(({ hashes }) => !hashes.some(hash => isInvited.has(hash))).map(({ id }) => id)
  return db
    .select({ name: fullName, email: users.email })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.deletedAt)))
    .orderBy(users.sortName)
}
