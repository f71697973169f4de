import type { Partner } from "../../contract/partners"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { Link } from "../../ui/display/link"
import { MailLink, PhoneLink } from "../../ui/display/web-link"
import { useFormat } from "../../ui/hooks/use-format"
import { useNames } from "../../ui/hooks/use-names"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { ActivityBadge } from "../../ui/lists/activity"
import { useScreenContext } from "../../ui/pages/screen-context"
import { ViewPage } from "../../ui/pages/view-page"
import { listCampaigns } from "../campaigns/api"
import { companyOptions } from "../companies/api"
import { giftsOf } from "../gifts/api"
import { getPartner, removePartner } from "./api"

/** How many of a partner's campaigns are named; the rest stands behind a link. */
const shown = 5

/** What would stand in the way of deleting the partner: campaigns and gift cards that name it. */
const Uses = ({ id }: { id: string }) => {
  const t = useT()
  const root = useScreenContext().base.replace(/\/[^/]+$/, "")
  const campaigns = useQuery(listCampaigns, { page: 0, pageSize: shown, brandId: id }).data
  const gifts = useQuery(giftsOf, id).data
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
              <li key={gift.value}>
                <Link className="link" href={`${root}/gift-management/${gift.value}`}>
                  {gift.label}
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

const Body = ({ partner: { id, draft, categoryName, createdDate, updatedDate } }: { partner: Partner }) => {
  const t = useT()
  const format = useFormat()
  const companies = useNames(companyOptions)
  return (
    <div className="cols">
      <div className="stack">
        <Card title={t("brand.about")}>
          <p className={draft.description ? "prose" : "subtle"}>{draft.description || t("brand.noDescription")}</p>
        </Card>
        <Card title={t("brand.contacts")}>
          {draft.contacts.length === 0 && <p className="subtle">{t("brand.noContacts")}</p>}
          {draft.contacts.map((contact, at) => (
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
        <Uses id={id} />
      </div>
      <aside className="stack">
        <Card title={t("brand.details")}>
          {draft.logo && <img className="thumb" src={draft.logo} alt={t("brand.logo")} />}
          <Facts
            items={[
              [t("brand.category"), categoryName],
              [t("brand.location"), draft.location],
              [t("brand.companies"), companies(draft.tenantIds) || t("brand.everyCompany")],
              [t("brand.createdAt"), format.dateTime(createdDate)],
              [t("brand.updatedAt"), format.dateTime(updatedDate)],
            ]}
          />
        </Card>
      </aside>
    </div>
  )
}

export const View = () => (
  <ViewPage
    name="partners"
    words="brand"
    read={getPartner}
    titleOf={partner => partner.name}
    badge={partner => <ActivityBadge value={partner.status} />}
    text={partner => [partner.categoryName, partner.draft.location].filter(Boolean).join(" · ")}
    remove={removePartner}
  >
    {partner => <Body partner={partner} />}
  </ViewPage>
)
