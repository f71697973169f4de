import { and, eq } from "drizzle-orm"
import { type Context, Hono } from "hono"
import { z } from "zod"
import { type ApprovableModule, approvableModules } from "../../../src/contract/approvals"
import { moduleTable } from "../../../src/contract/modules"
import type { Proposal } from "../../../src/core/approval"
import { maxApprovalComment } from "../../../src/core/approval"
import { returnRules } from "../../../src/core/approval-comment"
import { validate } from "../../../src/core/rules"
import { bearer } from "../auth/bearer"
import { may } from "../auth/policy"
import type { Database } from "../db/open"
import { stepMembers } from "../db/proposed-step"
import { proposals } from "../db/schema"
import { refuse } from "../errors/problem"
import { limited } from "../http/body"
import type { Env } from "../http/context"
import { ok } from "../http/envelope"
import { idParam, readValid } from "../http/request"
import { announcement } from "../kinds/announcement"
import { campaign } from "../kinds/campaign"
import { companyOf, type EntityName, type RowOf } from "../kinds/entities"
import { endProposal, readProposal } from "../records/approval"
import { addAuditEntry } from "../records/audit"
import { checkNewPerson, loggedNewPerson, readNewPerson } from "../records/new-person"
import { personAt } from "../records/person-at"
import { type records, recordsOf } from "../records/records"
import { contentVersion, lockRow, refuseOtherVersion } from "../records/version"
import { loggedMembers } from "./audit/members"
import { takeProposedStep } from "./draws/proposed"
import { drawRecords } from "./draws/records"
import type { DrawRow } from "./draws/step"
import { surveyRecords } from "./surveys/records"

/** Approval by a second person: what becomes of a proposal (docs/contract.md#approvals). */
export const approvals = new Hono<Env>()

type Records = ReturnType<typeof records<EntityName, object>>
const recordsByModule = {
  campaigns: recordsOf(campaign),
  draws: drawRecords,
  announcements: recordsOf(announcement),
  surveys: surveyRecords,
} as unknown as Record<ApprovableModule, Records>

export const commentBody = z.object({ comment: limited(maxApprovalComment) })

const isOutdated = (row: RowOf<EntityName>, { before }: { before: Record<string, unknown> }) => row.version !== before.version

const membersOf = (entity: EntityName, columns: object) => loggedMembers(entity, JSON.parse(JSON.stringify(columns))) ?? {}

type StoredProposal = typeof proposals.$inferSelect

/** A proposal as the actor, who may change the record, sees it. */
const present = async (c: Context<Env>, db: Database, entity: EntityName, row: RowOf<EntityName>, proposal: StoredProposal) => {
  const { state, userId, comment, note, before, after, step, createdAt, decidedBy, decidedAt } = proposal
  const sender = await personAt(db, userId, createdAt)
  const { userId: actorId } = c.get("actor")
  const newPerson = userId === actorId ? undefined : await readNewPerson(db, userId, actorId, c.get("deps").clock())
  return {
    state,
    ...(sender ?? { email: "", name: "", at: createdAt.toISOString() }),
    isOwn: userId === actorId,
    newPerson: newPerson ?? null,
    note,
    comment,
    returned: await personAt(db, decidedBy, decidedAt),
    step: step?.name ?? null,
    before: step ? {} : membersOf(entity, before),
    after: step ? stepMembers(step) : membersOf(entity, after),
    current: isOutdated(row, proposal) ? membersOf(entity, row) : null,
  } satisfies Proposal
}

/** Answers with the proposal of a record that the actor may change. @throws Refusal 404, 403 */
const read = async (c: Context<Env>, entity: EntityName, kind: Records) => {
  const { db } = c.get("deps")
  const { row } = await kind.readOwn(c, idParam(c))
  const proposal = (await readProposal(db, entity, row.id)) ?? refuse({ kind: "missing" })
  return ok(c, await present(c, db, entity, row, proposal), { etag: contentVersion(proposal) })
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
    await refuseOtherVersion(c, contentVersion(proposal), () => present(c, tx, entity, row, proposal))
    return decision(tx, row, proposal, comment)
  })
}

/** Nobody decides about their own proposal. @throws Refusal 403, and 409 for one that was returned */
const refuseUndecidable = (c: Context<Env>, { userId, state }: StoredProposal) => {
  if (userId === c.get("actor").userId) refuse({ kind: "denied", key: "api.ownProposal" })
  if (state !== "waiting") refuse({ kind: "conflict", key: "api.proposalReturned" })
}

/** What the audit log has of an approval by a person whom the sender made, or who made the sender. @throws Refusal 403 */
const checkedNewPerson = async (c: Context<Env>, tx: Database, { userId }: StoredProposal) => {
  const found = await checkNewPerson(tx, userId, c.get("actor").userId, c.get("deps").clock())
  return loggedNewPerson(tx, userId, found)
}

const recordOf = (entity: EntityName, row: RowOf<EntityName>) => ({ entity, id: row.id, tenantId: companyOf(entity, row) })

for (const module of approvableModules) {
  const entity = moduleTable[module].record as EntityName
  const kind = recordsByModule[module]
  const path = `/${entity}/:id/proposal`

  approvals.get(path, bearer, may("read", module), c => read(c, entity, kind))

  /** Makes the change, which has no undo: that would need approval again. @throws Refusal 409 when the record has been changed since */
  approvals.post(`${path}/approve`, bearer, may("write", module, { forPeople: true }), async c => {
    const { etag } = await decide(c, entity, kind, async (tx, row, proposal, comment) => {
      refuseUndecidable(c, proposal)
      if (isOutdated(row, proposal)) refuse({ kind: "conflict", key: "api.proposalOutdated" })
      const { after: made } = await checkedNewPerson(c, tx, proposal)
      await endProposal(c, tx, recordOf(entity, row), "approve", { ...(comment && { comment }), ...made })
      const { step } = proposal
      return step ? takeProposedStep(c, tx, row as DrawRow, step) : kind.approve(c, tx, row, proposal.after)
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
