import { http } from "../../api"
import type { AuditEntry, AuditedRecord } from "../../contract/audit"
import { page } from "../../core/envelope"
import type { Query } from "../../core/http"
import { read } from "../../core/query"
import { config } from "../../state/config"

/** Calls of the audit log (docs/contract.md#audit-and-undo). */

/** Returns a function that reads who changed a record last, and when; undefined on a server without the extension. */
export const lastChangeOf = (entity: AuditedRecord) => async (id: string) => {
  if (!config.extensions) return undefined
  const query = { entity, entityId: id, page: 0, pageSize: 1 }
  const { rows } = page("entries", raw => raw as Partial<AuditEntry>)(await http.get("/audit/list", { query }))
  const { actorEmail, at } = rows[0] ?? {}
  return actorEmail && at ? { by: actorEmail, at } : undefined
}

/** A page of the changes of one record, newest first. @param query entity and entityId, and the page */
export const listChanges = read(
  "audit.list",
  (query: Query, signal) => http.get("/audit/list", { query, signal }).then(page<AuditEntry>("entries")),
  { staleTimeMs: 0 },
)
