import { and, eq, inArray, lt, lte, sql } from "drizzle-orm"
import type { Language } from "../../../../src/core/text/i18n"
import { seal, unseal } from "../../auth/seal"
import { consoleUrl } from "../../config"
import type { Database } from "../../db/open"
import { surveys, tenants, users } from "../../db/schema"
import { surveyInvitations, surveyInvitees, surveyMails } from "../../db/survey-tables"
import { loggable } from "../../errors/faults"
import type { Deps } from "../../http/context"
import { translate } from "../../http/messages"
import type { Mail } from "../../mail/mail"
import { isShownCompany, type SurveyRow } from "./record"

/** Mails with the link to a survey, in the recipient's language (docs/contract.md#survey-answers). */

/** A person, by id and by the hashes under which the person is kept as invited, with the token that is for this person. */
export type Invited = { id: string; hashes: string[]; token: string; tokenHash: string }

/** Mails that are sent at the same time. */
const parallel = 10
/**
 * After which time a mail that could not be sent is tried again at the earliest, and is given up, ms. Each try waits as long again
 * as the mail is old: a server that takes mails and answers too late gets a dozen copies, not one each minute.
 */
const retryMs = 60_000
const giveUpMs = 24 * 3_600_000

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
  return { to: to.email, subject, text, language, link, isWritten: true }
}

/** Adds mails to those that are to be sent, in the transaction of their invitations. */
export const queueMails = ({ config, clock }: Deps, tx: Database, surveyId: string, made: readonly Invited[]) => {
  const now = new Date(clock())
  const rows = made.map(({ id, hashes, token, tokenHash }) => seal(config.codeSecret, { id, hashes, token, tokenHash }))
  return tx.insert(surveyMails).values(rows.map(sealed => ({ surveyId, sealed, createdAt: now, tryAt: now })))
}

type Queued = typeof surveyMails.$inferSelect

/** Undefined after a change of CODE_SECRET. */
const opened = (codeSecret: string, sealed: string): Invited | undefined => {
  try {
    return unseal<Invited>(codeSecret, sealed)
  } catch {
    return undefined
  }
}

/** Sends mails, unless survey or person are gone, or the mail cannot be read. @returns those that are done */
const send = async (deps: Deps, rows: readonly Queued[]): Promise<number[]> => {
  const { db, mailer, config, log } = deps
  const sendOne = async ({ id, surveyId, sealed }: Queued): Promise<number[]> => {
    try {
      const invited = opened(config.codeSecret, sealed)
      if (!invited) {
        log.error({ mails: "a mail of a survey was sealed with another secret, and is not sent", surveyId })
        return [id]
      }
      const [found] = await db
        .select({ survey: surveys, company: tenants.name })
        .from(surveys)
        .leftJoin(tenants, isShownCompany)
        .where(eq(surveys.id, surveyId))
      const [to] = await db.select().from(users).where(eq(users.id, invited.id))
      if (found && to && !found.survey.deletedAt && !to.deletedAt)
        await mailer.send(mailOf(deps, found.survey, found.company ?? undefined, to, invited.token))
      return [id]
    } catch (error) {
      log.error({ mails: "a mail of a survey was not sent", surveyId, ...loggable(error) })
      return []
    }
  }
  return (await Promise.all(rows.map(sendOne))).flat()
}

/** Takes invitations back whose mail could not be sent for a day: these people can be invited again. */
const giveUp = ({ db, config, clock, log }: Deps) =>
  db.transaction(async tx => {
    const old = await tx
      .delete(surveyMails)
      .where(lt(surveyMails.createdAt, new Date(clock() - giveUpMs)))
      .returning()
    for (const { surveyId, sealed } of old) {
      const invited = opened(config.codeSecret, sealed)
      if (!invited) continue
      const { hashes, tokenHash } = invited
      await tx
        .delete(surveyInvitees)
        .where(and(eq(surveyInvitees.surveyId, surveyId), inArray(surveyInvitees.personHash, hashes)))
      await tx.delete(surveyInvitations).where(eq(surveyInvitations.tokenHash, tokenHash))
    }
    if (old.length) log.error({ mails: "mails of surveys were given up after a day", count: old.length })
  })

/**
 * Sends the mails that are due, until one fails or the time is over. A mail is moved on before it is tried: a process that ends
 * meanwhile leaves it for the next try, and two processes send it once.
 */
export const sendQueuedMails = async (deps: Deps, maxMs: number) => {
  const { db, clock } = deps
  const end = performance.now() + maxMs
  await giveUp(deps)
  while (performance.now() < end) {
    const now = clock()
    const at = sql`${new Date(now).toISOString()}::timestamptz`
    const due = db
      .select({ id: surveyMails.id })
      .from(surveyMails)
      .where(lte(surveyMails.tryAt, new Date(now)))
      .orderBy(surveyMails.id)
      .limit(parallel)
      .for("update", { skipLocked: true })
    const rows = await db
      .update(surveyMails)
      .set({
        tryAt: sql`greatest(${at} + (${at} - ${surveyMails.createdAt}), ${new Date(now + retryMs).toISOString()}::timestamptz)`,
      })
      .where(inArray(surveyMails.id, due))
      .returning()
    const sent = await send(deps, rows)
    if (sent.length) await db.delete(surveyMails).where(inArray(surveyMails.id, sent))
    if (!rows.length || sent.length < rows.length) return
  }
}

/** Sends every minute what is left. @returns stop */
export const startSurveyMails = (deps: Deps) => {
  const run = () => void sendQueuedMails(deps, retryMs).catch(error => deps.log.error(loggable(error)))
  run()
  const timer = setInterval(run, retryMs).unref()
  return () => clearInterval(timer)
}
