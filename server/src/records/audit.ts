import type { Context } from "hono"
import type { Action, AuditedEntity } from "../../../src/contract/audit"
import type { Database } from "../db/open"
import { audit } from "../db/schema"
import type { Env } from "../http/context"
import { isEntityName, registrationOf } from "./entities"

type Columns = Record<string, unknown>

/** The columns without secrets and without the search column, which the database generates. */
const loggedColumns = (entity: AuditedEntity, columns: Columns | undefined) => {
  if (!columns) return null
  const secrets = isEntityName(entity) ? (registrationOf(entity).secrets ?? []) : []
  return Object.fromEntries(Object.entries(columns).filter(([name]) => name !== "search" && !secrets.includes(name)))
}

type Change = {
  action: Action
  entity: AuditedEntity
  id: string
  tenantId: string | null
  before?: Columns
  after?: Columns
}

/** Adds an entry to the audit log, in the transaction of the change. @param by the signed-in person, unless nobody is */
export const addAuditEntry = async (
  c: Context<Env>,
  tx: Database,
  { action, entity, id, tenantId, before, after }: Change,
  by: { userId: string; email: string } = c.get("actor"),
) => {
  await tx.insert(audit).values({
    at: new Date(c.get("deps").clock()),
    actorId: by.userId,
    actorEmail: by.email,
    tenantId,
    entity,
    entityId: id,
    action,
    before: loggedColumns(entity, before),
    after: loggedColumns(entity, after),
    requestId: c.get("requestId"),
  })
}
