import type { ReactNode } from "react"
import type { Campaign } from "../../contract/campaigns"
import { Meter } from "../../ui/display/meter"
import { RecordCell } from "../../ui/display/record-cell"
import { codeColumn, codeTabs, periodColumn } from "../../ui/lists/columns"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { ListPage } from "../../ui/pages/list-page"
import { categoryOptions } from "../categories/api"
import { partnerOptions } from "../partners/api"
import { campaignActions } from "./actions"
import { listCampaigns, removeCampaign } from "./api"
import { campaigns, statusLook } from "./resource"
import { rewardText } from "./reward"

const { labels } = campaigns

const columns: Column<Campaign>[] = [
  {
    key: "title",
    label: "campaign.title",
    sort: "title",
    isMain: true,
    text: row => row.title,
    cell: row => <RecordCell row={row} image={row.media[0]?.url} title={row.title} note={[row.brandName, row.categoryName]} />,
  },
  { key: "brand", label: labels.brandId, isHidden: true, text: row => row.brandName },
  { key: "category", label: labels.categoryId, isHidden: true, text: row => row.categoryName },
  {
    key: "reward",
    label: "campaign.rewardTitle",
    className: "nowrap",
    text: (row, { t, format }) => rewardText(row, t, format),
  },
  periodColumn("campaign.period", "endDate"),
  codeColumn("status", labels.status, statusLook),
  {
    key: "usage",
    label: "campaign.usage",
    className: "table__low-priority",
    text: row => `${row.participantCount}${row.participantLimit ? ` / ${row.participantLimit}` : ""}`,
    cell: (row, { t, format }) => (
      <Meter
        used={row.participantCount}
        limit={row.participantLimit}
        label={percent => t("campaign.usageOf", { percent: format.percent(percent) })}
      />
    ),
  },
]

const filters: Filter[] = [
  { kind: "choice", name: "categoryId", label: labels.categoryId, options: categoryOptions },
  { kind: "choice", name: "brandId", label: labels.brandId, options: partnerOptions },
  { kind: "dates", from: "startDate", to: "endDate", label: "campaign.period" },
]

const tabs = codeTabs(statusLook, ["active", "scheduled", "draft", "paused", "ended"])

/** @param header above the list: the dashboard's figures */
export const List = ({ header }: { header?: ReactNode }) => (
  <ListPage
    resource={campaigns}
    read={listCampaigns}
    columns={columns}
    filters={filters}
    tabs={tabs}
    remove={removeCampaign}
    actions={campaignActions}
    header={header}
  />
)
