import type { Campaign } from "../../contract/campaigns"
import { isFull } from "../../contract/campaigns/uses"
import type { Translate } from "../../core/text/i18n"
import { Badge } from "../../ui/display/badge"

/** A badge where a campaign takes no further person or amount; nothing elsewhere. */
export const fullBadge = (campaign: Campaign, t: Translate) =>
  isFull(campaign, campaign) && Badge({ tone: "warning", children: t("campaign.full") })
