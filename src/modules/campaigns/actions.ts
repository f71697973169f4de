import { type Campaign, type Status, statuses } from "../../contract/campaigns"
import type { RecordAction } from "../../ui/pages/record/record-actions"
import { patchCampaign } from "./api"

const hasStatus =
  (...names: (Status | undefined)[]) =>
  ({ status }: Campaign) =>
    names.includes(statuses.name(status))

/** Whether a publication at `now` would have no effect, because the end date has passed. */
const isOver = (campaign: Campaign, now: number) => Date.parse(campaign.endDate) <= now

const setStatus = (status: Status) => (campaign: Campaign, note?: string) =>
  patchCampaign(campaign.id, { status: statuses.value(status) }, { note })

export const campaignActions: RecordAction<Campaign>[] = [
  {
    label: "campaign.publishShort",
    labelOf: campaign => (hasStatus("paused")(campaign) ? "campaign.resume" : "campaign.publishShort"),
    icon: "send",
    goesLive: true,
    appliesTo: (campaign, now) => hasStatus("draft", "paused")(campaign) && !isOver(campaign, now),
    reasonOf: (campaign, now) => (isOver(campaign, now) ? "ui.endPassed" : undefined),
    run: setStatus("active"),
    done: "campaign.published",
  },
  {
    label: "campaign.pause",
    icon: "clock",
    appliesTo: hasStatus("active", "scheduled"),
    run: setStatus("paused"),
    done: "campaign.pausedMany",
  },
]
