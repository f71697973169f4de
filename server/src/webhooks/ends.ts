import { and, arrayOverlaps, eq, getTableColumns, gt, inArray, isNull, lte } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { owned, reachOf } from "../auth/policy"
import { webhooks } from "../db/webhook-tables"
import type { Deps } from "../http/context"
import { kinds } from "../kinds"
import { addEvents, type Event, hears, readEndpoints } from "../records/outbox"
import { webhookKindOf } from "../records/webhook-events"

/** Events of ends that come with the time (docs/contract.md#webhook-events). */

/** How long an endpoint that was checked is left alone, ms. */
const checkedForMs = 50_000

const typed = kinds.flatMap(kind => (kind.end ? [{ kind, end: kind.end, type: `${webhookKindOf(kind)}.${kind.end.event}` }] : []))

/** Adds the ends since the last check, of one endpoint after the other, each in a transaction. */
export const addEnds = async ({ db, clock, isReady }: Deps) => {
  const types = typed.map(({ type }) => type)
  for (let isFound = true; isFound && isReady(); )
    isFound = await db.transaction(async tx => {
      const now = clock()
      const isDue = lte(webhooks.endsCheckedAt, new Date(now - checkedForMs))
      const [row] = await tx
        .select({ id: webhooks.id, from: webhooks.endsCheckedAt })
        .from(webhooks)
        .where(and(isNull(webhooks.deletedAt), isDue, arrayOverlaps(webhooks.events, types)))
        .limit(1)
        .for("no key update", { skipLocked: true })
      if (!row) return false
      const isThis = eq(webhooks.id, row.id)
      await tx
        .update(webhooks)
        .set({ endsCheckedAt: new Date(now) })
        .where(isThis)
      for (const endpoint of await readEndpoints(tx, isThis)) {
        const events: Event[] = []
        for (const { kind, end, type } of typed.filter(({ type }) => endpoint.events.includes(type))) {
          const { table } = kind
          const { id, tenantId, intent, endDate } = getTableColumns(table) as Record<string, PgColumn>
          if (!id || !tenantId || !intent || !endDate || !hears(endpoint, kind, "")) continue
          const isEnd = and(gt(endDate, row.from), lte(endDate, new Date(now)))
          const isLive = inArray(intent, [...end.live])
          const found = await tx
            .select({ id, tenantId })
            .from(table)
            .where(and(isNull(table.deletedAt), isEnd, isLive, owned(tenantId, reachOf(endpoint.actor))))
            .orderBy(endDate)
          events.push(
            ...found.map(({ id, tenantId }) => ({
              endpoint,
              kind,
              id: id as string,
              tenantId: tenantId as string | null,
              type,
            })),
          )
        }
        await addEvents(tx, now, events)
      }
      return true
    })
}
