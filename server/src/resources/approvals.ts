import { createHash } from "node:crypto"
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm"
import { type Context, Hono } from "hono"
import { z } from "zod"
import { type ApprovableModule, type ApprovalSetting, approvableModules } from "../../../src/contract/approvals"
import { moduleTable } from "../../../src/contract/modules"
import type { Proposal } from "../../../src/core/approval"
import { maxApprovalComment } from "../../../src/core/approval"
import { returnRules } from "../../../src/core/approval-comment"
import { activeStatuses } from "../../../src/core/codes"
import { validate } from "../../../src/core/rules"
import { bearer } from "../auth/bearer"
import { anyStaff, may, mayWrite, reachOf, refuseClosed } from "../auth/policy"
import type { Database } from "../db/open"
import { approvalSettings, proposals, tenants, users } from "../db/schema"
import { refuse } from "../errors/problem"
import { limited } from "../http/body"
import type { Actor, Env } from "../http/context"
import { ok } from "../http/envelope"
import { idParam, isUuid, readValid } from "../http/request"
import { endProposal, platformOwner, readProposal } from "../records/approval"
import { addAuditEntry } from "../records/audit"
import { companyOf, type EntityName, type RowOf } from "../records/entities"
import type { records } from "../records/records"
import { lockRow, refuseOtherVersion } from "../records/version"
import { announcementRecords } from "./announcements"
import { loggedMembers } from "./audit/members"
import { campaignRecords } from "./campaigns/record"
import { drawRecords } from "./draws/records"
import { surveyRecords } from "./surveys/record"
import { moduleOfCompany } from "./tenants/access"

/** Approval by a second person: what needs it, and what becomes of a proposal (docs/contract.md#approvals). */
export const approvals = new Hono<Env>()

type Records = ReturnType<typeof records<EntityName, object>>
const recordsOf = {
  campaigns: campaignRecords,
  draws: drawRecords,
  announcements: announcementRecords,
  surveys: surveyRecords,
} as unknown as Record<ApprovableModule, Records>

export const settingBody = z.object({
  tenantId: z.string(),
  modules: z.array(z.enum(approvableModules)).max(approvableModules.length),
})
export const commentBody = z.object({ comment: limited(maxApprovalComment) })

/** The settings of the owners that the actor may act for: the own one, and those of others that need approval for anything. */
const readSettings = async (db: Database, actor: Actor): Promise<ApprovalSetting[]> => {
  const reach = reachOf(actor)
  const own = actor.tenantId ?? platformOwner
  const isInReach = reach === "all" ? sql`true` : inArray(approvalSettings.owner, [...reach])
  const rows = await db.select().from(approvalSettings).where(isInReach)
  const all = rows.some(({ owner }) => owner === own) ? rows : [{ owner: own, modules: [] }, ...rows]
  const isActive = and(isNull(users.deletedAt), eq(users.status, activeStatuses.value("active")))
  return Promise.all(
    all.map(async ({ owner, modules }) => {
      const parent = sql`(select ${tenants.parentId} from ${tenants} where ${tenants.id}::text = ${owner})`
      const isAdministrator =
        owner === platformOwner
          ? eq(users.role, "Administrator")
          : and(eq(users.role, "TenantAdmin"), or(sql`${users.tenantId}::text = ${owner}`, sql`${users.tenantId} = ${parent}`))
      const people = await db.$count(users, and(isActive, isAdministrator))
      return { tenantId: owner === platformOwner ? null : owner, modules, people }
    }),
  )
}

approvals.get("/approval/settings", bearer, anyStaff, async c => ok(c, await readSettings(c.get("deps").db, c.get("actor"))))

/** @throws Refusal 403 for an owner out of reach, and without the right to change that company */
approvals.put("/approval/settings", bearer, may("write", ["companies", "subsidiaries"], { forPeople: true }), async c => {
  const { tenantId: owner, modules } = await readValid(c, settingBody)
  const actor = c.get("actor")
  const tenantId = owner === platformOwner ? null : owner.toLowerCase()
  if (!mayWrite(actor, tenantId) || (tenantId && !isUuid(tenantId))) return refuse({ kind: "denied" })
  if (tenantId) refuseClosed(actor, "write", moduleOfCompany(actor, tenantId))
  const { db } = c.get("deps")
  await db.transaction(async tx => {
    if (tenantId) await lockRow(tx, "tenant", tenantId)
    const values = { owner: tenantId ?? platformOwner, modules: approvableModules.filter(name => modules.includes(name)) }
    const [before] = await tx.select().from(approvalSettings).where(eq(approvalSettings.owner, values.owner)).for("update")
    await tx.insert(approvalSettings).values(values).onConflictDoUpdate({ target: approvalSettings.owner, set: values })
    const id = tenantId ?? actor.userId
    const change = { before: { approval: before?.modules ?? [] }, after: { approval: values.modules } }
    await addAuditEntry(c, tx, { action: "update", entity: tenantId ? "tenant" : "user", id, tenantId, ...change })
  })
  return ok(c, await readSettings(db, actor))
})

const isOutdated = (row: RowOf<EntityName>, { before }: { before: Record<string, unknown> }) => row.version !== before.version

const membersOf = (entity: EntityName, columns: object) => loggedMembers(entity, JSON.parse(JSON.stringify(columns))) ?? {}

type StoredProposal = typeof proposals.$inferSelect

