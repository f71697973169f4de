import type { Partner } from "../../contract/partners"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { everyCompanyKey } from "../../ui/display/owner-mark"
import { MailLink, PhoneLink } from "../../ui/display/web-link"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import { withHistory } from "../../ui/pages/history/history-tab"
import { DetailsCard, RecordLayout, TextCard } from "../../ui/pages/record/record-layout"
import { ViewPage } from "../../ui/pages/record/view-page"
import { companyOptions } from "../owners/api"
import { getPartner, listPartners, removePartner } from "./api"
import { history } from "./form"
import { References } from "./references"
import { partners } from "./resource"

const { labels } = partners

const Details = ({ record }: { record: Partner }) => {
  const t = useT()
  const companies = useOptionLabels(companyOptions)
  return (
    <DetailsCard
      record={record}
      picture={{ url: record.logo, alt: t(labels.logo) }}
      items={[
        [t(labels.categoryId), record.categoryName],
        [t(labels.location), record.location],
        [t(labels.tenantIds), companies(record.tenantIds) || t(everyCompanyKey(record))],
      ]}
    />
  )
}

const Content = ({ record }: { record: Partner }) => {
  const t = useT()
  return (
    <RecordLayout aside={<Details record={record} />}>
      <TextCard title={t("brand.about")} text={record.description} placeholder={t("brand.noDescription")} />
      <Card title={t(labels.contacts)}>
        {record.contacts.length === 0 && <p className="subtle">{t("brand.noContacts")}</p>}
        {record.contacts.map(({ name, email, phone }, index) => (
          <Facts
            // biome-ignore lint/suspicious/noArrayIndexKey: contacts have no identity but their position
            key={index}
            items={[
              [index === 0 ? t("brand.primary") : t("brand.contactOf", { number: index + 1 }), name],
              [t("brand.contactEmail"), email && <MailLink address={email} />],
              [t("brand.contactPhone"), phone && <PhoneLink number={phone} />],
            ]}
          />
        ))}
      </Card>
      <References partnerId={record.id} />
    </RecordLayout>
  )
}

const Page = withHistory(history, Content)

export const View = () => (
  <ViewPage
    resource={partners}
    read={getPartner}
    list={listPartners}
    text={({ categoryName, location }) => [categoryName, location].filter(Boolean).join(" · ")}
    remove={removePartner}
    Content={Page}
  />
)
