import { eq, inArray, isNull, sql } from "drizzle-orm"
import { statuses as feedbackStatuses } from "../../../src/contract/feedback"
import type { AuditedRecord } from "../../../src/contract/modules"
import type { Database } from "../db/open"
import { audit, type campaigns, type FeedbackRow, tenants, users } from "../db/schema"
import { kinds } from "../kinds"
import { day, hour } from "./world"

type SeededRow = { id: string; createdAt: Date; updatedAt: Date; tenantId?: string | null }
type Author = { id: string; email: string }

/** The kinds whose histories the demonstration has; people and companies begin without one. */
const seeded = kinds.filter(({ name }) => name !== "tenant" && name !== "user")

/** Columns that the database generates, which the history does not hold. */
const generated = ["search", "sortName"]

/** Every so many campaigns were prolonged since they were created. */
const prolongedEvery = 3

/** How a record was created, where that is not how it is now. */
const firstStates: Partial<Record<AuditedRecord, (row: SeededRow, at: number) => object | undefined>> = {
  campaign: (row, at) => {
    const { startDate, endDate, participantLimit } = row as typeof campaigns.$inferSelect
    const isLong = endDate.getTime() - startDate.getTime() > 14 * day
    if (at % prolongedEvery !== 0 || !isLong) return undefined
    return {
      endDate: new Date(endDate.getTime() - 7 * day),
      participantLimit: participantLimit && Math.ceil(participantLimit / 2),
    }
  },
  feedback: row => {
    if ((row as SeededRow & FeedbackRow).status === feedbackStatuses.value("new")) return undefined
    return {
      status: feedbackStatuses.value("new"),
      assignedTo: null,
      assignedToName: "",
      resolvedAt: null,
      conversations: [],
      updatedAt: row.createdAt,
    }
  },
}

/** When a record was changed: as stored, or some hours after its creation, but not after today began. */
const changedAt = ({ createdAt, updatedAt }: SeededRow, today: number) => {
  const stored = updatedAt > createdAt ? updatedAt.getTime() : createdAt.getTime() + 30 * hour
  return new Date(Math.max(createdAt.getTime(), Math.min(stored, today)))
}

/**
 * Writes the history of the demonstration's records: their creation by an administrator of their owner, and a change of some.
 * @param today midnight, epoch ms
 */
export const seedHistory = async (tx: Database, today: number) => {
  const administrators = await tx
    .select({ id: users.id, email: users.email, tenantId: users.tenantId, parentId: tenants.parentId })
    .from(users)
    .leftJoin(tenants, eq(tenants.id, users.tenantId))
    .where(inArray(users.role, ["Administrator", "TenantAdmin"]))
    .orderBy(users.createdAt, users.email)
  const companies = await tx.select({ id: tenants.id, parentId: tenants.parentId }).from(tenants)
  const authorOf = (tenantId: string | null): Author | undefined => {
    const parentId = companies.find(({ id }) => id === tenantId)?.parentId
    const ofCompany = (id: string | null | undefined) => administrators.find(person => person.tenantId === id)
    return ofCompany(tenantId) ?? ofCompany(parentId ?? null)
  }

  const entries: (typeof audit.$inferInsert)[] = []
  for (const { name: entity, table, secrets } of seeded) {
    const unlogged = [...generated, ...secrets]
    const logged = (row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => !unlogged.includes(name)))
    const stored = await tx.select().from(table).where(isNull(table.deletedAt)).orderBy(table.createdAt, table.id)
    const changed: { id: string; at: Date }[] = []
    const ofKind = (stored as SeededRow[]).flatMap((row, at) => {
      const author = authorOf(row.tenantId ?? null)
      const common = {
        actorId: author?.id ?? null,
        actorEmail: author?.email ?? "",
        tenantId: row.tenantId ?? null,
        entity,
        entityId: row.id,
        requestId: "demonstration",
      }
      const difference = firstStates[entity]?.(row, at)
      const first = logged({ ...row, ...difference })
      const created = { ...common, at: row.createdAt, action: "create" as const, before: null, after: first }
      if (!difference) return [created]
      const change = changedAt(row, today)
      changed.push({ id: row.id, at: change })
      const after = logged({ ...row, version: 2, updatedAt: change })
      return [created, { ...common, at: change, action: "update" as const, before: first, after }]
    })
    entries.push(...ofKind)
    for (const { id, at } of changed)
      await tx.execute(sql`update ${table} set version = 2, updated_at = ${at.toISOString()}::timestamptz where id = ${id}`)
  }
  // The list shows entries in the order of their ids.
  if (entries.length) await tx.insert(audit).values(entries.sort((a, b) => a.at.getTime() - b.at.getTime()))
}
