import { and, eq, sql } from "drizzle-orm"
import type { DeliveryState } from "../../../src/contract/webhooks"
import { type Database, rowsOf } from "../db/open"
import { webhooks } from "../db/webhook-tables"
import { instant, isDue, isFirstOfRecord, storeTries } from "../jobs/queue"
import type { Endpoint, Message, Outcome } from "./send"

/** Which deliveries are sent next, and what is stored of a try (docs/contract.md#webhook-deliveries). */

/** At the same time, to one endpoint in all processes; to one that does not work yet, or any more, one. */
const maxPerEndpoint = 3
/** How long a process has a delivery that it sends, ms: longer than a try may take. */
const leaseMs = 30_000
const minute = 60_000
/** From one try to the next, ms. */
const retryDelaysMs = [5_000, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map(hours => hours * 60 * minute)]
/** How long all tries fail until an endpoint is paused, ms. */
const pauseAfterMs = 5 * 24 * 60 * minute

/** `owner`: the id of a company, or `platform`. */
export type Claimed = Endpoint & Message & { id: number; webhookId: string; owner: string; tries: number; isWorking: boolean }

/** Deliveries that a process may send now: in all, to endpoints that do not work, and at most for one owner, who has some already. */
export type Places = { all: number; notWorking: number; ofOwner: number; taken: ReadonlyMap<string, number> }

const isWorking = sql`(w.failing_since is null and w.last_delivery_at is not null)`
const owner = sql`coalesce(w.tenant_id::text, 'platform')`

const list = <T>(values: readonly T[], item: (value: T) => ReturnType<typeof sql>) => sql.join(values.map(item), sql`, `)

/**
 * Takes deliveries that are due, the first of each record, from the endpoints that were sent to least recently, of each owner as many
 * as it has places. The endpoints are locked first, so that the next statement counts what other processes have taken.
 * @param places nobody else waits for the answers of endpoints that do not work, nor of one owner's
 */
export const claim = async (tx: Database, now: number, places: Places): Promise<Claimed[]> => {
  const isOpen = isDue(now)
  const taken = JSON.stringify(Object.fromEntries(places.taken))
  const takenOfEndpoint = sql`(select count(*) from jobs t where t.webhook_id = w.id and t.taken_until > ${instant(now)})`
  const maxOfEndpoint = sql`case when ${isWorking} then ${maxPerEndpoint}::int else 1 end`
  // Endpoints that do not work leave half of their owner's places to its others.
  const leftOfOwner = sql`(${places.ofOwner}::int - coalesce((${taken}::text::json ->> ${owner})::int, 0)
    - case when ${isWorking} then 0 else ${Math.floor(places.ofOwner / 2)}::int end)`
  const found = await rowsOf<{ id: string; isWorking: boolean; left: number }>(
    tx,
    sql`with due as (
      select w.id, ${isWorking} as "isWorking", ${leftOfOwner} as "left", row_number() over (partition by w.tenant_id order by ${isWorking} desc, w.last_delivery_at) as nth
      from webhooks w where w.state = 'active' and w.deleted_at is null
        and (select j.id from jobs j where j.webhook_id = w.id and ${isOpen} order by j.next_try_at limit 1) is not null
        and ${takenOfEndpoint} < ${maxOfEndpoint})
      select due.id, due."isWorking", due."left" from due join webhooks w on w.id = due.id where due.nth <= due."left"
      order by due."isWorking" desc, w.last_delivery_at
      limit ${places.all} for no key update of w skip locked`,
  )
  let left = places.notWorking
  const free = found.filter(({ isWorking }) => isWorking || left-- > 0)
  if (!free.length) return []
  const rows = await rowsOf<Omit<Claimed, "id" | "oldSecretUntil"> & { id: string; oldSecretUntil: string | Date | null }>(
    tx,
    sql`with next as (
      select id from (select j.id, free."left", row_number() over (partition by w.tenant_id order by j.next_try_at, j.id) as nth
      from (values ${list(free, ({ id, left }) => sql`(${id}::uuid, ${left}::int)`)}) as free (webhook_id, "left")
      join webhooks w on w.id = free.webhook_id, lateral (
        select j.id, j.next_try_at from jobs j where j.webhook_id = free.webhook_id and ${isOpen} and ${isFirstOfRecord}
        order by j.next_try_at, j.id limit greatest(0, ${maxOfEndpoint} - ${takenOfEndpoint})) j) ranked
      where nth <= "left" limit ${places.all})
      update jobs j set taken_until = ${instant(now + leaseMs)}
      from next, webhooks w where j.id = next.id and w.id = j.webhook_id and ${isOpen}
      returning j.id, j.message_id as "messageId", j.body, j.tries, w.id as "webhookId", ${owner} as owner, w.url, w.secret, w.old_secret as "oldSecret",
        w.old_secret_until as "oldSecretUntil", ${isWorking} as "isWorking"`,
  )
  return rows.map(({ id, oldSecretUntil, ...row }) => {
    return { ...row, id: Number(id), oldSecretUntil: oldSecretUntil ? new Date(oldSecretUntil) : null }
  })
}

