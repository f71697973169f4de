import type { ApprovalNeed } from "../../../contract/approvals"
import type { Draw } from "../../../contract/draws/draws"
import { companiesOf } from "../../../ui/hooks/screen-context"
import { useT } from "../../../ui/hooks/use-t"
import { useNeedsApproval } from "../../../ui/pages/approval/approval"
import { draws } from "../resource"

/** Returns whether a step of a published draw is sent for approval, and a function that names that in its label. */
export const useStepApproval = (draw: Draw, need: Extract<ApprovalNeed, `draws.${string}`>) => {
  const t = useT()
  const isSent = useNeedsApproval(draws, need)(companiesOf(draw))
  return { isSent, labelOf: (action: string) => (isSent ? t("approval.sendAction", { action }) : action) }
}
