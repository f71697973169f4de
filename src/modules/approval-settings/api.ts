import { http } from "../../api/http"
import type { ApprovalNeed } from "../../contract/approvals"
import { nameOfModule } from "../../contract/modules"
import type { Translate } from "../../core/text/i18n"
import { write } from "../../state/instances"

/** Calls that change what needs approval, and its names (docs/contract.md#approval-settings). */

export const nameOfNeed = (need: ApprovalNeed, t: Translate) => {
  if (need === "draws.entries") return t("approval.need.entries")
  return need === "draws.drawing" ? t("approval.need.drawing") : t(nameOfModule(need))
}

export const namesOfNeeds = (needs: readonly ApprovalNeed[], t: Translate) => needs.map(need => nameOfNeed(need, t)).join(", ")

const settingPath = (owner: string | null) => `/approval/settings/${encodeURIComponent(owner ?? "platform")}`

/** What is taken away waits for a second person. @param owner null for the platform */
export const setApproval = write("approvals", (owner: string | null, modules: readonly ApprovalNeed[], waitDays?: number) =>
  http.put("/approval/settings", { tenantId: owner ?? "platform", modules, ...(waitDays !== undefined && { waitDays }) }),
)

/** @param version the version of the change that was seen */
export const approveSetting = write("approvals", (owner: string | null, version: string) =>
  http.post(`${settingPath(owner)}/approve`, {}, { version }),
)

/** Withdraws the own change of a setting, or returns that of somebody else. */
export const endSettingChange = write("approvals", (owner: string | null, version: string) =>
  http.delete(`${settingPath(owner)}/change`, { version }),
)
