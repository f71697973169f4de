import { Card } from "../../ui/display/card"
import { Link } from "../../ui/display/link"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { listCampaigns } from "../campaigns/api"
import { giftsOfPartner } from "../gifts/api"

type Target = { href: string; text: string }

/** A titled list of links, such as the records that refer to another one. @param more a link to all of them */
const LinkList = ({ title, links, more }: { title: string; links: readonly Target[]; more?: Target }) => (
  <div className="stack-sm">
    <b>{title}</b>
    <ul className="stack-sm">
      {links.map(({ href, text }) => (
        <li key={href}>
          <Link className="link" href={href}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
    {more && (
      <Link className="link" href={more.href}>
        {more.text}
      </Link>
    )}
  </div>
)

const maxCampaigns = 5

/**
 * Campaigns and gift cards that refer to a partner, of the modules that the person may open; while there are any, it cannot be
 * deleted (docs/contract.md#partner-calls).
 */
export const References = ({ partnerId }: { partnerId: string }) => {
  const t = useT()
  const { root, mayOpen } = useScreenContext()
  const hasCampaigns = mayOpen(`${root}/campaigns`)
  const hasGifts = mayOpen(`${root}/gift-management`)
  const campaigns = useQuery(listCampaigns, { page: 0, pageSize: maxCampaigns, brandId: partnerId }, hasCampaigns).data
  const gifts = useQuery(giftsOfPartner, partnerId, hasGifts).data
  const allCampaigns = { href: `${root}/campaigns?brandId=${encodeURIComponent(partnerId)}`, text: t("brand.allCampaigns") }
  const isUnused = campaigns?.total === 0 && gifts?.length === 0
  if (!(hasCampaigns && hasGifts) && !campaigns?.total && !gifts?.length) return null
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
      {isUnused && <p className="subtle">{t("brand.unused")}</p>}
    </Card>
  )
}
