import { eq, sql } from "drizzle-orm"
import {
  type AttentionLine,
  attentionKey,
  attentionLines,
  attentionPages,
  attentionQuery,
  ownCompanyPages,
} from "../../../../src/contract/attention"
import { type Day, fromInstant } from "../../../../src/core/dates/dates"
import { holidaysOn } from "../../../../src/core/dates/holidays"
import type { Key, Language, Params } from "../../../../src/core/text/i18n"
import { readActor } from "../../auth/actor"
import { consoleUrl } from "../../config"
import { rowsOf } from "../../db/open"
import { summaries as table } from "../../db/schema"
import { inSlices, oneSlice } from "../../db/slices"
import type { Actor, Deps } from "../../http/context"
import { translate } from "../../http/messages"
import { createMailQueue, type MailJob } from "../../jobs/mails"
import { instant } from "../../jobs/queue"
import type { Mail } from "../../mail/mail"
import { attentionOf } from "../dashboard/attention"
import { unsubscribeUrl } from "../unsubscribe-token"

/** The mails of summaries: when they are due, what is in them, and that each is sent once (docs/contract.md#summary). */

/** When summaries are sent, in the deployment's zone; a server that starts later sends them until the end. */
const sendFrom = "08:30"
const sendUntil = "12:00"

/** Returns the day of the mails that are due, and whether it is a Monday. */
export const workingMorning = (now: number, zone: string): { day: Day; isMonday: boolean } | undefined => {
  const { date: day, time } = fromInstant(new Date(now).toISOString(), zone) ?? {}
  if (!day || !time || time < sendFrom || time >= sendUntil) return undefined
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const isFree = weekday === 0 || weekday === 6 || holidaysOn(day).some(({ isHalf }) => !isHalf)
  return isFree ? undefined : { day, isMonday: weekday === 1 }
}

/** Adds a mail for each summary that is due, in the statement that marks it as sent on that day. */
const add = async ({ db, clock, config }: Deps) => {
  const now = clock()
  const due = workingMorning(now, config.timeZone)
  if (!due) return
  const isDue = sql`(sent_on is null or sent_on < ${due.day}) and (rhythm = 'daily' or ${due.isMonday})`
  await inSlices(() =>
    rowsOf(
      db,
      sql`with due as (update summaries set sent_on = ${due.day} where ${isDue} and ${oneSlice(table, isDue)} returning user_id)
        insert into jobs (kind, record_id, body, next_try_at, created_at)
        select 'summary', user_id, '', ${instant(now)}, ${instant(now)} from due returning 1 as found`,
    ),
  )
}

const mailOf = (deps: Deps, actor: Actor, language: Language, lines: readonly AttentionLine[]): Mail => {
  const url = consoleUrl(deps.config)
  const root = `${url}/${actor.role === "Administrator" ? "admin" : "user"}`
  const counted = (key: string, count: number, params: Params = {}) =>
    translate(language, `${key}_${new Intl.PluralRules(language).select(count)}` as Key, { count, ...params })
  const tasks = lines.map(({ kind, count, title }) => {
    const { module } = attentionLines[kind]
    const own = actor.role === "TenantAdmin" ? ownCompanyPages[kind] : undefined
    const link = `${root}/${own ?? `${attentionPages[module]}?${new URLSearchParams(attentionQuery(kind))}`}`
    const text = counted(attentionKey(kind), count)
    return [`${text} (${title})`, ...(url ? [link] : [])].join("\n")
  })
  const end = translate(language, "summary.end")
  return {
    to: actor.email,
    subject: counted("summary.subject", lines.length),
    text: [translate(language, "summary.intro"), ...tasks, url ? `${end}\n${root}/profile` : end].join("\n\n"),
    language,
    tenantId: actor.tenantId,
    ...(url && {
      link: `${root}/profile`,
      unsubscribe: unsubscribeUrl(deps, "summary", actor.userId),
    }),
  }
}

/** Sends a summary, as long as it is due and chosen. A person whom nothing needs gets none. */
const send = async (deps: Deps, { recordId: userId }: MailJob) => {
  const [chosen] = await deps.db.select().from(table).where(eq(table.userId, userId))
  if (!chosen || !workingMorning(deps.clock(), deps.config.timeZone)) return
  const actor = await readActor(deps.db, userId)
  const isOpen = actor && (actor.role === "Administrator" || (actor.role === "TenantAdmin" && actor.flags.dashboard))
  const lines = isOpen ? await attentionOf(deps, actor) : []
  if (actor && lines.length) await deps.mailer.send(mailOf(deps, actor, chosen.language, lines))
}

/** A summary that may have left is not sent again. */
export const summaryMails = createMailQueue({ kind: "summary", maxDoubts: 1, add, send })
