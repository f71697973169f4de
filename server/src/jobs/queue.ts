import { type SQL, sql } from "drizzle-orm"
import type { jobs } from "../db/job-tables"
import type { Database } from "../db/open"

/**
 * The table of what waits to be sent: a process takes a job for a time, in which no other takes it, tries it, and stores what
 * became of it. A job of a process that was killed is due again at the end of that time (docs/decisions/server/2026-11-28-one-table-of-jobs.md).
 */

type Job = typeof jobs.$inferSelect

export const instant = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`

/** Whether a process may take the job `j`. */
export const isDue = (now: number): SQL =>
  sql`(j.state = 'waiting' and j.next_try_at <= ${instant(now)} and (j.taken_until is null or j.taken_until <= ${instant(now)}))`

/** Whether no earlier delivery of the same record waits for the receiver of the job `j`. */
export const isFirstOfRecord = sql`(j.id = coalesce((select e.id from jobs e where e.webhook_id = j.webhook_id
  and e.record_id = j.record_id and e.state = 'waiting' order by e.id limit 1), j.id))`

/** What becomes of a job by a try; `nextTryAt` is null once it has ended. */
type TriedJob = Pick<Job, "id" | "state" | "tries"> & { nextTryAt: string | null } & Partial<
    Pick<Job, "status" | "ms" | "error" | "answer">
  >

/** Stores what became of tries, and gives the jobs free. One that has ended meanwhile stays as it is. */
export const storeTries = (db: Database, now: number, tried: readonly TriedJob[]) =>
  db.execute(sql`update jobs j set state = r.state, tries = r.tries, next_try_at = r."nextTryAt", taken_until = null,
      tried_at = ${instant(now)}, status = r.status, ms = r.ms, error = r.error, answer = coalesce(r.answer, '')
    from json_to_recordset(${JSON.stringify(tried)}::text::json) as r
      (id bigint, state text, tries integer, "nextTryAt" timestamptz, status integer, ms integer, error text, answer text)
    where j.id = r.id and j.state = 'waiting'`)
