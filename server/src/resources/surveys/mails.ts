import { createHash } from "node:crypto"
import { and, desc, eq, inArray, isNull, lt, lte, not, sql } from "drizzle-orm"
import type { Unreached } from "../../../../src/contract/surveys/answers"
import type { Language } from "../../../../src/core/text/i18n"
import { seal, unseal } from "../../auth/seal"
import { consoleUrl } from "../../config"
import type { Database } from "../../db/open"
import { fullName, surveys, tenants, users } from "../../db/schema"
import { surveyInvitations, surveyInvitees, surveyMails } from "../../db/survey-tables"
import { DeadlineExceeded, withDeadline } from "../../errors/deadline"
import { loggable } from "../../errors/faults"
import type { Deps } from "../../http/context"
import { translate } from "../../http/messages"
import { type Mail, MailDeferred, MailDown, MailRefused } from "../../mail/mail"
import { isShownCompany, type SurveyRow } from "./records"

/** Mails with the link to a survey, in the recipient's language (docs/contract.md#survey-answers). */

/** A person, by id and by the hashes under which the person is kept as invited, with the token that is for this person. */
export type Invited = { id: string; hashes: string[]; token: string; tokenHash: string }

/**
 * After which time a mail that could not be sent is tried again at the earliest, and is given up, ms. Each try waits as long again
 * as the mail is old.
 */
const retryMs = 60_000
const giveUpMs = 24 * 3_600_000
/** A mail whose outcome is not known is sent once more: after so many such tries it counts as sent. */
const maxDoubts = 2

/** Words that people write, without control characters, marks of direction and encoded words of mail headers. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").replaceAll("=?", "= ?")

const languageOf = (language: string): Language => (language === "en" ? "en" : "tr")

const mailOf = (
  { config }: Pick<Deps, "config">,
  survey: SurveyRow,
  owner: string | undefined,
  to: { email: string; language: string },
  token: string,
): Mail => {
  const language = languageOf(to.language)
  const company = plain(owner ?? translate(language, "app.name"))
  const title = plain(survey.title)
  const link = `${consoleUrl(config)}/go/survey/${token}`
  const until = survey.endDate?.toLocaleString(language, { timeZone: config.timeZone, dateStyle: "long", timeStyle: "short" })
  const text = [
    translate(language, "api.surveyMailText", { company, title }),
    link,
    translate(language, "api.surveyMailPrivacy"),
    ...(until ? [translate(language, "api.surveyMailUntil", { until })] : []),
  ].join("\n\n")
  const subject = translate(language, "api.surveyMailSubject", { company, title })
  // The same for every copy: mail systems recognise a message that arrives twice.
  const id = createHash("sha256").update(`mail ${token}`).digest("hex")
  return { to: to.email, subject, text, language, link, isWritten: true, id }
}

/**
 * Adds mails to those that are to be sent, in the transaction of their invitations, in an order that is independent of the rows
 * of people and of invitations: who sees the addresses of sent mails in turn does not see which invitation is whose.
 */
export const queueMails = ({ config, clock }: Deps, tx: Database, surveyId: string, made: readonly Invited[]) => {
  const now = new Date(clock())
  const rows = made.map(({ id, hashes, token, tokenHash }) => seal(config.codeSecret, { id, hashes, token, tokenHash }))
  // Encrypted texts begin with random bytes.
  rows.sort()
  return tx.insert(surveyMails).values(rows.map(sealed => ({ surveyId, sealed, createdAt: now, tryAt: now })))
}

type Queued = typeof surveyMails.$inferSelect

const isWaiting = not(surveyMails.refused)

/** Undefined after a change of CODE_SECRET. */
const opened = (codeSecret: string, sealed: string): Invited | undefined => {
  try {
    return unseal<Invited>(codeSecret, sealed)
  } catch {
    return undefined
  }
}

/** Sends a mail, unless survey or person are gone. */
const send = async (deps: Deps, surveyId: string, invited: Invited) => {
  const { db, mailer } = deps
  const [found] = await db
    .select({ survey: surveys, company: tenants.name })
    .from(surveys)
    .leftJoin(tenants, isShownCompany)
    .where(eq(surveys.id, surveyId))
  const [to] = await db.select().from(users).where(eq(users.id, invited.id))
  if (found && to && !found.survey.deletedAt && !to.deletedAt)
    await mailer.send(mailOf(deps, found.survey, found.company ?? undefined, to, invited.token))
}

/** Takes an invitation back: the person can be invited again. */
const takeBack = async (tx: Database, surveyId: string, { hashes, tokenHash }: Invited) => {
  await tx.delete(surveyInvitees).where(and(eq(surveyInvitees.surveyId, surveyId), inArray(surveyInvitees.personHash, hashes)))
  await tx.delete(surveyInvitations).where(eq(surveyInvitations.tokenHash, tokenHash))
}

/**
 * Sends a mail that was taken from the queue, and removes it. What the mail server has certainly not taken stays, without a doubt;
 * what it refuses for good takes its invitation back, and stays as refused.
 * @returns whether the next mail may be tried
 */
