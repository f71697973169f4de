import { type SQL, sql } from "drizzle-orm"
import { fromInstant } from "../../../src/core/dates/dates"
import type { Database } from "../db/open"
import { loggable } from "../errors/faults"
import type { Deps } from "../http/context"

/**
 * After a clock that was ahead: what was stored then would wait, or stay valid, until the clock is there again. Instants in the future
 * count as now, so that no wait is longer than its interval (docs/operations.md#clock).
 */

/** How long a change can be undone: a batch of an upload twice as long as others. */
const undoTtl = sql.raw("case entity when 'upload' then interval '20 minutes' else interval '10 minutes' end")

/** What waits for an instant, or ends at one, by table: [which rows are of the future, what they get]. `at` is now. */
const settled = (at: SQL, today: string): [table: string, isFuture: SQL, set: SQL][] => [
  [
    "codes",
    sql`created_at > ${at} or expires_at > ${at} + interval '180 seconds'`,
    sql`created_at = least(created_at, ${at}), expires_at = least(expires_at, ${at} + interval '180 seconds')`,
  ],
  ["code_tries", sql`created_at > ${at}`, sql`created_at = ${at}`],
  [
    "sessions",
    sql`last_used_at > ${at} or created_at > ${at}`,
    sql`last_used_at = least(last_used_at, ${at}), created_at = least(created_at, ${at})`,
  ],
  [
    "refresh_tokens",
    sql`greatest(created_at, replaced_at, used_at) > ${at}`,
    sql`created_at = least(created_at, ${at}), expires_at = expires_at - greatest(created_at - ${at}, interval '0'),
      replaced_at = case when replaced_at > ${at} then ${at} else replaced_at end, used_at = case when used_at > ${at} then ${at} else used_at end`,
  ],
  ["idempotency_keys", sql`created_at > ${at}`, sql`created_at = ${at}`],
  ["undos", sql`expires_at > ${at} + ${undoTtl}`, sql`expires_at = ${at} + ${undoTtl}`],
  [
    "company_erasures",
    sql`requested_at > ${at} or due_at > ${at} + interval '30 days'`,
    sql`requested_at = least(requested_at, ${at}), due_at = least(due_at, ${at} + interval '30 days')`,
  ],
  ["tenants", sql`mails_used_up_at > ${at}`, sql`mails_used_up_at = ${at}`],
  // Two of a survey stay three days apart.
  [
    "survey_reminders",
    sql`sent_at > ${at}`,
    sql`sent_at = ${at} - interval '3 days' * (select count(*) from survey_reminders later
      where later.survey_id = survey_reminders.survey_id and later.sent_at > survey_reminders.sent_at)`,
  ],
  ["summaries", sql`sent_on > ${today}::date`, sql`sent_on = ${today}::date`],
  [
    "monthly_reports",
    sql`sent_for >= date_trunc('month', ${today}::date)`,
    sql`sent_for = date_trunc('month', ${today}::date) - interval '1 month'`,
  ],
  [
    "jobs",
    sql`kind <> 'delivery' and (greatest(created_at, first_tried_at) > ${at} or greatest(next_try_at, taken_until) > ${at} + greatest(${at} - created_at, interval '1 minute'))`,
    sql`created_at = least(created_at, ${at}), next_try_at = least(next_try_at, ${at}), taken_until = least(taken_until, ${at}),
      first_tried_at = case when first_tried_at > ${at} then ${at} else first_tried_at end`,
  ],
  [
    "webhooks",
    sql`greatest(ends_checked_at, failing_since, last_delivery_at) > ${at} or old_secret_until > ${at} + interval '24 hours'`,
    sql`ends_checked_at = least(ends_checked_at, ${at}), failing_since = case when failing_since > ${at} then ${at} else failing_since end,
      last_delivery_at = case when last_delivery_at > ${at} then ${at} else last_delivery_at end,
      old_secret_until = case when old_secret_until is not null then least(old_secret_until, ${at} + interval '24 hours') end`,
  ],
  // A delivery waits as long as it did: from its last try, or from its event. The first try, also of one that is sent again, waits for nothing.
  [
    "jobs",
    sql`kind = 'delivery' and state = 'waiting' and (greatest(created_at, tried_at) > ${at} or (tries = 0 and next_try_at > ${at}) or taken_until > ${at} + interval '30 seconds')`,
    sql`next_try_at = case when tries = 0 then least(next_try_at, ${at})
        when greatest(created_at, tried_at) > ${at} then ${at} + greatest(next_try_at - greatest(created_at, tried_at), interval '0')
        else next_try_at end,
      created_at = least(created_at, ${at}), tried_at = case when tried_at > ${at} then ${at} else tried_at end,
      taken_until = case when taken_until > ${at} + interval '30 seconds' then null else taken_until end`,
  ],
  ["housekeeping", sql`taken_until > ${at} + interval '1 hour'`, sql`taken_until = null`],
  ["access_tokens", sql`last_used_at > ${at}`, sql`last_used_at = ${at}`],
]

/** Counts of windows that are to come would be used up when they do. */
const futureLimits = (at: SQL) => sql`delete from limits where window_start > ${at}`

/** Sets instants in the future to now. A table that fails does not prevent the others. @throws the first failure */
export const settleInstants = async (db: Database, now: number, timeZone: string): Promise<void> => {
  const at = sql`${new Date(now).toISOString()}::timestamptz`
  const today = fromInstant(new Date(now).toISOString(), timeZone)?.date ?? ""
  const updates = settled(at, today).map(
    ([table, isFuture, set]) => sql`update ${sql.identifier(table)} set ${set} where ${isFuture}`,
  )
  const failures: unknown[] = []
  for (const statement of [...updates, futureLimits(at)])
    await db.execute(statement).catch((error: unknown) => void failures.push(error))
  if (failures.length) throw failures[0]
}

const intervalMs = 1_000
/** Steps back that count, ms: smaller ones lengthen no wait that a person notices. */
const leastStepMs = 1_000

/** Settles what is stored at the start, and whenever the clock was set back. @returns stop */
export const startClockWatch = ({ db, clock, config, log }: Pick<Deps, "db" | "clock" | "config" | "log">) => {
  let last = clock()
  const settle = () =>
    void settleInstants(db, clock(), config.timeZone).catch((error: unknown) => log.warn({ clock: "failed", ...loggable(error) }))
  settle()
  const look = () => {
    const now = clock()
    if (now < last - leastStepMs) {
      log.warn({ clock: "was set back", seconds: Math.round((last - now) / 1000) })
      settle()
    }
    last = now
  }
  const timer = setInterval(look, intervalMs).unref()
  return () => clearInterval(timer)
}
