import type { Provider } from "../../contract/payments"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { MailLink, PhoneLink, WebLink } from "../../ui/display/web-link"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import { withHistory } from "../../ui/pages/history/history-tab"
import { DetailsCard, RecordLayout, TextCard } from "../../ui/pages/record/record-layout"
import { ViewPage } from "../../ui/pages/record/view-page"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../owners/api"
import { getProvider, listProviders, removeProvider } from "./api"
import { history } from "./form"
import { payments } from "./resource"

const { labels } = payments

const Details = ({ record }: { record: Provider }) => {
  const t = useT()
  const categories = useOptionLabels(categoryOptions)
  const companies = useOptionLabels(companyOptions)
  return (
    <DetailsCard
      record={record}
      picture={{ url: record.logo, alt: t(labels.logo) }}
      items={[
        [t(labels.categoryIds), categories(record.categoryIds)],
        [t(labels.tenantIds), companies(record.tenantIds)],
      ]}
    />
  )
}

const Content = ({ record }: { record: Provider }) => {
  const t = useT()
  const { description, contactPerson, email, phone, website, address } = record
  return (
    <RecordLayout aside={<Details record={record} />}>
      <TextCard title={t("payment.about")} text={description} placeholder={t("payment.noDescription")} />
      <Card title={t("payment.contact")}>
        <Facts
          items={[
            [t(labels.contactPerson), contactPerson],
            [t(labels.email), email && <MailLink address={email} />],
            [t(labels.phone), phone && <PhoneLink number={phone} />],
            [t(labels.website), website && <WebLink url={website} />],
            [t(labels.address), address],
          ]}
        />
      </Card>
    </RecordLayout>
  )
}

const Page = withHistory(history, Content)

export const View = () => (
  <ViewPage resource={payments} read={getProvider} list={listProviders} remove={removeProvider} Content={Page} />
)
