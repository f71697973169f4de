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
import { loggable } from "../../errors/faults"
import type { Actor, Deps } from "../../http/context"
import { translate } from "../../http/messages"
import { type Mail, MailDown } from "../../mail/mail"
import { attentionOf } from "../dashboard/attention"
import { unsubscribeToken } from "./unsubscribe-token"

/** The mails of summaries: when they are due, what is in them, and that each is sent once (docs/contract.md#summary). */

/** When summaries are sent, in the deployment's zone; a server that starts later sends them until the end. */
const sendFrom = "08:30"
const sendUntil = "12:00"

/** Returns the day of the summaries that are due, and whether it is a Monday. */
const dueDay = (now: number, zone: string): { day: Day; isMonday: boolean } | undefined => {
  const { date: day, time } = fromInstant(new Date(now).toISOString(), zone) ?? {}
  if (!day || !time || time < sendFrom || time >= sendUntil) return undefined
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const isFree = weekday === 0 || weekday === 6 || holidaysOn(day).some(({ isHalf }) => !isHalf)
  return isFree ? undefined : { day, isMonday: weekday === 1 }
}

/** Takes the next summary, so that no other process sends it, nor this one again after it was killed. */
const takeNext = async ({ db }: Deps, { day, isMonday }: { day: Day; isMonday: boolean }) => {
  const [row] = await rowsOf<{ userId: string; language: Language; before: Day | null }>(
    db,
    sql`with next as (select user_id, sent_on from summaries
        where (sent_on is null or sent_on < ${day}) and (rhythm = 'daily' or ${isMonday}) limit 1 for update skip locked)
      update summaries set sent_on = ${day} from next where summaries.user_id = next.user_id
      returning summaries.user_id as "userId", language, next.sent_on::text as before`,
  )
  return row
}

const mailOf = (deps: Deps, apiPath: string, actor: Actor, language: Language, lines: readonly AttentionLine[]): Mail => {
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
    ...(url && {
      link: `${root}/profile`,
      unsubscribe: `${url}${apiPath}/summary/unsubscribe/${unsubscribeToken(deps, actor.userId)}`,
    }),
  }
}

/**
 * Sends the summaries that are due, one after the other. A person whom nothing needs gets none.
 * @param apiPath where the API is below the console's address; @throws MailDown
 */
export const sendSummaries = async (deps: Deps, apiPath: string) => {
  const { db, clock, config, mailer } = deps
  const due = dueDay(clock(), config.timeZone)
  if (!due) return
  while (deps.isReady()) {
    const next = await takeNext(deps, due)
    if (!next) return
    const actor = await readActor(db, next.userId)
    const isOpen = actor && (actor.role === "Administrator" || (actor.role === "TenantAdmin" && actor.flags.dashboard))
    const lines = isOpen ? await attentionOf(deps, actor) : []
    if (!actor || !lines.length) continue
    try {
      await mailer.send(mailOf(deps, apiPath, actor, next.language, lines))
    } catch (error) {
      // Nothing has left: the summary is sent when the mail server can be reached again.
      if (error instanceof MailDown && error.isUnsent)
        await db.update(table).set({ sentOn: next.before }).where(eq(table.userId, next.userId))
      throw error
    }
  }
}

const intervalMs = 60_000

/** Looks every minute for summaries that are due. @returns stop */
export const startSummaries = (deps: Deps, apiPath: string) => {
  const run = () =>
    void sendSummaries(deps, apiPath).catch(error => deps.log.error({ mails: "summaries wait", ...loggable(error) }))
  run()
  const timer = setInterval(run, intervalMs).unref()
  return () => clearInterval(timer)
}
