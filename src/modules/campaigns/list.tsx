import type { ReactNode } from "react"
import { type Campaign, statuses, tones } from "../../contract/campaigns"
import { Meter } from "../../ui/display/meter"
import { Record } from "../../ui/display/record-cell"
import type { BulkAction } from "../../ui/lists/bulk"
import { codeColumn, periodColumn } from "../../ui/lists/columns"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { ListPage, type Tab } from "../../ui/pages/list-page"
import { categoryOptions } from "../categories/api"
import { partnerOptions } from "../partners/api"
import { listCampaigns, removeCampaign, setCampaignStatus } from "./api"
import { useCampaignItems } from "./items"
import { listDefaults } from "./place"
import { rewardText } from "./reward"

const columns: Column<Campaign>[] = [
  {
    key: "title",
    label: "campaign.title",
    sort: "title",
    isMain: true,
    cell: row => <Record row={row} image={row.media[0]?.url} title={row.title} note={[row.brandName, row.categoryName]} />,
    text: row => row.title,
  },
  { key: "brand", isExtra: true, label: "campaign.brand", cell: row => row.brandName, text: row => row.brandName ?? "" },
  {
    key: "category",
    isExtra: true,
    label: "campaign.category",
    cell: row => row.categoryName,
    text: row => row.categoryName ?? "",
  },
  {
    key: "reward",
    className: "nowrap",
    label: "campaign.rewardTitle",
    cell: (row, { t, format }) => rewardText(row, t, format),
    text: (row, { t, format }) => rewardText(row, t, format),
  },
  periodColumn("campaign.period", "endDate"),
  codeColumn("status", "campaign.status", { of: statuses, prefix: "campaign.status", tones }),
  {
    key: "usage",
    label: "campaign.usage",
    className: "c-low",
    cell: (row, { t, format }) => (
      <Meter
        used={row.participantCount ?? 0}
        limit={row.participantLimit}
        label={percent => t("campaign.usageOf", { percent: format.percent(percent) })}
      />
    ),
    text: row => `${row.participantCount ?? 0}${row.participantLimit ? ` / ${row.participantLimit}` : ""}`,
  },
]

const filters: Filter[] = [
  { kind: "choice", name: "categoryId", label: "campaign.category", options: categoryOptions },
  { kind: "choice", name: "brandId", label: "campaign.brand", options: partnerOptions },
  { kind: "dates", from: "startDate", to: "endDate", label: "campaign.period" },
]

const tabs: Tab[] = (["active", "scheduled", "draft", "paused", "ended"] as const).map(name => ({
  value: String(statuses.value(name)),
  label: `campaign.status.${name}`,
}))

const bulk: BulkAction<Campaign>[] = [
  {
    label: "campaign.publishShort",
    icon: "send",
    run: row => setCampaignStatus(row.id, statuses.value("active")),
    done: "campaign.published",
  },
  {
    label: "campaign.pause",
    icon: "clock",
    run: row => setCampaignStatus(row.id, statuses.value("paused")),
    done: "campaign.pausedMany",
  },
]

/** @param header stands above the list: the dashboards put their figures there */
export const List = ({ header }: { header?: ReactNode }) => {
  const rowItems = useCampaignItems()
  return (
    <ListPage
      name="campaigns"
      words="campaign"
      icon="campaign"
      read={listCampaigns}
      columns={columns}
      titleOf={row => row.title}
      defaults={listDefaults}
      filters={filters}
      tabs={tabs}
      counts={page => page.counts}
      remove={removeCampaign}
      bulk={bulk}
      rowItems={rowItems}
      header={header}
    />
  )
}
