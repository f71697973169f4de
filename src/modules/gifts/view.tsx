import { useLocation, useSearch } from "wouter"
import { type GiftRecord, textOfValue } from "../../contract/gifts"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { Gallery } from "../../ui/display/gallery"
import { LinkTabs } from "../../ui/display/tabs"
import { useFormat } from "../../ui/hooks/use-format"
import { useNames } from "../../ui/hooks/use-names"
import { useNow } from "../../ui/hooks/use-now"
import { useT } from "../../ui/hooks/use-t"
import { ActivityBadge } from "../../ui/lists/activity"
import { useScreenContext } from "../../ui/pages/screen-context"
import { ViewPage } from "../../ui/pages/view-page"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../companies/api"
import { getGift, removeGift } from "./api"
import { Codes } from "./codes"
import { Ledger } from "./ledger"
import { Secret } from "./secret"
import { Usage, ValidityBadge } from "./usage"

const Overview = ({ gift }: { gift: GiftRecord }) => {
  const t = useT()
  const format = useFormat()
  const now = useNow()
  const categories = useNames(categoryOptions)
  const companies = useNames(companyOptions)
  const metadata = Object.entries(gift.metadata)
  return (
    <div className="cols">
      <div className="stack">
        <Card title={t("gift.about")}>
          <p className={gift.description ? "prose" : "subtle"}>{gift.description || t("gift.noDescription")}</p>
        </Card>
        <Card title={t("gift.terms")}>
          <p className={gift.terms ? "prose" : "subtle"}>{gift.terms || t("gift.noTerms")}</p>
        </Card>
        <Card title={t("gift.integration")}>
          <Facts
            items={[
              [t("gift.apiCode"), gift.apiIntegrationCode && <Secret value={gift.apiIntegrationCode} />],
              ...metadata.map(([name, value]) => [name, textOfValue(value)] as const),
            ]}
          />
        </Card>
      </div>
      <aside className="stack">
        {gift.cardImage && <Gallery images={[{ url: gift.cardImage, alt: gift.cardName }]} />}
        <Card title={t("gift.usage")} note={<ValidityBadge gift={gift} now={now} />}>
          <Usage used={gift.used} maxUsage={gift.maxUsage} />
        </Card>
        <Card title={t("gift.details")}>
          <Facts
            items={[
              [t("gift.start"), gift.validityStart && format.dateTime(gift.validityStart)],
              [t("gift.end"), gift.validityEnd ? format.dateTime(gift.validityEnd) : t("gift.noEnd")],
              [t("gift.categories"), categories(gift.categories)],
              [t("gift.companies"), companies(gift.tenantIds) || t("gift.everyCompany")],
              [t("gift.createdAt"), format.dateTime(gift.createdDate)],
              [t("gift.updatedAt"), format.dateTime(gift.updatedDate)],
            ]}
          />
        </Card>
      </aside>
    </div>
  )
}

const parts = ["overview", "uses", "codes"] as const

/** The card's parts as places. Its codes are for who may change it alone. */
const Body = ({ gift }: { gift: GiftRecord }) => {
  const t = useT()
  const { may, mayChange } = useScreenContext()
  const [path] = useLocation()
  const isOwn = may("write") && mayChange(gift)
  const offered = parts.filter(part => part !== "codes" || isOwn)
  const asked = new URLSearchParams(useSearch()).get("tab")
  const part = offered.find(name => name === asked) ?? "overview"
  return (
    <>
      <LinkTabs
        label={t("gift.parts")}
        tabs={offered.map(name => ({
          label: t(`gift.part.${name}`),
          href: name === "overview" ? path : `${path}?tab=${name}`,
          current: name === part,
        }))}
      />
      {part === "overview" && <Overview gift={gift} />}
      {part === "uses" && <Ledger gift={gift} isOwn={isOwn} />}
      {part === "codes" && <Codes gift={gift} mayExport={may("export")} />}
    </>
  )
}

export const View = () => (
  <ViewPage
    name="gifts"
    words="gift"
    read={getGift}
    titleOf={gift => gift.cardName}
    badge={gift => <ActivityBadge value={gift.status} />}
    text={gift => gift.brand ?? ""}
    remove={removeGift}
  >
    {gift => <Body gift={gift} />}
  </ViewPage>
)
