import { ActivityBadge } from "../../ui/activity"
import { Badge } from "../../ui/badge"
import { Card } from "../../ui/card"
import { Facts } from "../../ui/facts"
import { Gallery } from "../../ui/gallery"
import { useFormat } from "../../ui/use-format"
import { useNames } from "../../ui/use-names"
import { useNow } from "../../ui/use-now"
import { useT } from "../../ui/use-t"
import { ViewPage } from "../../ui/view-page"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../companies/api"
import { getGift, removeGift } from "./api"
import { type GiftRecord, textOfValue, validityAt, validityTones } from "./model"
import { Secret } from "./secret"

const Body = ({ gift }: { gift: GiftRecord }) => {
  const t = useT()
  const format = useFormat()
  const now = useNow()
  const categories = useNames(categoryOptions)
  const companies = useNames(companyOptions)
  const validity = validityAt(gift, now)
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
        <Card title={t("gift.details")}>
          <Facts
            items={[
              [
                t("gift.validity"),
                <Badge key="validity" tone={validityTones[validity]}>
                  {t(`gift.validity.${validity}`)}
                </Badge>,
              ],
              [t("gift.start"), gift.validityStart && format.dateTime(gift.validityStart)],
              [t("gift.end"), gift.validityEnd ? format.dateTime(gift.validityEnd) : t("gift.noEnd")],
              [t("gift.maxUsage"), gift.maxUsage ? format.number(gift.maxUsage) : t("gift.unlimited")],
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
