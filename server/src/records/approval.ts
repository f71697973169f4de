import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import type { Context } from "hono"
import { z } from "zod"
import { type ApprovableModule, liveIntents } from "../../../src/contract/approvals"
import { moduleOfRecord } from "../../../src/contract/modules"
import { maxApprovalComment } from "../../../src/core/approval"
import type { Key } from "../../../src/core/text/i18n"
import type { Database } from "../db/open"
import { approvalSettings, proposals as table } from "../db/schema"
import { refuse, refuseInvalid } from "../errors/problem"
import { limited } from "../http/body"
import type { Call, Env } from "../http/context"
import { shapeMessages } from "../http/request"
import { addAuditEntry } from "./audit"
import { companyOf, type EntityName, type RowOf } from "./entities"

/** Going live, and changing what is live, may need a second person (docs/contract.md#approvals). */

/** The value of `owner` for records of the platform. */
export const platformOwner = "platform"

const intentOfLive = (entity: EntityName) => liveIntents[moduleOfRecord(entity) as ApprovableModule] as string | undefined

export const isApprovable = (entity: EntityName) => intentOfLive(entity) !== undefined

/** Whether a change needs approval. @param before undefined for a new record */
export const needsApproval = async (tx: Database, entity: EntityName, before: object | undefined, after: object) => {
  const live = intentOfLive(entity)
  const rows = [before, after].flatMap(row => row ?? []) as { intent: string; deletedAt?: Date | null }[]
  if (!live || !rows.some(({ intent, deletedAt }) => intent === live && !deletedAt)) return false
  const owners = rows.map(row => companyOf(entity, row) ?? platformOwner)
  const settings = await tx.select().from(approvalSettings).where(inArray(approvalSettings.owner, owners))
  return settings.some(({ modules }) => modules.includes(moduleOfRecord(entity) as ApprovableModule))
}

/** @throws Refusal 409 when the change needs approval */
export const refuseUnapproved = async (
  tx: Database,
  entity: EntityName,
  before: object,
  after: object,
  key: Key = "api.needsApproval",
) => {
  if (await needsApproval(tx, entity, before, after)) refuse({ kind: "conflict", key })
}

const isOf = (entity: EntityName, id: string) => and(eq(table.entity, entity), eq(table.entityId, id))

export const readProposal = async (db: Database, entity: EntityName, id: string) =>
  (await db.select().from(table).where(isOf(entity, id)))[0]

/** What a create or update that needs approval takes beside the record's members: a note to who decides. */
export const noteBody = z.object({ approvalNote: limited(maxApprovalComment) })

/** The note of a create or update. @throws Refusal 400 for one that is no text or too long */
export const readNote = (c: Context<Env>, entity: EntityName) => {
  if (!isApprovable(entity)) return ""
  const { data, error } = noteBody.safeParse(c.get("body") ?? {})
  if (error) refuseInvalid(shapeMessages(error))
  return data?.approvalNote ?? ""
}

/**
 * Stores a change that needs approval, in place of the person's own or a returned one, when the call asks for it (`?propose=true`).
 * @throws Refusal 409 when it does not ask, or the change of somebody else waits
 */
export const propose = async <E extends EntityName>(
  c: Context<Env>,
  tx: Database,
  entity: E,
  before: RowOf<E>,
  after: RowOf<E>,
  note: string,
) => {
  if (c.req.query("propose") !== "true") refuse({ kind: "conflict", key: "api.needsApproval" })
  const { userId } = c.get("actor")
  const { id } = before
  const known = await readProposal(tx, entity, id)
  if (known?.state === "waiting" && known.userId !== userId) refuse({ kind: "conflict", key: "api.otherProposal" })
  const createdAt = new Date(c.get("deps").clock())
  const sent = { state: "waiting" as const, comment: "", note, decidedBy: null, decidedAt: null }
  const values = { userId, before, after, ...sent, createdAt }
  await tx
    .insert(table)
    .values({ entity, entityId: id, ...values })
    .onConflictDoUpdate({ target: [table.entity, table.entityId], set: values })
  const noted = note ? { ...after, approvalNote: note } : after
  await addAuditEntry(c, tx, { action: "propose", entity, id, tenantId: companyOf(entity, before), before, after: noted })
}

/** Ends the proposal of a record, if it has one. @param action what the history has about it */
export const endProposal = async (
  c: Call,
  tx: Database,
  record: { entity: EntityName; id: string; tenantId: string | null },
  action: "approve" | "withdraw",
  comment = "",
) => {
  const [ended] = await tx.delete(table).where(isOf(record.entity, record.id)).returning()
  if (ended) await addAuditEntry(c, tx, { action, ...record, ...(comment && { after: { comment } }) })
}

/** The state of a record's proposal, as a column of its table's select. */
export const approvalOf = (entity: EntityName, id: PgColumn): SQL<string | null> =>
  sql`(select ${table.state} from ${table} where ${table.entity} = ${entity} and ${table.entityId} = ${id})`

type Reason = (moments: { userId: string }) => SQL

/** Rows whose proposal waits for the person, was sent by them and waits, or was returned to them. */
export const approvalReasons = (entity: EntityName, id: PgColumn): Record<"approval" | "sent" | "returned", Reason> => {
  const has = (condition: (userId: string) => SQL) => (moments: { userId: string }) =>
    sql`exists (select 1 from ${table} where ${table.entity} = ${entity} and ${table.entityId} = ${id} and ${condition(moments.userId)})`
  return {
    approval: has(userId => sql`${table.state} = 'waiting' and ${table.userId} <> ${userId}`),
    sent: has(userId => sql`${table.state} = 'waiting' and ${table.userId} = ${userId}`),
    returned: has(userId => sql`${table.state} = 'returned' and ${table.userId} = ${userId}`),
  }
}
