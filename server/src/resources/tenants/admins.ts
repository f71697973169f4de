import { and, eq, isNull } from "drizzle-orm"
import { type Context, Hono } from "hono"
import { z } from "zod"
import { maxLength, type Rules, validate } from "../../../../src/core/rules"
import { platform } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import type { Database } from "../../db/open"
import { users } from "../../db/schema"
import { isUniqueViolation } from "../../errors/faults"
import { refuse } from "../../errors/problem"
import { trimmed } from "../../http/body"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { idParam, readValid } from "../../http/request"
import { isMailAddress } from "../../mail/mail-address"
import { keepAudit } from "../../records/audit"
import { once } from "../../records/idempotency"
import { refuseBroken } from "../../records/references"
import { isOtherAccess, type UserRow } from "../users/input"
import { endSessions, joined, people, present } from "../users/output"
import { addAdministrator, expectMail, type Invited, invite } from "./invitations"
import { companies } from "./output"

/** Decisions §6: the platform invites, re-invites and removes a company's administrators. */
export const tenantAdmins = new Hono<Env>()

export const adminBody = z.object({ email: trimmed.transform(text => text.toLowerCase()), firstName: trimmed, lastName: trimmed })
const rules: Rules<Invited> = { firstName: maxLength(100), lastName: maxLength(100) }

const taken = () => refuse({ kind: "invalid", fields: [{ field: "email", message: "employee.emailTaken" }] })

/** Who is known becomes an administrator of their own company, or of this one when they have none yet. */
const promote = async (c: Context<Env>, tx: Database, before: UserRow, tenantId: string) => {
  const mayBe = before.tenantId === tenantId || (before.tenantId === null && before.role === "User")
  if (!mayBe) return taken()
  const access = { role: "TenantAdmin" as const, status: 1, tenantId }
  if (!isOtherAccess(before, { ...before, ...access })) return before
  const [after] = await tx
    .update(users)
    .set({ ...access, version: before.version + 1, updatedAt: new Date(c.get("deps").clock()) })
    .where(eq(users.id, before.id))
    .returning()
  await keepAudit(c, tx, { action: "update", entity: "user", id: before.id, tenantId, before, after })
  await endSessions(c, tx, before.id)
  return before
}

tenantAdmins.post("/tenant/:id/admins", bearer, platform, async c => {
  const { db } = c.get("deps")
  const id = idParam(c)
  const { value: company } = await companies.need(c, db, id)
  const given = await readValid(c, adminBody, given => validate(rules, given))
  refuseBroken({ email: isMailAddress(given.email) ? undefined : "auth.emailInvalid" })
  await expectMail(c)
  let isNew = false
  const make = async (tx: Database) => {
    const [known] = await tx
      .select()
      .from(users)
      .where(and(eq(users.email, given.email), isNull(users.deletedAt)))
      .for("update")
    const { id: userId } = known ? await promote(c, tx, known, id) : await addAdministrator(c, tx, id, given)
    const [found] = await joined(tx).where(eq(users.id, userId))
    if (!found) throw new Error("The administrator was not stored.")
    isNew = true
    return present(found)
  }
  const value = await once(c, given, make).catch(error => (isUniqueViolation(error) ? taken() : Promise.reject(error)))
  if (isNew) await invite(c, given.email, (company as { name: string }).name)
  return ok(c, value)
})

/** Who is no administrator any more stays an employee. */
tenantAdmins.delete("/tenant/:id/admins/:userId", bearer, platform, async c => {
  const tenantId = idParam(c)
  const userId = idParam(c, "userId")
  const { undoToken } = await people.change(c, userId, async (row, tx) => {
    if (row.tenantId !== tenantId || row.role !== "TenantAdmin") return refuse({ kind: "missing" })
    await endSessions(c, tx, userId)
    return { role: "User" }
  })
  return ok(c, true, { undoToken })
})
