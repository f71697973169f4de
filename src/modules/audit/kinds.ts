import { type AuditEntry, type AuditedEntity, auditedAdditions, titleIn } from "../../contract/audit"
import { auditedRecords } from "../../contract/modules"
import type { Key } from "../../core/text/i18n"
import { i18n } from "../../state/instances"
import type { IconName } from "../../ui/display/icons/icon"

export const icons: Record<AuditedEntity, IconName> = {
  announcement: "megaphone",
  brand: "store",
  campaign: "campaign",
  category: "list",
  department: "tree",
  draw: "ticket",
  feedback: "chat",
  gift: "gift",
  giftbatch: "gift",
  payment: "wallet",
  survey: "clipboard",
  surveyinvitation: "mail",
  tenant: "building",
  user: "users",
}

export const entities = [...auditedRecords, ...auditedAdditions].sort()

const kindText = (entity: string): Key => `audit.kind.${entity}` as Key

/** Returns the name of a kind; its name on the wire when it is not known. */
export const kindLabel = (entity: string) => (Object.hasOwn(icons, entity) ? i18n.t(kindText(entity)) : entity)

/** Returns the name of the record of an entry, or of its kind. */
export const titleOf = (entry: AuditEntry) => titleIn(entry) || entry.title || kindLabel(entry.entity)
