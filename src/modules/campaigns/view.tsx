import type { Campaign } from "../../contract/campaigns"
import { CodeBadge, codeText } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { Gallery } from "../../ui/display/gallery"
import { Meter } from "../../ui/display/meter"
import { useFormat } from "../../ui/hooks/use-format"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import { ViewPage } from "../../ui/pages/view-page"
import { companyOptions } from "../companies/api"
import { campaignActions } from "./actions"
import { getCampaign, removeCampaign } from "./api"
import { CampaignCoupon } from "./coupon"
import { campaigns, rewardTexts, statusLook } from "./resource"
import { rewardText } from "./reward"

const { labels } = campaigns

const Body = ({ campaign }: { campaign: Campaign }) => {
  const t = useT()
  const format = useFormat()
  const companies = useOptionLabels(companyOptions)
  return (
    <div className="cols">
      <div className="stack">
        <Card title={t("campaign.about")}>
          <p className="prose">{campaign.description}</p>
        </Card>
        <Card title={t(labels.terms)}>
          <p className={campaign.terms ? "prose" : "subtle"}>{campaign.terms || t("campaign.noTerms")}</p>
        </Card>
        <Card title={t(labels.media)}>
          {campaign.media.length ? (
            <Gallery
              images={campaign.media.map(({ url }, at) => ({
                url,
                alt: t("ui.imageOf", { title: campaign.title, number: at + 1 }),
              }))}
            />
          ) : (
            <p className="subtle">{t("campaign.noMedia")}</p>
          )}
        </Card>
      </div>
      <aside className="stack">
        <CampaignCoupon {...campaign} />
        <Card title={t("campaign.details")}>
          <Facts
            items={[
              [t(labels.rewardType), t(codeText(rewardTexts, campaign.rewardType))],
              [t("campaign.rewardTitle"), rewardText(campaign, t, format)],
              [t(labels.categoryId), campaign.categoryName],
              [t(labels.startDate), format.dateTime(campaign.startDate)],
              [t(labels.endDate), format.dateTime(campaign.endDate)],
              [
                t("campaign.usage"),
                <Meter
                  key="usage"
                  used={campaign.participantCount}
                  limit={campaign.participantLimit}
                  label={percent => t("campaign.usageOf", { percent: format.percent(percent) })}
                />,
              ],
              [t(labels.tenantIds), companies(campaign.tenantIds) || t("campaign.everyCompany")],
              [t("campaign.created.at"), format.dateTime(campaign.createdDate)],
              [t("campaign.updated.at"), format.dateTime(campaign.updatedDate)],
            ]}
          />
        </Card>
      </aside>
    </div>
  )
}

export const View = () => {
  const format = useFormat()
  return (
    <ViewPage
      resource={campaigns}
      read={getCampaign}
      badge={campaign => <CodeBadge {...statusLook} value={campaign.status} />}
      text={campaign =>
        [campaign.brandName, campaign.categoryName, format.period(campaign.startDate, campaign.endDate)]
          .filter(Boolean)
          .join(" · ")
      }
      remove={removeCampaign}
      actions={campaignActions}
    >
      {campaign => <Body campaign={campaign} />}
    </ViewPage>
  )
}
