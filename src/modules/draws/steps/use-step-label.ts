import type { ApprovalNeed } from "../../../contract/approvals"
import type { Draw } from "../../../contract/draws/draws"
import { companiesOf } from "../../../ui/hooks/screen-context"
import { useT } from "../../../ui/hooks/use-t"
import { useNeedsApproval } from "../../../ui/pages/approval/approval"
import { draws } from "../resource"

/** Returns a function that names in the label of a published draw's step that it is sent for approval, where it needs that. */
export const useStepLabel = (draw: Draw, need: Extract<ApprovalNeed, `draws.${string}`>) => {
  const t = useT()
  const isSent = useNeedsApproval(draws, need)(companiesOf(draw))
  return (action: string) => (isSent ? t("approval.sendAction", { action }) : action)
}
