import { sql } from "drizzle-orm"
import { type Database, rowsOf } from "./open"

/** Work that all processes look for and one does, by a row of `housekeeping`: that holds no connection, also behind a pool. */

/** How the names end of what is taken each minute, and has no success to be watched. */
export const minuteStep = " each minute"

/**
 * Takes a step that is due and that no process has: its last success is not `everyMs` ago. Those of a call at the same time get nothing;
 * that of a process which was killed is free again after `takenMs`. A time ahead of the clock does not count.
 */
export const takeStep = async (db: Database, now: number, name: string, everyMs: number, takenMs: number): Promise<boolean> => {
  const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`
  const isRecent = sql`coalesce(housekeeping.succeeded_at > ${at(now - everyMs)} and housekeeping.succeeded_at <= ${at(now)}, false)`
  const isTaken = sql`coalesce(housekeeping.taken_until > ${at(now)} and housekeeping.taken_until <= ${at(now + takenMs)}, false)`
  const taken = await rowsOf(
    db,
    sql`insert into housekeeping (step, taken_until) values (${name}, ${at(now + takenMs)})
      on conflict (step) do update set taken_until = excluded.taken_until where not ${isRecent} and not ${isTaken} returning step`,
  )
  return taken.length > 0
}