const sendQueued = async ({ id, surveyId, sealed, doubts }: Queued, deps: Deps): Promise<boolean> => {
  const { db, config, log } = deps
  const own = eq(surveyMails.id, id)
  const invited = opened(config.codeSecret, sealed)
  if (!invited) log.error({ mails: "a mail of a survey was sealed with another secret, and is not sent", surveyId })
  else if (doubts > maxDoubts) log.warn({ mails: "it is not known whether a mail of a survey arrived", surveyId })
  else
    try {
      await send(deps, surveyId, invited)
    } catch (error) {
      log.error({ mails: "a mail of a survey was not sent", surveyId, ...loggable(error) })
      if (error instanceof MailRefused)
        await db.transaction(async tx => {
          await takeBack(tx, surveyId, invited)
          await tx.update(surveyMails).set({ refused: true }).where(own)
        })
      if (error instanceof MailDeferred || (error instanceof MailDown && error.isUnsent))
        await db
          .update(surveyMails)
          .set({ doubts: doubts - 1 })
          .where(own)
      return error instanceof MailDeferred || error instanceof MailRefused
    }
  await db.delete(surveyMails).where(own)
  return true
}

/** Refused mails that are looked at: each is of one person. */
const maxRefused = 500

/** Returns the people whose mail was refused for good, by name, as long as they have not been invited again. */
export const readUnreached = async ({ db, config }: Deps, surveyId: string): Promise<Unreached[]> => {
  const rows = await db
    .select({ sealed: surveyMails.sealed })
    .from(surveyMails)
    .where(and(eq(surveyMails.surveyId, surveyId), surveyMails.refused))
    .orderBy(desc(surveyMails.id))
    .limit(maxRefused)
  const refused = rows.flatMap(({ sealed }) => opened(config.codeSecret, sealed) ?? [])
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

/** Takes invitations back whose mail was certainly not sent for a day: these people can be invited again. */
const giveUp = ({ db, config, clock, log }: Deps) =>
  db.transaction(async tx => {
    const old = await tx
      .delete(surveyMails)
      .where(and(isWaiting, lt(surveyMails.createdAt, new Date(clock() - giveUpMs))))
      .returning()
    for (const { surveyId, sealed, doubts } of old) {
      const invited = doubts ? undefined : opened(config.codeSecret, sealed)
      if (invited) await takeBack(tx, surveyId, invited)
    }
    if (old.length) log.error({ mails: "mails of surveys were given up after a day", count: old.length })
  })

/** Takes the next mail that is due. Its outcome is in doubt from now on, and it is moved on: other processes leave it alone. */
const takeNext = async ({ db, clock }: Deps): Promise<Queued | undefined> => {
  const now = clock()
  const at = sql`${new Date(now).toISOString()}::timestamptz`
  const due = db
    .select({ id: surveyMails.id })
    .from(surveyMails)
    .where(and(isWaiting, lte(surveyMails.tryAt, new Date(now))))
    .orderBy(surveyMails.id)
    .limit(1)
    .for("update", { skipLocked: true })
  const [taken] = await db
    .update(surveyMails)
    .set({
      tryAt: sql`greatest(${at} + (${at} - ${surveyMails.createdAt}), ${new Date(now + retryMs).toISOString()}::timestamptz)`,
      doubts: sql`${surveyMails.doubts} + 1`,
    })
    .where(inArray(surveyMails.id, due))
    .returning()
  return taken
}

const sendDue = async (deps: Deps, maxMs: number) => {
  const end = performance.now() + maxMs
  await giveUp(deps)
  if (!(await deps.db.$count(surveyMails, and(isWaiting, lte(surveyMails.tryAt, new Date(deps.clock())))))) return
  // A mail server that cannot be reached leaves no mail in doubt.
  await deps.mailer.open()
  while (performance.now() < end && deps.isReady()) {
    const next = await takeNext(deps)
    if (!next || !(await sendQueued(next, deps))) return
  }
}

const sending = new WeakMap<Database, Promise<void>>()

/**
 * Sends the mails that are due, until the server cannot be reached or the time is over: one after the other in a process, so that a
 * process that is killed leaves one in doubt at most, which is sent once more.
 */
export const sendQueuedMails = async (deps: Deps, maxMs: number) => {
  const running = sending.get(deps.db) ?? sendDue(deps, maxMs).finally(() => sending.delete(deps.db))
  sending.set(deps.db, running)
  await withDeadline(maxMs, () => running).catch(error => {
    if (!(error instanceof DeadlineExceeded)) deps.log.error({ mails: "mails of surveys wait", ...loggable(error) })
  })
}

/** Sends every minute what is left. @returns stop */
export const startSurveyMails = (deps: Deps) => {
  const run = () => void sendQueuedMails(deps, retryMs)
  run()
  const timer = setInterval(run, retryMs).unref()
  return () => clearInterval(timer)
}