/** The version of a proposal, which is another one once it was sent again or returned, also by a process of an earlier release. */
const versionOf = (proposal: StoredProposal) =>
  createHash("sha256").update(JSON.stringify(proposal)).digest("base64url").slice(0, 22)

/** What a person did, and when; null where nobody did, or the account is gone. */
const personAt = async (db: Database, userId: string | null, at: Date | null) => {
  const [person] = userId && at ? await db.select().from(users).where(eq(users.id, userId)) : []
  if (!person || !at) return null
  return { email: person.email, name: `${person.firstName} ${person.lastName}`.trim(), at: at.toISOString() }
}

/** A proposal as the actor, who may change the record, sees it. */
const present = async (c: Context<Env>, db: Database, entity: EntityName, row: RowOf<EntityName>, proposal: StoredProposal) => {
  const { state, userId, comment, note, before, after, createdAt, decidedBy, decidedAt } = proposal
  const sender = await personAt(db, userId, createdAt)
  return {
    state,
    ...(sender ?? { email: "", name: "", at: createdAt.toISOString() }),
    isOwn: userId === c.get("actor").userId,
    note,
    comment,
    returned: await personAt(db, decidedBy, decidedAt),
    before: membersOf(entity, before),
    after: membersOf(entity, after),
    current: isOutdated(row, proposal) ? membersOf(entity, row) : null,
  } satisfies Proposal
}

/** Answers with the proposal of a record that the actor may change. @throws Refusal 404, 403 */
const read = async (c: Context<Env>, entity: EntityName, kind: Records) => {
  const { db } = c.get("deps")
  const { row } = await kind.readOwn(c, idParam(c))
  const proposal = (await readProposal(db, entity, row.id)) ?? refuse({ kind: "missing" })
  return ok(c, await present(c, db, entity, row, proposal), { etag: versionOf(proposal) })
}

type Decision<T> = (tx: Database, row: RowOf<EntityName>, proposal: StoredProposal, comment: string) => Promise<T>

/**
 * Runs a decision about the proposal that the caller has seen, whose record is locked.
 * @throws Refusal 404, 403, 409 with the proposal when the caller has seen another one, and 400 for a missing comment that it needs
 */
const decide = async <T>(
  c: Context<Env>,
  entity: EntityName,
  kind: Records,
  decision: Decision<T>,
  rules: typeof returnRules = {},
) => {
  await kind.readOwn(c, idParam(c))
  const { comment } = await readValid(c, commentBody, given => validate(rules, given))
  return c.get("deps").db.transaction(async tx => {
    const row = await lockRow(tx, entity, idParam(c))
    const proposal = (await readProposal(tx, entity, row.id)) ?? refuse({ kind: "missing" })
    await refuseOtherVersion(c, versionOf(proposal), () => present(c, tx, entity, row, proposal))
    return decision(tx, row, proposal, comment)
  })
}

/** Nobody decides about their own proposal. @throws Refusal 403, and 409 for one that was returned */
const refuseUndecidable = (c: Context<Env>, { userId, state }: StoredProposal) => {
  if (userId === c.get("actor").userId) refuse({ kind: "denied", key: "api.ownProposal" })
  if (state !== "waiting") refuse({ kind: "conflict", key: "api.proposalReturned" })
}

const recordOf = (entity: EntityName, row: RowOf<EntityName>) => ({ entity, id: row.id, tenantId: companyOf(entity, row) })

for (const module of approvableModules) {
  const entity = moduleTable[module].record as EntityName
  const kind = recordsOf[module]
  const path = `/${entity}/:id/proposal`

  approvals.get(path, bearer, may("read", module), c => read(c, entity, kind))

  /** Makes the change, which has no undo: that would need approval again. @throws Refusal 409 when the record has been changed since */
  approvals.post(`${path}/approve`, bearer, may("write", module, { forPeople: true }), async c => {
    const { etag } = await decide(c, entity, kind, async (tx, row, proposal, comment) => {
      refuseUndecidable(c, proposal)
      if (isOutdated(row, proposal)) refuse({ kind: "conflict", key: "api.proposalOutdated" })
      await endProposal(c, tx, recordOf(entity, row), "approve", comment)
      return kind.approve(c, tx, row, proposal.after)
    })
    return ok(c, true, { etag })
  })

  approvals.post(`${path}/return`, bearer, may("write", module, { forPeople: true }), async c => {
    const decision: Decision<void> = async (tx, row, proposal, comment) => {
      refuseUndecidable(c, proposal)
      await tx
        .update(proposals)
        .set({ state: "returned", comment, decidedBy: c.get("actor").userId, decidedAt: new Date(c.get("deps").clock()) })
        .where(and(eq(proposals.entity, entity), eq(proposals.entityId, row.id)))
      await addAuditEntry(c, tx, { action: "return", ...recordOf(entity, row), after: { comment } })
    }
    await decide(c, entity, kind, decision, returnRules)
    return ok(c, true)
  })

  /** The person who sent it withdraws it. @throws Refusal 403 for that of others */
  approvals.delete(path, bearer, may("write", module, { forPeople: true }), async c => {
    await decide(c, entity, kind, async (tx, row, { userId }) => {
      if (userId !== c.get("actor").userId) refuse({ kind: "denied" })
      await endProposal(c, tx, recordOf(entity, row), "withdraw")
    })
    return ok(c, true)
  })
}
