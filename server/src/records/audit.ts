import type { Context } from "hono"
import type { Database } from "../db/open"
import { type Action, audit } from "../db/schema"
import type { Env } from "../http/context"

/** Never told: secrets, and what the database derives. */
const hidden = new Set(["search", "apiIntegrationCode"])

type Columns = Record<string, unknown>

const tellable = (columns: Columns | undefined) =>
  columns && Object.fromEntries(Object.entries(columns).filter(([name]) => !hidden.has(name)))

/** Writes down who changed what, in the transaction that changes it. @param by who is not signed in acts for themselves */
export const keepAudit = async (
  c: Context<Env>,
  tx: Database,
  change: { action: Action; entity: string; id: string; tenantId: string | null; before?: Columns; after?: Columns },
  { userId, email }: { userId: string; email: string } = c.get("actor"),
) => {
  await tx.insert(audit).values({
    at: new Date(c.get("deps").clock()),
    actorId: userId,
    actorEmail: email,
    tenantId: change.tenantId,
    entity: change.entity,
    entityId: change.id,
    action: change.action,
    before: tellable(change.before) ?? null,
    after: tellable(change.after) ?? null,
    requestId: c.get("requestId"),
  })
}
