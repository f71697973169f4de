import { blank, draftOf, fields, type GiftCard, type GiftCardDraft, giftCardOf, rules } from "../../contract/gifts"
import { dash } from "../../core/text/format"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { everyCompanyKey } from "../../ui/display/owner-mark"
import { Gallery } from "../../ui/display/pictures/gallery"
import { ActiveSwitch } from "../../ui/forms/active-switch"
import { ChoiceField, ChoicesField } from "../../ui/forms/choice-field"
import { AsSecret, asNumber, asOptions, compareOf } from "../../ui/forms/compare"
import { DateTimeField } from "../../ui/forms/date-fields"
import { NumberField } from "../../ui/forms/number-field"
import { PictureField } from "../../ui/forms/picture-field"
import { TextField } from "../../ui/forms/text-field"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useFormat } from "../../ui/hooks/use-format"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import type { FieldsProps } from "../../ui/pages/form/form-screen"
import type { HistorySpec } from "../../ui/pages/history/history-spec"
import { useHistoryTab } from "../../ui/pages/history/history-tab"
import { DetailsCard, RecordLayout, TextCard } from "../../ui/pages/record/record-layout"
import { RecordTabs } from "../../ui/pages/record/record-tabs"
import { categoryOptions } from "../categories/api"
import { categoryChoices } from "../lookups/api"
import { companyOptions } from "../owners/api"
import { partnerOptions } from "../partners/api"
import { CompaniesField } from "../records/companies-field"
import { recordPages } from "../records/pages"
import { addGift, getGift, listGifts, removeGift, updateGift, uploadGiftImage } from "./api"
import { Codes } from "./codes"
import { GiftCoupon } from "./coupon"
import { MetadataField } from "./metadata-field"
import { describeValue } from "./metadata-text"
import { Preview } from "./preview"
import { gifts } from "./resource"
import { SecretValue } from "./secret-value"
import { StatusBadge } from "./status-badge"
import { UsageHistory } from "./usage-history"
import { UsageMeter } from "./usage-meter"

const Fields = ({ form }: FieldsProps<GiftCardDraft>) => {
  const t = useT()
  return (
    <>
      <Card title={t("gift.basics")}>
        <TextField {...form.bind("cardName")} />
        <div className="grid-2">
          <ChoiceField {...form.bind("brandId")} placeholder={t("gift.brandSearch")} options={partnerOptions} optional />
          <ChoicesField {...form.bind("categories")} placeholder={t("gift.categoryAdd")} {...categoryChoices} optional />
        </div>
        <TextField {...form.bind("description")} rows={4} optional />
        <TextField {...form.bind("terms")} rows={4} optional />
        <ActiveSwitch {...form.bind("status")} hint={t("gift.isActiveHint")} />
      </Card>
      <Card title={t("gift.validityTitle")}>
        <div className="grid-2">
          <DateTimeField {...form.bind("validityStart")} optional />
          <DateTimeField {...form.bind("validityEnd")} defaultTime="23:59" optional />
        </div>
        <NumberField {...form.bind("maxUsage")} hint={t("gift.maxUsageHint")} optional />
        <CompaniesField {...form.bind("tenantIds")} hint={t("gift.companiesHint")} placeholder={t("gift.companyAdd")} />
      </Card>
      <Card title={t("gift.integration")}>
        <TextField {...form.bind("apiIntegrationCode")} hint={t("gift.apiCodeHint")} type="password" optional />
        <MetadataField {...form.bind("metadata")} />
      </Card>
      <Card title={t("gift.cardImage")}>
        <PictureField {...form.bind("cardImage")} upload={uploadGiftImage} />
      </Card>
    </>
  )
}

/** Metadata in a conflict, a line each. */
const AsMetadata = ({ value }: { value: GiftCardDraft["metadata"] }) => {
  const t = useT()
  const format = useFormat()
  return (
    Object.entries(value)
      .map(([name, member]) => `${name}: ${describeValue(member, t, format)}`)
      .join("\n") || dash
  )
}

const { labels } = gifts

const Details = ({ gift }: { gift: GiftCard }) => {
  const t = useT()
  const format = useFormat()
  const categories = useOptionLabels(categoryOptions)
  const companies = useOptionLabels(companyOptions)
  return (
    <DetailsCard
      record={gift}
      items={[
        [t(labels.validityStart), gift.validityStart && format.dateTime(gift.validityStart)],
        [t(labels.validityEnd), gift.validityEnd ? format.dateTime(gift.validityEnd) : t("gift.noEnd")],
        [t(labels.categories), categories(gift.categories)],
        [t(labels.tenantIds), companies(gift.tenantIds) || t(everyCompanyKey(gift))],
      ]}
    />
  )
}

const Overview = ({ gift }: { gift: GiftCard }) => {
  const t = useT()
  const format = useFormat()
  const { cardName, cardImage, description, terms, apiIntegrationCode } = gift
  const metadata = Object.entries(gift.metadata)
  return (
    <RecordLayout
      aside={
        <>
          <GiftCoupon card={gift} />
          <Card title={t("gift.usage")}>
            <UsageMeter used={gift.used} maxUsage={gift.maxUsage} />
          </Card>
          <Details gift={gift} />
        </>
      }
    >
      {cardImage && (
        <Card title={t(labels.cardImage)}>
          <Gallery title={cardName} media={[{ url: cardImage, alt: cardName }]} />
        </Card>
      )}
      <TextCard title={t("gift.about")} text={description} placeholder={t("gift.noDescription")} />
      <TextCard title={t(labels.terms)} text={terms} placeholder={t("gift.noTerms")} />
      <Card title={t("gift.integration")}>
        <Facts
          items={[
            [t(labels.apiIntegrationCode), apiIntegrationCode && <SecretValue value={apiIntegrationCode} />],
            ...metadata.map(([name, value]) => [name, describeValue(value, t, format)] as const),
          ]}
        />
      </Card>
    </RecordLayout>
  )
}

/** Codes are visible to people who may change the card. */
const Content = ({ record, history }: { record: GiftCard; history: HistorySpec }) => {
  const t = useT()
  const { may, mayChange } = useScreenContext()
  const mayWrite = may("write") && mayChange(record)
  const historyTab = useHistoryTab(history, record)
  return (
    <RecordTabs
      label={t("gift.parts")}
      tabs={[
        { name: "overview", label: t("gift.part.overview"), content: () => <Overview gift={record} /> },
        { name: "uses", label: t("gift.part.uses"), content: () => <UsageHistory gift={record} mayRecord={mayWrite} /> },
        ...(mayWrite
          ? [{ name: "codes", label: t("codes.title"), content: () => <Codes gift={record} mayExport={may("export")} /> }]
          : []),
        ...historyTab,
      ]}
    />
  )
}

export const { history, Add, Edit, View } = recordPages("gift", {
  resource: gifts,
  fields,
  rules,
  draftOf,
  Fields,
  Aside: Preview,
  secrets: ["apiIntegrationCode"],
  compare: {
    ...compareOf(fields, {}, { brand: partnerOptions, category: categoryOptions }),
    maxUsage: asNumber("gift.unlimited"),
    tenantIds: asOptions(companyOptions, "ui.everyCompany"),
    apiIntegrationCode: AsSecret,
    metadata: AsMetadata,
  },
  blank,
  recordOf: giftCardOf,
  calls: { get: getGift, list: listGifts, add: addGift, update: updateGift, remove: removeGift },
  badge: record => <StatusBadge gift={record} />,
  text: record => record.brand,
  Content,
})
