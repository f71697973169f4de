import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm"
import type { Feedback, FeedbackItem } from "../../../../src/contract/feedback"
import type { Wire } from "../../../../src/contract/wire"
import { owned, reachOf } from "../../auth/policy"
import type { Database } from "../../db/open"
import { feedbacks as table, tenants } from "../../db/schema"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../kinds/entities"
import { storedMembers } from "../../kinds/stored-members"
import { stored } from "./input"
import { timesOf } from "./times"

/**
 * Stored feedback: who may read it, and the members of the answer. Only staff read it, internal notes included
 * (docs/contract.md#feedback-record).
 */
type Row = RowOf<"feedback">

/** A list contains neither notes nor conversations, which may be long. */
const { internalNotes, conversations, attachments, ...listed } = getTableColumns(table)
type Listed = Omit<Row, "internalNotes" | "conversations" | "attachments">

const presentListed = (feedback: Listed, tenantName: string | null, now: number) =>
  ({
    ...stored.members(feedback),
    tenantName,
    resolvedDate: feedback.resolvedAt?.toISOString() ?? null,
    ...timesOf(feedback, now),
    ...storedMembers(feedback),
  }) satisfies Wire<Omit<FeedbackItem, "conversationCount">>

type Item = { row: Listed; tenantName: string | null; conversationCount: number }

/** @param now epoch ms, by which items are overdue */
export const presentFeedbackItem = ({ row, tenantName, conversationCount }: Item, now: number) =>
  ({ ...presentListed(row, tenantName, now), conversationCount }) satisfies Wire<FeedbackItem>

export const presentFeedback = ({ row, tenantName }: { row: Row; tenantName: string | null }, _: Actor, now: number) =>
  ({
    ...presentListed(row, tenantName, now),
    internalNotes: row.internalNotes,
    conversations: row.conversations,
    attachments: row.attachments,
  }) satisfies Wire<Feedback>

export const selectFeedbackItems = (db: Database) =>
  db
    .select({
      row: listed,
      tenantName: tenants.name,
      conversationCount: sql<number>`jsonb_array_length(${table.conversations})`,
    })
    .from(table)
    .leftJoin(tenants, eq(tenants.id, table.tenantId))

export const selectFeedback = (db: Database) =>
  db.select({ row: table, tenantName: tenants.name }).from(table).leftJoin(tenants, eq(tenants.id, table.tenantId))

export const visibleFeedback = (actor: Actor) => and(isNull(table.deletedAt), owned(table.tenantId, reachOf(actor)))
