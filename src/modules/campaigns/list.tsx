import type { ReactNode } from "react"
import { type Campaign, rewards } from "../../contract/campaigns"
import { dash } from "../../core/text/format"
import { codeLabel } from "../../ui/display/badge"
import { codeTabs, mainColumn, periodColumn, statusColumn, storedColumns } from "../../ui/lists/columns"
import { numberValue, textValue } from "../../ui/lists/export-values"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { useOwnerColumn } from "../../ui/lists/use-owner-column"
import { approvalPresets } from "../../ui/pages/approval/approval"
import { ListPage } from "../../ui/pages/list/list-page"
import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { lazyScreen } from "../../ui/pages/loading/lazy-screen"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { categoryOptions } from "../categories/api"
import { companyOptions, ownerOptions } from "../owners/api"
import { partnerOptions } from "../partners/api"
import { campaignActions } from "./actions"
import { getCampaign, listCampaigns, removeCampaign } from "./api"
import { Overview } from "./dashboard"
import { fullBadge } from "./full-badge"
import { participantMeter } from "./participant-meter"
import { campaigns, rewardTexts, statusLook } from "./resource"
import { rewardText } from "./reward-text"

const { labels } = campaigns

const isReward = ({ rewardType }: Campaign, name: (typeof rewards.names)[number]) => rewards.name(rewardType) === name

const status = statusColumn(campaigns)

const columns: Column<Campaign>[] = [
  mainColumn(
    "title",
    "campaign.one",
    ({ media, brandName, categoryName }) => ({ image: media[0]?.url, note: [brandName, categoryName] }),
    [textValue(labels.brandId, row => row.brandName), textValue(labels.categoryId, row => row.categoryName)],
  ),
  { key: "brand", label: labels.brandId, isHidden: true, text: row => row.brandName },
  { key: "category", label: labels.categoryId, isHidden: true, text: row => row.categoryName },
  {
    key: "reward",
    label: "campaign.rewardTitle",
    text: (row, { t, format }) => rewardText(row, t, format),
    values: [
      textValue(labels.rewardType, (row, { t }) => codeLabel(rewardTexts, row.rewardType, t)),
      textValue("campaign.rewardTitle", (row, { t, format }) => rewardText(row, t, format)),
      numberValue("campaign.rate", row => (isReward(row, "percentage") ? row.rewardValue : null)),
      numberValue("campaign.amount", row => (isReward(row, "fixedAmount") ? row.rewardValue : null)),
      textValue(labels.currency, row => (isReward(row, "fixedAmount") ? row.currency : "")),
    ],
  },
  periodColumn("campaign.period", "endDate", labels),
  {
    ...status,
    cell: (row, context) => (
      <span className="badges">
        {status.cell?.(row, context)}
        {fullBadge(row, context.t)}
      </span>
    ),
  },
  {
    key: "usage",
    label: "campaign.participantCount",
    size: "sm",
    text: row => `${row.participantCount ?? dash}${row.participantLimit ? ` / ${row.participantLimit}` : ""}`,
    values: [
      numberValue("campaign.participantCount", row => row.participantCount),
      numberValue(labels.participantLimit, row => row.participantLimit),
    ],
    cell: participantMeter,
  },
  ...storedColumns,
]

const filters: Filter[] = [
  { kind: "choice", name: "categoryId", label: labels.categoryId, options: categoryOptions },
  { kind: "choice", name: "brandId", label: labels.brandId, options: partnerOptions },
  { kind: "dates", from: "startDate", to: "endDate", label: "campaign.period" },
  {
    kind: "preset",
    name: "attention",
    texts: { ending: "attention.of.ending", filling: "attention.of.filling", review: "attention.of.review", ...approvalPresets },
  },
]

const tabs = codeTabs(statusLook, ["active", "scheduled", "draft", "paused", "ended"])

/** Asks for a change of many records, in a chunk of its own. */
const BulkEdit = lazyScreen(
  withTexts("campaigns.bulkEdit", () => import("./bulk-edit")),
  module => module.BulkEdit,
)

const CampaignList = ({ header }: { header?: ReactNode }) => (
  <ListPage
    resource={campaigns}
    read={listCampaigns}
    {...useOwnerColumn(ownerOptions, columns, filters)}
    tabs={tabs}
    remove={removeCampaign}
    loadHistory={loadHistory}
    bulkEditor={BulkEdit}
    actions={campaignActions}
    header={header}
  />
)

export const List = () => <CampaignList />

/** The landing page of administrators: the list below an overview. */
export const Dashboard = () => <CampaignList header={<Overview />} />

export const { Add, Edit, View, loadHistory } = lazyRecord(withTexts("campaigns.record", () => import("./record")))

export const prefetch = prefetchModule(campaigns, listCampaigns, getCampaign, [partnerOptions, categoryOptions, companyOptions])
