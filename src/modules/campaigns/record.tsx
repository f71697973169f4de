import { useState } from "react"
import {
  blank,
  type Campaign,
  type CampaignDraft,
  campaignOf,
  draftOf,
  fields,
  rewards,
  rules,
  statuses,
} from "../../contract/campaigns"
import { compact } from "../../core/compact"
import { joinTexts } from "../../core/text/join-texts"
import { can } from "../../state/features"
import { codeBadge, codeLabel } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { everyCompanyKey } from "../../ui/display/owner-mark"
import { Period } from "../../ui/display/period"
import { Gallery } from "../../ui/display/pictures/gallery"
import { useObservable } from "../../ui/forms/bound"
import { ChoiceField } from "../../ui/forms/choice-field"
import { asNumber, asOptions, compareOf } from "../../ui/forms/compare"
import { DateTimeField } from "../../ui/forms/date-fields"
import { Deferred } from "../../ui/forms/deferred"
import { HolidayMenu } from "../../ui/forms/holiday-menu"
import { MediaField } from "../../ui/forms/media-field"
import { NumberField } from "../../ui/forms/number-field"
import { publishing } from "../../ui/forms/publishing"
import { ShiftDatesNotice } from "../../ui/forms/shift-dates-notice"
import { TextField } from "../../ui/forms/text-field"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCan } from "../../ui/hooks/use-can"
import { useFormat } from "../../ui/hooks/use-format"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import type { FieldsProps } from "../../ui/pages/form/form-screen"
import type { HistorySpec } from "../../ui/pages/history/history-spec"
import { useHistoryTab } from "../../ui/pages/history/history-tab"
import { lazyScreen } from "../../ui/pages/loading/lazy-screen"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { DetailsCard, RecordLayout, TextCard } from "../../ui/pages/record/record-layout"
import { RecordTabs } from "../../ui/pages/record/record-tabs"
import { categoryOptions } from "../categories/api"
import { giftOptions } from "../gifts/api"
import { categoryChoices } from "../lookups/api"
import { companyOptions } from "../owners/api"
import { partnerOptions } from "../partners/api"
import { CompaniesField } from "../records/companies-field"
import { recordPages } from "../records/pages"
import { campaignActions } from "./actions"
import { calls } from "./api"
import { CampaignCoupon } from "./coupon"
import { fullBadge } from "./full-badge"
import { participantMeter } from "./participant-meter"
import { Preview } from "./preview"
import { campaigns, rewardTexts, statusLook } from "./resource"
import { CurrencyField, Reward, RewardFields } from "./reward"
import { rewardText } from "./reward-text"

/** Members of the limits that a server may lack. */
const extensions = ["usesPerPerson", "budget"] as const

const LimitFields = ({ form }: FieldsProps<CampaignDraft>) => {
  const t = useT()
  const rewardType = useObservable(form.value("rewardType"))
  const currency = useObservable(form.value("currency"))
  const [shown] = useState(() => extensions.filter(name => can("records.members") || form.get()[name] !== blank[name]))
  return (
    <Card title={t("campaign.form.limitsTitle")}>
      <div className="grid-2">
        <NumberField
          {...form.bind("participantLimit")}
          hint={t("campaign.form.limitHint")}
          affix={t("campaign.form.limitUnit")}
          optional
        />
        {shown.includes("usesPerPerson") && (
          <NumberField {...form.bind("usesPerPerson")} hint={t("campaign.form.usesPerPersonHint")} optional />
        )}
        {shown.includes("budget") && (
          <>
            <NumberField {...form.bind("budget")} hint={t("campaign.form.budgetHint")} affix={currency} optional />
            {rewards.name(rewardType) !== "fixedAmount" && <CurrencyField form={form} />}
          </>
        )}
      </div>
    </Card>
  )
}

