import type { Campaign } from "../../contract/campaigns"
import { codeLabel } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { everyCompanyKey } from "../../ui/display/owner-mark"
import { Period } from "../../ui/display/period"
import { Gallery } from "../../ui/display/pictures/gallery"
import { useFormat } from "../../ui/hooks/use-format"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import { withHistory } from "../../ui/pages/history/history-tab"
import { DetailsCard, RecordLayout, TextCard } from "../../ui/pages/record/record-layout"
import { ViewPage } from "../../ui/pages/record/view-page"
import { companyOptions } from "../owners/api"
import { campaignActions } from "./actions"
import { getCampaign, listCampaigns, removeCampaign } from "./api"
import { CampaignCoupon } from "./coupon"
import { history } from "./form"
import { participantMeter } from "./participant-meter"
import { campaigns, rewardTexts } from "./resource"
import { rewardText } from "./reward-text"

const { labels } = campaigns

const Details = ({ record }: { record: Campaign }) => {
  const t = useT()
  const format = useFormat()
  const companies = useOptionLabels(companyOptions)
  return (
    <DetailsCard
      record={record}
      items={[
        [t(labels.rewardType), codeLabel(rewardTexts, record.rewardType, t)],
        [t("campaign.rewardTitle"), rewardText(record, t, format)],
        [t(labels.categoryId), record.categoryName],
        [t(labels.startDate), format.dateTime(record.startDate)],
        [t(labels.endDate), format.dateTime(record.endDate)],
        [t("campaign.usage"), participantMeter(record, { t, format })],
        [t(labels.tenantIds), companies(record.tenantIds) || t(everyCompanyKey(record))],
      ]}
    />
  )
}

const Content = ({ record }: { record: Campaign }) => {
  const t = useT()
  return (
    <RecordLayout
      aside={
        <>
          <CampaignCoupon {...record} />
          <Details record={record} />
        </>
      }
    >
      <TextCard title={t("campaign.about")} text={record.description} />
      <TextCard title={t(labels.terms)} text={record.terms} placeholder={t("campaign.noTerms")} />
      <Card title={t(labels.media)}>
        {record.media.length ? (
          <Gallery title={record.title} media={record.media} />
        ) : (
          <p className="subtle">{t("campaign.noMedia")}</p>
        )}
      </Card>
    </RecordLayout>
  )
}

const Page = withHistory(history, Content)

export const View = () => {
  const format = useFormat()
  return (
    <ViewPage
      resource={campaigns}
      read={getCampaign}
      list={listCampaigns}
      text={({ brandName, categoryName, startDate, endDate }) => (
        <>
          {[brandName, categoryName].flatMap(name => (name ? `${name} · ` : []))}
          <Period text={format.period(startDate, endDate)} />
        </>
      )}
      remove={removeCampaign}
      actions={campaignActions}
      Content={Page}
    />
  )
}
