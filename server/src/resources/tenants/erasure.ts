import { and, eq } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { type CompanyErasure, erasureNoticeMs } from "../../../../src/contract/company-erasures"
import { platform } from "../../auth/policy"
import { maySignIn } from "../../auth/sessions"
import { companyErasures as table } from "../../db/erasure-tables"
import type { Database } from "../../db/open"
import { type TenantRow, users } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { requireId } from "../../http/request"
import { addAuditEntry } from "../../records/audit"
import type { LoggedChange } from "../../records/logged-change"
import { queueMessages } from "../../records/messages"
import { personAt } from "../../records/person-at"
import { route } from "../../routes/route"
import { instant, named, text } from "../../routes/schemas"
import { readCompany } from "./access"

/**
 * The erasure of a company (docs/contract.md#company-erasures): one administrator of the platform asks for it, another one approves it,
 * and housekeeping does it when the notice is over (server/src/operations/erase-company.ts).
 */
const answer = named("CompanyErasure", {
  requestedAt: instant,
  requestedBy: text,
  isOwn: z.boolean(),
  approvedBy: text,
  dueAt: instant.nullable(),
} satisfies Record<keyof CompanyErasure, z.ZodType>).nullable()

type Row = typeof table.$inferSelect

/** Tells all administrators of the platform by mail: what two of them have decided, the others can call off. */
const queueNotice = async (c: Context<Env>, tx: Database, { id, name }: TenantRow) => {
  const { email, userId } = c.get("actor")
  const people = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "Administrator"), maySignIn))
  const params = { title: name, name: email }
  const path = `admin/company-management/${id}`
  const messages = people.filter(person => person.id !== userId).map(person => ({ personId: person.id, params, path }))
  const of = { type: "companyErasure" as const, tenantId: null, about: id }
  await queueMessages(
    tx,
    new Date(c.get("deps").clock()),
    messages.map(message => ({ ...of, ...message })),
  )
}

const nameOf = async (db: Database, userId: string | null, at: Date | null) => {
  const person = await personAt(db, userId, at)
  return person ? person.name || person.email : ""
}

const present = async (db: Database, row: Row | undefined, userId: string): Promise<CompanyErasure | null> =>
  row
    ? {
        requestedAt: row.requestedAt.toISOString(),
        requestedBy: await nameOf(db, row.requestedBy, row.requestedAt),
        isOwn: row.requestedBy === userId,
        approvedBy: await nameOf(db, row.approvedBy, row.dueAt),
        dueAt: row.dueAt?.toISOString() ?? null,
      }
    : null

const path = "/tenant/:id/erasure"

type Step = { tx: Database; company: TenantRow; userId: string; found: Row | undefined }

/** Locks the erasure of a company, and answers what a step makes of it, with the entry of the history for a change. */
const changed = async (
  c: Context<Env>,
  given: string | undefined,
  step: (of: Step) => Promise<{ row: Row | undefined; entry?: Pick<LoggedChange, "action" | "before" | "after"> | false }>,
) => {
  const { row: company } = await readCompany(c, requireId(given ?? ""))
  const { userId } = c.get("actor")
  return c.get("deps").db.transaction(async tx => {
    const [found] = await tx.select().from(table).where(eq(table.tenantId, company.id)).for("update")
    const { row, entry } = await step({ tx, company, userId, found })
    if (entry) await addAuditEntry(c, tx, { entity: "tenant", id: company.id, tenantId: company.id, ...entry })
    return { value: await present(tx, row, userId) }
  })
}

const readErasure = route.get(path, platform, {
  summary: "The erasure of one company that waits, or null",
  answer,
  handler: ({ c, params }) => changed(c, params.id, async ({ found }) => ({ row: found })),
})

const requestErasure = route.post(path, platform, {
  summary: "Ask for the erasure of one company with all its data",
  answer,
  handler: ({ c, deps: { clock }, params }) =>
    changed(c, params.id, async ({ tx, company: { id: tenantId, name }, userId, found }) => {
      const values = { tenantId, name, requestedBy: userId, requestedAt: new Date(clock()) }
      const [made] = found ? [] : await tx.insert(table).values(values).onConflictDoNothing().returning()
      return { row: made ?? found, entry: made && { action: "propose", after: { erasure: true } } }
    }),
})

const approveErasure = route.post(`${path}/approve`, platform, {
  summary: "Approve the erasure that another administrator has asked for",
  answer,
  handler: ({ c, deps: { clock }, params }) =>
    changed(c, params.id, async ({ tx, company, userId, found }) => {
      if (!found) return refuse({ kind: "conflict", key: "api.erasureGone" })
      if (found.requestedBy === userId) return refuse({ kind: "denied", key: "api.erasureByAnother" })
      if (found.dueAt) return { row: found }
      const dueAt = new Date(clock() + erasureNoticeMs)
      const [row] = await tx.update(table).set({ approvedBy: userId, dueAt }).where(eq(table.id, found.id)).returning()
      await queueNotice(c, tx, company)
      return { row, entry: { action: "approve", after: { erasure: true, dueAt } } }
    }),
})

const cancelErasure = route.delete(path, platform, {
  summary: "Call off the erasure of one company",
  answer,
  handler: ({ c, params }) =>
    changed(c, params.id, async ({ tx, found }) => {
      if (found) await tx.delete(table).where(eq(table.id, found.id))
      return { row: undefined, entry: found && { action: "withdraw", before: { erasure: true } } }
    }),
})

export const companyErasure = [readErasure, requestErasure, approveErasure, cancelErasure]
