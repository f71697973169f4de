import type { GiftCard } from "../../contract/gifts"
import { activityLook } from "../../ui/display/activity"
import { CodeBadge } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { Gallery } from "../../ui/display/gallery"
import { useFormat } from "../../ui/hooks/use-format"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import { RecordTabs } from "../../ui/pages/record-tabs"
import { useScreenContext } from "../../ui/pages/screen-context"
import { ViewPage } from "../../ui/pages/view-page"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../companies/api"
import { getGift, removeGift } from "./api"
import { Codes } from "./codes"
import { textOfValue } from "./metadata-text"
import { gifts } from "./resource"
import { Secret } from "./secret"
import { Usage } from "./usage"
import { Uses } from "./uses"
import { ValidityBadge } from "./validity-badge"

const { labels } = gifts

const Overview = ({ gift }: { gift: GiftCard }) => {
  const t = useT()
  const format = useFormat()
  const categories = useOptionLabels(categoryOptions)
  const companies = useOptionLabels(companyOptions)
  const metadata = Object.entries(gift.metadata)
  return (
    <div className="cols">
      <div className="stack">
        <Card title={t("gift.about")}>
          <p className={gift.description ? "prose" : "subtle"}>{gift.description || t("gift.noDescription")}</p>
        </Card>
        <Card title={t(labels.terms)}>
          <p className={gift.terms ? "prose" : "subtle"}>{gift.terms || t("gift.noTerms")}</p>
        </Card>
        <Card title={t("gift.integration")}>
          <Facts
            items={[
              [t(labels.apiIntegrationCode), gift.apiIntegrationCode && <Secret value={gift.apiIntegrationCode} />],
              ...metadata.map(([name, value]) => [name, textOfValue(value)] as const),
            ]}
          />
        </Card>
      </div>
      <aside className="stack">
        {gift.cardImage && <Gallery images={[{ url: gift.cardImage, alt: gift.cardName }]} />}
        <Card title={t("gift.usage")} note={<ValidityBadge gift={gift} />}>
          <Usage used={gift.used} maxUsage={gift.maxUsage} />
        </Card>
        <Card title={t("gift.details")}>
          <Facts
            items={[
              [t(labels.validityStart), gift.validityStart && format.dateTime(gift.validityStart)],
              [t(labels.validityEnd), gift.validityEnd ? format.dateTime(gift.validityEnd) : t("gift.noEnd")],
              [t(labels.categories), categories(gift.categories)],
              [t(labels.tenantIds), companies(gift.tenantIds) || t("gift.everyCompany")],
              [t("gift.createdAt"), format.dateTime(gift.createdDate)],
              [t("gift.updatedAt"), format.dateTime(gift.updatedDate)],
            ]}
          />
        </Card>
      </aside>
    </div>
  )
}

/** Codes are for who may change the card. */
const Body = ({ gift }: { gift: GiftCard }) => {
  const t = useT()
  const { may, mayChange } = useScreenContext()
  const isOwn = may("write") && mayChange(gift)
  return (
    <RecordTabs
      label={t("gift.parts")}
      tabs={[
        { name: "overview", label: t("gift.part.overview"), content: () => <Overview gift={gift} /> },
        { name: "uses", label: t("gift.part.uses"), content: () => <Uses gift={gift} isOwn={isOwn} /> },
        ...(isOwn
          ? [{ name: "codes", label: t("gift.part.codes"), content: () => <Codes gift={gift} mayExport={may("export")} /> }]
          : []),
      ]}
    />
  )
}

export const View = () => (
  <ViewPage
    resource={gifts}
    read={getGift}
    badge={gift => <CodeBadge {...activityLook} value={gift.status} />}
    text={gift => gift.brand}
    remove={removeGift}
  >
    {gift => <Body gift={gift} />}
  </ViewPage>
)