const jitter = () => 0.9 + Math.random() * 0.2

export type Tried = { delivery: Claimed; outcome: Outcome }

/** Stores what tries, in their order, are to their endpoint. @returns it when it has failed for so long that it was paused */
const storeOfEndpoint = async (tx: Database, at: Date, webhookId: string, outcomes: readonly Outcome[]) => {
  const hasSuccess = outcomes.some(({ error }) => error === null)
  const isWorking = outcomes.at(-1)?.error === null
  const since = hasSuccess ? instant(at.getTime()) : sql`coalesce(${webhooks.failingSince}, ${instant(at.getTime())})`
  const isLong = sql`${since} <= ${instant(at.getTime() - pauseAfterMs)}`
  const isEnded = outcomes.some(({ status }) => status === 410)
  const [endpoint] = await tx
    .update(webhooks)
    .set({
      ...(hasSuccess && { lastDeliveryAt: at }),
      failingSince: isWorking ? null : since,
      ...(!isWorking && { state: isEnded ? sql`'ended'` : sql`case when ${isLong} then 'paused' else 'active' end` }),
    })
    .where(and(eq(webhooks.id, webhookId), eq(webhooks.state, "active")))
    .returning()
  return endpoint?.state === "paused" ? endpoint : undefined
}

const stateOf = ({ delivery: { tries }, outcome: { error } }: Tried): DeliveryState => {
  if (error === null) return "delivered"
  return error === "stopped" || tries < retryDelaysMs.length ? "waiting" : "failed"
}

/**
 * Stores what became of tries; one that this process has stopped is none. Endpoints come first, as in the calls, and in one order for
 * all processes. @returns those that have failed for so long that they were paused
 */
export const storeOutcomes = async (tx: Database, now: number, tried: readonly Tried[]) => {
  const at = new Date(now)
  const counted = tried.filter(({ outcome }) => outcome.error !== "stopped")
  const paused: (typeof webhooks.$inferSelect)[] = []
  for (const id of [...new Set(counted.map(({ delivery }) => delivery.webhookId))].sort()) {
    const outcomes = counted.filter(({ delivery }) => delivery.webhookId === id).map(({ outcome }) => outcome)
    const endpoint = await storeOfEndpoint(tx, at, id, outcomes)
    if (endpoint) paused.push(endpoint)
  }
  const rows = tried.map(one => {
    const { delivery, outcome } = one
    const isStopped = outcome.error === "stopped"
    const state = stateOf(one)
    const delayMs = isStopped ? 0 : (retryDelaysMs[delivery.tries] ?? 0) * jitter()
    const nextTryAt = state === "waiting" ? new Date(now + delayMs).toISOString() : null
    return { id: delivery.id, ...outcome, state, tries: isStopped ? delivery.tries : delivery.tries + 1, nextTryAt }
  })
  await storeTries(tx, now, rows)
  return paused
}
