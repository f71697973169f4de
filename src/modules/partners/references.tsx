import { Card } from "../../ui/display/card"
import { LinkList } from "../../ui/display/link-list"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { useScreenContext } from "../../ui/pages/screen-context"
import { listCampaigns } from "../campaigns/api"
import { giftsOfPartner } from "../gifts/api"

const maxCampaigns = 5

/** Campaigns and gift cards that refer to a partner; while there are any, it cannot be deleted (docs/contract.md#partner-calls). */
export const References = ({ partnerId }: { partnerId: string }) => {
  const t = useT()
  const root = useScreenContext().base.replace(/\/[^/]+$/, "")
  const campaigns = useQuery(listCampaigns, { page: 0, pageSize: maxCampaigns, brandId: partnerId }).data
  const gifts = useQuery(giftsOfPartner, partnerId).data
  const allCampaigns = { href: `${root}/campaigns?brandId=${encodeURIComponent(partnerId)}`, text: t("brand.allCampaigns") }
  return (
    <Card title={t("brand.uses")}>
      {campaigns && campaigns.total > 0 && (
        <LinkList
          title={t("brand.usedByCampaigns", { count: campaigns.total })}
          links={campaigns.rows.map(({ id, title }) => ({ href: `${root}/campaigns/${id}`, text: title }))}
          more={campaigns.total > maxCampaigns ? allCampaigns : undefined}
        />
      )}
      {gifts && gifts.length > 0 && (
        <LinkList
          title={t("brand.usedByGifts", { count: gifts.length })}
          links={gifts.map(({ id, cardName }) => ({ href: `${root}/gift-management/${id}`, text: cardName }))}
        />
      )}
      {campaigns?.total === 0 && gifts?.length === 0 && <p className="subtle">{t("brand.unused")}</p>}
    </Card>
  )
}
