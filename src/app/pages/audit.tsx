import type { AuditedEntity, AuditedRecord } from "../../contract/audit"
import { isPermitted, type Module } from "../../contract/permissions"
import { read } from "../../core/http/query"
import type { ExtraNamespace } from "../../core/text/i18n"
import { type AuditedKind, AuditList } from "../../modules/audit/list"
import { config } from "../../state/config"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import type { HistorySpec } from "../../ui/pages/history/history-spec"
import { loadChunk } from "../../ui/pages/loading/chunk"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { isPathOpen } from "../access/access"
import { useAccess } from "../access/use-access"
import { modulePath } from "../palette/palette-entries"

type Kind = { module: Module & ExtraNamespace; load: () => Promise<{ history: HistorySpec }> }

const kinds: Record<AuditedRecord, Kind> = {
  announcement: { module: "announcements", load: () => import("../../modules/announcements/record") },
  brand: { module: "partners", load: () => import("../../modules/partners/record") },
  campaign: { module: "campaigns", load: () => import("../../modules/campaigns/record") },
  draw: { module: "draws", load: () => import("../../modules/draws/history") },
  feedback: { module: "feedback", load: () => import("../../modules/feedback/history") },
  gift: { module: "gifts", load: () => import("../../modules/gifts/record") },
  payment: { module: "payments", load: () => import("../../modules/payments/record") },
  survey: { module: "surveys", load: () => import("../../modules/surveys/history") },
  tenant: { module: "companies", load: () => import("../../modules/companies/history") },
  user: { module: "employees", load: () => import("../../modules/employees/record") },
}

const kindOf = (entity: AuditedEntity): Kind | undefined => (kinds as Partial<Record<AuditedEntity, Kind>>)[entity]

const historySpec = read("history.spec", async (entity: AuditedEntity) => {
  const kind = kindOf(entity)
  return kind ? (await loadChunk(withTexts([kind.module], kind.load))).history : null
})

/** The audit log, with the pages and the permissions of all modules. */
export const Audit = () => {
  const access = useAccess()
  const own = useCurrentUser()?.tenantId
  const describe = (entity: AuditedEntity): AuditedKind => {
    const kind = kindOf(entity)
    if (!kind) return { hrefOf: () => undefined, mayWrite: false }
    const module = kind.module === "companies" && access.role === "TenantAdmin" ? "subsidiaries" : kind.module
    const personPath = (id: string) => {
      const path = `/user/${encodeURIComponent(id)}`
      return isPathOpen(path, access) ? path : undefined
    }
    return {
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
