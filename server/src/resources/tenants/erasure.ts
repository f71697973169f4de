import { eq } from "drizzle-orm"
import { z } from "zod"
import { type CompanyErasure, erasureNoticeMs } from "../../../../src/contract/company-erasures"
import { platform } from "../../auth/policy"
import { companyErasures as table } from "../../db/erasure-tables"
import type { Database } from "../../db/open"
import { refuse } from "../../errors/problem"
import { requireId } from "../../http/request"
import { addAuditEntry } from "../../records/audit"
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

const readErasure = route.get(path, platform, {
  summary: "The erasure of one company that waits, or null",
  answer,
  handler: async ({ c, deps: { db }, params }) => {
    const { row } = await readCompany(c, requireId(params.id))
    const [erasure] = await db.select().from(table).where(eq(table.tenantId, row.id))
    return { value: await present(db, erasure, c.get("actor").userId) }
  },
})

const requestErasure = route.post(path, platform, {
  summary: "Ask for the erasure of one company with all its data",
  answer,
  handler: async ({ c, deps: { db, clock }, params }) => {
    const { row } = await readCompany(c, requireId(params.id))
    const { userId } = c.get("actor")
    return db.transaction(async tx => {
      const values = { tenantId: row.id, name: row.name, requestedBy: userId, requestedAt: new Date(clock()) }
      const [made] = await tx.insert(table).values(values).onConflictDoNothing().returning()
      if (made)
        await addAuditEntry(c, tx, {
          action: "propose",
          entity: "tenant",
          id: row.id,
          tenantId: row.id,
          after: { erasure: true },
        })
      const [erasure] = await tx.select().from(table).where(eq(table.tenantId, row.id))
      return { value: await present(tx, erasure, userId) }
    })
  },
})

const approveErasure = route.post(`${path}/approve`, platform, {
  summary: "Approve the erasure that another administrator has asked for",
  answer,
  handler: async ({ c, deps: { db, clock }, params }) => {
    const { row } = await readCompany(c, requireId(params.id))
    const { userId } = c.get("actor")
    return db.transaction(async tx => {
      const [found] = await tx.select().from(table).where(eq(table.tenantId, row.id)).for("update")
      if (!found) return refuse({ kind: "conflict", key: "api.erasureGone" })
      if (found.requestedBy === userId) return refuse({ kind: "denied", key: "api.erasureByAnother" })
      const dueAt = found.dueAt ?? new Date(clock() + erasureNoticeMs)
      const [approved] = await tx
        .update(table)
        .set({ approvedBy: found.approvedBy ?? userId, dueAt })
        .where(eq(table.id, found.id))
        .returning()
      if (!found.dueAt)
        await addAuditEntry(c, tx, {
          action: "approve",
          entity: "tenant",
          id: row.id,
          tenantId: row.id,
          after: { erasure: true, dueAt },
        })
      return { value: await present(tx, approved, userId) }
    })
  },
})

const cancelErasure = route.delete(path, platform, {
  summary: "Call off the erasure of one company",
  answer,
  handler: async ({ c, deps: { db }, params }) => {
    const { row } = await readCompany(c, requireId(params.id))
    return db.transaction(async tx => {
      const [gone] = await tx.delete(table).where(eq(table.tenantId, row.id)).returning()
      if (gone)
        await addAuditEntry(c, tx, {
          action: "withdraw",
          entity: "tenant",
          id: row.id,
          tenantId: row.id,
          before: { erasure: true },
        })
      return { value: null }
    })
  },
})

export const companyErasure = [readErasure, requestErasure, approveErasure, cancelErasure]
