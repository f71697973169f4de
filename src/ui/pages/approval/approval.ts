import { isApprovalState, type Proposal } from "../../../contract/approval"
import type { Code } from "../../../core/codes"
import type { Answer } from "../../../core/http/http"
import { type Read, read } from "../../../core/http/query"
import type { Key } from "../../../core/text/i18n"
import { companiesOf, type Owned } from "../../hooks/screen-context"
import { useCan } from "../../hooks/use-can"
import { useQuery } from "../../hooks/use-query"
import type { BulkAction } from "../../lists/bulk-action"

/** A proposal with its version, which a decision names; undefined where the server sends none. */
export type SeenProposal = Proposal & { version: string | undefined }

export type Decision = "approve" | "return" | "withdraw"

/** How changes of a kind of record are approved by a second person (docs/contract.md#approvals). */
export type Approval = {
  /** The modules that need it, by owner; null is the platform. */
  settings: Read<undefined, readonly { owner: string | null; modules: readonly string[]; inherited: readonly string[] }[]>
  /** The change of a record that waits or was returned. */
  proposal: Read<string, SeenProposal>
  /** @param version the version of the proposal that was seen */
  decide: (id: string, decision: Decision, options: { version: string | undefined; comment?: string }) => Promise<Answer>
  /** Whether a record with this status is live, so that every change of it may need approval. */
  isLive: (status: Code) => boolean
  /** The status at `now` (epoch ms) of a record that has these members of the wire. */
  statusOf: (members: Record<string, unknown>, now: number) => Code
}

/** Values of the lists' filter `attention` that concern approval. */
export const approvalPresets = {
  approval: "attention.of.approval",
  sent: "attention.of.sent",
  returned: "attention.of.returned",
} as const satisfies Record<string, Key>

/** What is read for kinds of record without approval: never. */
const none: Pick<Approval, "settings" | "proposal"> = {
  settings: read("approvals.none", async () => []),
  proposal: read("approvals.noProposal", () => Promise.reject()),
}

type Kind = { tag: string; approval?: Approval }
type Status = Owned & { status?: Code }

const useSettings = ({ approval }: Kind) => {
  const isOffered = useCan("approvals")
  return useQuery((approval ?? none).settings, undefined, approval !== undefined && isOffered).data
}

/**
 * Returns whether records of these companies, null for the platform, need approval when they go live or are live; false while that is
 * unknown. @param need the name in the settings, if it is not that of the module
 */
export const useNeedsApproval = (kind: Kind, need = kind.tag) => {
  const settings = useSettings(kind)
  return (companies: readonly (string | null)[]) =>
    settings?.some(
      ({ owner, modules, inherited }) => companies.includes(owner) && (modules.includes(need) || inherited.includes(need)),
    ) === true
}

/** Returns what approval means for the actions on records: which changes are sent for it, and which records are not deleted. */
export const useApprovalRules = (resource: Kind) => {
  const needsApproval = useNeedsApproval(resource)
  const isHeld = (record: Status) =>
    needsApproval(companiesOf(record)) && resource.approval?.isLive(record.status ?? null) === true
  return {
    /** What the labels depend on; undefined before it is read. */
    settings: useSettings(resource),
    /** Adds to an action which records it sends for approval. */
    withSends: <R extends Status, A extends Pick<BulkAction<R>, "goesLive" | "sends">>(action: A): A => ({
      ...action,
      sends: (record: R) => (action.goesLive ? needsApproval(companiesOf(record)) : isHeld(record)),
    }),
    /** Why a record cannot be deleted without approval; undefined: it can. */
    removeBlockedReason: (record: Status): Key | undefined => (isHeld(record) ? "approval.liveNotRemoved" : undefined),
  }
}

/** The change of a record that waits or was returned; nothing is read of a record without one. */
export const useProposal = (approval: Approval | undefined, { id, state }: { id: string; state: string | undefined }) => {
  const hasOne = approval !== undefined && isApprovalState(state)
  return { hasOne, ...useQuery((approval ?? none).proposal, id, hasOne) }
}
