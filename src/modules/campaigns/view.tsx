import { type Campaign, rewards, statuses, tones } from "../../contract/campaigns"
import { CodeBadge } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { Gallery } from "../../ui/display/gallery"
import { Meter } from "../../ui/display/meter"
import { useFormat } from "../../ui/hooks/use-format"
import { useNames } from "../../ui/hooks/use-names"
import { useT } from "../../ui/hooks/use-t"
import { ViewPage } from "../../ui/pages/view-page"
import { companyOptions } from "../companies/api"
import { getCampaign, removeCampaign } from "./api"
import { useCampaignItems } from "./items"
import { CampaignCoupon } from "./preview"
import { rewardText } from "./reward"

const Body = ({ campaign }: { campaign: Campaign }) => {
  const t = useT()
  const format = useFormat()
  const companies = useNames(companyOptions)
  const type = rewards.name(campaign.rewardType)
  return (
    <div className="cols">
      <div className="stack">
        <Card title={t("campaign.about")}>
          <p className="prose">{campaign.description}</p>
        </Card>
        <Card title={t("campaign.terms")}>
          <p className={campaign.terms ? "prose" : "subtle"}>{campaign.terms || t("campaign.noTerms")}</p>
        </Card>
        <Card title={t("campaign.media")}>
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
        <CampaignCoupon
          title={campaign.title}
          brandName={campaign.brandName}
          categoryName={campaign.categoryName}
          reward={campaign}
          endDate={campaign.endDate}
        />
        <Card title={t("campaign.details")}>
          <Facts
            items={[
              [t("campaign.rewardType"), type ? t(`campaign.reward.${type}`) : t("ui.unknown")],
              [t("campaign.rewardTitle"), rewardText(campaign, t, format)],
              [t("campaign.category"), campaign.categoryName],
              [t("campaign.start"), format.dateTime(campaign.startDate)],
              [t("campaign.end"), format.dateTime(campaign.endDate)],
              [
                t("campaign.usage"),
                <Meter
                  key="usage"
                  used={campaign.participantCount ?? 0}
                  limit={campaign.participantLimit}
                  label={percent => t("campaign.usageOf", { percent: format.percent(percent) })}
                />,
              ],
              [t("campaign.companies"), companies(campaign.tenantIds) || t("campaign.everyCompany")],
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
  const items = useCampaignItems()
  return (
    <ViewPage
      name="campaigns"
      words="campaign"
      read={getCampaign}
      titleOf={campaign => campaign.title}
      badge={campaign => <CodeBadge of={statuses} prefix="campaign.status" tones={tones} value={campaign.status} />}
      text={campaign =>
        [campaign.brandName, campaign.categoryName, format.period(campaign.startDate, campaign.endDate)]
          .filter(Boolean)
          .join(" · ")
      }
      remove={removeCampaign}
      items={items}
    >
      {campaign => <Body campaign={campaign} />}
    </ViewPage>
  )
}
