import type { ReactNode } from "react"
import type { Campaign } from "../../contract/campaigns"
import { dash } from "../../core/format"
import { codeTabs, mainColumn, periodColumn, statusColumn } from "../../ui/lists/columns"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { useOwnerColumn } from "../../ui/lists/use-owner-column"
import { ListPage } from "../../ui/pages/list-page"
import { categoryOptions } from "../categories/api"
import { ownerOptions } from "../companies/api"
import { partnerOptions } from "../partners/api"
import { campaignActions } from "./actions"
import { listCampaigns, removeCampaign } from "./api"
import { ParticipantMeter } from "./participant-meter"
import { campaigns, statusLook } from "./resource"
import { rewardText } from "./reward"

const { labels } = campaigns

const columns: Column<Campaign>[] = [
  mainColumn("title", "campaign.title", ({ media, brandName, categoryName }) => ({
    image: media[0]?.url,
    note: [brandName, categoryName],
  })),
  { key: "brand", label: labels.brandId, isHidden: true, text: row => row.brandName },
  { key: "category", label: labels.categoryId, isHidden: true, text: row => row.categoryName },
  {
    key: "reward",
    label: "campaign.rewardTitle",
    text: (row, { t, format }) => rewardText(row, t, format),
  },
  periodColumn("campaign.period", "endDate"),
  statusColumn(campaigns),
  {
    key: "usage",
    label: "campaign.usage",
    size: "sm",
    text: row => `${row.participantCount ?? dash}${row.participantLimit ? ` / ${row.participantLimit}` : ""}`,
    cell: row => <ParticipantMeter campaign={row} />,
  },
]

const filters: Filter[] = [
  { kind: "choice", name: "categoryId", label: labels.categoryId, options: categoryOptions },
  { kind: "choice", name: "brandId", label: labels.brandId, options: partnerOptions },
  { kind: "dates", from: "startDate", to: "endDate", label: "campaign.period" },
]

const tabs = codeTabs(statusLook, ["active", "scheduled", "draft", "paused", "ended"])

/** The list of campaigns. @param header shown between the page header and the list */
export const List = ({ header }: { header?: ReactNode }) => (
  <ListPage
    resource={campaigns}
    read={listCampaigns}
    {...useOwnerColumn(ownerOptions, columns, filters)}
    tabs={tabs}
    remove={removeCampaign}
    actions={campaignActions}
    header={header}
  />
)
