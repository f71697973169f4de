import { and, eq, inArray, or, sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { maxApprovalComment } from "../../../src/contract/approval"
import type { ApprovableModule, ApprovalNeed, drawNeeds } from "../../../src/contract/approvals"
import { attentionPages } from "../../../src/contract/attention"
import type { AuditedRecord } from "../../../src/contract/modules"
import type { Key } from "../../../src/core/text/i18n"
import { platformOwner } from "../auth/policy"
import type { Database } from "../db/open"
import { type ProposedStep, stepMembers } from "../db/proposed-step"
import { approvalSettings, type DrawRow, proposals as table, tenants, type UserRow, users } from "../db/schema"
import { refuse, refuseInvalid } from "../errors/problem"
import { limited } from "../http/body"
import type { Call, Env } from "../http/context"
import { isUuid, shapeMessages } from "../http/request"
import type { Kind, StoredRow } from "../kinds/kind"
import { addAuditEntry } from "./audit"
import type { LoggedColumns } from "./logged-change"
import { queueMessages, readApprovers } from "./messages"
import { personAt } from "./person-at"

/** Going live, and changing what is live, may need a second person (docs/contract.md#approvals). */

/** What needs approval for records of these owners, or offered to these companies: by their own settings and those of their parents. */
const readNeeds = async (tx: Database, owners: readonly string[]): Promise<readonly ApprovalNeed[]> => {
  const named = [...new Set(owners)]
  const ids = named.filter(isUuid)
  const parents = tx
    .select({ owner: sql<string>`${tenants.parentId}::text` })
    .from(tenants)
    .where(inArray(tenants.id, ids))
  const counts = inArray(approvalSettings.owner, named)
  const settings = await tx
    .select()
    .from(approvalSettings)
    .where(ids.length ? or(counts, inArray(approvalSettings.owner, parents)) : counts)
  return settings.flatMap(({ modules }) => modules)
}

/** Whether a change needs approval. @param before undefined for a new record */
export const needsApproval = async (tx: Database, { live, module, ownerOf }: Kind, before: object | undefined, after: object) => {
  const rows = [before, after].flatMap(row => row ?? []) as (StoredRow & { intent: string; tenantIds?: string[] })[]
  if (!live || !rows.some(({ intent, deletedAt }) => intent === live && !deletedAt)) return false
  const owners = rows.flatMap(row => [ownerOf(row) ?? platformOwner, ...(row.tenantIds ?? [])])
  return (await readNeeds(tx, owners)).includes(module as ApprovableModule)
}

/** Whether a step of a published draw needs approval. */
export const stepNeedsApproval = async (
  tx: Database,
  { tenantId, intent }: Pick<DrawRow, "tenantId" | "intent">,
  need: (typeof drawNeeds)[number],
) => {
  if (intent !== "live" && intent !== "drawn") return false
  const needs = await readNeeds(tx, [tenantId ?? platformOwner])
  return needs.includes("draws") && needs.includes(need)
}

/** @throws Refusal 409 when the change needs approval */
export const refuseUnapproved = async (
  tx: Database,
  kind: Kind,
  before: object,
  after: object,
  key: Key = "api.needsApproval",
) => {
  if (await needsApproval(tx, kind, before, after)) refuse({ kind: "conflict", key })
}

const isOf = (entity: AuditedRecord, id: string) => and(eq(table.entity, entity), eq(table.entityId, id))

export const readProposal = async (db: Database, { name }: Kind, id: string) =>
  (await db.select().from(table).where(isOf(name, id)))[0]

/** What a create or update that needs approval takes beside the record's members: a note to who decides. */
export const noteBody = z.object({ approvalNote: limited(maxApprovalComment) })

/** The note of a create or update. @throws Refusal 400 for one that is no text or too long */
export const readNote = (c: Context<Env>, { live }: Kind) => {
  if (!live) return ""
  const { data, error } = noteBody.safeParse(c.get("body") ?? {})
  if (error) refuseInvalid(shapeMessages(error))
  return data?.approvalNote ?? ""
}

/** @throws Refusal 409 when the call does not ask for approval (`?propose=true`) */
const refuseUnasked = (c: Context<Env>) => {
  if (c.req.query("propose") !== "true") refuse({ kind: "conflict", key: "api.needsApproval" })
}

/**
 * Stores a change, or a step of a draw, that needs approval, in place of the person's own or a returned one, when the call asks for it (`?propose=true`).
 * @throws Refusal 409 when it does not ask, or the change of somebody else, or something else of the own, waits
 */
export const propose = async <R extends StoredRow>(
  c: Context<Env>,
  tx: Database,
  kind: Kind<R>,
  before: R,
  after: R,
  note: string,
  step: ProposedStep | null = null,
) => {
  refuseUnasked(c)
  const { userId } = c.get("actor")
  const { name: entity } = kind
  const { id } = before
  const known = await readProposal(tx, kind, id)
  if (known?.state === "waiting" && known.userId !== userId) refuse({ kind: "conflict", key: "api.otherProposal" })
  if (known?.state === "waiting" && known.step?.name !== step?.name) refuse({ kind: "conflict", key: "api.otherStep" })
  const createdAt = new Date(c.get("deps").clock())
  const sent = { state: "waiting" as const, comment: "", note, decidedBy: null, decidedAt: null }
  const values = { userId, before, after, step, ...sent, createdAt }
  await tx
    .insert(table)
    .values({ entity, entityId: id, ...values })
    .onConflictDoUpdate({ target: [table.entity, table.entityId], set: values })
  const sentAfter: LoggedColumns = { ...(step ? stepMembers(step) : after), ...(note && { approvalNote: note }) }
  const change = step ? { after: sentAfter } : { before, after: sentAfter }
  const tenantId = kind.ownerOf(before)
  await addAuditEntry(c, tx, { action: "propose", entity, id, tenantId, ...change })
  if (known?.state === "waiting") return
  const approvers = await readApprovers(tx, kind.module as ApprovableModule, tenantId, userId)
  await tellOfProposal(c, tx, kind, before, { type: "approvalWaiting", people: approvers, note })
}

type Telling = { type: "approvalWaiting" | "approved" | "returned"; people: readonly UserRow[]; note: string }

/** Sends mails about the change of a record, in the name of the actor, to the people who want them. */
const tellOfProposal = async (c: Context<Env>, tx: Database, kind: Kind, row: StoredRow, { type, people, note }: Telling) => {
  const { userId, email } = c.get("actor")
  const now = new Date(c.get("deps").clock())
  const sender = await personAt(tx, userId, now)
  const { title } = row as StoredRow & { title: string }
  const params = { name: sender?.name || email, title, record: kind.name, note }
  const page = `${attentionPages[kind.module as ApprovableModule]}/${row.id}`
  const about = { type, about: row.id, tenantId: kind.ownerOf(row), params }
  const wanted = people.filter(({ approvalMails }) => approvalMails)
  await queueMessages(
    tx,
    now,
    wanted.map(({ id, role }) => ({ ...about, personId: id, path: `${role === "Administrator" ? "admin" : "user"}/${page}` })),
  )
}

/** Tells who sent a change what was decided about it. */
export const tellOfDecision = async (
  c: Context<Env>,
  tx: Database,
  kind: Kind,
  row: StoredRow,
  { userId, ...decision }: { userId: string; type: "approved" | "returned"; note: string },
) => {
  const people = await tx.select().from(users).where(eq(users.id, userId))
  await tellOfProposal(c, tx, kind, row, { ...decision, people })
}

/** Ends the proposal of a record, if it has one. @param action what the history has about it */
export const endProposal = async <R extends StoredRow>(
  c: Call,
  tx: Database,
  { name: entity, ownerOf }: Kind<R>,
  row: R,
  action: "approve" | "withdraw",
  after: LoggedColumns = {},
) => {
  const { id } = row
  const [ended] = await tx.delete(table).where(isOf(entity, id)).returning()
  if (ended)
    await addAuditEntry(c, tx, { action, entity, id, tenantId: ownerOf(row), ...(Object.keys(after).length && { after }) })
}
