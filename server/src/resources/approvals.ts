import { and, eq } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { maxApprovalComment, type Proposal } from "../../../src/contract/approval"
import { returnRules } from "../../../src/contract/approval-comment"
import { type ApprovableModule, approvableModules } from "../../../src/contract/approvals"
import { validate } from "../../../src/core/rules"
import { may } from "../auth/policy"
import type { Database } from "../db/open"
import { stepMembers } from "../db/proposed-step"
import { type DrawRow, proposals } from "../db/schema"
import { refuse } from "../errors/problem"
import { limited } from "../http/body"
import type { Env } from "../http/context"
import { requireId } from "../http/request"
import { announcement } from "../kinds/announcement"
import { campaign } from "../kinds/campaign"
import { draw } from "../kinds/draw"
import type { Kind, StoredRow } from "../kinds/kind"
import { survey } from "../kinds/survey"
import { endProposal, readProposal, tellOfDecision } from "../records/approval"
import { addAuditEntry } from "../records/audit"
import { readOwn } from "../records/find"
import { loggedMembers } from "../records/logged-change"
import { checkNewPerson, loggedNewPerson, readNewPerson } from "../records/new-person"
import { personAt } from "../records/person-at"
import { contentVersion, lockRow, refuseOtherVersion } from "../records/version"
import { approve as approveChange } from "../records/write"
import { json, literalTrue, route } from "../routes/route"
import { instant, named, text } from "../routes/schemas"
import { newPerson } from "./approval-settings"
import { takeProposedStep } from "./draws/proposed"

/** Approval by a second person: what becomes of a proposal (docs/contract.md#approvals). */

const approvable: Record<ApprovableModule, Kind> = {
  campaigns: campaign,
  draws: draw,
  announcements: announcement,
  surveys: survey,
}

const commentBody = json(z.object({ comment: limited(maxApprovalComment) }))

const members = z.record(z.string(), z.unknown())
const proposalValue = named("Proposal", {
  state: z.enum(["waiting", "returned"]),
  email: text,
  name: text,
  at: instant,
  isOwn: z.boolean(),
  newPerson: newPerson.nullable(),
  step: text.nullable(),
  note: text,
  comment: text,
  returned: z.object({ email: text, name: text, at: instant }).nullable(),
  before: members,
  after: members,
  current: members.nullable(),
}) satisfies z.ZodType<Proposal>

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

type Decision<T> = (tx: Database, row: StoredRow, proposal: StoredProposal) => Promise<T>

/**
 * Runs a decision about the proposal that the caller has seen, whose record is locked.
 * @throws Refusal 409 with the proposal when the caller has seen another one, 404
 */
const decide = async <T>(c: Context<Env>, kind: Kind, id: string, decision: Decision<T>) =>
  c.get("deps").db.transaction(async tx => {
    const row = await lockRow(tx, kind, id)
    const proposal = (await readProposal(tx, kind, row.id)) ?? refuse({ kind: "missing" })
    await refuseOtherVersion(c, contentVersion(proposal), () => present(c, tx, kind, row, proposal))
    return decision(tx, row, proposal)
  })

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

const routesOf = (module: ApprovableModule) => {
  const kind = approvable[module]
  const { name: entity, tag, noun } = kind
  const path = `/${entity}/:id/proposal` as const
  const guard = may("write", module, { forPeople: true })
  const example = { comment: "Tarihleri kontrol edin." }

  /** The id of a record that the actor may change. @throws Refusal 404, 403 */
  const requireOwn = async (c: Context<Env>, id: string) => (await readOwn(c, kind, requireId(id))).row.id

  const read = route.get(path, may("read", module), {
    summary: `The change of one ${noun} that waits for approval, or was returned`,
    answer: proposalValue,
    handler: async ({ c, deps: { db }, params }) => {
      const { row } = await readOwn(c, kind, requireId(params.id))
      const proposal = (await readProposal(db, kind, row.id)) ?? refuse({ kind: "missing" })
      return { value: await present(c, db, kind, row, proposal), etag: contentVersion(proposal) }
    },
  })

  /** Makes the change, which has no undo: that would need approval again. @throws Refusal 409 when the record has been changed since */
  const approve = route.post(`${path}/approve`, guard, {
    summary: `Make the change of one ${noun}`,
    body: commentBody,
    example,
    answer: literalTrue,
    handler: async ({ c, params, body }) => {
      const id = await requireOwn(c, params.id)
      const { comment } = await body()
      const { etag } = await decide(c, kind, id, async (tx, row, proposal) => {
        refuseUndecidable(c, proposal)
        if (isOutdated(row, proposal)) refuse({ kind: "conflict", key: "api.proposalOutdated" })
        const { after: made } = await checkedNewPerson(c, tx, proposal)
        await endProposal(c, tx, kind, row, "approve", { ...(comment && { comment }), ...made })
        const { step, userId } = proposal
        await tellOfDecision(c, tx, kind, row, { userId, type: "approved", note: comment })
        return step ? takeProposedStep(c, tx, row as DrawRow, step) : approveChange(c, tx, kind, row, proposal.after)
      })
      return { etag }
    },
  })

  const giveBack = route.post(`${path}/return`, guard, {
    summary: `Return the change of one ${noun} with a comment`,
    body: commentBody,
    required: ["comment"],
    example,
    answer: literalTrue,
    handler: async ({ c, params, body }) => {
      const id = await requireOwn(c, params.id)
      const { comment } = await body(given => validate(returnRules, given))
      await decide(c, kind, id, async (tx, row, proposal) => {
        refuseUndecidable(c, proposal)
        await tx
          .update(proposals)
          .set({ state: "returned", comment, decidedBy: c.get("actor").userId, decidedAt: new Date(c.get("deps").clock()) })
          .where(and(eq(proposals.entity, entity), eq(proposals.entityId, row.id)))
        await addAuditEntry(c, tx, { action: "return", entity, id: row.id, tenantId: kind.ownerOf(row), after: { comment } })
        await tellOfDecision(c, tx, kind, row, { userId: proposal.userId, type: "returned", note: comment })
      })
    },
  })

  /** The person who sent it withdraws it. @throws Refusal 403 for that of others */
  const withdraw = route.delete(path, guard, {
    summary: `Withdraw one’s own change of one ${noun}`,
    answer: literalTrue,
    handler: async ({ c, params }) => {
      await decide(c, kind, await requireOwn(c, params.id), async (tx, row, { userId }) => {
        if (userId !== c.get("actor").userId) refuse({ kind: "denied" })
        await endProposal(c, tx, kind, row, "withdraw")
      })
    },
  })
  return [read, approve, giveBack, withdraw].map(route => ({ tag, ...route }))
}

export const approvals = approvableModules.flatMap(routesOf)
