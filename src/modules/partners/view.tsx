import type { Partner } from "../../contract/partners"
import { activityLook } from "../../ui/display/activity"
import { CodeBadge } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { Link } from "../../ui/display/link"
import { Picture } from "../../ui/display/picture"
import { MailLink, PhoneLink } from "../../ui/display/web-link"
import { useFormat } from "../../ui/hooks/use-format"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { useScreenContext } from "../../ui/pages/screen-context"
import { ViewPage } from "../../ui/pages/view-page"
import { listCampaigns } from "../campaigns/api"
import { companyOptions } from "../companies/api"
import { giftsOfPartner } from "../gifts/api"
import { getPartner, removePartner } from "./api"
import { partners } from "./resource"

/** How many of a partner's campaigns are named; the rest stands behind a link. */
const shown = 5

/** What would stand in the way of deleting the partner: campaigns and gift cards that name it. */
const Uses = ({ id }: { id: string }) => {
  const t = useT()
  const root = useScreenContext().base.replace(/\/[^/]+$/, "")
  const campaigns = useQuery(listCampaigns, { page: 0, pageSize: shown, brandId: id }).data
  const gifts = useQuery(giftsOfPartner, id).data
  return (
    <Card title={t("brand.uses")}>
      {campaigns && campaigns.total > 0 && (
        <div className="stack-sm">
          <b>{t("brand.usedByCampaigns", { count: campaigns.total })}</b>
          <ul className="stack-sm">
            {campaigns.rows.map(row => (
              <li key={row.id}>
                <Link className="link" href={`${root}/campaigns/${row.id}`}>
                  {row.title}
                </Link>
              </li>
            ))}
          </ul>
          {campaigns.total > shown && (
            <Link className="link" href={`${root}/campaigns?brandId=${encodeURIComponent(id)}`}>
              {t("brand.allCampaigns")}
            </Link>
          )}
        </div>
      )}
      {gifts && gifts.length > 0 && (
        <div className="stack-sm">
          <b>{t("brand.usedByGifts", { count: gifts.length })}</b>
          <ul className="stack-sm">
            {gifts.map(gift => (
              <li key={gift.id}>
                <Link className="link" href={`${root}/gift-management/${gift.id}`}>
                  {gift.cardName}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {campaigns?.total === 0 && gifts?.length === 0 && <p className="subtle">{t("brand.unused")}</p>}
    </Card>
  )
}

const { labels } = partners

const Body = ({ partner }: { partner: Partner }) => {
  const t = useT()
  const format = useFormat()
  const companies = useOptionLabels(companyOptions)
  return (
    <div className="cols">
      <div className="stack">
        <Card title={t("brand.about")}>
          <p className={partner.description ? "prose" : "subtle"}>{partner.description || t("brand.noDescription")}</p>
        </Card>
        <Card title={t(labels.contacts)}>
          {partner.contacts.length === 0 && <p className="subtle">{t("brand.noContacts")}</p>}
          {partner.contacts.map((contact, at) => (
            <Facts
              // biome-ignore lint/suspicious/noArrayIndexKey: contacts have no other name than their place
              key={at}
              items={[
                [at === 0 ? t("brand.primary") : t("brand.contactOf", { number: at + 1 }), contact.name],
                [t("brand.contactEmail"), contact.email && <MailLink address={contact.email} />],
                [t("brand.contactPhone"), contact.phone && <PhoneLink number={contact.phone} />],
              ]}
            />
          ))}
        </Card>
        <Uses id={partner.id} />
      </div>
      <aside className="stack">
        <Card title={t("brand.details")}>
          {partner.logo && <Picture className="thumb" url={partner.logo} alt={t(labels.logo)} />}
          <Facts
            items={[
              [t(labels.categoryId), partner.categoryName],
              [t(labels.location), partner.location],
              [t(labels.tenantIds), companies(partner.tenantIds) || t("brand.everyCompany")],
              [t("brand.createdAt"), format.dateTime(partner.createdDate)],
              [t("brand.updatedAt"), format.dateTime(partner.updatedDate)],
            ]}
          />
        </Card>
      </aside>
    </div>
  )
}

export const View = () => (
  <ViewPage
    resource={partners}
    read={getPartner}
    badge={partner => <CodeBadge {...activityLook} value={partner.status} />}
    text={partner => [partner.categoryName, partner.location].filter(Boolean).join(" · ")}
    remove={removePartner}
  >
    {partner => <Body partner={partner} />}
  </ViewPage>
)
