import { sql } from "drizzle-orm"
import { addDays, fromInstant, toInstant } from "../../../src/core/dates/dates"
import { refuse } from "../errors/problem"
import type { Deps } from "./context"
import { addCalls, dailyKey } from "./rate-limit"

/** How many mails the people of a company may write in a day. */
const leastMails = 200

/** Whose mails are counted together: a company with its subsidiaries, or the platform (null). */
export type MailCompany = { id: string | null; activePeople: number }

/** Beginning and end of the running day in the deployment's zone. */
const dayOf = ({ clock, config: { timeZone } }: Deps) => {
  const { date } = fromInstant(new Date(clock()).toISOString(), timeZone) ?? { date: "" }
  const at = (day: string) => new Date(toInstant(day, "00:00", timeZone))
  return { start: at(date), end: at(addDays(date, 1)) }
}

const countMails = async (deps: Deps, { id }: MailCompany, start: Date, mails: number) =>
  addCalls(deps.db, [`${dailyKey} ${id ?? "platform"}`], start, mails)

/**
 * Counts mails of a company in advance: twice as many as it has active people in a day of the deployment's zone, at least 200.
 * A company that wants more is noted for the platform (docs/contract.md#attention).
 * @returns how many of those that are wanted may be sent. @throws Refusal 429 with the time to wait when none may
 */
export const reserveMails = async (deps: Deps, company: MailCompany, wanted: number): Promise<number> => {
  const { start, end } = dayOf(deps)
  const maxMails = Math.max(leastMails, 2 * company.activePeople)
  const used = await countMails(deps, company, start, wanted)
  const granted = Math.max(0, Math.min(wanted, maxMails - (used - wanted)))
  if (granted === wanted) return granted
  await countMails(deps, company, start, granted - wanted)
  const now = new Date(deps.clock())
  deps.log.warn({ mails: "a company has used up its mails of the day", company: company.id, limit: maxMails })
  await deps.db.execute(sql`update tenants set mails_used_up_at = ${now.toISOString()}::timestamptz
    where id = ${company.id} and (mails_used_up_at is null or mails_used_up_at < ${start.toISOString()}::timestamptz)`)
  return granted || refuse({ kind: "tooMany", seconds: Math.ceil((end.getTime() - now.getTime()) / 1000) })
}

/** Gives back mails that were counted and are not sent. */
export const releaseMails = (deps: Deps, company: MailCompany, mails: number) =>
  countMails(deps, company, dayOf(deps).start, -mails)
