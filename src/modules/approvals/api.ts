import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import type { Proposal } from "../../contract/approval"
import { type ApprovableModule, type ApprovalNeed, type ApprovalSetting, liveIntents } from "../../contract/approvals"
import { moduleTable } from "../../contract/modules"
import type { Code } from "../../core/codes"
import { arrayOf } from "../../core/http/envelope"
import { objectValue } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { write } from "../../state/instances"
import type { Approval, SeenProposal } from "../../ui/pages/approval/approval"

/** Calls about approval by a second person (docs/contract.md#approvals). */

/** @returns the settings with their `owner`, null for the platform */
const settingsOf = (value: unknown) =>
  arrayOf(value).map(raw => {
    const { tenantId: owner = null, modules, inherited, ...more } = Object(raw) as Partial<ApprovalSetting>
    return { ...more, owner, modules: arrayOf(modules) as ApprovalNeed[], inherited: arrayOf(inherited) as ApprovalNeed[] }
  })
export type Setting = ReturnType<typeof settingsOf>[number]

export const getSettings = read("approvals.settings", (_: undefined, signal) =>
  http
    .get("/approval/settings", { signal })
    .then(({ value }) => settingsOf(value))
    .catch(ifMissing("approvals")),
)

/** What the contract of a kind of record knows of its status. */
type StatusRules<D> = { intentOf: (status: Code) => string; statusOf: (draft: D, now: number) => Code }

/** Returns how changes of a module's records are read and decided. */
export const approvalOf = <D>(module: ApprovableModule, { intentOf, statusOf }: StatusRules<D>): Approval => {
  const pathOf = (id: string) => `/${moduleTable[module].record}/${encodeURIComponent(id)}/proposal`
  return {
    settings: getSettings,
    proposal: read(
      `${module}.proposal`,
      async (id: string, signal): Promise<SeenProposal> => {
        const answer = await http.get(pathOf(id), { signal })
        const { note = "", returned = null, ...proposal } = objectValue<Partial<Proposal>>()(answer)
        return { ...(proposal as Proposal), note, returned, version: answer.etag }
      },
      { staleTimeMs: 0 },
    ),
    decide: write(
      [module, "campaigns", "audit", "calendar"],
      (...[id, decision, { version, comment = "" }]: Parameters<Approval["decide"]>) =>
        decision === "withdraw"
          ? http.delete(pathOf(id), { version })
          : http.post(`${pathOf(id)}/${decision}`, { comment }, { version }),
    ),
    isLive: status => intentOf(status) === liveIntents[module],
    statusOf: (members, now) => statusOf(members as D, now),
  }
}
