import {
  blank,
  type Campaign,
  type CampaignDraft,
  intentOf,
  rewards,
  type Status,
  statuses,
  statusOf,
} from "../../contract/campaigns"
import type { CodeLook } from "../../ui/display/badge"
import { labelsOf } from "../../ui/forms/labels"
import type { Resource } from "../../ui/pages/resource"
import { approvalOf } from "../approvals/api"

export const statusLook: CodeLook<Status> = {
  of: statuses,
  texts: "campaign.status",
  tones: { draft: "neutral", scheduled: "info", active: "success", paused: "warning", ended: "neutral" },
}

export const campaigns = {
  tag: "campaigns",
  texts: "campaign",
  icon: "campaign",
  list: { pageSize: 8, sortBy: "endDate", sortOrder: "desc" },
  titleOf: campaign => campaign.title,
  status: statusLook,
  approval: approvalOf("campaigns", { intentOf, statusOf }),
  copy: { title: "title", max: 200, reset: { status: statuses.value("draft") } },
  labels: labelsOf("campaign", blank),
} satisfies Resource<Campaign, CampaignDraft>

export const rewardTexts = { of: rewards, texts: "campaign.reward" } as const
