import { createHash } from "node:crypto"
import { and, eq, inArray, isNull, ne, or, type SQL } from "drizzle-orm"
import { actorColumns, actorOf } from "../auth/actor"
import { hasModule } from "../auth/policy"
import { jobs } from "../db/job-tables"
import type { Database } from "../db/open"
import { tenants } from "../db/schema"
import { webhooks } from "../db/webhook-tables"
import type { Actor, Call } from "../http/context"
import { findKind } from "../kinds"
import type { Kind, StoredRow } from "../kinds/kind"
import { find } from "./find"
import { isWhole, type LoggedChange } from "./logged-change"
import { roomFor } from "./quotas"
import { eventTypes } from "./webhook-events"

/** What webhooks send is stored in the transaction of the change that they send (docs/contract.md#webhooks). */

const words = (text: string) => new Set(text.split(" "))
/** Contacts, the code of a partner's system, and `approval`, which changes without an event. */
const left = words("contactPersons emails phones contactPerson email phone apiIntegrationCode approval")
/** People in draws, of whom ids are sent. */
const people = words("winners ineligible")

const bodyOf = ({ sent }: Kind, type: string, at: Date, value: object): string => {
  const data = Object.fromEntries(Object.entries(value).filter(([name]) => sent?.has(name) ?? true))
  return JSON.stringify({ type, timestamp: at.toISOString(), data }, (name, member) => {
    if (left.has(name)) return undefined
    if (!people.has(name) || !Array.isArray(member)) return member
    return member.map(({ name: _, departmentName: __, ...person }) => person)
  })
}

export type Endpoint = { id: string; events: string[]; actor: Actor }

/** Endpoints with an administrator of their owner. Those that have ended, or whose company is deleted, get nothing. */
export const readEndpoints = async (db: Database, where: SQL | undefined): Promise<Endpoint[]> => {
  const { id, events, tenantId } = webhooks
  const { subsidiaryIds, modules } = actorColumns
  const rows = await db
    .select({ id, events, tenantId, subsidiaryIds, modules })
    .from(webhooks)
    .leftJoin(tenants, eq(tenants.id, tenantId))
    .where(and(isNull(webhooks.deletedAt), isNull(tenants.deletedAt), ne(webhooks.state, "ended"), where))
  return rows.map(({ id, events, ...company }) => {
    const role = company.tenantId ? "TenantAdmin" : "Administrator"
    return { id, events, actor: actorOf({ ...company, userId: "", email: "", role, permissions: [] }, "") }
  })
}

export type Event = { endpoint: Endpoint; kind: Kind; id: string; tenantId: string | null; type: string }

/** The id of the message about an end by its date, which is sent once. */
const endId = ({ endpoint, kind: { end }, id, type }: Event, row: object): string | undefined => {
  const { intent, endDate } = row as { intent?: string; endDate?: Date | null }
  if (!end || !type.endsWith(`.${end.event}`) || intent === end.over || !endDate) return undefined
  return createHash("sha256").update(`${endpoint.id} ${id} ${endDate.toISOString()}`).digest("hex").slice(0, 32)
}

type NewDelivery = typeof jobs.$inferInsert & { webhookId: string }

/** Leaves out deliveries of a company that has as many waiting as it may: the write that they are about is not refused. */
const leaveOut = async (tx: Database, owners: Map<string, string>, rows: NewDelivery[]) => {
  for (const tenantId of new Set(owners.values())) {
    let room = await roomFor(tx, tenantId, "deliveries")
    const kept = rows.filter(({ webhookId }) => owners.get(webhookId) !== tenantId || room-- > 0)
    rows.splice(0, rows.length, ...kept)
  }
}

/** Rows of one statement. */
const batchSize = 1_000

/** Stores a delivery for each event, with the record as the transaction has it. */
export const addEvents = async (tx: Database, now: number, events: readonly Event[]) => {
  const createdAt = new Date(now)
  const known = new Map<string, ReturnType<typeof find>>()
  const readOnce = ({ endpoint: { actor }, kind, id }: Event) => {
    const key = `${actor.tenantId} ${id}`
    const value = known.get(key) ?? find(tx, kind, actor, id, now)
    known.set(key, value)
    return value
  }
  const rows: NewDelivery[] = []
  /** The companies of the endpoints. */
  const owners = new Map<string, string>()
  for (const event of events) {
    const { endpoint, kind, id, tenantId, type } = event
    const found = type.endsWith(".deleted") ? { row: {}, value: { id, tenantId } } : await readOnce(event)
    if (!found) continue
    const body = bodyOf(kind, type, createdAt, found.value)
    const messageId = endId(event, found.row)
    if (endpoint.actor.tenantId) owners.set(endpoint.id, endpoint.actor.tenantId)
    rows.push({
      webhookId: endpoint.id,
      type,
      recordId: id,
      body,
      nextTryAt: createdAt,
      createdAt,
      ...(messageId && { messageId }),
    })
  }
  if (owners.size) await leaveOut(tx, owners, rows)
  for (let from = 0; from < rows.length; from += batchSize)
    await tx
      .insert(jobs)
      .values(rows.slice(from, from + batchSize))
      .onConflictDoNothing({ target: jobs.messageId })
}

/** Whether a module is on for the owner of an endpoint: one that is off sends nothing. */
export const hears = ({ actor }: Endpoint, kind: Kind, id: string) => hasModule(actor, kind.moduleOf(actor, id))

/** Stores what changes are to the endpoints of their owner, of the company above it, and of the platform. */
export const addToOutbox = async (c: Call, tx: Database, changes: readonly LoggedChange[]) => {
  const now = c.get("deps").clock()
  const heard = changes.flatMap(change => {
    const kind = findKind(change.entity)
    return kind && eventTypes(kind, change, () => true, now).length ? [{ ...change, kind }] : []
  })
  if (!heard.length) return
  const companies = heard.flatMap(({ kind, tenantId, after }) => [tenantId, isWhole(after) ? kind.ownerOf(after) : null])
  const owners = [...new Set(companies)].filter(id => id != null)
  const parents = tx.select({ id: tenants.parentId }).from(tenants).where(inArray(tenants.id, owners))
  const isTheirs = owners.length ? or(inArray(webhooks.tenantId, owners), inArray(webhooks.tenantId, parents)) : undefined
  const endpoints = await readEndpoints(tx, or(isNull(webhooks.tenantId), isTheirs))
  const events = heard.flatMap(change =>
    endpoints.flatMap(endpoint => {
      const { kind, tenantId, id } = change
      const { role, reach } = endpoint.actor
      const isWithin = (row: StoredRow | undefined) =>
        role === "Administrator" ||
        (row ? kind.heardBy(row) : [tenantId]).some(company => company !== null && reach.includes(company))
      if (!hears(endpoint, kind, id)) return []
      const types = eventTypes(kind, change, isWithin, now).filter(type => endpoint.events.includes(type))
      return types.map(type => ({ endpoint, kind, id, tenantId, type }))
    }),
  )
  await addEvents(tx, now, events)
}
