import { http } from "../../api"
import { type ApprovableModule, type ApprovalSetting, approvableModules } from "../../contract/approvals"
import { moduleTable } from "../../contract/modules"
import { listOf } from "../../contract/record"
import type { Proposal } from "../../core/approval"
import { objectValue } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { write } from "../../state/instances"
import type { Approval } from "../../ui/pages/approval/approval"

/** Calls about approval by a second person (docs/contract.md#approvals). */

/** @returns the settings with their `owner`, null for the platform */
const settingsOf = (value: unknown) =>
  listOf(value).map(raw => {
    const { tenantId: owner = null, modules, people = 0 } = Object(raw) as Partial<ApprovalSetting>
    return { owner, modules: approvableModules.filter(name => listOf(modules).includes(name)), people }
  })

export const getSettings = read("approvals.settings", (_: undefined, signal) =>
  http.get("/approval/settings", { signal }).then(({ value }) => settingsOf(value)),
)

/** @param owner null for the platform */
export const setApproval = write("approvals", (owner: string | null, modules: readonly ApprovableModule[]) =>
  http.put("/approval/settings", { tenantId: owner ?? "platform", modules }),
)

/** Returns how changes of a module's records are read and decided. */
export const approvalOf = (module: ApprovableModule): Approval => {
  const pathOf = (id: string) => `/${moduleTable[module].record}/${encodeURIComponent(id)}/proposal`
  return {
    settings: getSettings,
    proposal: read(`${module}.proposal`, (id: string, signal) => http.get(pathOf(id), { signal }).then(objectValue<Proposal>()), {
      staleTimeMs: 0,
    }),
    decide: write(
      [module, "campaigns", "audit", "calendar"],
      (id: string, decision: "approve" | "return" | "withdraw", comment = "") =>
        decision === "withdraw" ? http.delete(pathOf(id)) : http.post(`${pathOf(id)}/${decision}`, { comment }),
    ),
  }
}
