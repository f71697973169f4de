import { and, count, type SQL, sql } from "drizzle-orm"
import { type FeedbackStats, kinds, resolutionRate, statuses } from "../../../../src/contract/feedback"
import { feedbacks as table } from "../../db/schema"
import type { Actor, Deps } from "../../http/context"
import { visibleFeedback } from "./output"
import { isOverdue } from "./times"

/** Figures of the feedback within the actor's reach (docs/contract.md#feedback-calls). @param filter a further condition */
export const feedbackStats = async (
  { db, clock }: Pick<Deps, "db" | "clock">,
  actor: Actor,
  filter?: SQL,
): Promise<FeedbackStats> => {
  const inStatus = (name: (typeof statuses.names)[number]) =>
    sql<number>`(count(*) filter (where ${table.status} = ${statuses.value(name)}::int))::int`
  const ofKind = (name: (typeof kinds.names)[number]) =>
    sql<number>`(count(*) filter (where ${table.type} = ${kinds.value(name)}::int))::int`
  const [row] = await db
    .select({
      total: count(),
      new: inStatus("new"),
      inProgress: inStatus("inProgress"),
      resolved: inStatus("resolved"),
      complaints: ofKind("complaint"),
      suggestions: ofKind("suggestion"),
      overdue: sql<number>`(count(*) filter (where ${isOverdue(new Date(clock()))}))::int`,
    })
    .from(table)
    .where(and(visibleFeedback(actor), filter))
  const counts = row ?? { total: 0, new: 0, inProgress: 0, resolved: 0, complaints: 0, suggestions: 0, overdue: 0 }
  return { ...counts, resolutionRate: resolutionRate(counts.resolved, counts.total) }
}
