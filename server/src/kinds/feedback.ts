import { and, eq, getTableColumns, inArray, isNull, or, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { z } from "zod"
import * as contract from "../../../src/contract/feedback"
import { ownedFields } from "../../../src/contract/record"
import { type DeliveryState, deliveryStates } from "../../../src/contract/webhooks"
import type { Wire } from "../../../src/contract/wire"
import { omitFields } from "../../../src/core/fields"
import { owned, platformOwner, reachOf } from "../auth/policy"
import type { Database } from "../db/open"
import { audit, type FeedbackRow, feedbacks as table, tenants, undos } from "../db/schema"
import { code } from "../http/body"
import type { Actor } from "../http/context"
import { answerShape, instant, named, text, total } from "./answer-shape"
import { isMine, timesOf } from "./feedback-times"
import { storedFields } from "./fields"
import { type Kind, kindParts } from "./kind"
import { storedMembers } from "./stored-members"

const { authors, statuses } = contract

/** Members of a new record; its company and its author are found by the call. */
export const feedbackFields = omitFields(contract.fields, "tenantId")
const stored = storedFields(table, { ...feedbackFields, ...contract.handling })

const attachment = named("Attachment", { id: text, name: text, url: text, size: total, uploadDate: instant })
const conversation = named("Conversation", {
  id: text,
  type: code(authors),
  message: text,
  authorName: text,
  authorEmail: text,
  createdDate: instant,
  isInternal: z.boolean(),
  attachments: z.array(attachment),
  mail: z.enum(deliveryStates).nullable(),
})

/** What became of mails about the feedback, by the id of the entry. */
const mails = sql<Record<string, DeliveryState> | null>`(select json_object_agg(j.message_id, j.state) from jobs j
  where j.kind = 'message' and j.about = ${table.id})`

/** Whether the answers to feedback of the joined company are mailed, by its own setting or that of its parent. */
export const mailsAnswers = sql<boolean>`exists (select 1 from mail_settings s where s.feedback
  and s.owner in (coalesce(${table.tenantId}::text, ${platformOwner}), ${tenants.parentId}::text))`

type Selected = {
  row: FeedbackRow
  tenantName: string | null
  mailsAnswers: boolean
  mails: Record<string, DeliveryState> | null
}

const shape = {
  ...answerShape(table, { ...ownedFields, ...feedbackFields, ...contract.added }),
  dueDate: instant.nullable(),
  resolvedDate: instant.nullable(),
  isOverdue: z.boolean(),
  firstResponseMinutes: total.nullable(),
  resolutionMinutes: total.nullable(),
}

/** A list contains neither notes nor conversations, which may be long. */
const { internalNotes, conversations, attachments, ...listed } = getTableColumns(table)
type Listed = Omit<FeedbackRow, "internalNotes" | "conversations" | "attachments">

const presentListed = (feedback: Listed, tenantName: string | null, now: number) =>
  ({
    ...stored.members(feedback),
    tenantName,
    resolvedDate: feedback.resolvedAt?.toISOString() ?? null,
    ...timesOf(feedback, now),
    ...storedMembers(feedback),
  }) satisfies Wire<Omit<contract.FeedbackItem, "conversationCount">>

const answersIn = ({ conversations }: FeedbackRow) =>
  conversations.filter(({ type, isInternal }) => type === authors.value("admin") && !isInternal).length
const isResolved = ({ status }: FeedbackRow) => statuses.name(status) === "resolved"

/** Feedback. Only staff read it, internal notes included (docs/contract.md#feedback-record). */
export const feedback = {
  ...kindParts("feedback", table, {}),
  tag: "Feedback",
  noun: "feedback",
  title: table.subject,
  media: [table.attachments, table.conversations],
  value: named("Feedback", {
    ...shape,
    mailsAnswers: z.boolean(),
    internalNotes: text,
    conversations: z.array(conversation),
    attachments: z.array(attachment),
  }) satisfies z.ZodType<Wire<contract.Feedback>>,
  item: named("FeedbackItem", { ...shape, conversationCount: total }) satisfies z.ZodType<Wire<contract.FeedbackItem>>,
  attention: { mine: ({ userId }) => isMine(userId) },
  visible: actor => and(isNull(table.deletedAt), owned(table.tenantId, reachOf(actor))),
  select: db =>
    db
      .select({ row: table, tenantName: tenants.name, mailsAnswers, mails })
      .from(table)
      .leftJoin(tenants, eq(tenants.id, table.tenantId)),
  selectItems: (db: Database) =>
    db
      .select({
        row: listed,
        tenantName: tenants.name,
        conversationCount: sql<number>`jsonb_array_length(${table.conversations})`,
      })
      .from(table)
      .leftJoin(tenants, eq(tenants.id, table.tenantId)),
  present: ({ row, tenantName, mailsAnswers, mails }: Selected, _, now) =>
    ({
      ...presentListed(row, tenantName, now),
      mailsAnswers: mailsAnswers && row.email !== "",
      internalNotes: row.internalNotes,
      conversations: row.conversations.map(({ isMailed, ...entry }) => ({
        ...entry,
        mail: isMailed ? (mails?.[entry.id] ?? "delivered") : null,
      })),
      attachments: row.attachments,
    }) satisfies Wire<contract.Feedback>,
  presentItem: (
    { row, tenantName, conversationCount }: { row: Listed; tenantName: string | null; conversationCount: number },
    _: Actor,
    now: number,
  ) => ({ ...presentListed(row, tenantName, now), conversationCount }) satisfies Wire<contract.FeedbackItem>,
  logged: row => {
    const { userId, ...members } = stored.members(row)
    const { tenantId, internalNotes, conversations, attachments } = row
    return { ...members, tenantId, internalNotes, conversations, attachments }
  },
  sent: new Set([
    ...["id", "tenantId", "type", "priority", "category", "status", "userId", "assignedTo"],
    ...["dueDate", "resolvedDate", "createdDate", "updatedDate"],
  ]),
  furtherEvents: (before, after) => [
    ...(answersIn(after) > (before ? answersIn(before) : 0) ? ["answered"] : []),
    ...(isResolved(after) && !(before && isResolved(before)) ? ["resolved"] : []),
  ],
  /** Empties what feedback holds of the person: of their own, assigned to them, or answered by them. */
  erasePerson: async (tx, { id, email }) => {
    const emptied = sql`without_person(jsonb_build_object('conversations', ${table.conversations}), ${id}, ${email})`
    const ifOwn = (column: PgColumn) => sql`case when ${table.userId} = ${id} then '' else ${column} end`
    const found = await tx
      .update(table)
      .set({
        userId: sql`nullif(${table.userId}, ${id}::uuid)`,
        userName: ifOwn(table.userName),
        email: ifOwn(table.email),
        assignedTo: sql`nullif(${table.assignedTo}, ${id}::uuid)`,
        conversations: sql`${emptied} -> 'conversations'`,
        version: sql`${table.version} + 1`,
      })
      .where(
        or(
          eq(table.userId, id),
          eq(table.assignedTo, id),
          sql`${table.conversations} @> jsonb_build_array(jsonb_build_object('authorEmail', ${email}::text))`,
        ),
      )
      .returning({ id: table.id })
    const ids = found.map(({ id }) => id)
    if (ids.length) await tx.delete(undos).where(inArray(undos.entityId, ids))
    const logged = {
      before: sql`without_person(${audit.before}, ${id}, ${email})`,
      after: sql`without_person(${audit.after}, ${id}, ${email})`,
    }
    // What without_person would change, found without calling it for each entry.
    const parts = [{ userId: id }, { assignedTo: id }, { conversations: [{ authorEmail: email }] }].map(part =>
      JSON.stringify(part),
    )
    const isNamed = or(...parts.flatMap(part => [audit.before, audit.after].map(column => sql`${column} @> ${part}::jsonb`)))
    await tx
      .update(audit)
      .set(logged)
      .where(and(eq(audit.entity, "feedback"), isNamed))
  },
} satisfies Kind<FeedbackRow> & Record<"item" | "selectItems" | "presentItem", unknown>
