import type { Provider } from "../../contract/payments"
import { activityLook } from "../../ui/display/activity"
import { CodeBadge } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { Picture } from "../../ui/display/picture"
import { MailLink, PhoneLink, WebLink } from "../../ui/display/web-link"
import { useFormat } from "../../ui/hooks/use-format"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import { ViewPage } from "../../ui/pages/view-page"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../companies/api"
import { getProvider, removeProvider } from "./api"
import { payments } from "./resource"

const { labels } = payments

const Body = ({ record }: { record: Provider }) => {
  const t = useT()
  const format = useFormat()
  const categories = useOptionLabels(categoryOptions)
  const companies = useOptionLabels(companyOptions)
  return (
    <div className="cols">
      <div className="stack">
        <Card title={t("payment.about")}>
          <p className={record.description ? "prose" : "subtle"}>{record.description || t("payment.noDescription")}</p>
        </Card>
        <Card title={t("payment.contact")}>
          <Facts
            items={[
              [t(labels.contactPerson), record.contactPerson],
              [t(labels.email), record.email && <MailLink address={record.email} />],
              [t(labels.phone), record.phone && <PhoneLink number={record.phone} />],
              [t(labels.website), record.website && <WebLink url={record.website} />],
              [t(labels.address), record.address],
            ]}
          />
        </Card>
      </div>
      <aside className="stack">
        <Card title={t("payment.details")}>
          {record.logo && <Picture className="thumb" url={record.logo} alt={t(labels.logo)} />}
          <Facts
            items={[
              [t(labels.categoryIds), categories(record.categoryIds)],
              [t(labels.tenantIds), companies(record.tenantIds)],
              [t("payment.createdAt"), format.dateTime(record.createdDate)],
              [t("payment.updatedAt"), format.dateTime(record.updatedDate)],
            ]}
          />
        </Card>
      </aside>
    </div>
  )
}

export const View = () => (
  <ViewPage
    resource={payments}
    read={getProvider}
    badge={record => <CodeBadge {...activityLook} value={record.status} />}
    remove={removeProvider}
  >
    {record => <Body record={record} />}
  </ViewPage>
)
