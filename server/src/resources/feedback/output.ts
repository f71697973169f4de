import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm"
import { owned, reachOf } from "../../auth/policy"
import type { Database } from "../../db/open"
import { feedbacks as table, tenants } from "../../db/schema"
import type { Actor } from "../../http/context"

/** Stored feedback: who sees it, and what leaves of it. Only staff ever ask, so its notes may leave too (S6). */
type Row = typeof table.$inferSelect

/** A list leaves out what may be long. */
const { internalNotes, conversations, attachments, ...listed } = getTableColumns(table)
type Listed = Omit<Row, "internalNotes" | "conversations" | "attachments">
type Item = { feedback: Listed; tenantName: string | null; conversationCount: number }
type Found = { feedback: Row; tenantName: string | null }

const presentListed = (feedback: Listed, tenantName: string | null) => ({
  id: feedback.id,
  type: feedback.type,
  subject: feedback.subject,
  description: feedback.description,
  email: feedback.email,
  userId: feedback.userId,
  userName: feedback.userName,
  priority: feedback.priority,
  category: feedback.category,
  status: feedback.status,
  tenantId: feedback.tenantId,
  tenantName,
  assignedTo: feedback.assignedTo,
  assignedToName: feedback.assignedToName,
  createdDate: feedback.createdAt.toISOString(),
  updatedDate: feedback.updatedAt.toISOString(),
  resolvedDate: feedback.resolvedAt?.toISOString() ?? null,
  resolutionStep: feedback.resolutionStep,
})

export const presentItem = ({ feedback, tenantName, conversationCount }: Item) => ({
  ...presentListed(feedback, tenantName),
  conversationCount,
})

export const present = ({ feedback, tenantName }: Found) => ({
  ...presentListed(feedback, tenantName),
  internalNotes: feedback.internalNotes,
  conversations: feedback.conversations,
  attachments: feedback.attachments,
})

export const joinedItems = (db: Database) =>
  db
    .select({
      feedback: listed,
      tenantName: tenants.name,
      conversationCount: sql<number>`jsonb_array_length(${table.conversations})`,
    })
    .from(table)
    .leftJoin(tenants, eq(tenants.id, table.tenantId))

export const joined = (db: Database) =>
  db.select({ feedback: table, tenantName: tenants.name }).from(table).leftJoin(tenants, eq(tenants.id, table.tenantId))

export const visible = (actor: Actor) => and(isNull(table.deletedAt), owned(table.tenantId, reachOf(actor)))
