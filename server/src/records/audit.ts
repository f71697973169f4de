import { sql } from "drizzle-orm"
import type { AuditedEntity } from "../../../src/contract/audit"
import { afterCommit } from "../db/after-commit"
import type { Database } from "../db/open"
import { audit } from "../db/schema"
import type { Actor, Call } from "../http/context"
import { findKind } from "../kinds"
import { lineOf } from "./audit-line"
import type { LoggedChange } from "./logged-change"
import { addToOutbox } from "./outbox"

/** The columns without secrets and without the search column, which the database generates. */
const loggedColumns = (entity: AuditedEntity, columns: object | undefined) => {
  if (!columns) return null
  const secrets = findKind(entity)?.secrets ?? []
  return Object.fromEntries(
    Object.entries(columns).filter(([name]) => name !== "search" && name !== "sortName" && !secrets.includes(name)),
  )
}

type By = Pick<Actor, "email" | "token"> & { userId: string | null }

/** Adds entries to the audit log, and what webhooks send, in the transaction of the changes. @param by the signed-in person, unless nobody is */
export const addAuditEntries = async (c: Call, tx: Database, changes: readonly LoggedChange[], by: By = c.get("actor")) => {
  if (!changes.length) return
  const upload = c.get("upload")
  const entries = changes.map(({ action, entity, id, tenantId, before, after }) => ({
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
    uploadId: upload?.tenantId === tenantId ? upload.id : null,
    tokenId: by.token?.id,
    tokenName: by.token?.name,
  }))
  // Each batch of an upload adds the entry of the upload, which is stored once.
  const isUpload = sql`action = 'upload' and upload_id is null`
  await tx.insert(audit).values(entries).onConflictDoNothing({ target: audit.entityId, where: isUpload })
  const { auditLog } = c.get("deps")
  afterCommit(tx, () => {
    for (const { actorId: userId, tenantId, entity, entityId, action, before, after, requestId, tokenId } of entries)
      auditLog?.({
        audit: "change",
        action,
        entity,
        entityId,
        userId,
        tokenId,
        tenantId,
        requestId,
        ...lineOf(entity, before, after),
      })
  })
  await addToOutbox(c, tx, changes)
}

/** As `addAuditEntries`, for one change. */
export const addAuditEntry = (c: Call, tx: Database, change: LoggedChange, by?: By) => addAuditEntries(c, tx, [change], by)
