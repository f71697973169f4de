import { and, eq, isNull, ne, or } from "drizzle-orm"
import type { ApprovableModule } from "../../../src/contract/approvals"
import type { MessageType } from "../../../src/contract/messages"
import { isPermitted } from "../../../src/contract/permissions/permissions"
import { jobs } from "../db/job-tables"
import type { Database } from "../db/open"
import { tenants, users } from "../db/schema"

/** Adds mails to those that are to be sent, in the transaction of what they tell (docs/contract.md#messages). */

/**
 * What is stored of the words of a message. `path`: below the address of the console, where its link leads; "" for none. `email`: of
 * somebody without an account.
 */
export type MessageBody = { path: string; params: Record<string, string>; email?: string }

export type NewMessage = MessageBody & {
  type: MessageType
  /** Null for somebody without an account. */
  personId: string | null
  /** Of the entry of the record that it is; absent: a new one. */
  messageId?: string
  /** How long it waits before it is sent, ms. */
  delayMs?: number
  /** In whose name it is sent; null: the platform. */
  tenantId: string | null
  /** The record. */
  about: string
}

export const queueMessages = async (tx: Database, now: Date, messages: readonly NewMessage[]) => {
  if (!messages.length) return
  const rows = messages.map(({ path, params, email, personId, delayMs = 0, ...row }) => ({
    ...row,
    kind: "message" as const,
    recordId: personId,
    body: JSON.stringify({ path, params, ...(email && { email }) } satisfies MessageBody),
    createdAt: now,
    nextTryAt: new Date(now.getTime() + delayMs),
  }))
  await tx.insert(jobs).values(rows)
}

const isActive = and(isNull(users.deletedAt), eq(users.status, 1))

/**
 * The people who may decide about the change of a record, but its sender: administrators of its company and of the parent; where there
 * are none, and for records of the platform, those of the platform.
 */
export const readApprovers = async (tx: Database, module: ApprovableModule, tenantId: string | null, senderId: string) => {
  const owner = tenantId ? await tx.query.tenants.findFirst({ where: eq(tenants.id, tenantId) }) : undefined
  const ofCompany = owner && or(eq(users.tenantId, owner.id), owner.parentId ? eq(users.tenantId, owner.parentId) : undefined)
  const people = await tx
    .select()
    .from(users)
    .where(
      and(isActive, ne(users.id, senderId), or(eq(users.role, "Administrator"), and(eq(users.role, "TenantAdmin"), ofCompany))),
    )
  const near = people.filter(person => person.role === "TenantAdmin" && owner && isPermitted("write", module, person))
  return near.length ? near : people.filter(({ role }) => role === "Administrator")
}
