import type { GiftCard } from "../../contract/gifts"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { everyCompanyKey } from "../../ui/display/owner-mark"
import { Gallery } from "../../ui/display/pictures/gallery"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useFormat } from "../../ui/hooks/use-format"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import { historyContent, useHistoryTab } from "../../ui/pages/history/history-tab"
import { DetailsCard, RecordLayout, TextCard } from "../../ui/pages/record/record-layout"
import { RecordTabs } from "../../ui/pages/record/record-tabs"
import { ViewPage } from "../../ui/pages/record/view-page"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../owners/api"
import { getGift, listGifts, removeGift } from "./api"
import { CodeList } from "./code-list"
import { GiftCoupon } from "./coupon"
import { history } from "./form"
import { describeValue } from "./metadata-text"
import { gifts } from "./resource"
import { SecretValue } from "./secret-value"
import { UsageHistory } from "./usage-history"
import { UsageMeter } from "./usage-meter"
import { ValidityBadge } from "./validity-badge"

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
          <Card title={t("gift.usage")} note={<ValidityBadge gift={gift} />}>
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

const History = historyContent(history)

/** Codes are visible to people who may change the card. */
const Content = ({ record }: { record: GiftCard }) => {
  const t = useT()
  const { may, mayChange } = useScreenContext()
  const mayWrite = may("write") && mayChange(record)
  const historyTab = useHistoryTab(History, record)
  return (
    <RecordTabs
      label={t("gift.parts")}
      tabs={[
        { name: "overview", label: t("gift.part.overview"), content: () => <Overview gift={record} /> },
        { name: "uses", label: t("gift.part.uses"), content: () => <UsageHistory gift={record} mayRecord={mayWrite} /> },
        ...(mayWrite
          ? [{ name: "codes", label: t("gift.part.codes"), content: () => <CodeList gift={record} mayExport={may("export")} /> }]
          : []),
        ...historyTab,
      ]}
    />
  )
}

export const View = () => (
  <ViewPage
    resource={gifts}
    read={getGift}
    list={listGifts}
    text={record => record.brand}
    remove={removeGift}
    Content={Content}
  />
)
