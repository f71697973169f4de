import { type AuditEntry, auditedAdditions, titleIn } from "../../contract/audit"
import { auditedRecords, nameOfRecord } from "../../contract/modules"
import type { Key } from "../../core/text/i18n"
import { i18n } from "../../state/instances"
import { withToken } from "../../ui/pages/history/history-spec"

export const entities = [...auditedRecords, ...auditedAdditions].sort()

/** Returns the name of a kind: a text of its own, or the noun of its module; its name on the wire when it is not known. */
export const kindLabel = (entity: string) => {
  const key = [`audit.kind.${entity}`, nameOfRecord(entity)].find(name => name && i18n.hasKey(name))
  return key ? i18n.t(key as Key) : entity
}

/** Returns the name of the record of an entry, or of its kind. */
export const titleOf = (entry: AuditEntry) => titleIn(entry) || entry.title || kindLabel(entry.entity)

/** Returns who made a change: the name, with the e-mail address of that time in brackets, or the address alone; and the access token. */
export const actorOf = (entry: AuditEntry) =>
  withToken(entry.actorName ? `${entry.actorName} (${entry.actorEmail})` : entry.actorEmail, entry)
