import { and, eq } from "drizzle-orm"
import { type Context, Hono } from "hono"
import { z } from "zod"
import type { Proposal } from "../../../src/contract/approval"
import { maxApprovalComment } from "../../../src/contract/approval"
import { returnRules } from "../../../src/contract/approval-comment"
import { type ApprovableModule, approvableModules } from "../../../src/contract/approvals"
import { validate } from "../../../src/core/rules"
import { bearer } from "../auth/bearer"
import { may } from "../auth/policy"
import type { Database } from "../db/open"
import { stepMembers } from "../db/proposed-step"
import { type DrawRow, proposals } from "../db/schema"
import { refuse } from "../errors/problem"
import { limited } from "../http/body"
import type { Env } from "../http/context"
import { ok } from "../http/envelope"
import { idParam, readValid } from "../http/request"
import { announcement } from "../kinds/announcement"
import { campaign } from "../kinds/campaign"
import { draw } from "../kinds/draw"
import type { Kind, StoredRow } from "../kinds/kind"
import { survey } from "../kinds/survey"
import { endProposal, readProposal } from "../records/approval"
import { addAuditEntry } from "../records/audit"
import { readOwn } from "../records/find"
import { loggedMembers } from "../records/logged-change"
import { checkNewPerson, loggedNewPerson, readNewPerson } from "../records/new-person"
import { personAt } from "../records/person-at"
import { contentVersion, lockRow, refuseOtherVersion } from "../records/version"
import { approve } from "../records/write"
import { takeProposedStep } from "./draws/proposed"

/** Approval by a second person: what becomes of a proposal (docs/contract.md#approvals). */
export const approvals = new Hono<Env>()

const approvable: Record<ApprovableModule, Kind> = {
  campaigns: campaign,
  draws: draw,
  announcements: announcement,
  surveys: survey,
}

export const commentBody = z.object({ comment: limited(maxApprovalComment) })

const isOutdated = (row: StoredRow, { before }: { before: Record<string, unknown> }) => row.version !== before.version

const membersOf = ({ name }: Kind, columns: object) => loggedMembers(name, JSON.parse(JSON.stringify(columns))) ?? {}

type StoredProposal = typeof proposals.$inferSelect

/** A proposal as the actor, who may change the record, sees it. */
const present = async (c: Context<Env>, db: Database, kind: Kind, row: StoredRow, proposal: StoredProposal) => {
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
    before: step ? {} : membersOf(kind, before),
    after: step ? stepMembers(step) : membersOf(kind, after),
    current: isOutdated(row, proposal) ? membersOf(kind, row) : null,
  } satisfies Proposal
}

/** Answers with the proposal of a record that the actor may change. @throws Refusal 404, 403 */
const read = async (c: Context<Env>, kind: Kind) => {
  const { db } = c.get("deps")
  const { row } = await readOwn(c, kind, idParam(c))
  const proposal = (await readProposal(db, kind, row.id)) ?? refuse({ kind: "missing" })
  return ok(c, await present(c, db, kind, row, proposal), { etag: contentVersion(proposal) })
}

type Decision<T> = (tx: Database, row: StoredRow, proposal: StoredProposal, comment: string) => Promise<T>

/**
 * Runs a decision about the proposal that the caller has seen, whose record is locked.
 * @throws Refusal 404, 403, 409 with the proposal when the caller has seen another one, and 400 for a missing comment that it needs
 */
const decide = async <T>(c: Context<Env>, kind: Kind, decision: Decision<T>, rules: typeof returnRules = {}) => {
  await readOwn(c, kind, idParam(c))
  const { comment } = await readValid(c, commentBody, given => validate(rules, given))
  return c.get("deps").db.transaction(async tx => {
    const row = await lockRow(tx, kind, idParam(c))
    const proposal = (await readProposal(tx, kind, row.id)) ?? refuse({ kind: "missing" })
    await refuseOtherVersion(c, contentVersion(proposal), () => present(c, tx, kind, row, proposal))
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

for (const module of approvableModules) {
  const kind = approvable[module]
  const { name: entity } = kind
  const path = `/${entity}/:id/proposal`

  approvals.get(path, bearer, may("read", module), c => read(c, kind))

  /** Makes the change, which has no undo: that would need approval again. @throws Refusal 409 when the record has been changed since */
  approvals.post(`${path}/approve`, bearer, may("write", module, { forPeople: true }), async c => {
    const { etag } = await decide(c, kind, async (tx, row, proposal, comment) => {
      refuseUndecidable(c, proposal)
      if (isOutdated(row, proposal)) refuse({ kind: "conflict", key: "api.proposalOutdated" })
      const { after: made } = await checkedNewPerson(c, tx, proposal)
      await endProposal(c, tx, kind, row, "approve", { ...(comment && { comment }), ...made })
      const { step } = proposal
      return step ? takeProposedStep(c, tx, row as DrawRow, step) : approve(c, tx, kind, row, proposal.after)
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
      await addAuditEntry(c, tx, { action: "return", entity, id: row.id, tenantId: kind.ownerOf(row), after: { comment } })
    }
    await decide(c, kind, decision, returnRules)
    return ok(c, true)
  })

  /** The person who sent it withdraws it. @throws Refusal 403 for that of others */
  approvals.delete(path, bearer, may("write", module, { forPeople: true }), async c => {
    await decide(c, kind, async (tx, row, { userId }) => {
      if (userId !== c.get("actor").userId) refuse({ kind: "denied" })
      await endProposal(c, tx, kind, row, "withdraw")
    })
    return ok(c, true)
  })
}
