import { and, eq, isNull } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { maxLength, type Rules, validate } from "../../../../src/core/rules"
import { emailError } from "../../../../src/core/text/email"
import { platform } from "../../auth/policy"
import type { Database } from "../../db/open"
import { type UserRow, users } from "../../db/schema"
import { refuse, refuseField } from "../../errors/problem"
import { address, trimmed } from "../../http/body"
import type { Env } from "../../http/context"
import { requireId } from "../../http/request"
import { requireMail } from "../../http/require-mail"
import { tenant } from "../../kinds/tenant"
import { user } from "../../kinds/user"
import { changesAccess, endAccess, endSessions } from "../../kinds/user-access"
import { addAuditEntry } from "../../records/audit"
import { read } from "../../records/find"
import { idempotent } from "../../records/idempotency"
import { change } from "../../records/write"
import { json, literalTrue, route } from "../../routes/route"
import { queueInvitation, sendInvitations } from "../messages/invitations"
import { withAddress } from "../users/addresses"
import { addAdministrator, administratorRole, type Invited } from "./invitations"

/** Administrators of companies and of the platform, which invites, re-invites and removes them (docs/contract.md#company-calls). */
const adminBody = z.object({
  email: address,
  firstName: trimmed(100),
  lastName: trimmed(100),
} satisfies Record<keyof Invited, z.ZodType>)

const rules: Rules<Invited> = {
  email: ({ email }) => emailError(email),
  firstName: maxLength(100),
  lastName: maxLength(100),
}

/**
 * Makes a person an administrator of their own company; a person without a company joins this one.
 * @param tenantId null: of the platform
 */
const promote = async (c: Context<Env>, tx: Database, before: UserRow, tenantId: string | null) => {
  const isAllowed = before.tenantId === tenantId || (before.tenantId === null && before.role === "User")
  if (!isAllowed) return refuseField("email", "employee.emailTaken")
  const access = { role: administratorRole(tenantId), status: 1, tenantId }
  if (!changesAccess(before, { ...before, ...access })) return before
  const [after] = await tx
    .update(users)
    .set({ ...access, version: before.version + 1, updatedAt: new Date(c.get("deps").clock()) })
    .where(eq(users.id, before.id))
    .returning()
  await addAuditEntry(c, tx, { action: "update", entity: "user", id: before.id, tenantId, before, after })
  await endSessions(c, tx, before.id)
  return before
}

/** @param company null: the platform */
const invite = async (c: Context<Env>, given: Invited, company: { id: string; name: string } | null) => {
  const tenantId = company?.id ?? null
  await requireMail(c, "api.inviteNotSent")
  const store = async (tx: Database) => {
    const [known] = await tx
      .select()
      .from(users)
      .where(and(eq(users.email, given.email), isNull(users.deletedAt)))
      .for("update")
    const { id } = known ? await promote(c, tx, known, tenantId) : await addAdministrator(c, tx, tenantId, given)
    const [found] = await user.select(tx).where(eq(users.id, id))
    if (!found) throw new Error("The administrator was not stored.")
    await queueInvitation(c, tx, found.row)
    return { answer: user.present(found) }
  }
  const { answer } = await withAddress(c, given.email, () => idempotent(c, given, store))
  await sendInvitations(c)
  return { value: answer }
}

const checkInvited = (given: Invited) => validate(rules, given)

export const inviteAdministrator = route.post("/tenant/:id/admins", platform, {
  summary: "Invite an administrator",
  body: json(adminBody),
  required: ["email"],
  example: { email: "ada.tan@yesilova.example", firstName: "Ada", lastName: "Tan" },
  answer: user.value,
  handler: async ({ c, params, body }) => {
    const { row } = await read(c, tenant, requireId(params.id))
    return invite(c, await body(checkInvited), row)
  },
})

/** docs/contract.md#employee-calls */
export const invitePlatformAdministrator = route.post("/user/admins", platform, {
  summary: "Invite an administrator of the platform",
  body: json(adminBody),
  required: ["email"],
  example: { email: "ada.tan@platform.example", firstName: "Ada", lastName: "Tan" },
  answer: user.value,
  handler: async ({ c, body }) => invite(c, await body(checkInvited), null),
})

/** But one's own and the last one's; an account without rights stays. */
export const removePlatformAdministrator = route.delete("/user/admins/:userId", platform, {
  summary: "Remove the rights of an administrator of the platform",
  answer: literalTrue,
  handler: async ({ c, params }) => {
    const userId = requireId(params.userId)
    const { undoToken } = await change(c, user, userId, async (row, tx) => {
      if (row.role !== "Administrator") return refuse({ kind: "missing" })
      await endAccess(c, tx, row)
      return { role: "User" as const }
    })
    return { undoToken }
  },
})

/** The person stays an employee. */
export const removeAdministrator = route.delete("/tenant/:id/admins/:userId", platform, {
  summary: "Remove an administrator's rights",
  answer: literalTrue,
  handler: async ({ c, params }) => {
    const tenantId = requireId(params.id)
    const userId = requireId(params.userId)
    const { undoToken } = await change(c, user, userId, async (row, tx) => {
      if (row.tenantId !== tenantId || row.role !== "TenantAdmin") return refuse({ kind: "missing" })
      await endSessions(c, tx, userId)
      return { role: "User" as const }
    })
    return { undoToken }
  },
})
