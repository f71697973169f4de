import { and, type SQL, sql } from "drizzle-orm"
import { type FeedbackStats, kinds, resolutionRate, statuses } from "../../../../src/contract/feedback"
import { type Database, rowsOf } from "../../db/open"
import { feedbacks as table } from "../../db/schema"
import type { Actor } from "../../http/context"
import { feedback } from "../../kinds/feedback"
import { isOverdue } from "../../kinds/feedback-times"

export type FeedbackCounts = Omit<FeedbackStats, "resolutionRate">

/** A select of `FeedbackCounts` within the actor's reach. @param filter a further condition */
export const feedbackCounts = (actor: Actor, now: Date, filter?: SQL): SQL => {
  const inStatus = (name: (typeof statuses.names)[number]) => sql`${table.status} = ${statuses.value(name)}::int`
  const ofKind = (name: (typeof kinds.names)[number]) => sql`${table.type} = ${kinds.value(name)}::int`
  const where = and(feedback.visible(actor), filter)
  // Overdue apart: both are then read off an index alone.
  return sql`select json_build_object('total', count(*),
      'new', count(*) filter (where ${inStatus("new")}),
      'inProgress', count(*) filter (where ${inStatus("inProgress")}),
      'resolved', count(*) filter (where ${inStatus("resolved")}),
      'complaints', count(*) filter (where ${ofKind("complaint")}),
      'suggestions', count(*) filter (where ${ofKind("suggestion")}),
      'overdue', (select count(*) from ${table} where ${and(where, isOverdue(now))})) as counts
    from ${table} where ${where}`
}

export const withRate = (counts: FeedbackCounts): FeedbackStats => ({
  ...counts,
  resolutionRate: resolutionRate(counts.resolved, counts.total),
})

/** Figures of the feedback within the actor's reach (docs/contract.md#feedback-calls). @param filter a further condition */
export const readFeedbackStats = async (db: Database, actor: Actor, now: Date, filter?: SQL): Promise<FeedbackStats> => {
  const [row] = await rowsOf<{ counts: FeedbackCounts }>(db, feedbackCounts(actor, now, filter))
  if (!row) throw new Error("The feedback was not counted.")
  return withRate(row.counts)
}
