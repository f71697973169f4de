import { eq, inArray } from "drizzle-orm"
import type { Context } from "hono"
import type { Language } from "../../../../src/core/text/i18n"
import { consoleUrl } from "../../config"
import { tenants, users } from "../../db/schema"
import { loggable } from "../../errors/faults"
import type { Env } from "../../http/context"
import { translate } from "../../http/messages"
import type { Mail } from "../../mail/mail"
import type { SurveyRow } from "./record"

/** Mails with the link to a survey, in the recipient's language (docs/contract.md#survey-answers). */

/** A person, by id, with the token that is for this person. */
export type Invited = { id: string; token: string }

/** Mails that are sent at the same time. */
const parallel = 10

const languageOf = (language: string): Language => (language === "en" ? "en" : "tr")

const mailOf = (
  c: Context<Env>,
  survey: SurveyRow,
  company: string | undefined,
  to: { email: string; language: string },
  token: string,
): Mail => {
  const { config } = c.get("deps")
  const language = languageOf(to.language)
  const link = `${consoleUrl(config)}/go/survey/${token}`
  const until = survey.endDate?.toLocaleString(language, { timeZone: config.timeZone, dateStyle: "long", timeStyle: "short" })
  const text = [
    translate(language, "api.surveyMailText", { company: company ?? translate(language, "app.name"), title: survey.title }),
    link,
    translate(language, "api.surveyMailPrivacy"),
    ...(until ? [translate(language, "api.surveyMailUntil", { until })] : []),
  ].join("\n\n")
  return { to: to.email, subject: translate(language, "api.surveyMailSubject", { title: survey.title }), text, language, link }
}

/** Sends a link to each invited person. @returns the invitations whose mail was not sent */
export const mailLinks = async <I extends Invited>(c: Context<Env>, survey: SurveyRow, made: readonly I[]): Promise<I[]> => {
  const { db, mailer, log } = c.get("deps")
  const [company] = survey.tenantId
    ? await db.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, survey.tenantId))
    : []
  const rows = await db
    .select({ id: users.id, email: users.email, language: users.language })
    .from(users)
    .where(
      inArray(
        users.id,
        made.map(({ id }) => id),
      ),
    )
  const recipients = new Map(rows.map(row => [row.id, row]))
  const send = async ({ id, token }: Invited): Promise<boolean> => {
    const to = recipients.get(id)
    if (!to) return false
    try {
      await mailer.send(mailOf(c, survey, company?.name, to, token))
      return true
    } catch (error) {
      log.error({ requestId: c.get("requestId"), ...loggable(error) })
      return false
    }
  }
  const unsent: I[] = []
  for (let from = 0; from < made.length; from += parallel) {
    // After a failure the rest is not tried.
    if (unsent.length) return [...unsent, ...made.slice(from)]
    const group = made.slice(from, from + parallel)
    const sent = await Promise.all(group.map(send))
    unsent.push(...group.filter((_, at) => !sent[at]))
  }
  return unsent
}
