import type { Campaign } from "../../contract/campaigns"
import { Meter } from "../../ui/display/meter"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"

/** Number of participants, against the limit if there is one. */
export const ParticipantMeter = ({ campaign }: { campaign: Campaign }) => {
  const t = useT()
  const format = useFormat()
  return (
    <Meter
      used={campaign.participantCount}
      limit={campaign.participantLimit}
      label={percent => t("campaign.usageOf", { percent: format.percent(percent) })}
    />
  )
}
