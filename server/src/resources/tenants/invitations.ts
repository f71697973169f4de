import type { Context } from "hono"
import type { Database } from "../../db/open"
import { users } from "../../db/schema"
import type { Env } from "../../http/context"
import { addAuditEntry } from "../../records/audit"
import { deleteUnclaimedAccount } from "../users/addresses"

/** Administrators of companies and of the platform are invited by mail (docs/contract.md#company-calls). */
export type Invited = { email: string; firstName: string; lastName: string }

/** Role of an administrator of a company; of the platform, whose id is null. */
export const administratorRole = (tenantId: string | null) =>
  tenantId === null ? ("Administrator" as const) : ("TenantAdmin" as const)

/** Adds an administrator of a company, or of the platform. A taken address violates a unique index. */
export const addAdministrator = async (c: Context<Env>, tx: Database, tenantId: string | null, invited: Invited) => {
  const now = new Date(c.get("deps").clock())
  await deleteUnclaimedAccount(c, tx, invited.email)
  const [row] = await tx
    .insert(users)
    .values({
      ...invited,
      tenantId,
      role: administratorRole(tenantId),
      language: c.get("language"),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!row) throw new Error("The administrator was not stored.")
  await addAuditEntry(c, tx, { action: "create", entity: "user", id: row.id, tenantId, after: row })
  return row
}
