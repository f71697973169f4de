import { and, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { type AttentionModule, type AttentionReason, attentionDays } from "../../../src/contract/attention"
import { fromInstant } from "../../../src/core/dates/dates"
import { owned, reachOf } from "../auth/policy"
import type { Actor } from "../http/context"

/** Rows that need attention (docs/contract.md#attention). */

/** An instant of `now`, the end of the days ahead that count as near, the day of the deployment (`YYYY-MM-DD`), and who asks. */
export type Moments = { now: SQL; soon: SQL; today: string; userId: string }

/** The conditions of a module, by reason. */
export type Reasons<M extends AttentionModule> = Record<AttentionReason<M>, (moments: Moments) => SQL | undefined>

const dayMs = 86_400_000

const momentsOf = (now: Date, { userId }: Actor, zone: string): Moments => ({
  userId,
  today: fromInstant(now.toISOString(), zone)?.date ?? "",
  now: sql`${now.toISOString()}::timestamptz`,
  soon: sql`${new Date(now.getTime() + attentionDays * dayMs).toISOString()}::timestamptz`,
})

/**
 * Rows that need attention for a reason and that the actor may change; undefined, no condition, without a reason, and none for an
 * unknown one.
 */
export const attentionFilter = (
  reasons: Readonly<Record<string, (moments: Moments) => SQL | undefined>>,
  { tenantId, actor, zone, now }: { tenantId: PgColumn; actor: Actor; zone: string; now: Date },
  given: string | undefined,
): SQL | undefined => {
  const reason = given?.trim()
  if (!reason) return undefined
  const condition = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined
  return condition ? and(owned(tenantId, reachOf(actor)), condition(momentsOf(now, actor, zone))) : sql`false`
}
