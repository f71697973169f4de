import type { AuditedEntity, auditedAdditions } from "../../contract/audit"
import { moduleOfRecord } from "../../contract/modules"
import { isPermitted } from "../../contract/permissions/permissions"
import { read } from "../../core/http/query"
import { type AuditedKind, AuditList } from "../../modules/audit/list"
import { config } from "../../state/config"
import type { IconName } from "../../ui/display/icons/icon"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { loadChunk } from "../../ui/pages/loading/chunk"
import { isPathOpen } from "../access/access"
import { useAccess } from "../access/use-access"
import { modulePath } from "../palette/palette-entries"
import { recordChunks } from "../screens/chunks"
import { iconOfModule } from "../screens/match"

const historySpec = read("history.spec", async (entity: AuditedEntity) => {
  const module = moduleOfRecord(entity)
  return module ? (await loadChunk(async () => (await recordChunks[module]()).loadHistory())).history : null
})

const additionIcons: Record<(typeof auditedAdditions)[number], IconName> = {
  accesstoken: "lock",
  category: "list",
  department: "tree",
  giftbatch: "gift",
  maintenance: "gear",
  passkey: "lock",
  signinconnection: "lock",
  surveyinvitation: "mail",
  webhook: "link",
}
const iconOf = (entity: string): IconName => additionIcons[entity as keyof typeof additionIcons] ?? "history"

/** The audit log, with the pages and the permissions of all modules. */
export const Audit = () => {
  const access = useAccess()
  const own = useCurrentUser()?.tenantId
  const describe = (entity: AuditedEntity): AuditedKind => {
    const owner = moduleOfRecord(entity)
    if (!owner) return { icon: iconOf(entity), hrefOf: () => undefined, mayWrite: false }
    const module = owner === "companies" && access.role === "TenantAdmin" ? "subsidiaries" : owner
    const personPath = (id: string) => {
      const path = `/user/${encodeURIComponent(id)}`
      return isPathOpen(path, access) ? path : undefined
    }
    return {
      icon: iconOfModule(owner),
      hrefOf: id => {
        if (entity === "user") return personPath(id)
        // The sample data of feedback are other records than those of the log.
        if (entity === "feedback" && config.feedback !== "api") return undefined
        return entity === "tenant" && id === own ? undefined : modulePath("view", module, access, id)
      },
      mayWrite: isPermitted("write", module, access),
    }
  }
  return <AuditList kindOf={describe} spec={historySpec} />
}
