import { type Campaign, type CampaignDraft, rewards, statuses } from "../../contract/campaigns"
import type { CodeLook } from "../../ui/display/badge"
import type { Resource } from "../../ui/pages/resource"

export const campaigns: Resource<Campaign, CampaignDraft> = {
  tag: "campaigns",
  texts: "campaign",
  icon: "campaign",
  list: { pageSize: 8, sortBy: "endDate", sortOrder: "desc" },
  titleOf: campaign => campaign.title,
  copy: { title: "title", max: 200, reset: { status: statuses.value("draft") } },
  labels: {
    title: "campaign.name",
    brandId: "campaign.brand",
    categoryId: "campaign.category",
    description: "campaign.description",
    terms: "campaign.terms",
    rewardType: "campaign.rewardType",
    rewardValue: "campaign.amount",
    currency: "campaign.currency",
    giftCardId: "campaign.reward.giftCard",
    productName: "campaign.productName",
    startDate: "campaign.start",
    endDate: "campaign.end",
    participantLimit: "campaign.limit",
    tenantIds: "campaign.companies",
    status: "campaign.status",
    media: "campaign.media",
  },
}

export const statusLook: CodeLook<(typeof statuses.names)[number]> = {
  of: statuses,
  texts: "campaign.status",
  tones: { draft: "neutral", scheduled: "info", active: "success", paused: "warning", ended: "neutral" },
}

export const rewardTexts = { of: rewards, texts: "campaign.reward" } as const