const Fields = ({ form }: FieldsProps<CampaignDraft>) => {
  const t = useT()
  return (
    <>
      <Card title={t("campaign.basics")}>
        <TextField {...form.bind("title")} />
        <div className="grid-2">
          <ChoiceField {...form.bind("brandId")} placeholder={t("campaign.form.brandSearch")} options={partnerOptions} />
          <ChoiceField {...form.bind("categoryId")} placeholder={t("campaign.form.categorySearch")} {...categoryChoices} />
        </div>
        <TextField {...form.bind("description")} hint={t("campaign.form.descriptionHint")} rows={4} />
        <TextField {...form.bind("terms")} rows={4} optional />
      </Card>
      <Deferred>
        <Card title={t("campaign.rewardTitle")}>
          <RewardFields form={form} />
        </Card>
        <Card title={t("campaign.form.periodTitle")}>
          <div className="grid-2">
            <DateTimeField {...form.bind("startDate")} />
            <DateTimeField {...form.bind("endDate")} defaultTime="23:59" />
          </div>
          <HolidayMenu form={form} />
          <CompaniesField
            {...form.bind("tenantIds")}
            hint={t("campaign.companiesHint")}
            placeholder={t("campaign.form.companySearch")}
          />
        </Card>
        <LimitFields form={form} />
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
        [t("campaign.participantCount"), participantMeter(record, { t, format })],
        record.useCount !== null && [
          t(labels.usesPerPerson),
          record.usesPerPerson === null ? t("campaign.noLimit") : format.number(record.usesPerPerson),
        ],
        record.budget !== null && [t(labels.budget), format.money(record.budget, record.currency)],
        [t(labels.tenantIds), companies(record.tenantIds) || t(everyCompanyKey(record))],
      ]}
    />
  )
}

const Overview = ({ record }: { record: Campaign }) => {
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
      <TextCard title={t("campaign.form.about")} text={record.description} />
      <TextCard title={t(labels.terms)} text={record.terms} placeholder={t("campaign.noTerms")} />
      <Card title={t(labels.media)}>
        {record.media.length ? (
          <Gallery title={record.title} media={record.media} />
        ) : (
          <p className="subtle">{t("campaign.form.noMedia")}</p>
        )}
      </Card>
    </RecordLayout>
  )
}

const Uses = lazyScreen(
  withTexts("campaigns.uses", () => import("./uses/uses")),
  module => module.Uses,
)

const Codes = lazyScreen(
  withTexts("campaigns.codes", () => import("./uses/codes")),
  module => module.Codes,
)

/** Codes are visible to people who may change the campaign. */
const Content = ({ record, history }: { record: Campaign; history: HistorySpec }) => {
  const t = useT()
  const { may, mayChange } = useScreenContext()
  const hasUses = useCan("campaigns.uses")
  const hasCodes = useCan("campaigns.codes") && may("write") && mayChange(record)
  const historyTab = useHistoryTab(history, record)
  return (
    <RecordTabs
      label={t("history.parts")}
      tabs={compact([
        { name: "overview", label: t("history.overview"), content: () => <Overview record={record} /> },
        hasUses && { name: "uses", label: t("campaign.uses"), content: () => <Uses campaign={record} /> },
        hasUses && hasCodes && { name: "codes", label: t("codes.title"), content: () => <Codes campaign={record} /> },
        ...historyTab,
      ])}
    />
  )
}

const StatusBadges = ({ record }: { record: Campaign }) => {
  const t = useT()
  return (
    <>
      {codeBadge(statusLook, record.status, t)}
      {fullBadge(record, t)}
    </>
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
    usesPerPerson: asNumber("campaign.noLimit"),
    budget: asNumber("campaign.noLimit"),
    tenantIds: asOptions(companyOptions, "ui.everyCompany"),
  },
  publish: publishing({ draft: statuses.value("draft"), published: statuses.value("active") }),
  blank,
  recordOf: campaignOf,
  calls,
  CopyNotice,
  text: record => <Line record={record} />,
  actions: campaignActions,
  badge: record => <StatusBadges record={record} />,
  Content,
})
