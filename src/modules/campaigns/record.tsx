import { blank, type Campaign, type CampaignDraft, campaignOf, draftOf, fields, rules, statuses } from "../../contract/campaigns"
import { joinTexts } from "../../core/text/join-texts"
import { codeLabel } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { everyCompanyKey } from "../../ui/display/owner-mark"
import { Period } from "../../ui/display/period"
import { Gallery } from "../../ui/display/pictures/gallery"
import { ChoiceField, ChoicesField } from "../../ui/forms/choice-field"
import { asNumber, asOptions, compareOf } from "../../ui/forms/compare"
import { DateTimeField } from "../../ui/forms/date-fields"
import { Deferred } from "../../ui/forms/deferred"
import { HolidayMenu } from "../../ui/forms/holiday-menu"
import { MediaField } from "../../ui/forms/media-field"
import { NumberField } from "../../ui/forms/number-field"
import { publishing } from "../../ui/forms/publishing"
import { ShiftDatesNotice } from "../../ui/forms/shift-dates-notice"
import { TextField } from "../../ui/forms/text-field"
import { useFormat } from "../../ui/hooks/use-format"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import type { FieldsProps } from "../../ui/pages/form/form-screen"
import { withHistory } from "../../ui/pages/history/history-tab"
import { DetailsCard, RecordLayout, TextCard } from "../../ui/pages/record/record-layout"
import { categoryChoices, categoryOptions } from "../categories/api"
import { giftOptions } from "../gifts/api"
import { companyOptions } from "../owners/api"
import { partnerOptions } from "../partners/api"
import { recordPages } from "../records/pages"
import { campaignActions } from "./actions"
import { calls } from "./api"
import { CampaignCoupon } from "./coupon"
import { participantMeter } from "./participant-meter"
import { Preview } from "./preview"
import { campaigns, rewardTexts, statusLook } from "./resource"
import { Reward, RewardFields } from "./reward"
import { rewardText } from "./reward-text"

const Fields = ({ form }: FieldsProps<CampaignDraft>) => {
  const t = useT()
  return (
    <>
      <Card title={t("campaign.basics")}>
        <TextField {...form.bind("title")} />
        <div className="grid-2">
          <ChoiceField {...form.bind("brandId")} placeholder={t("campaign.brandSearch")} options={partnerOptions} />
          <ChoiceField {...form.bind("categoryId")} placeholder={t("campaign.categorySearch")} {...categoryChoices} />
        </div>
        <TextField {...form.bind("description")} hint={t("campaign.descriptionHint")} rows={4} />
        <TextField {...form.bind("terms")} rows={4} optional />
      </Card>
      <Deferred>
        <Card title={t("campaign.rewardTitle")}>
          <RewardFields form={form} />
        </Card>
        <Card title={t("campaign.periodTitle")}>
          <div className="grid-2">
            <DateTimeField {...form.bind("startDate")} />
            <DateTimeField {...form.bind("endDate")} defaultTime="23:59" />
          </div>
          <HolidayMenu form={form} />
          <NumberField
            {...form.bind("participantLimit")}
            hint={t("campaign.limitHint")}
            affix={t("campaign.limitUnit")}
            optional
          />
          <ChoicesField
            {...form.bind("tenantIds")}
            hint={t("campaign.companiesHint")}
            placeholder={t("campaign.companySearch")}
            options={companyOptions}
            optional
          />
        </Card>
        <Card title={t("campaign.media")}>
          <MediaField {...form.bind("media")} upload={calls.upload} />
        </Card>
      </Deferred>
    </>
  )
}

const CopyNotice = ({ form }: FieldsProps<CampaignDraft>) => <ShiftDatesNotice form={form} names={["startDate", "endDate"]} />

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

/** Partner, category and period, below the title. */
const Line = ({ record: { brandName, categoryName, startDate, endDate } }: { record: Campaign }) => (
  <>
    {joinTexts(brandName, categoryName)}
    {(brandName || categoryName) && " · "}
    <Period text={useFormat().period(startDate, endDate)} />
  </>
)

export const { history, Add, Edit, View } = recordPages("campaign", {
  resource: campaigns,
  fields,
  rules,
  draftOf,
  Fields,
  Aside: Preview,
  compare: {
    ...compareOf(fields, { status: statusLook }, { brand: partnerOptions, category: categoryOptions, gift: giftOptions }),
    rewardType: Reward,
    rewardValue: Reward,
    participantLimit: asNumber("campaign.noLimit"),
    tenantIds: asOptions(companyOptions, "ui.everyCompany"),
  },
  publish: publishing({ draft: statuses.value("draft"), published: statuses.value("active") }),
  blank,
  recordOf: campaignOf,
  calls,
  CopyNotice,
  text: record => <Line record={record} />,
  actions: campaignActions,
  Content: withHistory(Content),
})
