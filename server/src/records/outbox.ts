import { createHash } from "node:crypto"
import { and, eq, inArray, isNull, ne, or, type SQL } from "drizzle-orm"
import { moduleOfRecord } from "../../../src/contract/modules"
import { actorColumns, actorOf } from "../auth/actor"
import { hasModule } from "../auth/policy"
import { jobs } from "../db/job-tables"
import type { Database } from "../db/open"
import { tenants } from "../db/schema"
import { webhooks } from "../db/webhook-tables"
import type { Actor, Call } from "../http/context"
import { companyOf, type EntityName, isEntityName } from "../kinds/entities"
import type { Change } from "./change"
import { roomFor } from "./quotas"
import { type Reader, readers } from "./readers"
import { endings, eventTypes } from "./webhook-events"

/** What webhooks send is stored in the transaction of the change that they send (docs/contract.md#webhooks). */

const words = (text: string) => new Set(text.split(" "))
/** Contacts, the code of a partner's system, and `approval`, which changes without an event. */
const left = words("contactPersons emails phones contactPerson email phone apiIntegrationCode approval")
/** People in draws, of whom ids are sent. */
const people = words("winners ineligible")
/** All that is sent of kinds that are about a person. */
const ofPerson: Partial<Record<EntityName, Set<string>>> = {
  user: words("id tenantId departmentId role status isInvited hiredAt createdDate updatedDate"),
  feedback: words("id tenantId type priority category status userId assignedTo dueDate resolvedDate createdDate updatedDate"),
}

const bodyOf = (entity: EntityName, type: string, at: Date, value: object): string => {
  const data = Object.fromEntries(Object.entries(value).filter(([name]) => ofPerson[entity]?.has(name) ?? true))
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

export type Event = { endpoint: Endpoint; entity: EntityName; id: string; tenantId: string | null; type: string }

/** The id of the message about an end by its date, which is sent once. */
const endId = ({ endpoint, entity, id, type }: Event, row: object): string | undefined => {
  const { event, over } = endings[entity] ?? {}
  const { intent, endDate } = row as { intent?: string; endDate?: Date | null }
  if (!event || !type.endsWith(`.${event}`) || intent === over || !endDate) return undefined
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
  const known = new Map<string, ReturnType<Reader>>()
  const readOnce = ({ endpoint: { actor }, entity, id }: Event) => {
    const key = `${actor.tenantId} ${id}`
    const value = known.get(key) ?? readers[entity]?.(tx, actor, id, now) ?? Promise.resolve(undefined)
    known.set(key, value)
    return value
  }
  const rows: NewDelivery[] = []
  /** The companies of the endpoints. */
  const owners = new Map<string, string>()
  for (const event of events) {
    const { endpoint, entity, id, tenantId, type } = event
    const found = type.endsWith(".deleted") ? { row: {}, value: { id, tenantId } } : await readOnce(event)
    if (!found) continue
    const body = bodyOf(entity, type, createdAt, found.value)
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
export const hears = ({ actor }: Endpoint, entity: EntityName, id: string) =>
  hasModule(actor, entity === "tenant" && actor.tenantId !== id ? "subsidiaries" : moduleOfRecord(entity))

/** Stores what changes are to the endpoints of their owner, of the company above it, and of the platform. */
export const addToOutbox = async (c: Call, tx: Database, changes: readonly Change[]) => {
  const now = c.get("deps").clock()
  const heard = changes.filter(change => eventTypes(change, () => true, now).length)
  if (!heard.length) return
  const companies = heard.flatMap(({ entity, tenantId, after = {} }) => [
    tenantId,
    isEntityName(entity) ? companyOf(entity, after) : null,
  ])
  const owners = [...new Set(companies)].filter(id => id != null)
  const parents = tx.select({ id: tenants.parentId }).from(tenants).where(inArray(tenants.id, owners))
  const isTheirs = owners.length ? or(inArray(webhooks.tenantId, owners), inArray(webhooks.tenantId, parents)) : undefined
  const endpoints = await readEndpoints(tx, or(isNull(webhooks.tenantId), isTheirs))
  const events = heard.flatMap(change =>
    endpoints.flatMap(endpoint => {
      const { tenantId, id } = change
      const entity = change.entity as EntityName
      const { role, tenantId: own, reach } = endpoint.actor
      const isWithin = (row: object) => {
        const company = "version" in row ? companyOf(entity, row) : tenantId
        const isSubsidiary = entity === "tenant" && (row as { parentId?: string | null }).parentId === own
        return role === "Administrator" || isSubsidiary || (company !== null && reach.includes(company))
      }
      if (!hears(endpoint, entity, id)) return []
      const types = eventTypes(change, isWithin, now).filter(type => endpoint.events.includes(type))
      return types.map(type => ({ endpoint, entity, id, tenantId, type }))
    }),
  )
  await addEvents(tx, now, events)
}
