import type { Campaign } from "../../contract/campaigns"
import { Meter } from "../../ui/display/meter"
import type { CellContext } from "../../ui/lists/cell-context"

/** Number of participants, against the limit if there is one. */
export const participantMeter = ({ participantCount, participantLimit }: Campaign, { t, format }: CellContext) =>
  Meter({
    used: participantCount,
    limit: participantLimit,
    label: percent => t("campaign.usageOf", { percent: format.percent(percent) }),
    format,
  })
