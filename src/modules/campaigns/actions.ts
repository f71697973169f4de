import { type Campaign, statuses } from "../../contract/campaigns"
import type { RecordAction } from "../../ui/pages/actions"
import { patchCampaign } from "./api"

type Status = (typeof statuses.names)[number]

const hasStatus =
  (...names: Status[]) =>
  ({ status }: Campaign) =>
    names.includes(statuses.name(status) as Status)

const become = (status: Status) => (campaign: Campaign) => patchCampaign(campaign.id, { status: statuses.value(status) })

export const campaignActions: RecordAction<Campaign>[] = [
  {
    label: "campaign.publishShort",
    labelOf: campaign => (hasStatus("paused")(campaign) ? "campaign.resume" : "campaign.publishShort"),
    icon: "send",
    appliesTo: hasStatus("draft", "paused"),
    run: become("active"),
    done: "campaign.published",
  },
  {
    label: "campaign.pause",
    icon: "clock",
    appliesTo: hasStatus("active", "scheduled"),
    run: become("paused"),
    done: "campaign.pausedMany",
  },
]
