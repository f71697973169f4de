import { type Campaign, statuses } from "../../contract/campaigns"
import { useT } from "../../ui/hooks/use-t"
import type { MenuItem } from "../../ui/overlays/menu"
import { notifyFailure, offerUndo } from "../../ui/overlays/notifications"
import { setCampaignStatus } from "./api"

/** What a campaign's menu offers beyond the usual: publishing and pausing, whichever makes sense for its status. */
export const useCampaignItems = () => {
  const t = useT()
  const change = async (row: Campaign, status: "active" | "paused") => {
    try {
      const { undoToken } = await setCampaignStatus(row.id, statuses.value(status))
      offerUndo(undoToken ? [undoToken] : [], ["campaigns"], t("campaign.updated"))
    } catch (error) {
      notifyFailure(error, "campaign.updateFailed")
    }
  }
  return (row: Campaign): MenuItem[] => {
    const name = statuses.name(row.status)
    if (name === "draft") return [{ label: t("campaign.publishShort"), icon: "send", run: () => change(row, "active") }]
    if (name === "paused") return [{ label: t("campaign.resume"), icon: "send", run: () => change(row, "active") }]
    if (name === "active" || name === "scheduled")
      return [{ label: t("campaign.pause"), icon: "clock", run: () => change(row, "paused") }]
    return []
  }
}
