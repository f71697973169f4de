import { eq, sql } from "drizzle-orm"
import { figuresOf, valueText } from "../../../../src/contract/report-figures"
import { type ReportModule, reportModules } from "../../../../src/contract/reports"
import { dateTimeFormat } from "../../../../src/core/dates/date-time-format"
import { addDays, type Day, fromInstant } from "../../../../src/core/dates/dates"
import { createFormat } from "../../../../src/core/text/format"
import type { Language, Translate } from "../../../../src/core/text/i18n"
import { localeOf } from "../../../../src/core/text/locale"
import { readActor } from "../../auth/actor"
import { hasModule, mayUse } from "../../auth/policy"
import { consoleUrl } from "../../config"
import { type Database, rowsOf } from "../../db/open"
import { monthlyReports as table } from "../../db/schema"
import { inSlices, oneSlice } from "../../db/slices"
import type { Actor, Deps } from "../../http/context"
import { translate } from "../../http/messages"
import { createMailQueue, type MailJob } from "../../jobs/mails"
import { instant } from "../../jobs/queue"
import type { Mail } from "../../mail/mail"
import { readReport } from "../reports/read"
import { unsubscribeUrl } from "../unsubscribe-token"
import { workingMorning } from "./mails"

/** The report of the month before by mail, once a month (docs/contract.md#monthly-report). */

/** Returns the first and last day of the month before a day. */
const monthBefore = (day: Day) => {
  const to = addDays(`${day.slice(0, 8)}01`, -1)
  return { from: `${to.slice(0, 8)}01`, to }
}

const mayRead = (actor: Actor, module: ReportModule | "reports") => hasModule(actor, module) && mayUse(actor, "read", module)

/** Whether the report of a month is offered to a person. */
export const mayGetMonthlyReport = (actor: Actor) => mayRead(actor, "reports")

/** Turns the mails of a person on or off; the first one is that of the running month. */
export const chooseMonthlyReport = (
  { db, clock, config }: Pick<Deps, "db" | "clock" | "config">,
  userId: string,
  chosen: boolean,
  language: Language,
) => {
  if (!chosen) return endMonthlyReports(db, userId)
  const { date: today = "" } = fromInstant(new Date(clock()).toISOString(), config.timeZone) ?? {}
  return db
    .insert(table)
    .values({ userId, language, sentFor: monthBefore(today).from })
    .onConflictDoUpdate({ target: table.userId, set: { language } })
}

export const endMonthlyReports = (db: Database, userId: string) => db.delete(table).where(eq(table.userId, userId))

/** Adds a mail for each report that is due, in the statement that marks its month as sent. */
const add = async ({ db, clock, config }: Deps) => {
  const now = clock()
  const due = workingMorning(now, config.timeZone)
  if (!due) return
  const { from } = monthBefore(due.day)
  const isDue = sql`sent_for < ${from}`
  await inSlices(() =>
    rowsOf(
      db,
      sql`with due as (update monthly_reports set sent_for = ${from} where ${isDue} and ${oneSlice(table, isDue)} returning user_id)
        insert into jobs (kind, record_id, type, body, next_try_at, created_at)
        select 'report', user_id, ${from}::text, '', ${instant(now)}, ${instant(now)} from due returning 1 as found`,
    ),
  )
}

const mailOf = async (deps: Deps, actor: Actor, language: Language, month: { from: Day; to: Day }): Promise<Mail> => {
  const { db, clock, config } = deps
  const t: Translate = (key, params) => translate(language, key, params)
  const format = createFormat(language, config.timeZone, clock, true)
  const url = consoleUrl(config)
  const root = `${url}/${actor.role === "Administrator" ? "admin" : "user"}`
  const link = `${root}/reports?${new URLSearchParams(month)}`
  const name = dateTimeFormat(localeOf(language), { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(month.from),
  )
  const asked = { actor, zone: config.timeZone, now: new Date(clock()) }
  const reports = await Promise.all(
    reportModules.filter(module => mayRead(actor, module)).map(module => readReport(db, asked, module, month, {})),
  )
  const parts = reports.map(report =>
    figuresOf(report)
      .map(({ label, kind, value, previous, isCurrent }) =>
        t(isCurrent ? "monthlyReport.now" : "monthlyReport.figure", {
          label: t(label),
          value: valueText(value, kind, { t, format }),
          previous: valueText(previous, kind, { t, format }),
        }),
      )
      .join("\n"),
  )
  const [first] = reports
  const period = first ? format.period(first.previousFrom, first.previousTo) : ""
  const end = t("monthlyReport.end")
  return {
    to: actor.email,
    subject: t("monthlyReport.subject", { month: name }),
    text: [
      t("monthlyReport.intro", { month: name, period }),
      ...parts,
      ...(url ? [`${t("monthlyReport.more")}\n${link}`, `${end}\n${root}/profile`] : [end]),
    ].join("\n\n"),
    language,
    tenantId: actor.tenantId,
    ...(url && { link, unsubscribe: unsubscribeUrl(deps, "monthly-report", actor.userId) }),
  }
}

/** Sends the report of a month, as long as it is chosen and open to the person. */
const send = async (deps: Deps, { recordId: userId, type: from }: MailJob) => {
  const [chosen] = await deps.db.select().from(table).where(eq(table.userId, userId))
  const actor = chosen && (await readActor(deps.db, userId))
  if (!actor || !mayGetMonthlyReport(actor)) return
  await deps.mailer.send(await mailOf(deps, actor, chosen.language, monthBefore(addDays(from, 31))))
}

/** A report that may have left is not sent again. */
export const monthlyReportMails = createMailQueue({ kind: "report", maxDoubts: 1, add, send })
